"""Panels: each a function, values in, values out. None keeps anything, none knows of GL."""
