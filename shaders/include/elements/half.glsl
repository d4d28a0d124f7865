// The element format half: one value of 10 mantissa bits in the red channel of an R16F texel.
// A fetch widens it to a float without loss, so the rest is float32.glsl.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.

#include "include/elements/float32.glsl"
