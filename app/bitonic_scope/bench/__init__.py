"""Measures the program on this machine: tables of times, and of ratios within one run."""
