// The hatch that marks padding: diagonal lines in the edge colour, fixed to the canvas, so that
// they run on from one element to the next.

uniform vec3 hatch_ground;  // between the lines
uniform vec3 hatch_line;
uniform int hatch_period;   // pixels from one line to the next, 3 or more

vec3 hatch(ivec2 pixel) {
    int along = (pixel.x - pixel.y) % hatch_period;
    int line_width = max(hatch_period / 4, 1);
    return (along + hatch_period) % hatch_period < line_width ? hatch_line : hatch_ground;
}
