"""The base of all request bodies, and their shared fields."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Sent(BaseModel):
    """Base of request bodies: numbers and texts are never converted into each other, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


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
        "empty becomes a friendly default, equal names are told apart.",
        examples=["Anna"],
    ),
]
"""This limit only keeps absurd texts out of the log; the service limits names to 40 characters, with its own error."""
RuleValues = Annotated[
    dict[str, str | int | bool | None],
    Field(max_length=40, description="House rules: switches changed from the preset.", examples=[{"joker": "none"}]),
]
