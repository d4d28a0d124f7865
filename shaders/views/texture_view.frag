#version 330 core
// The elements as a picture: each invocation makes one pixel of the texture's pane.
// Each element is a hard-edged rectangle of whole pixels; padding is hatched.
//
// in:  element_colours, made by element_colour.frag
// out: colour
// PADDED: if there is padding; without, software GL is twice as fast.

#ifdef PADDED
#include "include/hatch.glsl"
#endif

uniform sampler2D element_colours;  // one texel per element that is shown; alpha 0 marks padding
uniform vec2 pane_origin;           // the pixel at the bottom left of the pane
uniform vec2 texels_per_pixel;      // 1 / the pixels of a texel, which are whole

out vec4 colour;

void main() {
    // The middle of a pixel is so far from the edge of a texel that no rounding matters.
    vec2 texel = (gl_FragCoord.xy - pane_origin) * texels_per_pixel;
    vec4 element = texelFetch(element_colours, ivec2(texel), 0);
#ifdef PADDED
    if (element.a == 0.0) element.rgb = hatch(ivec2(gl_FragCoord.xy));
#endif
    colour = vec4(element.rgb, 1.0);
}
