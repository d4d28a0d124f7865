"""Entry point of `python -m bitonic_scope` and of the command `bitonic-scope`."""

import gc
import io
import os
import sys

from bitonic_scope.system.signals import end_at_once

SWITCH_SECONDS = 0.001  # a fifth of what is usual: who draws waits less for Python's lock
ESCAPE = "backslashreplace"  # what a stream cannot encode is written as its code


def _mend_streams() -> None:
    """Let what is printed be lost where a stream is closed, and escaped where it does not fit.

    In the order of their numbers, so that no file or driver gets that of a closed one.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = open(os.devnull, mode, errors=ESCAPE)  # noqa: SIM115 (until the end)
            setattr(sys, name, nowhere)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def main() -> int:
    """Run the program with the arguments of the process; return its exit code.

    Ends the process itself once all is written and released: to take Python and the GL driver
    apart takes a tenth of the time of a short recording.
    """
    _mend_streams()
    end_at_once()  # before anything that takes time is loaded
    gc.disable()  # until all is loaded: that makes objects by the thousand, and no garbage
    sys.setswitchinterval(SWITCH_SECONDS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of numpy: they spin, and have no work here
    from bitonic_scope.cli.main import main as run

    exit_code = run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return exit_code  # Python says it in its own words
    os._exit(exit_code)


if __name__ == "__main__":
    raise SystemExit(main())
