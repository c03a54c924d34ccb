"""Questions: a match to analyse, house rules to preview, an answer to a puzzle."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import RuleValues, Sent


class AskAnalysis(Sent):
    """The match to analyse: either a table or a record."""

    table: Annotated[str | None, Field(max_length=200, description="The id of a table.")] = None
    record: Annotated[
        str | None, Field(max_length=64 * 1024, description="A record, as from `GET /tables/{table}/record`.")
    ] = None
    win: Annotated[bool, Field(description="Whether to include the chances to win; that can take a while.")] = False


class ChangeRules(Sent):
    """House rules."""

    rules: RuleValues = Field(default_factory=dict)


class AnswerPuzzle(Sent):
    """An answer."""

    action: Annotated[
        str,
        Field(
            description="The action in its text form, as the puzzle lists it.",
            max_length=60,
            examples=["k44", "chance"],
        ),
    ]
