#version 330 core
// A bar: four vertices of a strip for each column, one instance a column.
//
// out: rows of the pane up to the least and the greatest element of the column

#include "include/column.glsl"

uniform int gap;        // pixels between bars
uniform int least_rows; // of a bar, so that the least element is seen

flat out int least;     // below this row the bar is full
flat out int padding;   // 1 where the column holds padding

void main() {
    uvec2 heights = texelFetch(column_heights, ivec2(gl_InstanceID, 0), 0).xy;
    padding = heights.y == PADDING ? 1 : 0;
    int top = max(rows_below(heights.y, pane_size.y), least_rows);
    least = max(rows_below(heights.x, pane_size.y), least_rows);
    int left = left_of(gl_InstanceID);
    int width = max(edge_of(gl_InstanceID + 1) - edge_of(gl_InstanceID) - gap, 1);
    bool is_right = (gl_VertexID & 1) == 1, is_top = (gl_VertexID & 2) == 2;
    gl_Position = corner(ivec2(is_right ? left + width : left, is_top ? top : 0));
}
