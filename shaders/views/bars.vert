#version 330 core
// A bar: four vertices of a strip for each column, one instance a column.
//
// A bar on its way has a rim in the colour of the ground, to stand out from those that it passes.
//
// out: where the bar ends, and up to where it is full

#include "include/column.glsl"

uniform int gap;        // pixels between bars
uniform int least_rows; // of a bar, so that the least element is seen

flat out int least;     // below this row the bar is full
flat out int padding;   // 1 where the column holds padding
flat out int rim;       // pixels around the bar
flat out ivec3 edges;   // left, right and top of the bar, in pixels of the pane

void main() {
    uvec2 heights = texelFetch(column_heights, ivec2(gl_InstanceID, 0), 0).xy;
    padding = heights.y == PADDING ? 1 : 0;
    int top = max(rows_below(heights.y, pane_size.y), least_rows);
    least = max(rows_below(heights.x, pane_size.y), least_rows);
    int left = left_of(gl_InstanceID), pitch = edge_of(gl_InstanceID + 1) - edge_of(gl_InstanceID);
    int width = max(padding == 1 ? pitch : pitch - gap, 1);  // the hatch has no gaps
    rim = glide < 1.0 ? max(gap, 1) : 0;
    edges = ivec3(left, left + width, top);
    bool is_right = (gl_VertexID & 1) == 1, is_top = (gl_VertexID & 2) == 2;
    gl_Position = corner(ivec2(is_right ? left + width + rim : left - rim, is_top ? top + rim : 0));
}
