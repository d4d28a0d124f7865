"""Host of `record`: records without a window, with a progress bar on stderr."""

import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import ProgramError, interrupt_exit_code
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording.folder import check_folder
from bitonic_scope.recording.recording import Recording
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted

SIGNAL_SECONDS = 0.05  # between two looks for a signal
SECONDS_WITHOUT_PROGRESS = 0.5  # a bar that is gone at once says nothing


def record(settings: SortSettings, *, folder: Path, scale: int | None, force: bool) -> None:
    """Record every pass of a sort, and print the folder.

    Raises:
        ProgramError: it could not be done, or was interrupted; the line says how far it came.
    """
    check_folder(folder, force=force)  # before the slow part
    with headless_gpu() as gpu:
        start_data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
        signals = NotedSignals()  # from here on there is something to lose
        recording = Recording(gpu, start_data, folder=folder, scale=scale, force=force)
        with closing(recording):
            _run(recording, signals)
    print(f"{counted(recording.frame_count, 'frame')} in {recording.folder}", flush=True)


def _run(recording: Recording, signals: NotedSignals) -> None:
    try:
        with ExitStack() as owned:
            shown: Any = None
            start = perf_counter()
            while not recording.is_closed:
                signals.check()
                recording.work(perf_counter() + SIGNAL_SECONDS)
                if not recording.wants_work:
                    recording.wait(SIGNAL_SECONDS)
                if shown is None and perf_counter() - start > SECONDS_WITHOUT_PROGRESS:
                    shown = owned.enter_context(_progress_bar(recording.frame_count))
                if shown is not None:
                    shown.update(recording.frames_done - shown.n)
    except KeyboardInterrupt as interrupt:
        with suppress(ProgramError):  # a manifest that is missing is told by the summary
            recording.close()
        raise ProgramError(
            f"interrupted: {recording.summary()}", exit_code=interrupt_exit_code(interrupt)
        ) from interrupt


def _progress_bar(frame_count: int) -> Any:
    from tqdm import tqdm  # a third of the time that a short recording takes as a whole

    return tqdm(total=frame_count, unit="frame", file=sys.stderr, leave=False)
