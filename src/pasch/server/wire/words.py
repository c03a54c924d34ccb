"""What a newcomer asks: the words of the game, and tips that were tested."""

from typing import Annotated

from pydantic import Field

from pasch.server.wire.base import Answered


class GlossaryTerm(Answered):
    """A word of the game."""

    key: Annotated[str, Field(description="What the interface calls the thing, in English.")]
    name: str
    meaning: Annotated[str, Field(description="What it is, in a sentence or two.")]


class GlossaryChapter(Answered):
    """Words that belong together."""

    heading: str
    terms: list[GlossaryTerm]


class Glossary(Answered):
    """The words of the game, in the caller's language."""

    chapters: list[GlossaryChapter]


class TestedTip(Answered):
    """A tip that is passed around, and what became of it when it was played out."""

    title: str
    holds: Annotated[bool, Field(description="Whether it is true.")]
    verdict: Annotated[str, Field(description="The same in one sentence, with what it costs.")]
    sentences: Annotated[list[str], Field(description="Why, one sentence each.")]


class TestedTips(Answered):
    """The tips, in the caller's language."""

    variant: Annotated[str, Field(description="The key of the game they were played in.")]
    intro: Annotated[str, Field(description="How the tips were tested.")]
    tips: list[TestedTip]
