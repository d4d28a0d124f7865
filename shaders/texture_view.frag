#version 330 core
// The sort texture as a grayscale picture: each invocation makes one pixel of the canvas.
// Each element is a hard-edged square of pixels_per_texel pixels a side: 0 black, 1 white.
//
// in:  sort_texture, values from 0 to 1
// out: gray, a whole number of 255ths, which an 8-bit canvas holds without rounding
// Twin: tests/oracle.py, gray_picture().

#include "include/element.glsl"

uniform int pixels_per_texel;  // 1 or more

out vec4 gray;

// floor(255 v + 0.5) in whole numbers: floats would round 255 v, and not alike on every driver.
uint gray_level(float value) {
    uint parts = uint(clamp(value, 0.0, 1.0) * 16777216.0);  // of 2^-24, the step of the data
    return (255u * parts + 8388608u) >> 24u;
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy) / pixels_per_texel;
    gray = vec4(vec3(float(gray_level(fetch_element(texel))) / 255.0), 1.0);
}
