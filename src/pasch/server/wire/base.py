"""The base of all request bodies, and their shared fields.

Fields are checked by the rules together with the shape, so that one refusal names every error.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from pasch.bots import find_bot
from pasch.rules.errors import PaschError
from pasch.rules.switches import SwitchValue, find_switch
from pasch.rules.variants import find_variant
from pasch.service.people.names import clean_name


class Sent(BaseModel):
    """Base of request bodies: numbers and texts are never converted into each other, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


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


def checked(check: Callable[[str], object]) -> AfterValidator:
    """Refuse the texts that the check refuses, and pass on the others as they are."""

    def pass_on(text: str) -> str:
        _refusals(lambda: check(text))
        return text

    return AfterValidator(pass_on)


UUID_PATTERN = r"^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$"
HEX_PATTERN = r"^[0-9a-fA-F]*$"
DAY_PATTERN = r"^\d{4}-\d\d-\d\d$"
EXAMPLES = {UUID_PATTERN: "6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51", HEX_PATTERN: "c0ffee", DAY_PATTERN: "2026-11-24"}
"""A text that matches each pattern, for refusals and documentation."""

CommandId = Annotated[
    str,
    Field(
        pattern=UUID_PATTERN,
        max_length=36,
        description="A UUID made by the client. A command sent again with the same id gets the first answer again.",
        examples=[EXAMPLES[UUID_PATTERN]],
    ),
]
ExpectSeq = Annotated[
    int | None,
    Field(
        ge=0,
        le=2**53,
        description="The latest `seq` that the client knows; after newer events the command is `stale`.",
    ),
]
SeatNumber = Annotated[int, Field(ge=1, le=99, description="A seat, counted from 1.")]
CellText = Annotated[
    str,
    Field(
        max_length=60, description="A cell: a category, with several columns `category@column`.", examples=["chance"]
    ),
]
Name = Annotated[
    str,
    Field(
        max_length=10_000,
        description="A person's name, letters of any language, at most 40 characters; "
        "empty becomes a friendly default, equal names are numbered.",
        examples=["Anna"],
    ),
    checked(clean_name),
]
"""`max_length` only keeps absurd texts out of the log; `clean_name` sets the real limit."""
Label = Annotated[str, Field(max_length=10_000), checked(clean_name)]
"""A name that a person gives to house rules, a token or an event."""
RuleValues = Annotated[
    dict[str, str | int | bool | None],
    Field(max_length=40, description="House rules: switches changed from the preset.", examples=[{"joker": "none"}]),
]


def _rules(values: Mapping[str, SwitchValue]) -> Mapping[str, SwitchValue]:
    _refusals(*((lambda name=name, value=value: find_switch(name).checked(value)) for name, value in values.items()))
    return values


KnownVariant = Annotated[
    str,
    Field(max_length=200, description="A key or alias of a variant.", examples=["kniffel"]),
    checked(find_variant),
]
KnownRules = Annotated[RuleValues, AfterValidator(_rules)]
KnownBot = Annotated[str, Field(max_length=40, description="The bot's key, from `GET /bots`."), checked(find_bot)]
