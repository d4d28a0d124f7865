#version 330 core
// The columns of the line: each invocation makes one texel, the least and the greatest height of
// the elements that share a column. Columns divide the elements evenly.
// The height of a value is its gray; that of a pixel of a picture is its lightness.
// Padding has no height.
//
// in:  sort_texture; for pictures, colours
// out: x: the least height, y: the greatest, from 0 to 65535; PADDING where there is nothing else
// FORMAT: a file of include/elements/

#include "include/elements/FORMAT.glsl"
#include "include/texel.glsl"

const uint MAX_HEIGHT = 65535u;
const uint PADDING = 65536u;

#ifdef COLOURS
uniform sampler2D colours;  // the picture's pixels, top row first
#else
#include "include/gray.glsl"
#endif
uniform int element_count;  // a power of two
uniform int columns;        // 1..element_count

out uvec2 heights;

#ifdef COLOURS
const vec3 LIGHTNESS = vec3(0.2126, 0.7152, 0.0722);

uint comparable(Element element) {
    int pixel_index = int(place_in_input(element));
    int width = textureSize(colours, 0).x;
    vec3 rgb = texelFetch(colours, ivec2(pixel_index % width, pixel_index / width), 0).rgb;
    return uint(dot(rgb, LIGHTNESS) * float(MAX_HEIGHT) + 0.5);
}

uint height_of(uint lightness) {
    return lightness;
}
#else
uint comparable(Element element) {
    return sort_key(element, false).x;
}

uint height_of(uint key) {
    return uint(gray_of(key)) * (MAX_HEIGHT / 255u);
}
#endif

// The first element of a column; without overflow for 2^28 elements in 16,384 columns.
int first_element(int column) {
    return column * (element_count / columns) + column * (element_count % columns) / columns;
}

void main() {
    int column = int(gl_FragCoord.x);
    int end = first_element(column + 1);
    uint least = 0xFFFFFFFFu, greatest = 0u;
    for (int i = first_element(column); i < end; ++i) {
        Element element = fetch_element(texel_of(uint(i)));
        if (is_padding(element)) continue;
        uint value = comparable(element);
        least = min(least, value);
        greatest = max(greatest, value);
    }
    bool is_empty = least > greatest;  // all of it is padding
    heights = is_empty ? uvec2(PADDING) : uvec2(height_of(least), height_of(greatest));
}
