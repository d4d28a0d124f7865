#version 330 core
// The elements as a picture whose texels are no whole number of pixels: each invocation makes one
// pixel of the texture's pane, the mean of the elements that it covers, each weighted by the
// covered area, so no element is ever dropped. Padding is hatched.
//
// in:  element_colours, made by element_colour.frag
// out: colour
// PADDED: if there is padding

#ifdef PADDED
#include "include/hatch.glsl"
#endif

uniform sampler2D element_colours;  // one texel per element; alpha 0 marks padding
uniform vec2 pane_origin;           // the pixel at the bottom left of the pane
uniform vec2 texels_per_pixel;      // up to 2 on both axes

out vec4 colour;

void main() {
    vec2 low = (gl_FragCoord.xy - 0.5 - pane_origin) * texels_per_pixel;
    vec2 high = low + texels_per_pixel;
    ivec2 first = max(ivec2(floor(low + 0.001)), 0);
    ivec2 last = min(ivec2(ceil(high - 0.001)), textureSize(element_colours, 0)) - 1;
#ifdef PADDED
    vec3 padding = hatch(ivec2(gl_FragCoord.xy));
#endif

    vec3 sum = vec3(0.0);
    float weight_sum = 0.0;
    for (int y = first.y; y <= last.y; ++y) {
        for (int x = first.x; x <= last.x; ++x) {
            vec2 covered = min(high, vec2(x + 1, y + 1)) - max(low, vec2(x, y));
            float weight = covered.x * covered.y;
            vec4 element = texelFetch(element_colours, ivec2(x, y), 0);
#ifdef PADDED
            if (element.a == 0.0) element.rgb = padding;
#endif
            sum += weight * element.rgb;
            weight_sum += weight;
        }
    }
    // Round here: drivers differ in how they store a colour between two 255ths.
    colour = vec4(floor(255.0 * sum / weight_sum + 0.5) / 255.0, 1.0);
}
