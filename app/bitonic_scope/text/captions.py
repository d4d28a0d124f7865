"""Passes and states in words."""

import re

from bitonic_scope.network.schedule import BitonicNetwork, Direction, NetworkKind, SortPass
from bitonic_scope.text.numbers import counted

Run = tuple[str, Direction | None]  # a part of a sentence, and the direction that colours it

ONE_ELEMENT = "One element is always in order"


def place_in_network(network: BitonicNetwork, sort_pass: SortPass) -> str:
    """Return the number of a pass in words: "stage 3 of 16, pass 2 of 3"."""
    return (
        f"stage {sort_pass.stage} of {network.stage_count}, "
        f"pass {sort_pass.pass_in_stage} of {sort_pass.stage}"
    )


def state_text(network: BitonicNetwork, pass_index: int) -> str:
    """Return which passes are done: "stage 3 of 8, pass 2 of 3 done (5 of 36 passes)"."""
    done = network.pass_done(pass_index)
    state = f"{place_in_network(network, done)} done" if done else "the input"
    return f"{state} ({pass_index} of {counted(network.pass_count, 'pass', 'passes')})"


def state_name(network: BitonicNetwork, pass_index: int) -> str:
    """Return a state in few words: "Input", "Stage 3, pass 2", or "Stage 3 done"."""
    done = network.pass_done(pass_index)
    if done is None:
        return "Input"
    if done.pass_in_stage < done.stage:
        return f"Stage {done.stage}, pass {done.pass_in_stage}"
    return f"Stage {done.stage} done"


def _comparison(sort_pass: SortPass) -> str:
    if sort_pass.partner_mask != sort_pass.compare_distance:
        return f"each element with its mirror within blocks of {sort_pass.block_size:,}"
    return f"elements {sort_pass.compare_distance:,} apart in blocks of {sort_pass.block_size:,}"


def caption(network: BitonicNetwork, pass_index: int) -> str:
    """Return the place and the work of the pass to come; at the end see also `end_line`.

    "Stage 5 of 8, pass 3 of 5: compares elements 4 apart in blocks of 32".
    """
    sort_pass = network.pass_to_come(pass_index)
    if sort_pass is None:
        return short_caption(network, pass_index)
    line = f"{place_in_network(network, sort_pass)}: compares {_comparison(sort_pass)}"
    return line[0].upper() + line[1:]


def pass_lines(network: BitonicNetwork, pass_index: int) -> list[str]:
    """Return the pass done and the pass to come, for readers who see one state alone.

    "Done: stage 5 of 8, pass 2 of 5: compared elements 8 apart in blocks of 32" and "Next: stage 5
    of 8, pass 3 of 5: compares elements 4 apart in blocks of 32". At the end there is no next one.
    """
    done, next_one = network.pass_done(pass_index), network.pass_to_come(pass_index)
    lines = ["The input"]
    if done is not None:
        lines = [f"Done: {place_in_network(network, done)}: compared {_comparison(done)}"]
    if next_one is not None:
        place = place_in_network(network, next_one)
        lines.append(f"Next: {place}: compares {_comparison(next_one)}")
    return lines


def short_caption(
    network: BitonicNetwork, pass_index: int, *, is_sorted: bool | None = None
) -> str:
    """Return the work of the pass to come: "Compares elements 4 apart in blocks of 32".

    At the end "Sorted in 36 passes", if the order was checked; see `end_line`.
    """
    sort_pass = network.pass_to_come(pass_index)
    if sort_pass is not None:
        return f"Compares {_comparison(sort_pass)}"
    if network.pass_count == 0:
        return ONE_ELEMENT
    if is_sorted is not None:
        passes = counted(network.pass_count, "pass", "passes")
        return f"Sorted in {passes}" if is_sorted else "NOT IN ORDER"
    if network.pass_count == 1:
        return "The 1 pass is done"
    return f"All {network.pass_count} passes done"


def end_line(
    network: BitonicNetwork,
    *,
    is_sorted: bool | None,
    exchanges: int | None,
    nothing_lost: bool | None,
    has_padding: bool = False,
) -> str:
    """Return what the whole sort did.

    "Sorted: 36 passes, 4,608 comparisons, 2,211 exchanges, nothing lost".

    Args:
        network: the network, at its end.
        is_sorted: the result of the check of the order; None before it.
        exchanges: the number of exchanges in all; None before they are counted.
        nothing_lost: the result of the check of the elements; None before it.
        has_padding: whether some comparisons were with padding.
    """
    if network.pass_count == 0:
        return ONE_ELEMENT if is_sorted is not False else "NOT IN ORDER"
    verdicts = {None: short_caption(network, network.pass_count), False: "NOT IN ORDER"}
    passes = counted(network.pass_count, "pass", "passes")
    comparisons = counted(network.comparison_count(network.pass_count), "comparison")
    parts = [passes] if is_sorted is not None else []
    parts.append(comparisons + (" with padding" if has_padding else ""))
    if exchanges is not None:
        parts.append(counted(exchanges, "exchange"))
    if nothing_lost is not None:
        parts.append("nothing lost" if nothing_lost else "ELEMENTS LOST")
    return f"{verdicts.get(is_sorted, 'Sorted')}: {', '.join(parts)}"


def exchanges_line(network: BitonicNetwork, exchanges: int | None) -> str:
    """Return how many pairs a pass exchanges: "66 of 128 pairs exchange."; None asks for it."""
    pairs = network.element_count // 2
    if exchanges is None:
        return "Does the pair exchange?" if pairs == 1 else f"? of {pairs:,} pairs exchange."
    if pairs == 1:
        return "The pair exchanges." if exchanges else "The pair keeps its places."
    if exchanges in (0, pairs):
        return f"All {pairs:,} pairs exchange." if exchanges else "No pair exchanges."
    return f"{exchanges:,} of {pairs:,} pairs {'exchanges' if exchanges == 1 else 'exchange'}."


def why_line(
    network: BitonicNetwork,
    order: Direction,
    pass_index: int,
    exchanges_to_come: int | None = None,
    *,
    asks: bool = False,
) -> list[Run]:
    """Return why the pass to come compares what it does, and how many pairs it will exchange.

    Args:
        network: the network.
        order: the direction in which it sorts.
        pass_index: the number of passes done, 0..P.
        exchanges_to_come: the number of pairs that the pass exchanges; None leaves it out.
        asks: whether to ask for that number instead.

    Returns:
        The runs of one line of text: each word for a direction is one, and so is the sentence on
        exchanges, which comes last.
    """
    sort_pass = network.pass_to_come(pass_index)
    line = _end(network) if sort_pass is None else _reason(network, order, sort_pass)
    words = re.split(f"({Direction.DESCENDING}|{Direction.ASCENDING})", line)
    runs = [(run, Direction(run) if number % 2 else None) for number, run in enumerate(words)]
    if sort_pass is not None and (asks or exchanges_to_come is not None):
        exchanges = None if asks else exchanges_to_come
        runs.append((f" {exchanges_line(network, exchanges)}", None))
    return runs


def _end(network: BitonicNetwork) -> str:
    if network.pass_count == 0:
        return "There is nothing to compare it with."
    return "Any other numbers take as many passes and comparisons; only the exchanges differ."


def _reason(network: BitonicNetwork, order: Direction, sort_pass: SortPass) -> str:
    """Return why a pass compares what it does: what holds before it, and what it makes of that."""
    is_flip = network.kind is NetworkKind.FLIP
    is_last_stage = sort_pass.stage == network.stage_count
    if not is_flip and not is_last_stage:
        return _reason_for_both_directions(order, sort_pass)
    ahead = "larger" if order is Direction.DESCENDING else "smaller"
    if network.stage_count == 1:
        return f"There is one pair: its {ahead} number goes first."
    if is_flip and sort_pass.pass_in_stage == 1 < sort_pass.stage:
        block = "Last stage: the block" if is_last_stage else "Each block"
        return (
            f"{block} has two {order} halves. With the second read backwards it is bitonic, so "
            "mirrors are compared."
        )
    line = f"Last stage: one block, all {order}." if is_last_stage else f"All blocks are {order}."
    if sort_pass.stage == 1:
        return f"{line} The {ahead} of two neighbours goes first."
    if sort_pass.pass_in_stage == 1:
        return f"{line} It is bitonic, {_up_and_down(order)}: its {ahead} half goes first."
    if sort_pass.compare_distance == 1:
        block = "it" if is_last_stage else f"each block of {sort_pass.block_size:,}"
        return f"{line} Only neighbours can still be out of order; this pass sorts {block}."
    part = f"{2 * sort_pass.compare_distance:,}"
    return f"{line} Each part of {part} is bitonic again: the {ahead} of two goes first."


def _reason_for_both_directions(order: Direction, sort_pass: SortPass) -> str:
    """Return why a pass compares what it does, where blocks take turns in direction."""
    size, part = f"{sort_pass.block_size:,}", f"{2 * sort_pass.compare_distance:,}"
    if sort_pass.stage == 1:
        return (
            "In ascending blocks the smaller of two goes first, in descending blocks the larger, "
            "so that two blocks become bitonic."
        )
    if sort_pass.pass_in_stage == 1:
        return (
            f"Each block of {size} is bitonic, {_up_and_down(order)}. In ascending blocks the "
            "smaller half goes first, in descending blocks last."
        )
    if sort_pass.compare_distance == 1:
        return (
            "Only neighbours can still be out of order; this pass completes the ascending and the "
            "descending blocks."
        )
    return (
        f"Each part of {part} is bitonic again. In ascending blocks the smaller of two goes first, "
        "in descending blocks the larger."
    )


def _up_and_down(order: Direction) -> str:
    return "first down, then up" if order is Direction.DESCENDING else "first up, then down"
