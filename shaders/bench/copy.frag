#version 330 core
// A plain copy of the sort texture, for `bench` alone: each invocation copies one texel.
// No pass can do less than one fetch and one write, so this is the lower bound of the time of a
// pass. It sorts nothing.
//
// in:  sort_texture, one float per texel; never the target texture
// out: kept, the same texel

uniform sampler2D sort_texture;  // NEAREST, clamped

out float kept;

void main() {
    kept = texelFetch(sort_texture, ivec2(gl_FragCoord.xy), 0).r;
}
