#version 330 core
// A bar of the bars view: four vertices of a strip for each column, one instance a column.
// Columns divide the elements evenly. Where several share a column, its bar is as high as the
// greatest of them, and `least` tells how far up all of them reach.
//
// in:  element_colours, as element_colour.frag makes them: light is high, alpha 0 marks padding
// out: least, padding, position in the canvas

#include "include/texel.glsl"

uniform sampler2D element_colours;  // one texel an element
uniform int element_count;          // a power of two
uniform int columns;                // 1..element_count
uniform int first_column;           // of this draw

flat out float least;    // the height of the least element of the column, 0..1
flat out float padding;  // 1 where the column holds padding
out float height;        // 0 at the foot of the canvas, 1 at its top

const vec3 LIGHTNESS = vec3(0.2126, 0.7152, 0.0722);

// The first element of a column; without overflow for 2^28 elements in 16,384 columns.
int first_element(int column) {
    return column * (element_count / columns) + column * (element_count % columns) / columns;
}

void main() {
    int column = first_column + gl_InstanceID;
    float greatest = 0.0;
    least = 1.0;
    padding = 0.0;
    for (int i = first_element(column); i < first_element(column + 1); ++i) {
        vec4 colour = texelFetch(element_colours, texel_of(uint(i)), 0);
        float lightness = colour.a == 0.0 ? 1.0 : dot(colour.rgb, LIGHTNESS);
        padding = max(padding, 1.0 - colour.a);
        greatest = max(greatest, lightness);
        least = min(least, lightness);
    }
    bool is_right = (gl_VertexID & 1) == 1, is_top = (gl_VertexID & 2) == 2;
    height = is_top ? greatest : 0.0;
    float x = float(column + (is_right ? 1 : 0)) / float(columns);
    gl_Position = vec4(2.0 * vec2(x, height) - 1.0, 0.0, 1.0);
}
