"""Single pictures of a sort as files: a state, or a contact sheet of several."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import numpy as np

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.command_line import snapshot_line
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData
from bitonic_scope.recording.contact_sheet import ContactSheet
from bitonic_scope.recording.file_place import check_file_place
from bitonic_scope.recording.frame_drawer import FrameDrawer
from bitonic_scope.recording.manifest import frame_texts
from bitonic_scope.recording.png import png_bytes
from bitonic_scope.system.whole_file import whole_file
from bitonic_scope.text.captions import state_name
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.canvas import Canvas
from bitonic_scope.views.caption import settings_text
from bitonic_scope.views.drawing import Drawing, moved
from bitonic_scope.views.painter import Painter
from bitonic_scope.views.view import Picture

Result = TypeVar("Result")

PNG = ".png"
WRITERS = {".svg": "svg", ".pdf": "pdf"}  # modules here, whose packages may be missing


def check_snapshot(path: Path, *, force: bool, inputs: Iterable[Path | None] = ()) -> None:
    """Check that a picture can be written; changes nothing.

    Args:
        path: the file.
        force: whether to replace an existing file.
        inputs: the files of the user's data; None for data that come from no file.

    Raises:
        ProgramError: the file there must stay, or a package is missing.
    """
    check_file_place("picture", path, force=force, inputs=inputs)
    suffix = path.suffix.lower()
    if suffix in WRITERS:
        try:
            import_module(f"bitonic_scope.recording.{WRITERS[suffix]}")
        except ModuleNotFoundError as error:
            raise ProgramError(
                f"the package {error.name}, which writes {suffix} files, is not installed; "
                "type: pip install 'bitonic-scope[paper]', or choose a .png"
            ) from error


def snapshot_bytes(
    gpu: Gpu,
    start_data: StartData,
    plan: RecordingPlan,
    suffix: str,
    *,
    show: Callable[[int], object] = lambda done: None,
) -> bytes:
    """Return the content of a file with the state of a plan, or with a contact sheet of several.

    Args:
        gpu: the GPU of this thread.
        start_data: the input, with its settings.
        plan: which state to draw, or with a `frame_count` which states, and how.
        suffix: .png, .svg or .pdf: what the file is.
        show: takes the number of states that are drawn, between parts of the work; may raise.

    Raises:
        ProgramError: the picture would be too large, or the driver is out of memory.
        ValueError: the network has no such state.
    """
    settings, is_sheet = start_data.settings, plan.frame_count is not None
    with ExitStack() as owned:
        # A sheet says once what is sorted.
        each = replace(plan, has_captions=plan.has_captions and not is_sheet)
        drawer = FrameDrawer(gpu, start_data, each)
        owned.callback(drawer.release)
        for _ in drawer.prepare_steps():
            show(0)
        sheet = _sheet(settings, plan, drawer) if is_sheet else None
        command = snapshot_line(settings, plan, scale=drawer.size.scale, suffix=suffix)
        texts = frame_texts(settings, plan.first, command)
        if is_sheet:
            texts["Description"] = f"{plan.frame_count} states, evenly spaced"
        if suffix == PNG:
            return png_bytes(_picture(gpu, drawer, sheet, show), texts)
        drawing: Drawing = [] if sheet is None else list(sheet.drawing)
        places = [(0, 0)] if sheet is None else sheet.places
        for part, place in zip(_whole(drawer.drawings(), show), places, strict=True):
            drawing += moved(part, *place)
        size = drawer.size.frame if sheet is None else sheet.size
    name = WRITERS[suffix]
    write = getattr(import_module(f"bitonic_scope.recording.{name}"), f"{name}_bytes")
    content: bytes = write(drawing, size, texts)
    return content


def _sheet(settings: SortSettings, plan: RecordingPlan, drawer: FrameDrawer) -> ContactSheet:
    names = [state_name(settings.network, shot.pass_index) for shot in drawer.shots]
    footer = settings_text(settings) if plan.has_captions else ""
    return ContactSheet(drawer.size.frame, names, plan.look.theme, footer=footer)


def _picture(
    gpu: Gpu, drawer: FrameDrawer, sheet: ContactSheet | None, show: Callable[[int], object]
) -> Picture:
    """Return the only picture, or the sheet with all of them."""
    pictures = (drawn.picture() for drawn in _whole(drawer.parts(), show))
    if sheet is None:
        return next(pictures)
    canvas, painter = Canvas(gpu.ctx), Painter(gpu)
    try:
        canvas.begin(*sheet.size)
        painter.draw(sheet.drawing, canvas.framebuffer)
        whole = _finished(canvas.read_in_bands(3))
    finally:
        painter.release()
        canvas.release()
    for picture, (x, y) in zip(pictures, sheet.places, strict=True):
        height, width = picture.shape[:2]
        rgb = picture if picture.ndim == 3 else picture[:, :, np.newaxis]
        whole[y : y + height, x : x + width] = rgb
    return whole


def _whole(parts: Iterable[Result | None], show: Callable[[int], object]) -> Iterator[Result]:
    """Yield the results between the parts of some work; show after each how many there are."""
    done = 0
    for part in parts:
        done += part is not None
        show(done)
        if part is not None:
            yield part


def _finished(parts: Generator[None, None, Result]) -> Result:
    """Do all parts of some work; return its result."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            result: Result = end.value
            return result


def save_snapshot(path: Path, content: bytes) -> None:
    """Write the content of a picture to its file, whole or not at all; make its folder if needed.

    Raises:
        ProgramError: the file cannot be written.
    """
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)
    except OSError as error:
        raise ProgramError(f"cannot write {shown_path(path)}: {error.strerror or error}") from error
