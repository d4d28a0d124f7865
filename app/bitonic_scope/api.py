"""Bitonic Scope from Python: `import bitonic_scope as bs`.

    bs.sort([5, 2, 8, 1])                             # the numbers, sorted on the GPU
    for state in bs.states([5, 2, 8, 1]): ...         # the numbers after every pass
    for frame in bs.frames([5, 2, 8, 1]): ...         # the pictures that `record` saves
    bs.film([5, 2, 8, 1], "sort.gif")                 # the film that `record --film` makes
    bs.frames(bs.settings(size=64, seed=7), view="bars")   # generated data, another view

The same engines sort, and the same recorder draws, as from the command line, so results have the
same bits. Each call works in a thread of its own, with a GL context of its own, and frees both when
it ends or is interrupted. So all functions may be called from any thread, and from several at once.
An iterator serves one thread at a time; one that is not read to its end is freed by its `close()`
or with its last reference.

An error is a ValueError if an argument is wrong, and a ProgramError if an array or this machine is;
its message is one sentence.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from operator import index
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, TypedDict, TypeVar, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.elements import Elements, places_of
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.array_file import own_array
from bitonic_scope.files.result_file import result_array
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.film_plan import (
    HOLD_SECONDS,
    MAX_HOLD_SECONDS,
    FilmPlan,
    fps_from_text,
)
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import Every, RecordingPlan
from bitonic_scope.model.settings import DEFAULT_VIEW, EngineName, SortSettings, recorded_look
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.recording.film import MP4, FilmOrder, check_film
from bitonic_scope.recording.frame_drawer import drawn_frames
from bitonic_scope.recording.recording import Recording
from bitonic_scope.system.own_thread import in_own_thread
from bitonic_scope.text.positions import position_from_text
from bitonic_scope.views.catalogue import VIEWS

__all__ = [
    "FilmFile",
    "FrameOptions",
    "ProgramError",
    "SortOptions",
    "film",
    "frames",
    "settings",
    "sort",
    "states",
]

Choice = TypeVar("Choice", bound=StrEnum)
Result = TypeVar("Result")
Item = TypeVar("Item")
Array = NDArray[Any]
Places = NDArray[np.int64]

ROUND_HINT = "try numpy.asarray(array, numpy.float32) for the nearest"
PART_SECONDS = 0.05  # of making a film, between checks whether it was interrupted


class SortOptions(TypedDict, total=False):
    """How to sort; the names are those of the command line.

    Attributes:
        order: "ascending" (the default) or "descending".
        network: "alternating" (the default) or "flip".
        format: how elements are stored, such as "pair"; "auto" by default.
        stable: whether equal elements keep the order of the input.
        engine: "fragment" (the default), "compute" or "compute-simple".
    """

    order: str
    network: str
    format: str
    stable: bool
    engine: str


class FrameOptions(TypedDict, total=False):
    """What to draw; the names are those of the command line.

    Attributes:
        view: "texture" (the default), "bars", "dots", "both" or "network".
        marks: what to mark of the pass to come: "none" (the default), "blocks", "directions",
            "pairs" or "exchanges".
        theme: "dark" (the default) or "light".
        scale: pixels per side of an element; by default at least 512 for the frame's shorter side.
        picture: (width, height) of the frames in pixels, instead of a scale.
        every: "pass" (the default) or "stage".
        first, last: the positions of the first and the last frame, as the number of passes done or
            as "S.p", pass p of stage S; by default the start and the end.
        caption: whether to write the passes done and to come and the settings under each picture.
        glide: how many frames between two states show up to 64 elements on their way.
    """

    view: str
    marks: str
    theme: str
    scale: int
    picture: tuple[int, int]
    every: str
    first: int | str
    last: int | str
    caption: bool
    glide: int


@dataclass(frozen=True, slots=True)
class FilmFile(PathLike[str]):
    """A film on disk, which Jupyter shows.

    Attributes:
        path: the absolute path of the file.
    """

    path: Path

    def __fspath__(self) -> str:
        return str(self.path)

    def _repr_html_(self) -> str:
        suffix = self.path.suffix.lower()
        data = f"{suffix[1:]};base64,{b64encode(self.path.read_bytes()).decode()}"
        if suffix == MP4:
            return f'<video controls src="data:video/{data}"></video>'
        return f'<img src="data:image/{data}">'


def settings(
    array: ArrayLike | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    count: int | None = None,
    seed: int = 1,
    data: str = DataKind.UNIFORM,
    order: str = Direction.ASCENDING,
    network: str = NetworkKind.ALTERNATING,
    format: str = FormatName.AUTO,
    stable: bool = False,
    engine: str = EngineName.FRAGMENT,
) -> SortSettings:
    """Return what to sort and how, for `frames` and `film`: an array, or generated data.

    Args:
        array: the numbers, see `sort`; None for generated data.
        size: the side or (width, height) of the texture in texels, powers of two from 1 to 16384;
            by default 16, or the smallest that holds the array.
        count: the number of generated elements, instead of a size.
        seed: the seed of generated data.
        data: the kind of generated data, such as "reversed".
        order, network, format, stable, engine: see `SortOptions`.

    Raises:
        ProgramError: the array cannot be sorted.
        ValueError: an argument is out of range, or two of them contradict.
    """
    if count is not None and not (size is None and array is None):
        raise ValueError("count is the number of generated elements, instead of a size or an array")
    side = SortSettings().width if size is None else size
    width, height = map(index, side if isinstance(side, tuple) else (side, side))
    chosen = SortSettings(
        width=width,
        height=height,
        seed=index(seed),
        order=_choice(Direction, "order", order),
        network_kind=_choice(NetworkKind, "network", network),
        data=_choice(DataKind, "data", data),
        element_format=_choice(FormatName, "format", format),
        stable=stable,
        engine=_choice(EngineName, "engine", engine),
    )
    if array is not None:
        with _in_python_words():
            own = own_array("array", np.asarray(array), round_hint=ROUND_HINT)
        return chosen.with_own(own, None if size is None else (width, height))
    return chosen if count is None else chosen.with_count(index(count))


@overload
def sort(
    array: ArrayLike, *, permutation: Literal[False] = False, **options: Unpack[SortOptions]
) -> Array: ...


@overload
def sort(
    array: ArrayLike, *, permutation: Literal[True], **options: Unpack[SortOptions]
) -> tuple[Array, Places]: ...


def sort(
    array: ArrayLike, *, permutation: bool = False, **options: Unpack[SortOptions]
) -> Array | tuple[Array, Places]:
    """Sort numbers on the GPU.

    Args:
        array: (count,) or (rows, columns) integers, or floats of 16, 32 or 64 bits, at most 2^28;
            without NaN. Rows are sorted as one sequence. Padding fills up to a power of two, and
            never appears in a result. All numbers must be exact as float32, or whole and from 0 to
            2^32 - 1.
        permutation: whether to return the place that each number came from, too.
        options: see `SortOptions`.

    Returns:
        The sorted numbers, in the shape and dtype of the array. With `permutation` a pair: also
        (count,) int64, the index of each in the flattened array.

    Raises:
        ProgramError: the array cannot be sorted, or not on this machine.
        ValueError: an option has no such value, or two options contradict.
    """
    chosen = settings(array, **options)

    def result(data: StartData, elements: Elements) -> tuple[Array, Places | None]:
        return _as_given(data, elements), places_of(elements) if permutation else None

    work = partial(_sorting, chosen, result, needs_places=permutation)
    ((state, places),) = _results(work)
    return state if places is None else (state, places)


def states(array: ArrayLike, **options: Unpack[SortOptions]) -> Generator[Array, None, None]:
    """Return an iterator of the numbers after each pass: P + 1 states, the input first.

    Args:
        array: see `sort`.
        options: see `SortOptions`.

    Yields:
        The numbers in the order of the state, in the shape and dtype of the array; each time a new
        array. Padding is left out.

    Raises:
        ProgramError: the array cannot be sorted; on the first step, not on this machine.
        ValueError: an option has no such value, or two options contradict.
    """
    chosen = settings(array, **options)
    return _results(partial(_sorting, chosen, _as_given, reads_all=True))


def frames(
    source: ArrayLike | SortSettings, **options: Unpack[FrameOptions]
) -> Generator[Image.Image, None, None]:
    """Return an iterator of the frames that `bitonic-scope record` saves, without files.

    Args:
        source: the numbers to sort, see `sort`; or what `settings` returns.
        options: see `FrameOptions`.

    Yields:
        Pictures of mode "L" where the view draws only grays, else "RGB". Jupyter shows them.

    Raises:
        ProgramError: the array cannot be sorted; on the first step, the driver cannot sort or draw.
        ValueError: an option has no such value, or two options contradict.
    """
    chosen = source if isinstance(source, SortSettings) else settings(source)
    plan = _plan(chosen, **options)
    return _results(partial(_drawing, chosen, plan))


def film(
    source: ArrayLike | SortSettings,
    path: str | PathLike[str],
    *,
    fps: float | None = None,
    hold: float = HOLD_SECONDS,
    slow_first: bool = False,
    lossless: bool = False,
    force: bool = False,
    **options: Unpack[FrameOptions],
) -> FilmFile:
    """Make the film that `bitonic-scope record --film` makes; whole or not at all.

    Args:
        source: the numbers to sort, see `sort`; or what `settings` returns.
        path: the file, whose name ends in .mp4, .gif or .webp. An .mp4 needs ffmpeg.
        fps: frames per second, 0.5 to 60; by default 3 passes per second.
        hold: how long the first and the last frame stay, 0 to 60 seconds.
        slow_first: whether to slow down the first passes of each stage.
        lossless: whether to keep every pixel, for the few players of such an .mp4.
        force: whether to replace the file.
        options: see `FrameOptions`.

    Raises:
        ProgramError: the array cannot be sorted, the film cannot be made or written, or the file
            exists and `force` is off.
        ValueError: an option has no such value, or two options contradict.
    """
    chosen = source if isinstance(source, SortSettings) else settings(source)
    plan = _plan(chosen, **options)
    if not 0 <= hold <= MAX_HOLD_SECONDS:
        raise ValueError(f"hold must be from 0 to {MAX_HOLD_SECONDS:g} seconds, got {hold}")
    if slow_first and plan.every is not Every.PASS:
        raise ValueError("slow_first is for passes, and every is 'stage'")
    film_plan = FilmPlan(
        None if fps is None else fps_from_text(str(fps)),
        hold,
        is_slow_first=slow_first,
        is_lossless=lossless,
    )
    order = FilmOrder(Path(path).absolute(), film_plan)
    with _in_python_words():
        check_film(order, force=force)
    for _ in _results(partial(_filming, chosen, plan, order, force=force)):
        pass
    return FilmFile(order.path)


@contextmanager
def _in_python_words() -> Iterator[None]:
    """Let errors name arguments instead of options: "scale" for "--scale"."""
    try:
        yield
    except ProgramError as error:
        message = re.sub("--(format|engine) ([a-z-]+)", r"\1='\2'", str(error))
        message = message.replace("--force", "force=True")
        error.args = (re.sub("--([a-z]+)", r"\1", message),)
        raise


def _results(make: Callable[[], Iterator[Item | None]]) -> Generator[Item, None, None]:
    """Yield the items of a generator that works in a thread of its own."""
    with _in_python_words():
        yield from in_own_thread(make)


def _sorting(
    chosen: SortSettings,
    read: Callable[[StartData, Elements], Result],
    *,
    reads_all: bool = False,
    needs_places: bool = False,
) -> Iterator[Result | None]:
    """Sort; yields what `read` makes of the last state or of all, and None after other parts."""
    with headless_gpu() as gpu:
        storage = choose_storage(chosen, gpu.capabilities, needs_places=needs_places)
        data = make_start_data(chosen, storage)
        engine = new_engine(gpu, chosen, storage)
        try:
            engine.load(data.elements)
            end = engine.network.pass_count
            for goal in range(0 if reads_all else end, end + 1):
                while engine.pass_index < goal:
                    engine.seek(engine.next_stop(goal))
                    yield None
                yield read(data, engine.read_back())
        finally:
            engine.release()


def _as_given(data: StartData, elements: Elements) -> Array:
    """Return the values of a state in the shape and dtype of the array that is sorted."""
    assert data.settings.own is not None
    return result_array(data.settings.own, data.values(elements))


def _drawing(chosen: SortSettings, plan: RecordingPlan) -> Iterator[Image.Image]:
    with headless_gpu() as gpu:
        data = make_start_data(chosen, choose_storage(chosen, gpu.capabilities))
        for _, picture in drawn_frames(gpu, data, plan):
            yield Image.fromarray(picture)


def _filming(
    chosen: SortSettings, plan: RecordingPlan, order: FilmOrder, *, force: bool
) -> Iterator[None]:
    """Make a film; yields after parts of the work."""
    with headless_gpu() as gpu:
        data = make_start_data(chosen, choose_storage(chosen, gpu.capabilities))
        recording = Recording(gpu, data, folder=None, film=order, plan=plan, force=force)
        with closing(recording):
            while not recording.is_closed:
                recording.work(perf_counter() + PART_SECONDS)
                if not recording.wants_work:
                    recording.wait(PART_SECONDS)
                yield


def _plan(
    chosen: SortSettings,
    *,
    view: str = DEFAULT_VIEW,
    marks: str = Marks.NONE,
    theme: str = Theme.DARK,
    scale: int | None = None,
    picture: tuple[int, int] | None = None,
    every: str = Every.PASS,
    first: int | str = 0,
    last: int | str | None = None,
    caption: bool = False,
    glide: int = 0,
) -> RecordingPlan:
    """Return the plan that `FrameOptions` describe.

    Raises:
        ValueError: an option has no such value, or two options contradict.
    """
    network = chosen.network
    plan = RecordingPlan(
        _checked("view", view, VIEWS),
        recorded_look(view, _choice(Marks, "marks", marks), _choice(Theme, "theme", theme)),
        scale,
        picture,
        _choice(Every, "every", every),
        first=position_from_text(str(first), network),
        last=None if last is None else position_from_text(str(last), network),
        has_captions=caption,
        glide=glide,
    )
    plan.shots(network)  # refuses a wrong range now, not at the first frame
    return plan


def _choice(kind: type[Choice], option: str, name: str) -> Choice:
    return kind(_checked(option, name, kind))


def _checked(option: str, name: str, allowed: Iterable[str]) -> str:
    """Return a name that is allowed.

    Raises:
        ValueError: it is not.
    """
    names = [str(each) for each in allowed]
    if name not in names:
        raise ValueError(f"{option} must be one of {', '.join(names)}, got {name!r}")
    return name
