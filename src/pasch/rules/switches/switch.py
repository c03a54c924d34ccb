"""The definition of a switch: a name, its possible values, a getter and a setter."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum

from pasch.rules.errors import InvalidVariant
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.validation import MOST_POINTS

LONGEST_TEXT = 500
"""The maximum length of a text value in characters."""

NOTHING = "none"
"""The word for an empty text where a value is required."""

_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Kind(StrEnum):
    """The type of a switch's value: one of several words, a number, yes or no, or a text with a special syntax."""

    CHOICE = "choice"
    NUMBER = "number"
    TOGGLE = "toggle"
    COLUMNS = "columns"
    CATEGORIES = "categories"


@dataclass(frozen=True)
class Switch:
    """One house rule.

    `choices` lists the accepted words. For a text value, `canonical` returns the normal form (it raises
    `InvalidVariant` for an invalid text) and `written` its kind. With neither, the value is a whole number from `low`
    to `high`, or None when `optional`. `get` returns None where a variant has no single value (columns that differ).
    `concerns` says whether the rule applies to a variant; elsewhere the switch cannot be changed.
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
    concerns: Callable[[Ruleset], bool] = lambda _: True

    @property
    def kind(self) -> Kind:
        """The type of its value."""
        if self.canonical is not None:
            return self.written
        if self.choices:
            return Kind.TOGGLE if isinstance(self.choices[0], bool) else Kind.CHOICE
        return Kind.NUMBER

    def checked(self, value: SwitchValue) -> SwitchValue:
        """The value in its normal form. Raises `InvalidVariant` for a wrong value or type."""
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
        """The value that the text means. Raises `InvalidVariant`."""
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
        """The error for a value that this switch does not accept."""
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
        """The possible values as readable text."""
        if self.choices:
            return ", ".join(str(choice).lower() for choice in self.choices)
        return f"{self.low}–{self.high}" + (", none" if self.optional else "")


def altered(variant: Ruleset, **changes: object) -> Ruleset:
    """The variant with other fields, unchecked because several switches may work only together.

    The constructor checks the final result.
    """
    made: Ruleset = object.__new__(type(variant))
    made.__dict__.update({field.name: getattr(variant, field.name) for field in fields(variant)} | changes)
    return made


def whole(value: SwitchValue) -> int:
    """The value of a switch with whole numbers."""
    return value if isinstance(value, int) else 0


def words(kind: type[StrEnum]) -> tuple[str, ...]:
    """The words of an enumeration."""
    return tuple(member.value for member in kind)


def common(values: set[SwitchValue]) -> SwitchValue:
    """The common value, None if they differ."""
    return values.pop() if len(values) == 1 else None
