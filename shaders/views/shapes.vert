#version 330 core
// A shape of a drawing: four vertices of a strip around it, one instance a shape. Edges that run
// along an axis move to whole pixels, so that they are crisp.
//
// in:  geometry, detail, colours, as painter.py packs them, in pixels of the drawing:
//        box       left, top, width, height      thickness of the outline, radius, is hatched
//        line      x0, y0, x1, y1                thickness, dash
//        disc      x, y, radius
//        triangle  x, y, size, towards
//        text      left, top, width, height      x and y in the atlas; all in target pixels
//      detail.w is the kind; colours are 65536 red + 256 green + blue, or -1 for none
// out: the same in target pixels; a box and a text as left, top, right, bottom

uniform vec2 place_size;  // in target pixels
uniform float scale;      // target pixels per pixel of the drawing

in vec4 geometry;
in vec4 detail;
in vec2 colours;

flat out vec4 shape;
flat out vec4 shape_detail;
flat out vec2 shape_colours;

const int BOX = 0, LINE = 1, DISC = 2, TEXT = 4;
const float MARGIN = 1.0;  // beyond the edge, for its antialiasing

vec4 whole(vec4 x) { return floor(x + 0.5); }

void place_box() {
    vec4 edges = whole(vec4(shape.xy, shape.xy + shape.zw));
    shape = vec4(edges.xy, max(edges.zw, edges.xy + min(shape.zw * 1e6, 1.0)));  // a pixel at least
}

void place_line() {
    float thickness = max(1.0, shape_detail.x);
    bool is_level = shape.y == shape.w;
    if (is_level || shape.x == shape.z) {
        thickness = floor(thickness + 0.5);
        vec4 to_edge = 0.5 * thickness * (is_level ? vec4(0, 1, 0, 1) : vec4(1, 0, 1, 0));
        shape = whole(shape - to_edge) + to_edge;
    }
    shape_detail.x = thickness;
}

// A corner of a rectangle around a line.
vec2 corner_of_line(bool is_end, bool is_left) {
    vec2 along = shape.zw - shape.xy;
    float margin = along.x == 0.0 || along.y == 0.0 ? 0.0 : MARGIN;
    along /= max(length(along), 1e-6);
    vec2 middle = is_end ? shape.zw + margin * along : shape.xy - margin * along;
    float beside = 0.5 * shape_detail.x + margin;
    return middle + vec2(-along.y, along.x) * (is_left ? beside : -beside);
}

void main() {
    int kind = int(detail.w);
    bool is_right = (gl_VertexID & 1) == 1, is_low = (gl_VertexID & 2) == 2;
    shape = geometry * (kind == TEXT ? 1.0 : scale);
    shape_detail = detail;
    shape_colours = colours;
    if (kind <= LINE) { shape_detail.xy *= scale; }
    vec2 corner;
    if (kind == LINE) {
        place_line();
        corner = corner_of_line(is_right, is_low);
    } else if (kind == BOX || kind == TEXT) {
        place_box();
        if (kind == BOX && detail.x > 0.0) { shape_detail.x = max(1.0, floor(shape_detail.x + 0.5)); }
        corner = vec2(is_right ? shape.z : shape.x, is_low ? shape.w : shape.y);
    } else {
        float reach = (kind == DISC ? shape.z : 0.5 * shape.z) + MARGIN;
        shape.w = geometry.w;
        corner = shape.xy + vec2(is_right ? reach : -reach, is_low ? reach : -reach);
    }
    gl_Position = vec4(vec2(2.0, -2.0) * corner / place_size + vec2(-1.0, 1.0), 0.0, 1.0);
}
