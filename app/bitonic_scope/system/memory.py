"""How much memory of the system is free."""

from pathlib import Path

MEMINFO = Path("/proc/meminfo")
BYTES_PER_KB = 1024


def free_bytes() -> int:
    """Return how many bytes programs can take now before the system has to swap.

    On Linux without psutil: to load it takes longer than to draw a short recording.
    """
    available = _available_of_linux()
    if available is not None:
        return available
    import psutil

    return int(psutil.virtual_memory().available)


def _available_of_linux() -> int | None:
    """Read MemAvailable, source: proc_meminfo(5); None where there is no such line."""
    try:
        lines = MEMINFO.read_text().splitlines()
    except OSError:
        return None
    kilobytes = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(kilobytes[0]) * BYTES_PER_KB if kilobytes else None
