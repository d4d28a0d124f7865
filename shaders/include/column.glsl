// A column of the line: where it stands in its pane, in whole pixels.

uniform usampler2D column_heights;  // one texel per column, made by columns.frag
uniform ivec2 pane_size;            // pixels
uniform int columns;                // of that pane
uniform int came_from[64];          // of each element, its index before the pass done
uniform float glide;                // 0 at that index, 1 at its own

const uint MAX_HEIGHT = 65535u;
const uint PADDING = 65536u;

// The number of pixels below a height: those whose middle is lower.
int rows_below(uint height, int rows) {
    uint area = 2u * min(height, MAX_HEIGHT) * uint(rows);
    return area == 0u ? 0 : int(((area - 1u) / MAX_HEIGHT + 1u) / 2u);
}

int edge_of(int column) {
    return column * pane_size.x / columns;
}

// The left edge of a column on its way.
int left_of(int column) {
    int now = edge_of(column);
    if (glide >= 1.0 || columns > 64) return now;
    return int(floor(mix(float(edge_of(came_from[column])), float(now), glide) + 0.5));
}

vec4 corner(ivec2 pixel) {
    return vec4(2.0 * vec2(pixel) / vec2(pane_size) - 1.0, 0.0, 1.0);
}
