"""Limits on this process's address space and threads, under which drivers crash or hang."""

import os
import sys
from _thread import allocate_lock, start_new_thread
from contextlib import suppress
from queue import SimpleQueue

from bitonic_scope.errors import ProgramError

BYTES_PER_MB = 1 << 20
MIN_ADDRESS_SPACE = 384 * BYTES_PER_MB  # Mesa's software GL crashes with less
MIN_ADDRESS_SPACE_OF_WINDOW = 512 * BYTES_PER_MB  # with less, it crashes drawing to a window
AMPLE_ADDRESS_SPACE = 4096 * BYTES_PER_MB  # each thread reserves 136 MB, for stack and heap
MAX_DRIVER_CORES = 32  # Mesa's software GL starts a thread for each, and no more
OTHER_DRIVER_THREADS = 4


def check_limits(min_address_space: int = MIN_ADDRESS_SPACE) -> None:
    """Check that there is enough address space to load a driver.

    If threads are short, makes Mesa's software GL work without any: it would wait forever for a
    thread that it could not start.

    Args:
        min_address_space: the smallest address space, in bytes.

    Raises:
        ProgramError: the address space is smaller.
    """
    limit = address_space_bytes()
    if limit < min_address_space:
        raise ProgramError(
            f"{limited_address_space()} is too small: a graphics driver needs at least "
            f"{min_address_space // BYTES_PER_MB} MB here; try: ulimit -v unlimited"
        )
    cores = min(os.cpu_count() or 1, MAX_DRIVER_CORES)
    if limit < AMPLE_ADDRESS_SPACE or not can_run_threads(cores + OTHER_DRIVER_THREADS):
        os.environ.setdefault("LP_NUM_THREADS", "0")


def blame_limits(wanted: str) -> None:
    """Raise an error that names the limit, if one is the likely reason for a driver's failure.

    Args:
        wanted: what the driver could not make, for the message.

    Raises:
        ProgramError: the address space is small, or no thread or process can be started.
    """
    reason = ""
    if address_space_bytes() < AMPLE_ADDRESS_SPACE:
        reason = f"{limited_address_space()} is too small; try: ulimit -v unlimited"
    elif not can_run_threads(1):
        reason = (
            "no thread can be started, as the limit of processes is reached (ulimit -u); "
            "try: end other programs, or raise the limit"
        )
    if reason:
        raise ProgramError(f"cannot make {wanted}: {reason}")


def limited_address_space() -> str:
    """Return the limit on address space in words; empty if there is none."""
    limit = address_space_bytes()
    if limit == sys.maxsize:
        return ""
    return f"the address space of {limit // BYTES_PER_MB} MB (ulimit -v)"


def address_space_bytes() -> int:
    """Return the limit on this process's address space in bytes; sys.maxsize for none."""
    try:
        import resource
    except ImportError:  # Windows
        return sys.maxsize
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


def can_run_threads(count: int) -> bool:
    """Return whether that many more threads can run at once."""
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
