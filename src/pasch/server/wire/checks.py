"""Checks of values by the rules, together with the shape, so that one refusal names every error."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from pydantic import AfterValidator, Field

from pasch.bots import find_bot
from pasch.rules.errors import PaschError
from pasch.rules.switches import SwitchValue, find_switch
from pasch.rules.variants import find_variant
from pasch.server.wire.base import RuleValues


class Wrong(ValueError):
    """An error of the rules about a field's value. pydantic collects it like its own errors."""

    def __init__(self, errors: Iterable[PaschError]) -> None:
        super().__init__("refused by the rules")
        self.errors = tuple(errors)


def _refusals(*checks: Callable[[], object]) -> None:
    """Run all checks. Raises `Wrong` with their errors."""
    found = []
    for check in checks:
        try:
            check()
        except PaschError as error:
            found.append(error)
    if found:
        raise Wrong(found)


def _variant(name: str) -> str:
    _refusals(lambda: find_variant(name))
    return name


def _rules(values: Mapping[str, SwitchValue]) -> Mapping[str, SwitchValue]:
    _refusals(*((lambda name=name, value=value: find_switch(name).checked(value)) for name, value in values.items()))
    return values


def _bot(key: str) -> str:
    _refusals(lambda: find_bot(key))
    return key


KnownVariant = Annotated[
    str,
    Field(max_length=200, description="A key or alias of a variant.", examples=["kniffel"]),
    AfterValidator(_variant),
]
KnownRules = Annotated[RuleValues, AfterValidator(_rules)]
KnownBot = Annotated[str, Field(max_length=40, description="The bot's key, from `GET /bots`."), AfterValidator(_bot)]
