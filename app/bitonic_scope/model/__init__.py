"""What a person chooses and what is shown of it, as frozen values."""
