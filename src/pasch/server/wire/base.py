"""What all shapes have in common."""

from collections.abc import Mapping
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic.json_schema import SkipJsonSchema

from pasch.server.wire.vocabulary import FIELDS

ActionKind = Literal["steal", "freeze", "cross_out", "shift", "swap"]
"""What an action die lets its owner do."""

Absent = SkipJsonSchema[None]
"""In a union: the field may be missing from an answer; null it never is."""

WeekendZone = Annotated[
    str | Absent,
    Field(description="The time zone in whose weekends the clock rests; left out where it never rests."),
]


def described(schema: JsonDict) -> None:
    """Give every field without a description the one that the vocabulary has. Raises `KeyError` where it has none."""
    for name, field in cast("Mapping[str, JsonDict]", schema.get("properties", {})).items():
        if "description" not in field:
            field["description"] = f"Always `{field['const']}`." if "const" in field else FIELDS[name]


class Sent(BaseModel):
    """Base of what clients send: no number passes for a text, no text for a number, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, json_schema_extra=described)


class Answered(BaseModel):
    """Base of what the server answers. Every field is always there unless it is documented as optional."""

    model_config = ConfigDict(frozen=True, json_schema_extra=described)


UUID_PATTERN = r"^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$"

CommandId = Annotated[
    str,
    Field(
        pattern=UUID_PATTERN,
        max_length=36,
        description="A UUID made by the client. A command sent again with the same id gets the first answer again.",
        examples=["6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51"],
    ),
]
ExpectSeq = Annotated[
    int | None,
    Field(
        ge=0,
        le=2**53,
        description="The `seq` that the client has seen; once the table has moved on, the command is `stale`.",
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
        "empty becomes a friendly default, equal names are told apart.",
        examples=["Anna"],
    ),
]
"""The bound only keeps absurd texts out of the log; the 40 characters are the service's rule, with its own sentence."""
RuleValues = Annotated[
    dict[str, str | int | bool | None],
    Field(max_length=40, description="House rules: switches changed from the preset.", examples=[{"joker": "none"}]),
]
