#version 330 core
// The inside of a dot: each invocation makes one pixel of a column that dots.vert has placed.
// Between the lowest and the highest dot of a column lies a pale line. Padding is hatched.
//
// in:  lowest, highest, padding, from dots.vert
// out: colour
// PADDED: if there is padding

#ifdef PADDED
#include "include/hatch.glsl"
#endif

uniform ivec2 pane_origin;
uniform int dot_size;
uniform vec3 bar;
uniform vec3 pale_bar;

flat in vec2 lowest;
flat in vec2 highest;
flat in int padding;

out vec4 colour;

const int MIN_ROUND = 4;  // pixels; smaller dots are squares

bool is_in_dot(vec2 point, vec2 middle) {
    float radius = float(dot_size) / 2.0;
    if (dot_size < MIN_ROUND) return abs(point.y - middle.y) < radius;
    return distance(point, middle) <= radius;
}

void main() {
    vec2 point = gl_FragCoord.xy - vec2(pane_origin);
    bool is_dot = is_in_dot(point, lowest) || is_in_dot(point, highest);
    bool is_between = point.y > lowest.y && point.y < highest.y;
    if (padding == 0 && !is_dot && !is_between) discard;
    vec3 inside = is_dot ? bar : pale_bar;
#ifdef PADDED
    if (padding == 1) inside = hatch(ivec2(gl_FragCoord.xy));
#endif
    colour = vec4(inside, 1.0);
}
