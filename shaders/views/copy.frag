#version 330 core
// The canvas on the screen, pixel by pixel. The viewport has the size of the canvas, so each
// invocation samples the middle of a texel: on software GL that is faster than texelFetch.
//
// in:  canvas, with nearest filter
// out: colour

uniform sampler2D canvas;

in vec2 place;

out vec4 colour;

void main() {
    colour = vec4(texture(canvas, place).rgb, 1.0);
}
