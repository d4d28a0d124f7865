"""The command line: from argv to an exit code, one module per command."""
