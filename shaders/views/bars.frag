#version 330 core
// Bars: each invocation makes one pixel of the pane.
// Up to the least element of its column a bar is full, from there to the greatest it is pale.
// Padding is hatched.
//
// in:  spans, made by bar_spans.frag
// out: colour
// PADDED: if there is padding

#ifdef PADDED
#include "include/hatch.glsl"
#endif

uniform usampler2D spans;  // one texel per pixel column
uniform ivec2 pane_origin;
uniform vec3 bar;
uniform vec3 pale_bar;
uniform vec3 ground;

const uint HATCHED = 0xFFFFFFFFu;

out vec4 colour;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy), place = pixel - pane_origin;
    uvec2 span = texelFetch(spans, ivec2(place.x, 0), 0).xy;
    uint y = uint(place.y);
    vec3 shown = y < span.x ? bar : y < span.y ? pale_bar : ground;
#ifdef PADDED
    if (span.x == HATCHED) shown = hatch(pixel);
#endif
    colour = vec4(shown, 1.0);
}
