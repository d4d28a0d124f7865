"""Entry point of `python -m bitonic_scope` and of the command `bitonic-scope`."""

import gc
import os
import sys
from typing import NoReturn

from bitonic_scope.system.console import mend_streams
from bitonic_scope.system.signals import end_at_once

SWITCH_SECONDS = 0.001  # a fifth of the default: the drawing thread waits less for the GIL


def main() -> NoReturn:
    """Run the program with the arguments of the process, and exit with its exit code.

    Exits the process directly once all output is written and released: tearing down Python and
    the GL driver takes a tenth of the time of a short recording.
    """
    mend_streams()
    end_at_once()  # before slow imports
    gc.disable()  # imports make thousands of objects and no garbage
    sys.setswitchinterval(SWITCH_SECONDS)
    # numpy's BLAS threads would only spin: there is no work for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from bitonic_scope.cli.main import main as run

    os._exit(run())


if __name__ == "__main__":
    main()
