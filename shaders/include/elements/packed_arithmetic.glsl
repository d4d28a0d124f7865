// The element format packed-arithmetic, a lesson: the bytes of `packed`, but decoded and encoded by
// arithmetic, as before shaders could read the bits of a float. Sign and magnitude stay separate,
// because no comparison distinguishes -0 from +0; exact powers of two give the exponent, because
// log2() is not exact. The input must have no subnormals, infinities or NaN.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.
#include "include/float_key.glsl"
uniform sampler2D sort_texture;  // the state to read: NEAREST, clamped
#define Element vec2  // sign, 1 or -1; magnitude, 0 or a normal float
#define Texel vec4
const float POWERS[7] = float[](1.8446744e19, 4294967296.0, 65536.0, 256.0, 16.0, 4.0, 2.0);

Element fetch_element(ivec2 texel) {
    vec4 bytes = floor(texelFetch(sort_texture, texel, 0) * 255.0 + 0.5);
    int exponent = int(mod(bytes.a, 128.0)) * 2 + int(bytes.b / 128.0) - 127;
    float fraction = mod(bytes.b, 128.0) * 65536.0 + bytes.g * 256.0 + bytes.r;
    float magnitude = exponent == -127 ? 0.0 : 1.0 + fraction / 8388608.0;
    for (int i = 0; i < 7; ++i) {  // times 2^exponent: by 2^64, 2^32, ... 2
        if (exponent >= 64 >> i) { magnitude *= POWERS[i]; exponent -= 64 >> i; }
        if (exponent <= -(64 >> i)) { magnitude /= POWERS[i]; exponent += 64 >> i; }
    }
    return Element(bytes.a < 128.0 ? 1.0 : -1.0, magnitude);
}

Texel stored(Element element) {
    float scaled = element.y;
    int exponent = 127;
    for (int i = 0; i < 7; ++i) {  // scale into [1, 2); zero stays zero, with exponent 0
        if (scaled >= POWERS[i]) { scaled /= POWERS[i]; exponent += 64 >> i; }
        if (scaled * POWERS[i] < 2.0) { scaled *= POWERS[i]; exponent -= 64 >> i; }
    }
    float fraction = max(scaled - 1.0, 0.0) * 8388608.0;
    vec2 low = mod(floor(vec2(fraction, fraction / 256.0)), 256.0);
    float third = floor(fraction / 65536.0) + float(exponent % 2) * 128.0;
    return vec4(low, third, float(exponent / 2) + (element.x < 0.0 ? 128.0 : 0.0)) / 255.0;
}

uvec2 sort_key(Element element, bool descending) {
    return uvec2(float_key(floatBitsToUint(element.y) | (element.x < 0.0 ? 0x80000000u : 0u)), 0u);
}

bool is_padding(Element element) {
    return false;
}
