"""Sends signals to hosts: each line of the input names a host, a folder, a call and a signal.

Each host runs in a process of its own, forked from this one, which has loaded everything already,
and gets the signal at that call. The output has the exit code of each, -9 for one that was killed.
"""

import os
import signal
import sys
from pathlib import Path
from unittest.mock import patch

from bitonic_scope.driver.probe import headless_gpu
from tests.faults.hosts import HOSTS
from tests.faults.injector import at_call, killing, signalling, watching
from tests.support.forked import restore_signals

for line in sys.stdin:
    host, name, call, number = line.rstrip("\n").split("\t")
    folder = Path(name)
    child = os.fork()
    if child == 0:
        restore_signals()
        fake = killing if int(number) == signal.SIGKILL else signalling(int(number))
        checks_often = patch("bitonic_scope.cli.record.SIGNAL_SECONDS", 0.0)
        with headless_gpu() as gpu, checks_often, watching(folder, at_call(int(call), fake)):
            os._exit(HOSTS[host].run(gpu, folder).exit_code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
