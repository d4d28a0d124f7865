"""Passes and states in words."""

from bitonic_scope.network.schedule import BitonicNetwork, SortPass


def place_in_network(network: BitonicNetwork, sort_pass: SortPass) -> str:
    """Return the number of a pass in words: "stage 3 of 16, pass 2 of 3"."""
    return (
        f"stage {sort_pass.stage} of {network.stage_count}, "
        f"pass {sort_pass.pass_in_stage} of {sort_pass.stage}"
    )


def _comparison(sort_pass: SortPass) -> str:
    if sort_pass.partner_mask != sort_pass.compare_distance:
        return f"each element with its mirror within blocks of {sort_pass.block_size:,}"
    return f"elements {sort_pass.compare_distance:,} apart in blocks of {sort_pass.block_size:,}"


def done_line(network: BitonicNetwork, pass_index: int) -> str:
    """Return the caption of the pass that made the state at pass_index."""
    sort_pass = network.pass_done(pass_index)
    if network.pass_count == 0:
        return "Done: nothing: there is only one element"
    if sort_pass is None:
        return "Done: nothing yet: this is the input"
    return f"Done: {place_in_network(network, sort_pass)}: compared {_comparison(sort_pass)}"


def next_line(network: BitonicNetwork, pass_index: int) -> str:
    """Return the caption of the pass that follows the state at pass_index."""
    sort_pass = network.pass_to_come(pass_index)
    if sort_pass is None:
        if network.pass_count == 0:
            return "Next: nothing: one element is always in order"
        return f"Next: nothing: all {network.pass_count} passes are done"
    return f"Next: {place_in_network(network, sort_pass)}: compares {_comparison(sort_pass)}"
