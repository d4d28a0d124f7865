"""The window: its loop, what it shows, and the libraries that it needs."""
