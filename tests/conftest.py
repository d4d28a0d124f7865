"""What all tests share."""

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from bitonic_scope.window.libraries import prepare_libraries

prepare_libraries()  # as the program does, before any test loads the libraries of the window

# No test reads or changes what the user's own window keeps.
CONFIG_HOME = tempfile.mkdtemp(prefix="bitonic-scope-tests-")
os.environ["XDG_CONFIG_HOME"] = CONFIG_HOME

# The same examples in every run, and no time limit an example: CI machines stall.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

pytest_plugins = ["tests.support.gl_fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    """Draw without threads of the driver where the tests that need them are left out.

    That takes a quarter less processor time. Programs that tests start inherit it.
    """
    if "not threads" in config.option.markexpr:
        os.environ.setdefault("LP_NUM_THREADS", "0")
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage only from now on, and not among the thousands of tests, which all stay.

    That saves a third of the processor time of collecting them, in each process of a parallel run.
    """
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Remove what the tests' windows kept, in each process of a parallel run."""
    shutil.rmtree(CONFIG_HOME, ignore_errors=True)


MAX_WORKERS = 8  # each has a GL context, whose driver starts threads of its own


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are cores for `-n auto`: tests of the window often wait."""
    return min((os.cpu_count() or 1) + 1, MAX_WORKERS)
