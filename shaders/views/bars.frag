#version 330 core
// The inside of a bar: each invocation makes one pixel of a column that bars.vert has placed.
// Up to the least element of the column it is full, from there to the greatest it is pale.
// Padding is hatched.
//
// in:  least, padding, from bars.vert
// out: colour

#include "include/hatch.glsl"

uniform ivec2 pane_origin;
uniform vec3 bar;
uniform vec3 pale_bar;

flat in int least;
flat in int padding;

out vec4 colour;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    bool is_full = pixel.y - pane_origin.y < least;
    vec3 inside = is_full ? bar : pale_bar;
    colour = vec4(padding == 1 ? hatch(pixel) : inside, 1.0);
}
