"""Options that several commands share; reading files, printing, and refusals."""

import errno
import json
import os
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn
from unicodedata import combining, east_asian_width

import typer
from typer import Exit
from typer.core import TyperGroup

from pasch.i18n import LANGUAGES, of_environment
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.switches import SwitchValue, find_switch
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant

Row = Sequence[str]


def print_json(value: object) -> None:
    """One line of JSON."""
    print(json_line(value))


def json_line(value: object) -> str:
    """JSON on one line; letters outside ASCII appear as themselves if the output can show them."""
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    return json.dumps(value, ensure_ascii=plain)


def print_table(head: Row, rows: Sequence[Row], *, numbers: int = 0) -> None:
    """A table without lines; the last `numbers` columns are aligned right. Nothing is cut off."""
    lines = [[visible(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    first_number = len(head) - numbers
    for line in lines:
        cells = (
            _padded(cell, width, right=number >= first_number)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def _padded(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks


def _width(text: str) -> int:
    """The places that a text takes in a terminal: two for wide letters, none for combining marks."""
    return sum(2 if east_asian_width(c) in "WF" else 0 if combining(c) else 1 for c in text)


NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""The blanks before a German per cent sign and a French colon; Python counts them as unprintable."""


def visible(text: str) -> str:
    """The text without control characters, which a terminal would execute."""
    return "".join(c if c.isprintable() or c in NO_BREAK else "�" for c in text)


LANGUAGE = "pasch.language"
"""The key of the `--lang` option in a running command."""

REFUSED = 1
STOPPED = 130
"""The exit code after Ctrl-C, as shells give it: 128 and the number of the signal."""


class Refused(PaschError):
    """A file or an option that a command cannot use."""


class Commands(TyperGroup):
    """The group of all commands; it reports refusals."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - typer's own signature
        """Run, with streams that exist and can write every character in some form."""
        sys.stdout = sys.stdout or StringIO()  # the parent process has closed it
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer hides the type of a context
        """Run the command, and report a refusal in words."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except PaschError as error:
            _refuse(error, ctx)
        except BrokenPipeError:
            # The reader of the output has ended, as in `pasch … | head`: end silently.
            _drop_output()
            raise Exit(0) from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            _drop_output()
            _refuse(Refused("The output cannot be written: {reason}", reason=os.strerror(errno.ENOSPC)), ctx)
        except KeyboardInterrupt:
            raise Exit(STOPPED) from None
        return result


def _refuse(error: PaschError, ctx: Any) -> NoReturn:  # noqa: ANN401 - as above
    print_refusal(error, ctx.meta.get(LANGUAGE) or of_environment(os.environ))
    raise Exit(REFUSED)


def print_refusal(error: PaschError, lang: str) -> None:
    """Print a refusal in one line on standard error."""
    from pasch.words import error_text

    print(f"pasch: {visible(' '.join(error_text(error, lang).split()))}", file=sys.stderr)


def _drop_output() -> None:
    """Discard buffered output: Python would write it to the closed pipe or the full disk at its end."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device, not a file
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


LARGEST = 20_000_000
"""Bytes read of a file. A match of six games with eight players has about 60,000."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `Refused`."""
    data = _read_bytes(name)
    if len(data) > LARGEST:
        raise Refused("{file} is too large: at most {most} bytes are read", file=name, most=LARGEST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused("{file} is not UTF-8 text: line {line} contains other bytes", file=name, line=line) from None


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
    """The system's message, without number and file name."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]


def _spoken(context: typer.Context, lang: str) -> str:
    context.meta[LANGUAGE] = lang
    return lang


Lang = Annotated[
    Language,
    typer.Option(
        callback=_spoken,
        default_factory=lambda: of_environment(os.environ),
        show_default=False,
        help="Language of the output; by default that of the terminal.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print only JSON on standard output.")]
HouseRules = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a rule, such as joker=none; repeatable."),
]


THOUSANDS = {"k": 1_000, "m": 1_000_000}
"""Suffixes of a number, in either case."""


def whole_number(text: str | int) -> int:
    """A number in any usual form: 100000, 100_000, 100k, 2M."""
    written = str(text).strip().lower()
    factor = THOUSANDS.get(written[-1:], 1)
    digits = written if factor == 1 else written[:-1]
    try:
        return int(digits) * factor
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is no whole number; write it as 5000, 100k or 2M.") from error


def chosen_variant(name: str, house_rules: list[str] | None) -> Variant:
    """The variant with the house rules of `--set`. Raises `UnknownVariant`, `InvalidInput`."""
    return find_variant(name).replace(**parsed_rules(house_rules or []))


def parsed_rules(texts: list[str]) -> dict[str, SwitchValue]:
    """The switches in `name=value` texts. Raises `InvalidInput`."""
    rules: dict[str, SwitchValue] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise InvalidInput("“{text}” sets no rule: write a name and a value, such as joker=none", text=text[:40])
        rules[name] = find_switch(name).parse(value)
    return rules
