"""The elements: where their values come from, how they are stored, where they lie in a texture."""
