#version 330 core
// The bits of float elements as four bytes, for drivers that draw to a float texture but cannot
// read it back: each invocation packs one texel. Used for readback only; sorts nothing.
//
// in:  sort_texture
// out: bytes, low byte first, each in 255ths
// Twin: numpy's view of float32 as uint8.

uniform sampler2D sort_texture;  // NEAREST, clamped

out vec4 bytes;

void main() {
    uint bits = floatBitsToUint(texelFetch(sort_texture, ivec2(gl_FragCoord.xy), 0).r);
    uvec4 parts = uvec4(bits, bits >> 8u, bits >> 16u, bits >> 24u) & 255u;
    bytes = vec4(parts) / 255.0;
}
