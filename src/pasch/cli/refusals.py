"""How a command says no: one plain line on standard error and exit code 1, never a traceback."""

import errno
import os
import sys
from io import StringIO
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
        """Run, with streams that are there and can write every character somehow."""
        sys.stdout = sys.stdout or StringIO()  # whoever started us has closed it
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
            _refuse(error, ctx)
        except BrokenPipeError:
            # Whoever read the output has gone, as `pasch … | head` does: end without a word.
            _drop_output()
            raise Exit(0) from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            _drop_output()
            _refuse(Refused("The output cannot be written: {reason}", reason=os.strerror(errno.ENOSPC)), ctx)
        except KeyboardInterrupt:
            raise Exit(REFUSED) from None
        return result


def _refuse(error: PaschError, ctx: Any) -> NoReturn:  # noqa: ANN401 - as above
    from pasch.cli.output import visible
    from pasch.words import error_text

    sentence = error_text(error, ctx.meta.get(LANGUAGE) or of_environment(os.environ))
    print(f"pasch: {visible(' '.join(sentence.split()))}", file=sys.stderr)
    raise Exit(REFUSED)


def _drop_output() -> None:
    """What is still buffered must not meet the closed pipe or the full disk again when Python ends."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device, not a file
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
