#version 330 core
// A dot: four vertices of a strip for each column, one instance a column. Where several elements
// share a column, it reaches from the least of them to the greatest.
//
// out: the middles of the lowest and the highest dot, in pixels of the pane

#include "include/gliding.glsl"

uniform int dot_size;  // pixels

flat out vec2 lowest;
flat out vec2 highest;
flat out int padding;  // 1 where the column holds padding

void main() {
    uvec2 heights = heights_of(gl_InstanceID);
    padding = heights.y == PADDING ? 1 : 0;
    int rows = max(pane_size.y - dot_size, 1);
    int low = rows_below(heights.x, rows), high = rows_below(heights.y, rows);
    if (padding == 1) low = 0;
    int width = edge_of(gl_InstanceID + 1) - edge_of(gl_InstanceID);
    int left = left_of(gl_InstanceID);
    if (padding == 0) left += (width - dot_size) / 2;
    float radius = float(dot_size) / 2.0;
    lowest = vec2(left, low) + radius;
    highest = vec2(left, high) + radius;
    bool is_right = (gl_VertexID & 1) == 1, is_top = (gl_VertexID & 2) == 2;
    int right = left + (padding == 0 ? dot_size : width);
    gl_Position = corner(ivec2(is_right ? right : left, is_top ? high + dot_size : low));
}
