#version 330 core
// A plain copy of the sort texture, for `bench` alone: each invocation copies one texel.
// One fetch and one write are the least that any pass can do, so this is the floor under the time
// of a pass. It sorts nothing.
//
// in:  sort_texture, of one float a texel; never the texture that is written
// out: kept, the same texel

uniform sampler2D sort_texture;  // NEAREST, clamped

out float kept;

void main() {
    kept = texelFetch(sort_texture, ivec2(gl_FragCoord.xy), 0).r;
}
