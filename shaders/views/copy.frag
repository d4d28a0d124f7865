#version 330 core
// The canvas on the screen, pixel by pixel.
//
// in:  canvas
// out: colour

uniform sampler2D canvas;
uniform ivec2 canvas_origin;  // the screen pixel at the canvas's bottom left corner

out vec4 colour;

void main() {
    colour = vec4(texelFetch(canvas, ivec2(gl_FragCoord.xy) - canvas_origin, 0).rgb, 1.0);
}
