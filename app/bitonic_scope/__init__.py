"""Bitonic Scope shows how a GPU sorts.

The map, from the bottom up: `system` is the operating system, `network` the mathematics of the
sort, `data` the elements and where they lie, `model` the values that everything above exchanges,
`text` words and numbers for people, `gpu` the shader core that sorts, `driver` what this machine's
driver can do, `files` a person's own data in and results out, `views` what turns a texture into a
picture, `player` what brings it to a position, `recording` frames on disk, `ui` the controls,
`window` all of it composed, `bench` what is measured, and `cli` the command line.
"""

__version__ = "0.1.0"
PROGRAM = "bitonic-scope"
