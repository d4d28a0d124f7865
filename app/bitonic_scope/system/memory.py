"""The free memory of the system."""

from pathlib import Path

MEMINFO = Path("/proc/meminfo")
BYTES_PER_KB = 1024


def free_bytes() -> int:
    """Return the number of bytes that programs can allocate before the system swaps.

    Linux does without psutil: importing it takes longer than drawing a short recording.
    """
    available = _available_of_linux()
    if available is not None:
        return available
    import psutil

    return int(psutil.virtual_memory().available)


def _available_of_linux() -> int | None:
    """Return MemAvailable in bytes, or None if there is no such line. Source: proc_meminfo(5)."""
    try:
        lines = MEMINFO.read_text().splitlines()
    except OSError:
        return None
    kilobytes = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(kilobytes[0]) * BYTES_PER_KB if kilobytes else None
