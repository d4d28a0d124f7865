"""The controls that all panels share, each at an exact place."""
