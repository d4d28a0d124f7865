"""The user's own data: read from files and text, written back in the same form."""
