"""Sends signals to hosts, each in a process forked from one that has loaded the program already."""

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

from bitonic_scope.driver.probe import headless_gpu
from tests.faults.hosts import HOSTS
from tests.faults.injector import at_call, killing, signalling, watching
from tests.support.forked import FORKS, restore_signals
from tests.support.program import environment


def run_with_signal(host: str, folder: Path, call: int, number: int) -> int:
    """Let a host work in a folder, and send it a signal at a call.

    Returns:
        Its exit code, -9 for one that was killed.
    """
    process = FORKS.Process(target=_run, args=(host, folder, call, number, environment()))
    with patch.dict(os.environ, environment()):  # has the path to import this checkout by
        process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def _run(host: str, folder: Path, call: int, number: int, variables: Mapping[str, str]) -> NoReturn:
    restore_signals()
    os.environ.clear()
    os.environ.update(variables)
    fake = killing if number == signal.SIGKILL else signalling(number)
    checks_often = patch("bitonic_scope.cli.record.SIGNAL_SECONDS", 0.0)
    with headless_gpu() as gpu, checks_often, watching(folder, at_call(call, fake)):
        os._exit(HOSTS[host].run(gpu, folder).exit_code)
