"""The window: its loop, its session, and its libraries."""
