"""What this driver can do, and how floats are stored because of it."""
