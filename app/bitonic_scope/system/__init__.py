"""The operating system: files, streams, memory, limits, signals, threads."""
