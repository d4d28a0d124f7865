"""Settings, position, start data and limits, as frozen values."""
