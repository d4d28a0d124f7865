"""Limits of this process that drivers cannot bear: of address space and of threads."""

import os
import sys
from _thread import allocate_lock, start_new_thread
from contextlib import suppress
from queue import SimpleQueue

from bitonic_scope.errors import ProgramError

BYTES_PER_MB = 1 << 20
MIN_ADDRESS_SPACE = 384 * BYTES_PER_MB  # Mesa's software GL crashes where it has less
AMPLE_ADDRESS_SPACE = 4096 * BYTES_PER_MB  # each thread reserves 136 MB, for stack and heap
MAX_DRIVER_CORES = 32  # that Mesa's software GL uses, with a thread for each
OTHER_DRIVER_THREADS = 4


def check_limits() -> None:
    """Check the address space, and spare the driver threads that it could not start.

    To be called before a driver is loaded: Mesa's software GL waits for ever for a thread that it
    could not start, unless it is told to work without threads.

    Raises:
        ProgramError: the address space is too small for any driver.
    """
    limit = _address_space_bytes()
    if limit < MIN_ADDRESS_SPACE:
        raise ProgramError(
            f"{limited_address_space()} is too small: a graphics driver needs at least "
            f"{MIN_ADDRESS_SPACE // BYTES_PER_MB} MB; try: ulimit -v unlimited"
        )
    cores = min(os.cpu_count() or 1, MAX_DRIVER_CORES)
    if limit < AMPLE_ADDRESS_SPACE or not can_run_threads(cores + OTHER_DRIVER_THREADS):
        os.environ.setdefault("LP_NUM_THREADS", "0")


def limited_address_space() -> str:
    """Return in words how much address space there is; empty where it is not limited."""
    limit = _address_space_bytes()
    if limit == sys.maxsize:
        return ""
    return f"the address space of {limit // BYTES_PER_MB} MB (ulimit -v)"


def _address_space_bytes() -> int:
    try:
        import resource
    except ImportError:  # Windows
        return sys.maxsize
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


def can_run_threads(count: int) -> bool:
    """Return whether that many threads can run at once, beside those that run already."""
    may_end = allocate_lock()
    ended: SimpleQueue[None] = SimpleQueue()
    started = 0

    def wait() -> None:
        with may_end:
            ended.put(None)

    with may_end, suppress(RuntimeError):
        while started < count:
            start_new_thread(wait, ())  # a tenth of the time of threading.Thread
            started += 1
    for _ in range(started):
        ended.get()
    return started == count
