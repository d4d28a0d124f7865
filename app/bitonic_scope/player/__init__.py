"""The player: brings the sort texture to a position, by whichever way is quickest."""
