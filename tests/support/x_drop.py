"""Drops a file on a window, as a file manager does: the drag-and-drop protocol of X, version 5."""

import select
import time
from pathlib import Path
from typing import Any

from Xlib import X, Xatom
from Xlib.protocol import event

from tests.support.x_display import XDisplay

PROTOCOL_VERSION = 5
ANSWER_S = 10.0
URI_LIST = "text/uri-list"


def drop_file(
    display: XDisplay, handle: Any, path: Path, *, x: int, y: int, many_types: bool = False
) -> None:
    """Drop a file on a window.

    Args:
        display: where the window is.
        handle: the window, as Xlib has it.
        path: the file.
        x, y: where, in pixels of the screen.
        many_types: whether more than three types are offered, as most file managers do.

    Raises:
        AssertionError: the window did not ask for what was dropped.
    """
    connection = display.connection
    source = display.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    atom = connection.intern_atom
    selection = atom("XdndSelection")
    source.set_selection_owner(selection, X.CurrentTime)

    def send(name: str, *numbers: int) -> None:
        data = (32, [source.id, *numbers, 0, 0, 0, 0][:5])
        message = event.ClientMessage(window=handle, client_type=atom(name), data=data)
        handle.send_event(message, event_mask=X.NoEventMask)
        connection.flush()

    if many_types:
        types = [atom(name) for name in ("text/x-moz-url", "UTF8_STRING", "text/plain", URI_LIST)]
        source.change_property(atom("XdndTypeList"), Xatom.ATOM, 32, types)
        send("XdndEnter", PROTOCOL_VERSION << 24 | 1)
    else:
        send("XdndEnter", PROTOCOL_VERSION << 24, atom(URI_LIST))
    send("XdndPosition", 0, x << 16 | y, X.CurrentTime, atom("XdndActionCopy"))
    send("XdndDrop", 0, X.CurrentTime)
    request = _wait_for_request(connection, selection)
    content = f"{path.absolute().as_uri()}\r\n".encode()
    request.requestor.change_property(request.property, request.target, 8, content)
    answer = event.SelectionNotify(
        time=request.time,
        requestor=request.requestor,
        selection=request.selection,
        target=request.target,
        property=request.property or Xatom.STRING,
    )
    request.requestor.send_event(answer)
    connection.flush()


def _wait_for_request(connection: Any, selection: int) -> Any:
    end = time.monotonic() + ANSWER_S
    while time.monotonic() < end:
        while connection.pending_events():
            seen = connection.next_event()
            if seen.type == X.SelectionRequest and seen.selection == selection:
                return seen
        select.select([connection.fileno()], [], [], 0.05)
    raise AssertionError(f"waited {ANSWER_S:g} s, and the window did not ask for what was dropped")
