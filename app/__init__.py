"""Bitonic Scope shows how a GPU sorts.

The map, from the bottom up: `network` is the mathematics of the sort, `data` the elements and where
they lie, `settings`, `timeline` and `readout` the values that everything above exchanges, `gpu` the
shader core that sorts, `player` the one that brings it to the timeline's position, `views` what
turns a texture into a picture, `ui` the controls, `recording` frames on disk, `screen` all of it
composed, and `window`, `sorting` and `cli` the hosts.
"""

__version__ = "0.1.0"
PROGRAM = "bitonic-scope"
