"""Host of `sort`: what the GPU network made of the data, as numbers in a file."""

from pathlib import Path

import numpy as np

from app.data.elements import values_of
from app.errors import ProgramError
from app.gpu.context import headless_context
from app.gpu.probe import probe
from app.gpu.programs import Programs
from app.gpu.sorter import FragmentSorter
from app.recording.whole_file import whole_file
from app.settings import SortSettings
from app.signals import NotedSignals
from app.start_data import make_start_data, prepare


def sort(settings: SortSettings, *, pass_index: int, out: Path) -> None:
    """Write the state after pass_index passes: (element_count,) float32, by element index.

    Raises:
        ProgramError: it cannot be sorted here, or the file cannot be written.
    """
    with headless_context() as ctx, Programs(ctx) as programs:
        storage = prepare(settings, probe(ctx))
        sorter = FragmentSorter.for_settings(ctx, programs, settings, storage)
        try:
            sorter.load(make_start_data(settings, storage).elements)
            sorter.seek(pass_index)
            state = values_of(storage.element_format, sorter.read_back())
        finally:
            sorter.release()
    signals = NotedSignals()  # from here on there is something to lose
    try:
        with whole_file(out) as file:
            np.save(file, state)
            signals.check()
    except OSError as error:
        raise ProgramError(f"cannot write {out}: {error.strerror or error}") from error
    print(out.absolute(), flush=True)
