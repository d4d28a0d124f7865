"""Compares the state in an engine with the reference."""

from itertools import islice

from bitonic_scope.data.elements import Elements
from bitonic_scope.gpu.engine import Engine
from tests.support.oracle import elements_at_every_pass


def assert_holds_state(engine: Engine, elements: Elements, pass_index: int) -> None:
    """Assert that an engine is at a pass, with the reference's state of these elements there."""
    assert engine.pass_index == pass_index
    states = elements_at_every_pass(
        engine.element_format, elements, engine.order, engine.network.kind, stable=engine.stable
    )
    assert engine.read_back().tobytes() == next(islice(states, pass_index, None)).tobytes()
