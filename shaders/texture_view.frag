#version 330 core
// The sort texture as a picture: each invocation makes one pixel of the canvas.
// Each element is a hard-edged square of pixels_per_texel pixels a side: its gray, or its own
// colour where the elements are the pixels of a picture; padding is blue.
//
// in:  sort_texture; of pictures: colours
// out: colour, in whole 255ths, which an 8-bit canvas holds without rounding
// FORMAT: a file of include/elements/
// Twins: app/data/gray_scale.py; tests/oracle.py, gray_picture().

#include "include/elements/FORMAT.glsl"

const int MAX_GRAY = 255;
const int MIN_HATCHED_PIXELS = 4;  // a side: below, stripes would only be noise
const vec3 PADDING_COLOUR = vec3(38.0, 97.0, 217.0) / 255.0;
const vec3 STRIPE_COLOUR = vec3(13.0, 36.0, 89.0) / 255.0;

uniform int pixels_per_texel;      // 1 or more
#ifdef COLOURS
uniform sampler2D colours;         // of the picture's pixels, its top row first
#else
uniform uint gray_keys[MAX_GRAY];  // the least sort key of each gray from 1 on, ascending
uniform int gray_key_count;        // how many of them there are
#endif

out vec4 colour;

// Stripes from top left to bottom right, so that padding is told by its shape as well.
vec3 padding_colour(ivec2 pixel) {
    int stripe_width = max(pixels_per_texel / 8, 2);
    bool is_stripe = ((pixel.x + pixel.y) / stripe_width) % 2 == 0;
    return is_stripe && pixels_per_texel >= MIN_HATCHED_PIXELS ? STRIPE_COLOUR : PADDING_COLOUR;
}

#ifdef COLOURS
vec3 element_colour(Element element) {
    int width = textureSize(colours, 0).x;
    int pixel_index = int(place_in_input(element));
    return texelFetch(colours, ivec2(pixel_index % width, pixel_index / width), 0).rgb;
}
#else
// How many keys of gray_keys are not above the element's, found by halving.
vec3 element_colour(Element element) {
    uint key = sort_key(element, false).x;
    int gray = 0;
    for (int step = 128; step > 0; step >>= 1) {
        int next = gray + step;
        if (next <= gray_key_count && key >= gray_keys[next - 1]) gray = next;
    }
    return vec3(float(gray) / 255.0);
}
#endif

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    Element element = fetch_element(pixel / pixels_per_texel);
    colour = vec4(is_padding(element) ? padding_colour(pixel) : element_colour(element), 1.0);
}
