"""Kills hosts: each line of the input names a host, a folder, and the number of the last call.

Each host runs in a process of its own, forked from this one, which has loaded everything already.
The output has the exit code of each, -9 for a process that was killed.
"""

import os
import sys
from pathlib import Path

from bitonic_scope.driver.probe import headless_gpu
from tests.faults.hosts import HOSTS
from tests.faults.injector import at_call, killing, watching

for line in sys.stdin:
    host, name, call = line.rstrip("\n").split("\t")
    folder = Path(name)
    child = os.fork()
    if child == 0:
        with headless_gpu() as gpu, watching(folder, at_call(int(call), killing)):
            os._exit(HOSTS[host].run(gpu, folder).exit_code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
