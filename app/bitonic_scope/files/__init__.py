"""Data that a person brings along: read from files and text, written back in the same form."""
