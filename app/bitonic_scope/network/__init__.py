"""The bitonic sorting network as mathematics: schedule, comparators, reference."""
