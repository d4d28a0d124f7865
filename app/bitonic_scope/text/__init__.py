"""Passes, positions and numbers in words."""
