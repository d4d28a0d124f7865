#version 330 core
// The bars at each pixel column of their pane: each invocation makes one texel.
// Elements on their way cover each other: then the later one is in front.
//
// out: x: the rows up to which a bar is full, HATCHED for padding; y: up to which it is pale
// MOVING: up to 64 elements are on their way

#ifdef MOVING
#include "include/gliding.glsl"
#else
#include "include/column.glsl"
#endif

uniform int gap;         // pixels between bars
uniform int least_rows;  // of a bar, so that the least element is seen

const uint HATCHED = 0xFFFFFFFFu;

out uvec2 span;

// The rows of a column at a pixel column, if its left edge is there.
uvec2 span_of(int column, int x, int left) {
    uvec2 heights = heights_of(column);
    int width = edge_of(column + 1) - edge_of(column);
    bool is_padding = heights.y == PADDING;
    if (!is_padding) width = max(width - gap, 1);  // the hatch has no gaps
    if (x < left || x >= left + width) return uvec2(0u);
    int greatest = max(rows_below(heights.y, pane_size.y), least_rows);
    int least = max(rows_below(heights.x, pane_size.y), least_rows);
    return uvec2(is_padding ? HATCHED : uint(least), uint(greatest));
}

void main() {
    int x = int(gl_FragCoord.x);
#ifdef MOVING
    span = uvec2(0u);
    for (int column = 0; column < columns; ++column) {
        int left = left_of(column), rim = max(gap, 1);
        int right = left + edge_of(column + 1) - edge_of(column) - gap;
        uvec2 next = span_of(column, x, left);
        if (next.y > 0u) span = uvec2(next.x, max(next.y, span.y));
        else if (x >= left - rim && x < right + rim) span.x = 0u;  // its rim, on those behind
    }
#else
    int column = ((x + 1) * columns - 1) / pane_size.x;  // the last that begins here or before
    span = span_of(column, x, edge_of(column));
#endif
}
