"""The player: brings the sort texture to a position by the fastest way."""
