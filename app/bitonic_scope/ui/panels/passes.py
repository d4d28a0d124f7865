"""Passes under the mouse: the wheel steps through them, and a note names one."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.readout import Readout
from bitonic_scope.text.captions import caption
from bitonic_scope.text.numbers import counted
from bitonic_scope.ui.actions import Action
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.notes import note


def wheel_steps(state: UiState) -> UiState:
    """Step one pass per notch of the mouse wheel, down is forwards; with Ctrl the wheel zooms."""
    io = imgui.get_io()
    if not io.mouse_wheel or io.key_ctrl:
        return state
    is_same_way = state.wheel_rest * io.mouse_wheel > 0
    turn = io.mouse_wheel + (state.wheel_rest if is_same_way else 0.0)
    notches = int(turn)
    state = replace(state, wheel_rest=turn - notches)
    for _ in range(abs(notches)):
        state = (Action.PREVIOUS_PASS if turn > 0 else Action.NEXT_PASS).change(state)
    return state


def name_pass(ink: Ink, readout: Readout, position: int, beside: Rect) -> None:
    """Name the pass to come at a position, beside its cell."""
    network = readout.network
    text = caption(network, position)
    coming = network.pass_to_come(position)
    if coming is not None and readout.stage_dispatches:
        text += f". {_costs_line(coming.stage, readout.stage_dispatches[coming.stage - 1])}"
    note(ink, text, beside)


def _costs_line(stage: int, dispatches: int) -> str:
    """Return the cost of a stage on each engine; a draw reads an element and its partner."""
    return (
        f"Stage {stage}: {counted(stage, 'draw')} with {counted(2 * stage, 'read')} and "
        f"{counted(stage, 'write')} per element; compute engine: "
        f"{counted(dispatches, 'dispatch', 'dispatches')} with {counted(dispatches, 'read')} and "
        f"{counted(dispatches, 'write')}."
    )
