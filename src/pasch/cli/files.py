"""Files that a person names: read and written with plain sentences for what can go wrong."""

import sys
from pathlib import Path

from pasch.cli.refusals import Refused

LARGEST = 20_000_000
"""Bytes that are read of a file. A match of six games with eight players has about 60,000."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `Refused`."""
    data = _read_bytes(name)
    if len(data) > LARGEST:
        raise Refused("{file} is too large: at most {most} bytes are read", file=name, most=LARGEST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused("{file} is no text in UTF-8: line {line} holds other bytes", file=name, line=line) from None


def _read_bytes(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Refused("There is no file {file}", file=name) from None
    except (OSError, ValueError) as error:
        raise Refused("{file} cannot be read: {reason}", file=name, reason=reason(error)) from None


def write_text(path: Path, text: str) -> None:
    """Write a file in UTF-8. Raises `Refused`."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise Refused("{file} cannot be written: {reason}", file=str(path), reason=reason(error)) from None


def write_bytes(name: str, data: bytes) -> None:
    """Write a file, or to standard output for `-`. Raises `Refused`."""
    if name == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(name).write_bytes(data)
    except (OSError, ValueError) as error:
        raise Refused("{file} cannot be written: {reason}", file=name, reason=reason(error)) from None


def reason(error: OSError | ValueError) -> str:
    """What the system says, without number and file name."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
