"""What all tests share."""

import os
import tempfile

import pytest
from hypothesis import settings

from bitonic_scope.window.libraries import prepare_libraries

prepare_libraries()  # as the program does, before any test loads the libraries of the window

# No test reads or changes what the user's own window keeps.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="bitonic-scope-tests-")

# The same examples in every run, and no time limit an example: CI machines stall.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

pytest_plugins = ["tests.support.gl_fixtures"]

MAX_WORKERS = 8  # each has a GL context, whose driver starts threads of its own


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are cores for `-n auto`: tests of the window often wait."""
    return min((os.cpu_count() or 1) + 1, MAX_WORKERS)
