#version 330 core
// The inside of a bar: each invocation makes one pixel of a column that bars.vert has placed.
// Up to the least element of the column it is light, from there to the greatest darker. Padding
// has its blue.
//
// in:  least, padding, height, from bars.vert
// out: colour

flat in float least;
flat in float padding;
in float height;

out vec4 colour;

const float BAR = 200.0 / 255.0;
const float RANGE = 112.0 / 255.0;
const vec3 PADDING = vec3(38.0, 97.0, 217.0) / 255.0;

void main() {
    float gray = height <= least ? BAR : RANGE;
    colour = vec4(padding > 0.0 ? PADDING : vec3(gray), 1.0);
}
