#version 330 core
// Covers the whole target with one triangle, without any vertex buffer.
// Draw 3 vertices as TRIANGLES: they lie at (-1,-1), (3,-1) and (-1,3), so the target is its middle.

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
}
