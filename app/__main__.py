"""Entry point of `python -m app` and of the command `bitonic-scope`."""

from app.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
