"""Draws Dear ImGui's draw data with moderngl.

moderngl-window's own integration breaks with imgui-bundle 1.92 and later, whose font atlas grows at
run time: any frame may ask the renderer to create, update or destroy textures.
"""

import ctypes

import moderngl
from imgui_bundle import imgui

VERTEX_BUFFER_COUNT = 4096  # initial capacity in vertices; the buffers grow on demand
INDEX_BUFFER_COUNT = 8192
MAX_ATLAS_SIDE = 8192  # texels: ImGui grows the font atlas up to here
VERTEX_FORMAT = "2f 2f 4f1"  # position, texture coordinate, colour, as ImGui lays them out

VERTEX_SHADER = """#version 330 core
uniform vec4 to_clip_space;  // factor xy, offset zw
in vec2 position;
in vec2 texture_coordinate;
in vec4 vertex_colour;
out vec2 uv;
out vec4 tint;
void main() {
    uv = texture_coordinate;
    tint = vertex_colour;
    gl_Position = vec4(position * to_clip_space.xy + to_clip_space.zw, 0.0, 1.0);
}
"""

FRAGMENT_SHADER = """#version 330 core
uniform sampler2D atlas;
in vec2 uv;
in vec4 tint;
out vec4 colour;
void main() {
    colour = tint * texture(atlas, uv);
}
"""


class ImguiRenderer:
    """Owns the program, the buffers and the font textures of the current ImGui context."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        imgui.get_io().backend_flags |= imgui.BackendFlags_.renderer_has_textures
        platform = imgui.get_platform_io()
        side = min(MAX_ATLAS_SIDE, int(ctx.info["GL_MAX_TEXTURE_SIZE"]))
        platform.renderer_texture_max_width = platform.renderer_texture_max_height = side
        self._program = ctx.program(vertex_shader=VERTEX_SHADER, fragment_shader=FRAGMENT_SHADER)
        self._vertices = ctx.buffer(reserve=imgui.VERTEX_SIZE * VERTEX_BUFFER_COUNT, dynamic=True)
        self._indices = ctx.buffer(reserve=imgui.INDEX_SIZE * INDEX_BUFFER_COUNT, dynamic=True)
        inputs = ("position", "texture_coordinate", "vertex_colour")
        self._triangles = ctx.vertex_array(
            self._program,
            [(self._vertices, VERTEX_FORMAT, *inputs)],
            index_buffer=self._indices,
            index_element_size=imgui.INDEX_SIZE,
        )
        self._textures: dict[int, moderngl.Texture] = {}

    def draw(self, draw_data: imgui.ImDrawData, target: moderngl.Framebuffer) -> None:
        """Draw a rendered ImGui frame over the content of the target."""
        for texture in draw_data.textures:
            self._update_texture(texture)
        display, scale = draw_data.display_size, draw_data.framebuffer_scale
        size = int(display.x * scale.x), int(display.y * scale.y)
        if min(size) <= 0:
            return
        self._begin(draw_data, target, size)
        for commands in draw_data.cmd_lists:
            self._draw_list(commands, draw_data, target, size)
        target.scissor = (0, 0, *size)
        self._ctx.disable(moderngl.BLEND)  # left on, it would corrupt the next pass of the sort

    def _begin(
        self, draw_data: imgui.ImDrawData, target: moderngl.Framebuffer, size: tuple[int, int]
    ) -> None:
        ctx = self._ctx
        target.viewport = (0, 0, *size)
        target.use()
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]  # the stub is wrong
        ctx.blend_func = (  # type: ignore[assignment]  # the stub allows pairs only
            moderngl.SRC_ALPHA,
            moderngl.ONE_MINUS_SRC_ALPHA,
            moderngl.ONE,
            moderngl.ONE_MINUS_SRC_ALPHA,
        )
        width, height = draw_data.display_size
        left, top = draw_data.display_pos
        offset = (-1 - 2 * left / width, 1 + 2 * top / height)
        self._program["to_clip_space"] = (2 / width, -2 / height, *offset)
        self._program["atlas"] = 0

    def _draw_list(
        self,
        commands: imgui.ImDrawList,
        draw_data: imgui.ImDrawData,
        target: moderngl.Framebuffer,
        size: tuple[int, int],
    ) -> None:
        vertex_bytes = commands.vtx_buffer.size() * imgui.VERTEX_SIZE
        index_bytes = commands.idx_buffer.size() * imgui.INDEX_SIZE
        if not vertex_bytes or not index_bytes:
            return
        for buffer, byte_count, address in (
            (self._vertices, vertex_bytes, commands.vtx_buffer.data_address()),
            (self._indices, index_bytes, commands.idx_buffer.data_address()),
        ):
            buffer.orphan(max(byte_count, buffer.size))
            buffer.write((ctypes.c_byte * byte_count).from_address(address))
        for command in commands.cmd_buffer:
            clip = _scissor(command.clip_rect, draw_data, size)
            if command.elem_count and clip is not None:
                self._textures[command.get_tex_id()].use(0)
                target.scissor = clip
                self._triangles.render(
                    moderngl.TRIANGLES, vertices=command.elem_count, first=command.idx_offset
                )

    def _update_texture(self, texture: imgui.ImTextureData) -> None:
        status = imgui.ImTextureStatus
        if texture.status == status.want_create:
            made = self._ctx.texture(
                (texture.width, texture.height), 4, texture.get_pixels_array().tobytes()
            )
            made.repeat_x = made.repeat_y = False
            self._textures[made.glo] = made
            texture.set_tex_id(made.glo)
            texture.status = status.ok
        elif texture.status == status.want_updates:
            pixels = texture.get_pixels_array().reshape(texture.height, texture.width, 4)
            for part in texture.updates:
                self._textures[texture.tex_id].write(
                    pixels[part.y : part.y + part.h, part.x : part.x + part.w].tobytes(),
                    viewport=(part.x, part.y, part.w, part.h),
                )
            texture.status = status.ok
        elif texture.status == status.want_destroy and texture.unused_frames > 0:
            self._forget(texture)

    def _forget(self, texture: imgui.ImTextureData) -> None:
        owned = self._textures.pop(texture.tex_id, None)
        if owned is not None:
            owned.release()
        texture.set_tex_id(0)
        texture.status = imgui.ImTextureStatus.destroyed

    def release(self) -> None:
        """Free everything; call it while the ImGui context still exists."""
        for texture in imgui.get_platform_io().textures:
            self._forget(texture)
        for owned in self._textures.values():
            owned.release()
        self._textures.clear()
        self._triangles.release()
        self._vertices.release()
        self._indices.release()
        self._program.release()
        imgui.get_io().backend_flags &= ~imgui.BackendFlags_.renderer_has_textures


def _scissor(
    clip_rect: imgui.ImVec4, draw_data: imgui.ImDrawData, size: tuple[int, int]
) -> tuple[int, int, int, int] | None:
    """Return a clip rectangle in target pixels, from the bottom left; None if it is empty."""
    scale, origin = draw_data.framebuffer_scale, draw_data.display_pos
    left = max(int((clip_rect.x - origin.x) * scale.x), 0)
    top = max(int((clip_rect.y - origin.y) * scale.y), 0)
    right = min(int((clip_rect.z - origin.x) * scale.x + 0.999), size[0])
    bottom = min(int((clip_rect.w - origin.y) * scale.y + 0.999), size[1])
    if right <= left or bottom <= top:
        return None
    return left, size[1] - bottom, right - left, bottom - top
