"""Measures what this program's claims of speed rest on; for its makers, not for its users."""
