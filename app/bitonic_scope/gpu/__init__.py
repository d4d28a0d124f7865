"""The shader core: context, shaders, textures, and the engines that sort."""
