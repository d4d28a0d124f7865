"""What is measured: one module a table."""
