"""Panels: each is a function from values to values, with no state of its own and no GL."""
