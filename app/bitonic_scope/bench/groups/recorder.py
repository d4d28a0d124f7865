"""The table of the recorder, against a plain loop with Pillow."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from math import inf
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.bench.checks import state_at
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line
from bitonic_scope.bench.workbench import Workbench, loaded
from bitonic_scope.data.texture_layout import TextureLayout, picture_rows
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.recording.manifest import frame_name
from bitonic_scope.recording.recording import Recording

GROUP = "recorder"
LOOP = "plain serial Pillow loop"
WHITE = 255


def recorder(bench: Workbench) -> Iterator[Line]:
    """Record every pass of some sorts both ways, from creating the engine to the last file."""
    for side, scale in bench.effort.recordings:
        with TemporaryDirectory() as temporary:
            yield from _lines(bench, side, scale, Path(temporary))


def _lines(bench: Workbench, side: int, scale: int, temporary: Path) -> list[Line]:
    settings = SortSettings(width=side, height=side, seed=SEED)
    data = bench.start_data(settings)
    layout = TextureLayout(side, side)
    plan = RecordingPlan(scale=scale)
    frame_count = settings.network.pass_count + 1

    def record(folder: Path) -> None:
        with closing(Recording(bench.gpu, data, folder=folder, plan=plan)) as recording:
            while not recording.is_closed:
                recording.work(inf)
                recording.wait(inf)

    def loop(folder: Path) -> None:
        folder.mkdir()
        with ExitStack() as owned:
            engine = loaded(owned, new_engine(bench.gpu, settings, data.storage), data.elements)
            for frame in range(frame_count):
                engine.seek(frame)
                picture = _picture(engine.read_back(), layout, scale)
                Image.fromarray(picture).save(folder / frame_name(frame, frame_count))

    def is_right(folder: Path) -> bool:
        for frame in (0, frame_count // 2, frame_count - 1):
            state = state_at(data.elements, frame, data.storage.element_format)
            with Image.open(folder / frame_name(frame, frame_count)) as image:
                if not np.array_equal(np.asarray(image), _picture(state, layout, scale)):
                    return False
        return len(list(folder.glob("*.png"))) == frame_count

    def contestant(name: str, run: Callable[[Path], None], against: str = "") -> Contestant:
        folder = temporary / name
        return Contestant(
            name,
            lambda: run(folder),
            lambda: is_right(folder),
            prepare=lambda: rmtree(folder, ignore_errors=True),
            against=against,
            unit="a frame",
            unit_count=frame_count,
            note=lambda seconds: f"{1 / seconds:.0f} frames/s",
        )

    contestants = [contestant(LOOP, loop), contestant(GROUP, record, against=LOOP)]
    return bench.contest(GROUP, side, contestants, bench.effort.long_rounds)


def _picture(elements: NDArray[np.float32], layout: TextureLayout, scale: int) -> NDArray[np.uint8]:
    """Return floats from 0 to 1 as an enlarged gray picture."""
    grays = np.floor(elements.astype(np.float64) * WHITE + 0.5).astype(np.uint8)
    rows = picture_rows(grays.reshape(layout.height, layout.width))
    return np.repeat(np.repeat(rows, scale, axis=0), scale, axis=1)
