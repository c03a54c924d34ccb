"""Errors, grouped by cause.

Callers can handle three kinds differently:

* `InvalidInput`: the text or data is invalid in every game (the writer's fault);
* `Unknown`: a name that does not exist (the caller looks it up);
* `IllegalAction`: well-formed, but not allowed now (the player's fault, or a stale view).

Every error carries an English `template` with named `values`. The template is the translation key, so each sentence
exists once. `code` is the stable identifier of the HTTP interface.
"""

from typing import ClassVar


class PaschError(Exception):
    """One plain sentence that says what was wrong, where, and what would be right.

    `template` is the English sentence with placeholders; `values` fill them. A value named `field` is the place of the
    error in the caller's data, such as `seats.0.name`.
    """

    code: ClassVar[str] = "invalid_input"

    def __init__(self, template: str, **values: str | int) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.args, vars(self))


def _rebuilt(kind: type[PaschError], args: tuple[object, ...], fields: dict[str, object]) -> PaschError:
    """The same error, recreated in another process."""
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


class InvalidInput(PaschError, ValueError):
    """Text or data that is invalid in every game."""


def wrong_type(given: object, wanted: str) -> TypeError:
    """The error for an argument of the wrong type in a public function; `wanted` names the right type."""
    return TypeError(f"{wanted} is needed here, not {type(given).__name__}: {str(given)[:40]}")


class InvalidVariant(InvalidInput):
    """Rule data that cannot be played; `values["field"]` names the invalid field."""


class DamagedRecord(InvalidInput):
    """A record that does not replay; `line` is the line number in the file, from 1."""

    def __init__(self, line: int, cause: PaschError) -> None:
        super().__init__("Line {line}: {cause}", line=line, cause=str(cause))
        self.line = line
        self.cause = cause


class DamagedFile(InvalidInput):
    """A file of several records, one of which is refused.

    `line` is its line number in the file, from 1; None where the file is the record. `within` is the line number in
    the record; None if the record as a whole is refused.
    """

    code = "damaged_file"

    def __init__(self, line: int, cause: PaschError, within: int | None = None) -> None:
        super().__init__(
            "Line {line} of the file: {cause}"
            if within is None
            else "Line {line} of the file, line {within} of its record: {cause}",
            line=line,
            within=within or 0,
            cause=str(cause),
        )
        self.line = line
        self.cause = cause
        self.within = within


class Unknown(PaschError, LookupError):
    """A name that does not exist here."""


class UnknownVariant(Unknown):
    """No variant has this key or alias; the message names close matches."""

    code = "unknown_variant"


class UnknownCategory(Unknown):
    """The variant has no such category or column."""

    code = "unknown_category"


class IllegalAction(PaschError):
    """Not allowed in this situation. Nothing has changed."""

    code = "illegal_action"


class CorrectionClashes(IllegalAction):
    """A correction would make a later turn impossible; `turn` is that turn's number, `cause` the reason."""

    def __init__(self, turn: str, cause: PaschError) -> None:
        super().__init__("This correction would make turn {number} impossible: {cause}", number=turn, cause=str(cause))
        self.turn = turn
        self.cause = cause


class CellFilled(IllegalAction):
    """The cell already has an entry."""

    code = "cell_filled"


class NoRollsLeft(IllegalAction):
    """All rolls of the turn are used: an entry is due."""

    code = "no_rolls_left"


class NotRolled(IllegalAction):
    """The turn has no roll yet: there are no dice to keep or to enter."""

    code = "not_rolled"


class DiceNotHeld(IllegalAction):
    """A keep names dice that are not on the table."""

    code = "dice_not_held"
