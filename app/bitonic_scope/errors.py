"""The errors that users see as one line, without a traceback."""

INSTALL_HINT = (
    "on Debian or Ubuntu: apt-get install libegl1 libgl1 libgl1-mesa-dri libxrender1; "
    "elsewhere a graphics driver with OpenGL 3.3"
)

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_HUNG_UP = 129
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143


class ProgramError(Exception):
    """The program cannot do what the user asked for.

    The message is one line: what was found, what was expected and what to try.

    Attributes:
        exit_code: the exit code of the process.
    """

    def __init__(self, message: str, *, exit_code: int = EXIT_FAILED) -> None:
        super().__init__(" ".join(line.strip() for line in message.splitlines()))
        self.exit_code = exit_code


class Terminated(KeyboardInterrupt):
    """SIGTERM arrived: the program shuts down as after Ctrl-C, with another exit code."""


class HungUp(KeyboardInterrupt):
    """SIGHUP arrived, because the terminal was closed: the program shuts down as after Ctrl-C."""


def interrupt_exit_code(interrupt: KeyboardInterrupt) -> int:
    """Return the exit code after Ctrl-C, SIGTERM or SIGHUP."""
    codes = {Terminated: EXIT_TERMINATED, HungUp: EXIT_HUNG_UP}
    return codes.get(type(interrupt), EXIT_INTERRUPTED)
