"""Changes: what actions make of a state, by subject."""
