"""Measures the program on this machine: groups of lines, each a ratio within one run."""
