"""How a command says no: one plain line on standard error and exit code 1, never a traceback."""

import os
import sys
from typing import Any, NoReturn

from typer import Exit
from typer.core import TyperGroup

from pasch.i18n import of_environment
from pasch.rules.errors import PaschError

LANGUAGE = "pasch.language"
"""Where a running command keeps the language asked for by `--lang`."""

REFUSED = 1


class Refused(PaschError):
    """A file or an option that a command cannot work with."""


class Commands(TyperGroup):
    """The group of all commands; refusals end here."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - typer's own signature
        """Run, with streams that can write every character somehow."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer keeps the type of a context to itself
        """Run the command, and put into words what it refuses."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except PaschError as error:
            from pasch.words import error_text

            _refuse(error_text(error, ctx.meta.get(LANGUAGE) or of_environment(os.environ)))
        except BrokenPipeError:
            _hang_up()
        except KeyboardInterrupt:
            raise Exit(REFUSED) from None
        return result


def _refuse(sentence: str) -> NoReturn:
    one_line = " ".join(sentence.split())
    print(f"pasch: {one_line}", file=sys.stderr)
    raise Exit(REFUSED)


def _hang_up() -> NoReturn:
    """Whoever read the output has gone, as `pasch … | head` does: end without a word."""
    # What is still buffered must not meet the closed pipe again when Python ends.
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device, not a file
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    raise Exit(0)
