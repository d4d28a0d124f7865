"""The manifest of a recording: frames.json, which describes each frame.

While a recording runs, a marker stands in for it. After a crash, the marker identifies the frames
as this program's.
"""

import json
import re
import stat
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.model.command_line import record_line
from bitonic_scope.model.look import Look
from bitonic_scope.model.recording_plan import RecordingPlan, Shot
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.system.whole_file import whole_file
from bitonic_scope.text.captions import state_text
from bitonic_scope.views.caption import settings_text

FORMAT = 1
MANIFEST_NAME = "frames.json"
MARKER_NAME = ".frames-unfinished.json"
MIN_DIGITS = 4  # of a frame's number
MAX_FRAMES = 10_000  # that a marker may claim: the largest recording has 407
MAX_BYTES = 1 << 22  # of a manifest: 25,000 frames

FRAME = re.compile(rf"frame_[0-9]{{{MIN_DIGITS},}}\.png")
SOFTWARE = f"{PROGRAM} {__version__}"
_HEADER = {"format": FORMAT, "program": SOFTWARE}
_PROGRAM = re.compile(rf"{PROGRAM} [0-9]\S*")


def frame_name(frame: int, frame_count: int) -> str:
    """Return the name of a frame, like frame_0000.png: alphabetical order is pass order."""
    digits = max(MIN_DIGITS, len(str(frame_count - 1)))
    return f"frame_{frame:0{digits}}.png"


def _frame(network: BitonicNetwork, file: str, shot: Shot) -> dict[str, Any]:
    done = network.pass_done(shot.pass_index)
    described = {
        "file": file,
        "pass_index": shot.pass_index,
        "stage": done.stage if done else None,
        "pass": done.pass_in_stage if done else None,
        "block_size": done.block_size if done else None,
        "compare_distance": done.compare_distance if done else None,
        "partner_mask": done.partner_mask if done else None,
    }
    return described if shot.is_state else described | {"glide": shot.glide}


def _described(settings: SortSettings) -> dict[str, Any]:
    described = {field.name: getattr(settings, field.name) for field in fields(settings)}
    described["network"] = described.pop("network_kind")
    described["format"] = described.pop("element_format")
    described["count"] = settings.real_count
    own = described.pop("own")
    described["input"] = None if own is None else own.name
    return described


def _described_plan(plan: RecordingPlan, pixels_per_texel: int | None) -> dict[str, Any]:
    """Return the size of the frames, and what differs from a plain recording of all states."""
    usual, plain = RecordingPlan(), Look()
    described: dict[str, Any] = {"pixels_per_texel": pixels_per_texel}
    if plan.picture is not None:
        described = {"picture": plan.picture}
    chosen = [
        *((name, getattr(plan, name), getattr(usual, name)) for name in ("view", "every", "glide")),
        *((name, getattr(plan.look, name), getattr(plain, name)) for name in ("theme", "marks")),
        ("captions", plan.has_captions, False),
    ]
    return described | {name: value for name, value, default in chosen if value != default}


def write_manifest(
    folder: Path,
    settings: SortSettings,
    plan: RecordingPlan,
    *,
    pixels_per_texel: int | None,
    frames_done: int,
) -> None:
    """Write a description of the complete frames.

    Args:
        folder: the recording's folder.
        settings: the sort's settings.
        plan: what was recorded.
        pixels_per_texel: the scale of the frames; None where the plan has the size of the picture.
        frames_done: how many frames are complete, counted from the first.

    Raises:
        OSError: the file cannot be written.
    """
    shots = plan.shots(settings.network)
    names = [frame_name(frame, len(shots)) for frame in range(frames_done)]
    manifest = {
        **_HEADER,
        "command": record_line(settings, plan, scale=pixels_per_texel),
        "complete": frames_done == len(shots),
        "settings": _described(settings) | _described_plan(plan, pixels_per_texel),
        "frames": [_frame(settings.network, *each) for each in zip(names, shots, strict=False)],
    }
    with whole_file(folder / MANIFEST_NAME) as file:
        file.write((json.dumps(manifest, indent=1) + "\n").encode())


def frame_texts(settings: SortSettings, pass_index: int, command: str) -> dict[str, str]:
    """Return what a frame's file says of itself, by the keywords of PNG files.

    Args:
        settings: the sort's settings.
        pass_index: the number of passes done in the frame.
        command: the command line that records it again.
    """
    return {
        "Title": settings_text(settings),
        "Description": state_text(settings.network, pass_index),
        "Software": SOFTWARE,
        "Comment": command,
    }


def write_marker(folder: Path, frame_count: int, earlier: Iterable[str]) -> None:
    """Write the marker of a recording that begins.

    Args:
        folder: the recording's folder.
        frame_count: the number of frames in a complete recording.
        earlier: the names of an earlier recording's frames, which are removed next.

    Raises:
        OSError: the file cannot be written.
    """
    frames = [{"file": name} for name in earlier]
    marker = {**_HEADER, "frame_count": frame_count, "frames": frames}
    with whole_file(folder / MARKER_NAME) as file:
        file.write((json.dumps(marker) + "\n").encode())


def claimed_names(path: Path) -> set[str]:
    """Return the names of the files that a manifest or marker claims for this program.

    It claims itself and its frames. A file that another program wrote claims nothing, nor does a
    link, a folder or a missing file.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return set()
        with path.open("rb") as file:
            manifest = json.loads(file.read(MAX_BYTES))
        if manifest["format"] != FORMAT or not _PROGRAM.fullmatch(manifest["program"]):
            return set()
        names = {frame["file"] for frame in manifest["frames"]}
        if not all(FRAME.fullmatch(name) for name in names):
            return set()
        frame_count = min(manifest.get("frame_count", 0), MAX_FRAMES)
        names |= {frame_name(frame, frame_count) for frame in range(frame_count)}
    except (FileNotFoundError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return set()  # not what this program writes
    return names | {path.name}
