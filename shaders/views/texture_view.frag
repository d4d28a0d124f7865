#version 330 core
// The elements as a picture: each invocation makes one pixel of the canvas.
// Each element is a hard-edged square with sides of pixels_per_texel pixels; padding is striped, so
// its shape marks it as well as its colour.
//
// in:  element_colours, made by element_colour.frag
// out: colour

const int MIN_STRIPED_PIXELS = 4;  // of a side; below, stripes would be noise
const vec3 STRIPE = vec3(13.0, 36.0, 89.0) / 255.0;

uniform sampler2D element_colours;  // one texel per element; alpha 0 marks padding
uniform int pixels_per_texel;       // 2 or more

out vec4 colour;

// Stripes from top left to bottom right.
bool is_stripe(ivec2 pixel) {
    int stripe_width = max(pixels_per_texel / 8, 2);
    return pixels_per_texel >= MIN_STRIPED_PIXELS && ((pixel.x + pixel.y) / stripe_width) % 2 == 0;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 element = texelFetch(element_colours, pixel / pixels_per_texel, 0);
    bool is_padding = element.a == 0.0;
    colour = vec4(is_padding && is_stripe(pixel) ? STRIPE : element.rgb, 1.0);
}
