"""What a switch is: a name, the values it takes, how a variant has it, and how a variant gets it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum

from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.validation import MOST_POINTS

LONGEST_TEXT = 500
"""The most characters of a switch that takes a text."""

NOTHING = "none"
"""How an empty text is written where a value has to stand."""

_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Kind(StrEnum):
    """How a switch is set: by one word of several, a number, yes or no, or a text with a form of its own."""

    CHOICE = "choice"
    NUMBER = "number"
    TOGGLE = "toggle"
    COLUMNS = "columns"
    CATEGORIES = "categories"


def _everywhere(_: Ruleset) -> bool:
    return True


@dataclass(frozen=True)
class Switch:
    """One house rule.

    `choices` lists the words it takes; `canonical`, for a switch that takes a text, gives the
    one way to write it (it raises `InvalidVariant` for what is none) and `written` its kind. Where neither is given it
    takes a whole number from `low` to `high`, and None when `optional`. `get` is None-valued
    where a variant has no single value for it (columns that differ). `concerns` says whether
    the variant has what the rule is about: elsewhere it can only be left as it is.
    """

    name: str
    get: Callable[[Ruleset], SwitchValue]
    put: Callable[[Ruleset, SwitchValue], Ruleset]
    choices: tuple[str | bool, ...] = ()
    low: int = 0
    high: int = MOST_POINTS
    optional: bool = False
    canonical: Callable[[str], str] | None = None
    written: Kind = Kind.CATEGORIES
    concerns: Callable[[Ruleset], bool] = _everywhere

    @property
    def kind(self) -> Kind:
        """How it is set."""
        if self.canonical is not None:
            return self.written
        if self.choices:
            return Kind.TOGGLE if isinstance(self.choices[0], bool) else Kind.CHOICE
        return Kind.NUMBER

    def checked(self, value: SwitchValue) -> SwitchValue:
        """The value in its one form. Raises `InvalidVariant` when it is not one of this switch's, of its own type."""
        if self.canonical is not None and isinstance(value, str) and len(value) <= LONGEST_TEXT:
            return self.canonical(value)
        if self.canonical is not None or not self._accepts(value):
            raise self.refusal(value)
        return value

    def _accepts(self, value: SwitchValue) -> bool:
        if value is None:
            return self.optional
        if self.choices:
            return any(value == c and type(value) is type(c) for c in self.choices)
        return type(value) is int and self.low <= value <= self.high

    def parse(self, text: str) -> SwitchValue:
        """The value a text means. Raises `InvalidVariant`."""
        if self.canonical is not None:
            return self.checked("" if text == NOTHING else text)
        words = {str(choice).lower(): choice for choice in self.choices}
        if text.lower() in words:
            return words[text.lower()]
        if not self.choices and _WHOLE.fullmatch(text):
            return int(text)
        if self.optional and text.lower() in ("none", "null"):
            return None
        raise self.refusal(text)

    def refusal(self, value: object) -> InvalidVariant:
        """The error for a value this switch does not take."""
        if self.canonical is not None:
            return InvalidVariant(
                "{field}: “{value}” is not possible; it takes a text of at most {most} characters",
                field=self.name,
                value=str(value)[:40],
                most=LONGEST_TEXT,
            )
        return InvalidVariant(
            "{field}: “{value}” is not possible; it takes {values}",
            field=self.name,
            value=str(value)[:40],
            values=self.values_text,
        )

    @property
    def values_text(self) -> str:
        """The possible values, as one reads them."""
        if self.choices:
            return ", ".join(str(choice).lower() for choice in self.choices)
        return f"{self.low}–{self.high}" + (", none" if self.optional else "")


def altered(variant: Ruleset, **changes: object) -> Ruleset:
    """The variant with other fields, not checked yet: several switches may only work together.

    What comes of all of them goes through the constructor, which does check.
    """
    made: Ruleset = object.__new__(type(variant))
    made.__dict__.update({field.name: getattr(variant, field.name) for field in fields(variant)} | changes)
    return made


def whole(value: SwitchValue) -> int:
    """The value of a switch that takes numbers."""
    return value if isinstance(value, int) else 0


def words(kind: type[StrEnum]) -> tuple[str, ...]:
    """The words of an enumeration."""
    return tuple(member.value for member in kind)


def common(values: set[SwitchValue]) -> SwitchValue:
    """The only value there is, None where they differ."""
    return values.pop() if len(values) == 1 else None
