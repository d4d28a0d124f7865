"""The elements: sources of values, storage formats, layout in a texture."""
