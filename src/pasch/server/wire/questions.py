"""What callers ask about: a match to be analysed, the rules of a house."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import RuleValues, Sent


class AskAnalysis(Sent):
    """What is to be analysed: either a table or a record."""

    table: Annotated[str | None, Field(max_length=200, description="The id of a table.")] = None
    record: Annotated[
        str | None, Field(max_length=64 * 1024, description="A record, as `GET /tables/{table}/record` gives it.")
    ] = None
    win: Annotated[bool, Field(description="Whether to tell the chances to win as well; that can take a while.")] = (
        False
    )


class ChangeRules(Sent):
    """The rules of a house."""

    rules: RuleValues = Field(default_factory=dict)
