// A column of the line: where it stands in its pane, in whole pixels.
// Twin: app/bitonic_scope/views/line_picture.py, rows_below().

uniform usampler2D column_heights;  // one texel per column, made by columns.frag
uniform ivec2 pane_size;            // pixels
uniform int columns;                // of that pane

const uint MAX_HEIGHT = 65535u;
const uint PADDING = 65536u;

uvec2 heights_of(int column) {
    return texelFetch(column_heights, ivec2(column, 0), 0).xy;
}

// The number of pixels below a height: those whose middle is lower.
int rows_below(uint height, int rows) {
    uint area = 2u * min(height, MAX_HEIGHT) * uint(rows);
    return area == 0u ? 0 : int(((area - 1u) / MAX_HEIGHT + 1u) / 2u);
}

int edge_of(int column) {
    return column * pane_size.x / columns;
}
