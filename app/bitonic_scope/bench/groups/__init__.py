"""What the bench measures: one module a table."""
