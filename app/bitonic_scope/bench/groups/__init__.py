"""What the bench measures: one module per table."""
