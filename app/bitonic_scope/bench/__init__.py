"""Measures the program on this machine: times, and ratios of times within one run."""
