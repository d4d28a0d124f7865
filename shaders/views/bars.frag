#version 330 core
// The inside of a bar: each invocation makes one pixel of a column that bars.vert has placed.
// Up to the least element of the column it is full, from there to the greatest it is pale.
// Padding is hatched.
//
// in:  least, padding, rim, edges, from bars.vert
// out: colour

#include "include/hatch.glsl"

uniform ivec2 pane_origin;
uniform vec3 bar;
uniform vec3 pale_bar;
uniform vec3 ground;

flat in int least;
flat in int padding;
flat in int rim;
flat in ivec3 edges;

out vec4 colour;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 place = pixel - pane_origin;
    vec3 inside = place.y < least ? bar : pale_bar;
    if (rim > 0 && (place.x < edges.x || place.x >= edges.y || place.y >= edges.z)) inside = ground;
    colour = vec4(padding == 1 ? hatch(pixel) : inside, 1.0);
}
