"""The base of what callers send, and the fields that several bodies share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Sent(BaseModel):
    """Base of what clients send: no number passes for a text, no text for a number, and unknown fields are refused."""

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
