"""What all tests share."""

from hypothesis import settings

from bitonic_scope.window.libraries import prepare_libraries

prepare_libraries()  # as the program does, before any test loads the libraries of the window

# The same examples in every run, and no time limit an example: CI machines stall.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

pytest_plugins = ["tests.support.gl_fixtures"]
