"""Finds out what the driver can do, which decides how floats are stored."""
