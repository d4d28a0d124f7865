#version 330 core
// The sort texture as a grayscale picture: each invocation makes one pixel of the canvas.
// Each element is a hard-edged square of pixels_per_texel pixels a side, black at the least value.
//
// in:  sort_texture, values; least_value is black, greatest_value is white
// out: gray as floor(255 v + 0.5) / 255, which an 8-bit canvas holds without rounding
// Twin: app/views/gray.py.

#include "include/element.glsl"

uniform int pixels_per_texel;  // 1 or more

out vec4 gray;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy) / pixels_per_texel;
    float value = clamp(fetch_element(texel), 0.0, 1.0);
    gray = vec4(vec3(floor(255.0 * value + 0.5) / 255.0), 1.0);
}
