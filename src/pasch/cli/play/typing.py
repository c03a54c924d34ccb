"""Lines from the keyboard or a pipe."""

import sys
from dataclasses import dataclass
from typing import Self, TextIO

LONGEST = 1000


@dataclass(frozen=True)
class Keyboard:
    """Where answers come from. `interactive`: a person sits there, who can be asked again."""

    source: TextIO
    interactive: bool
    aside: bool = False

    @classmethod
    def of(cls, source: TextIO, *, aside: bool) -> Self:
        """The keyboard of this input; `aside` asks on standard error."""
        reconfigure = getattr(source, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        return cls(source, source.isatty(), aside)

    def ask(self, question: str) -> str | None:
        """The next line, None at the end of the input. A line is read to its 1,000th character."""
        if self.interactive and not self.aside and sys.stdout.isatty():
            import readline  # noqa: F401 - gives `input` its editing and its memory

            try:
                return input(question)
            except EOFError:
                print()
                return None
        # In a pipe nobody's Enter ends the line of the question.
        end = "" if self.interactive else "\n"
        print(
            question.rstrip() if end else question, end=end, flush=True, file=sys.stderr if self.aside else sys.stdout
        )
        line = self.source.readline(LONGEST)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self.source.readline(LONGEST)
        return line.rstrip("\r\n") if line else None
