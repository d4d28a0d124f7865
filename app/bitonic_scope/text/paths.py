"""Paths for people, on one line, in a form that a shell takes back."""

import os

_NAMED = {"\n": "\\n", "\t": "\\t", "\\": "\\\\", "'": "\\'"}


def shown_path(path: str | os.PathLike[str]) -> str:
    """Return a path for printing, so that it can be pasted into a shell.

    A path of printable characters stays as it is. Any other is written as bash, zsh and ksh write
    it, $'a\\nb': control characters and bytes that are no text as escapes, three octal digits each.
    """
    text = os.fspath(path)
    if text.isprintable():
        return text
    return f"$'{''.join(map(_escaped, text))}'"


def _escaped(letter: str) -> str:
    if letter in _NAMED:
        return _NAMED[letter]
    if letter.isprintable():
        return letter
    is_byte = "\udc80" <= letter <= "\udcff"  # Python's letter for a byte that is no text
    encoded = bytes([ord(letter) & 0xFF]) if is_byte else letter.encode("utf-8", "surrogatepass")
    return "".join(f"\\{byte:03o}" for byte in encoded)
