"""Options that several commands share."""

import os
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pasch.cli.console import LANGUAGE
from pasch.i18n import LANGUAGES, of_environment
from pasch.rules.errors import InvalidInput
from pasch.rules.switches import SwitchValue, find_switch
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]


def _of_terminal() -> str:
    return of_environment(os.environ)


def _spoken(context: typer.Context, lang: str) -> str:
    context.meta[LANGUAGE] = lang
    return lang


Lang = Annotated[
    Language,
    typer.Option(
        callback=_spoken,
        default_factory=_of_terminal,
        show_default=False,
        help="Language of what is said; left out, that of the terminal.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]
HouseRules = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a rule, such as joker=none; may be given several times."),
]


THOUSANDS = {"k": 1_000, "m": 1_000_000}
"""What may follow a number, small or capital."""


def whole_number(text: str | int) -> int:
    """A number as people write large ones: 100000, 100_000, 100k, 2M."""
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
    """The switches that `name=value` texts mean. Raises `InvalidInput`."""
    rules: dict[str, SwitchValue] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise InvalidInput("“{text}” sets no rule: write a name and a value, such as joker=none", text=text[:40])
        rules[name] = find_switch(name).parse(value)
    return rules
