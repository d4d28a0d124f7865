#version 330 core
// The canvas, downsampled to its place on the screen: each invocation makes one screen pixel.
// If the canvas is larger than its place, a screen pixel is the mean of the canvas pixels that it
// covers, each weighted by the covered area, so no element is ever dropped.
//
// in:  canvas
// out: colour

uniform sampler2D canvas;              // NEAREST, clamped
uniform vec2 place_origin;             // the screen pixel at the canvas's bottom left corner
uniform vec2 canvas_pixels_per_pixel;  // on both axes; 1 where the canvas fits

out vec4 colour;

void main() {
    vec2 low = (gl_FragCoord.xy - 0.5 - place_origin) * canvas_pixels_per_pixel;
    vec2 high = low + canvas_pixels_per_pixel;
    ivec2 first = ivec2(floor(low + 0.001));
    ivec2 last = min(ivec2(ceil(high - 0.001)), textureSize(canvas, 0)) - 1;

    vec3 sum = vec3(0.0);
    float weight_sum = 0.0;
    for (int y = first.y; y <= last.y; ++y) {
        for (int x = first.x; x <= last.x; ++x) {
            vec2 covered = min(high, vec2(x + 1, y + 1)) - max(low, vec2(x, y));
            float weight = covered.x * covered.y;
            sum += weight * texelFetch(canvas, ivec2(x, y), 0).rgb;
            weight_sum += weight;
        }
    }
    // Round here: drivers differ in how they store a colour between two 255ths.
    colour = vec4(floor(255.0 * sum / weight_sum + 0.5) / 255.0, 1.0);
}
