// A column on its way: up to 64 elements move from their index before the pass done to their own.

#include "include/column.glsl"

uniform int came_from[64];  // of each element, its index before the pass done
uniform float glide;        // 0 at that index, 1 at its own

int left_of(int column) {
    int now = edge_of(column);
    if (glide >= 1.0) return now;
    return int(floor(mix(float(edge_of(came_from[column])), float(now), glide) + 0.5));
}

vec4 corner(ivec2 pixel) {
    return vec4(2.0 * vec2(pixel) / vec2(pane_size) - 1.0, 0.0, 1.0);
}
