#version 330 core
// The inside of a shape: each invocation finds how much of its pixel the shape covers, and blends
// so much of the colour over the target. Whole pixels come out in the exact colour.
//
// in:  shape, shape_detail, shape_colours, from shapes.vert
// out: colour
// WHOLE: for filled boxes and for lines along an axis, which cover whole pixels

#ifndef WHOLE
uniform sampler2D atlas;  // of texts: 1 inside letters, 0 outside
uniform vec2 top_left;    // of the place, in the target
uniform float hatch;      // from one diagonal line to the next, in pixels

flat in vec4 shape;
flat in vec4 shape_detail;
#endif
flat in vec2 shape_colours;

out vec4 colour;

const int BOX = 0, LINE = 1, DISC = 2, TRIANGLE = 3, TEXT = 4;
const float DIAGONAL = 0.70710678;
const float HATCH_PART = 0.25;     // of the distance, that a line of the hatching is thick
const float TRIANGLE_HEIGHT = 0.8660254;

vec3 rgb(float code) {
    int bits = int(code);
    return vec3(bits >> 16, (bits >> 8) & 255, bits & 255) / 255.0;
}

#ifdef WHOLE
void main() {
    colour = vec4(rgb(shape_colours.x), 1.0);
}
#else
// How much of the unit interval around x lies between low and high.
float overlap(float x, float low, float high) {
    return clamp(min(x + 0.5, high) - max(x - 0.5, low), 0.0, 1.0);
}

// The length of the painted parts from 0 to x, of stripes that paint `part` of each period.
float painted(float x, float period, float part) {
    return floor(x / period) * part + min(mod(x, period), part);
}

float box_coverage(vec2 point, vec4 edges, float radius) {
    if (radius <= 0.0) {
        return overlap(point.x, edges.x, edges.z) * overlap(point.y, edges.y, edges.w);
    }
    vec2 beyond = abs(point - 0.5 * (edges.xy + edges.zw)) - 0.5 * (edges.zw - edges.xy) + radius;
    float distance_out = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
    return clamp(0.5 - distance_out, 0.0, 1.0);
}

vec4 box_colour(vec2 point) {
    float thickness = shape_colours.y < 0.0 ? 0.0 : shape_detail.x;
    float radius = min(shape_detail.y, 0.5 * min(shape.z - shape.x, shape.w - shape.y));
    vec4 edges = shape + vec4(thickness, thickness, -thickness, -thickness);
    float outer = box_coverage(point, shape, radius);
    float inner = thickness > 0.0 ? box_coverage(point, edges, radius - thickness) : outer;
    if (edges.x >= edges.z || edges.y >= edges.w) { inner = 0.0; }
    float filled = shape_colours.x < 0.0 ? 0.0 : inner;
    if (shape_detail.z > 0.0) {
        float along = (point.x + point.y) * DIAGONAL;
        float part = max(1.0, hatch * HATCH_PART);
        filled *= (painted(along + DIAGONAL, hatch, part) - painted(along - DIAGONAL, hatch, part))
                  / (2.0 * DIAGONAL);
    }
    float outlined = outer - inner;
    float covered = filled + outlined;
    vec3 mixed = covered <= 0.0 ? vec3(0.0)
                                : (rgb(max(shape_colours.x, 0.0)) * filled
                                   + rgb(max(shape_colours.y, 0.0)) * outlined) / covered;
    return vec4(mixed, covered);
}

float line_coverage(vec2 point) {
    vec2 along = shape.zw - shape.xy;
    float size = length(along);
    along /= max(size, 1e-6);
    vec2 from_start = point - shape.xy;
    float x = dot(from_start, along), y = dot(from_start, vec2(-along.y, along.x));
    float half_thickness = 0.5 * shape_detail.x, dash = shape_detail.y;
    float covered = overlap(x, 0.0, size) * overlap(y, -half_thickness, half_thickness);
    if (dash > 0.0) {
        covered *= painted(x + 0.5, 2.0 * dash, dash) - painted(x - 0.5, 2.0 * dash, dash);
    }
    return covered;
}

// An equilateral triangle; its middle is half-way between side and tip.
float triangle_coverage(vec2 point) {
    vec2 from_middle = point - shape.xy;
    int towards = int(shape.w);
    vec2 seen = towards == 0 ? vec2(from_middle.x, -from_middle.y)
              : towards == 1 ? from_middle
              : towards == 2 ? vec2(from_middle.y, -from_middle.x)
                             : from_middle.yx;
    float tip = 0.5 * TRIANGLE_HEIGHT * shape.z;
    float beyond_slope = (seen.y - tip) * 0.5 + abs(seen.x) * TRIANGLE_HEIGHT;
    return clamp(0.5 - max(beyond_slope, -tip - seen.y), 0.0, 1.0);
}

void main() {
    vec2 point = vec2(gl_FragCoord.x - top_left.x, top_left.y - gl_FragCoord.y);
    int kind = int(shape_detail.w);
    if (kind == BOX) {
        colour = box_colour(point);
        return;
    }
    float covered = kind == LINE ? line_coverage(point)
                  : kind == DISC ? clamp(shape.z - distance(point, shape.xy) + 0.5, 0.0, 1.0)
                  : kind == TRIANGLE ? triangle_coverage(point)
                  : texelFetch(atlas, ivec2(shape_detail.xy + floor(point - shape.xy)), 0).r;
    colour = vec4(rgb(shape_colours.x), covered);
}
#endif
