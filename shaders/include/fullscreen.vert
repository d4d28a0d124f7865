#version 330 core
// Covers the whole target with one triangle, without a vertex buffer; one corner per invocation.
// Draw 3 vertices as TRIANGLES: the corners are (-1,-1), (3,-1) and (-1,3).
//
// out: place: 0 to 1 from the bottom left of the viewport to its top right

out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    place = 0.5 * corner + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
