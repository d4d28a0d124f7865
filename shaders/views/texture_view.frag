#version 330 core
// The elements as a picture: each invocation makes one pixel of the texture's pane.
// Each element is a hard-edged rectangle of whole pixels; padding is hatched.
//
// in:  element_colours, made by element_colour.frag
// out: colour

#include "include/hatch.glsl"

uniform sampler2D element_colours;  // one texel per element that is shown; alpha 0 marks padding
uniform ivec2 pane_origin;          // the pixel at the bottom left of the pane
uniform ivec2 pixels_per_texel;     // 1 or more

out vec4 colour;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 element = texelFetch(element_colours, (pixel - pane_origin) / pixels_per_texel, 0);
    colour = vec4(element.a == 0.0 ? hatch(pixel) : element.rgb, 1.0);
}
