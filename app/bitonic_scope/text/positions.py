"""Positions as users type them: K passes done, or S.p, pass p of stage S done."""

import re

from bitonic_scope.network.schedule import BitonicNetwork, passes_before_stage

_POSITION = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?")


def position_label(network: BitonicNetwork, pass_index: int) -> str:
    """Return a position as users type it: "S.p", pass p of stage S done; "0" at the start."""
    sort_pass = network.pass_done(pass_index)
    return f"{sort_pass.stage}.{sort_pass.pass_in_stage}" if sort_pass else "0"


def position_from_text(text: str, network: BitonicNetwork) -> int:
    """Parse a position: K passes done, or S.p, pass p of stage S done.

    Returns:
        pass_index, 0..P. S.0 is the position before stage S.

    Raises:
        ValueError: the network has no such position.
    """
    match = _POSITION.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"position must be K (passes done) or S.p (pass p of stage S), got '{text}'; "
            f"K is from 0 to {network.pass_count}"
        )
    number = int(match[1])
    if match[2] is None:
        if number > network.pass_count:
            raise ValueError(
                f"position must be from 0 to {network.pass_count} passes done, got {number}; "
                f"nearest: {network.pass_count}"
            )
        return number
    if not 1 <= number <= network.stage_count:
        raise ValueError(
            f"position S.p must name a stage from 1 to {network.stage_count}, got '{text}'"
            if network.stage_count
            else f"one element has no stages: the only position is 0, got '{text}'"
        )
    pass_in_stage = int(match[2])
    if pass_in_stage > number:
        raise ValueError(
            f"stage {number} has passes 1 to {number} (and {number}.0 before them), got '{text}'"
        )
    return passes_before_stage(number) + pass_in_stage
