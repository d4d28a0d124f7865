"""Host of `record`: records without a window, with a progress bar on stderr."""

import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from bitonic_scope.driver.probe import probe
from bitonic_scope.errors import ProgramError, interrupt_exit_code
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data, prepare
from bitonic_scope.recording.folder import check_folder
from bitonic_scope.recording.recording import Recording
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted

SECONDS_WITHOUT_PROGRESS = 0.5  # a bar that is gone at once says nothing


def record(settings: SortSettings, *, folder: Path, scale: int | None, force: bool) -> None:
    """Record every pass of a sort, and print the folder.

    Raises:
        ProgramError: it could not be done, or was interrupted; the line says how far it came.
    """
    check_folder(folder, force=force)  # before the slow part
    with headless_context() as ctx, Programs(ctx) as programs:
        capabilities = probe(ctx, programs)
        start_data = make_start_data(settings, prepare(settings, capabilities))
        signals = NotedSignals()  # from here on there is something to lose
        recording = Recording(
            ctx,
            programs,
            settings,
            capabilities,
            start_data=start_data,
            folder=folder,
            scale=scale,
            force=force,
        )
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
                recording.step()
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
