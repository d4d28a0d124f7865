"""The shader core: context, shaders, textures, and the fragment engine that sorts."""
