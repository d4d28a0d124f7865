"""Bitonic Scope shows how a GPU sorts.

The map, from the bottom up: `system` wraps the operating system, `network` has the mathematics of
the sort, `data` the elements and their layout in a texture, `model` the values that the layers
above exchange, and `text` puts them into words. `gpu` sorts in shaders, `driver` finds out what
this machine's driver can do, `files` reads the user's data and writes results, and `views` draw the
texture. `player` brings the texture to a position, `recording` saves frames, `ui` has the controls,
and `window` puts all of these together. `bench` measures, and `cli` is the command line.
"""

__version__ = "0.1.0"
PROGRAM = "bitonic-scope"
