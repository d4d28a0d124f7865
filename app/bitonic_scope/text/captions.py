"""A pass and a position in words, and positions read from words."""

import re

from bitonic_scope.network.schedule import BitonicNetwork, SortPass, passes_before_stage

_POSITION = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?")


def counted(number: int, one: str, many: str = "") -> str:
    """Say how many there are: "1 element", "65,536 elements"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def in_ms(seconds: float) -> str:
    """Say how long something took: "0.42 ms", "38 ms"."""
    milliseconds = 1e3 * seconds
    return f"{milliseconds:.2f} ms" if milliseconds < 1 else f"{milliseconds:.0f} ms"


def place_in_network(network: BitonicNetwork, sort_pass: SortPass) -> str:
    """Say where a pass stands: "stage 3 of 16, pass 2 of 3"."""
    return (
        f"stage {sort_pass.stage} of {network.stage_count}, "
        f"pass {sort_pass.pass_in_stage} of {sort_pass.stage}"
    )


def _comparison(sort_pass: SortPass) -> str:
    if sort_pass.partner_mask != sort_pass.compare_distance:
        return f"each element with its mirror within blocks of {sort_pass.block_size:,}"
    return f"elements {sort_pass.compare_distance:,} apart in blocks of {sort_pass.block_size:,}"


def done_line(network: BitonicNetwork, pass_index: int) -> str:
    """Say which pass made the state at pass_index."""
    sort_pass = network.pass_done(pass_index)
    if network.pass_count == 0:
        return "Done: nothing: there is only one element"
    if sort_pass is None:
        return "Done: nothing yet: this is the input"
    return f"Done: {place_in_network(network, sort_pass)}: compared {_comparison(sort_pass)}"


def next_line(network: BitonicNetwork, pass_index: int) -> str:
    """Say which pass leads on from the state at pass_index."""
    sort_pass = network.pass_to_come(pass_index)
    if sort_pass is None:
        if network.pass_count == 0:
            return "Next: nothing: one element is in order as it is"
        return f"Next: nothing: all {network.pass_count} passes are done"
    return f"Next: {place_in_network(network, sort_pass)}: compares {_comparison(sort_pass)}"


def position_label(network: BitonicNetwork, pass_index: int) -> str:
    """Name a position as it can be typed: "S.p", pass p of stage S done; "0" at the start."""
    sort_pass = network.pass_done(pass_index)
    return f"{sort_pass.stage}.{sort_pass.pass_in_stage}" if sort_pass else "0"


def position_from_text(text: str, network: BitonicNetwork) -> int:
    """Read a position: K, that many passes done, or S.p, pass p of stage S done.

    Returns:
        pass_index, 0..P. S.0 is the position before stage S.

    Raises:
        ValueError: there is no such position in the network.
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
