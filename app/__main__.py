"""Entry point of `python -m app` and of the command `bitonic-scope`."""

from app.signals import end_at_once


def main() -> int:
    """Run the program with the arguments of the process; return its exit code."""
    end_at_once()  # before anything that takes time is loaded
    from app.cli import main as run

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
