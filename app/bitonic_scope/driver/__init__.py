"""What the driver can do, and how floats are stored as a result."""
