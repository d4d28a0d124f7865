"""The manifest of a recording: frames.json, which describes each frame."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.model.look import Look
from bitonic_scope.model.settings import DEFAULT_VIEW, SortSettings
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.recording.folder import MANIFEST_NAME, frame_name
from bitonic_scope.system.whole_file import whole_file

FORMAT = 1


def _frame(network: BitonicNetwork, pass_index: int, frame_count: int) -> dict[str, Any]:
    done = network.pass_done(pass_index)
    return {
        "file": frame_name(pass_index, frame_count),
        "pass_index": pass_index,
        "stage": done.stage if done else None,
        "pass": done.pass_in_stage if done else None,
        "block_size": done.block_size if done else None,
        "compare_distance": done.compare_distance if done else None,
        "partner_mask": done.partner_mask if done else None,
    }


def _described(settings: SortSettings) -> dict[str, Any]:
    described = {field.name: getattr(settings, field.name) for field in fields(settings)}
    described["network"] = described.pop("network_kind")
    described["format"] = described.pop("element_format")
    described["count"] = settings.real_count
    own = described.pop("own")
    described["input"] = None if own is None else own.name
    return described


def write_manifest(
    folder: Path,
    settings: SortSettings,
    *,
    view: str,
    look: Look,
    pixels_per_texel: int,
    frames_done: int,
) -> None:
    """Write a description of the complete frames.

    Args:
        folder: the recording's folder.
        settings: the sort's settings.
        view: the name of the view that drew the frames.
        look: how the view showed them; told where it is not that of a plain recording.
        pixels_per_texel: the scale of the frames.
        frames_done: how many frames are complete, counted from the first.

    Raises:
        OSError: the file cannot be written.
    """
    network = settings.network
    frame_count = network.pass_count + 1
    described = _described(settings) | {"pixels_per_texel": pixels_per_texel}
    if view != DEFAULT_VIEW:
        described["view"] = view
    for name in ("theme", "marks"):
        if getattr(look, name) != getattr(Look(), name):
            described[name] = getattr(look, name)
    manifest = {
        "format": FORMAT,
        "program": f"{PROGRAM} {__version__}",
        "complete": frames_done == frame_count,
        "settings": described,
        "frames": [_frame(network, index, frame_count) for index in range(frames_done)],
    }
    with whole_file(folder / MANIFEST_NAME) as file:
        file.write((json.dumps(manifest, indent=1) + "\n").encode())
