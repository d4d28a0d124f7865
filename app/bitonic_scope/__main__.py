"""Entry point of `python -m bitonic_scope` and of the command `bitonic-scope`."""

import gc
import io
import os
import sys

from bitonic_scope.system.signals import end_at_once

SWITCH_SECONDS = 0.001  # a fifth of the default: the drawing thread waits less for the GIL
ESCAPE = "backslashreplace"  # write characters that a stream cannot encode as escapes


def _mend_streams() -> None:
    """Replace closed streams by the null device, and make the others escape unencodable characters.

    In the order of file descriptors, so no file or driver gets the descriptor of a closed stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = open(os.devnull, mode, errors=ESCAPE)  # noqa: SIM115 (open until exit)
            setattr(sys, name, nowhere)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def main() -> int:
    """Run the program with the arguments of the process; return its exit code.

    Exits the process directly once all output is written and released: tearing down Python and
    the GL driver takes a tenth of the time of a short recording.
    """
    _mend_streams()
    end_at_once()  # before slow imports
    gc.disable()  # imports make thousands of objects and no garbage
    sys.setswitchinterval(SWITCH_SECONDS)
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # numpy's BLAS threads would only spin: there is no work for them
    from bitonic_scope.cli.main import main as run

    exit_code = run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return exit_code  # Python reports it at exit
    os._exit(exit_code)


if __name__ == "__main__":
    raise SystemExit(main())
