#version 330 core
// The colour of each element: each invocation makes one texel, for the view to enlarge.
// The value of an element sets its gray; a pixel of a picture has its own colour.
// Padding is blue, with alpha 0.
//
// Where many elements share a pixel, each invocation picks one of them at random: their mean would
// turn noise into plain gray.
//
// in:  sort_texture; for pictures, colours
// out: colour in whole 255ths, exact in 8 bits; alpha 0 marks padding
// FORMAT: a file of include/elements/
// COLOURS: for pictures. PICKED: for many elements per pixel.
// Twins: app/bitonic_scope/data/gray_scale.py; views/texel_grid.py for PICKED;
// tests/support/oracle.py, gray_picture().

#include "include/elements/FORMAT.glsl"

const vec4 PADDING = vec4(38.0, 97.0, 217.0, 0.0) / 255.0;

uniform ivec2 first_texel;  // of the part to show, at its bottom left
#ifdef PICKED
uniform ivec2 texels;  // the size of that part
uniform ivec2 pixels;  // the size of the target
#endif
#ifdef COLOURS
uniform sampler2D colours;  // the picture's pixels, top row first
#else
#include "include/gray.glsl"
#endif

out vec4 colour;

#ifdef COLOURS
vec3 element_colour(Element element) {
    int width = textureSize(colours, 0).x;
    int pixel_index = int(place_in_input(element));
    return texelFetch(colours, ivec2(pixel_index % width, pixel_index / width), 0).rgb;
}
#else
vec3 element_colour(Element element) {
    return vec3(float(gray_of(sort_key(element, false).x)) / 255.0);
}
#endif

#ifdef PICKED
uint pixel_hash(uvec2 pixel) {
    uint mixed = pixel.x * 0x9E3779B1u ^ pixel.y * 0x85EBCA77u;
    mixed = (mixed ^ mixed >> 16u) * 0x7FEB352Du;
    mixed = (mixed ^ mixed >> 15u) * 0x846CA68Bu;
    return mixed ^ mixed >> 16u;
}

ivec2 texel_of_pixel(ivec2 pixel) {
    ivec2 first = pixel * texels / pixels, end = (pixel + 1) * texels / pixels;
    uint hash = pixel_hash(uvec2(pixel));
    uvec2 choices = uvec2(max(end - first, 1));
    return first + ivec2(uvec2(hash & 0xFFFFu, hash >> 16u) % choices);
}
#else
ivec2 texel_of_pixel(ivec2 pixel) {
    return pixel;
}
#endif

void main() {
    Element element = fetch_element(first_texel + texel_of_pixel(ivec2(gl_FragCoord.xy)));
    colour = is_padding(element) ? PADDING : vec4(element_colour(element), 1.0);
}
