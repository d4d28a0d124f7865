// The hatch that marks padding: diagonal lines in the edge colour, fixed to the canvas, so that
// they run on from one element to the next.

uniform vec3 hatch_ground;  // between the lines
uniform vec3 hatch_line;
uniform int hatch_period;   // pixels from one line to the next, 3 or more

const int BEYOND = 16384;  // periods: more than the height of any canvas, to stay above 0

vec3 hatch(ivec2 pixel) {
    int along = (pixel.x - pixel.y + BEYOND * hatch_period) % hatch_period;
    return along < max(hatch_period / 4, 1) ? hatch_line : hatch_ground;
}
