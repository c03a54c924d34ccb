"""Opening a table, sitting down, getting up, going on elsewhere: what callers send."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import Name, Sent
from pasch.server.wire.checks import KnownBot, KnownRules, KnownVariant
from pasch.service.people.continuing import LONGEST_INPUT
from pasch.service.table.options import LONGEST_TIME

Visibility = Literal["private", "public"]
WhenAbsent = Literal["bot", "entry"]
Dice = Literal["server", "real"]
SeatDice = Annotated[Dice | None, Field(description="Whose dice this seat has; left out, those of the table.")]


class LocalSeat(Sent):
    """A seat of the session that opens the table: a player at this device."""

    kind: Literal["local"]
    name: Name | None = None
    dice: SeatDice = None


class BotSeat(Sent):
    """A seat of a computer player."""

    kind: Literal["bot"]
    bot: KnownBot = "simple"
    name: Name | None = None
    dice: Annotated[Literal["server"] | None, Field(description="A computer player rolls the server's dice.")] = None


class HumanSeat(Sent):
    """An open seat for a player at another device."""

    kind: Literal["human"]
    dice: SeatDice = None


class SeatWish(RootModel[Annotated[LocalSeat | BotSeat | HumanSeat, Field(discriminator="kind")]]):
    """A seat of the table to be opened."""


class Time(Sent):
    """Seconds to think."""

    turn: Annotated[int, Field(ge=1, le=LONGEST_TIME, description="For every turn.")]
    bank: Annotated[int, Field(ge=0, le=LONGEST_TIME, description="Beyond them, once for the whole match.")] = 0
    weekend_zone: Annotated[
        str | None,
        Field(
            max_length=100,
            description="The IANA name of a time zone: the clock rests on its Saturdays and Sundays. Only with a "
            "`turn` of a day or more. Null or left out: it never rests.",
            examples=["Europe/Berlin"],
        ),
    ] = None


class OpenTable(Sent):
    """A table to be opened."""

    variant: KnownVariant
    rules: KnownRules = Field(default_factory=dict)
    rules_name: Annotated[
        str | None,
        Field(max_length=10_000, description="What the house calls its rules, at most 40 characters; may be left out."),
    ] = None
    games: Annotated[int, Field(ge=1, le=1000, description="Games in the match.")] = 1
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=99)]
    visibility: Visibility = "private"
    start: Annotated[bool, Field(description="Start as soon as every seat is taken.")] = True
    hints: Annotated[
        bool | None,
        Field(
            description="Whether players may ask for advice while they play; left out, where there is no `human` seat."
        ),
    ] = None
    take_back: Annotated[
        bool | None,
        Field(
            description="Whether an entry may be taken back where all play on one device; left out, unless entries are "
            "final in this game (`customs`)."
        ),
    ] = None
    time: Annotated[Time | None, Field(description="Null or left out: there is no clock.")] = None
    absent: Annotated[
        WhenAbsent,
        Field(description="When time or grace is over: the bot plays until they are back, or one entry is made."),
    ] = "bot"
    dice: Annotated[
        Dice,
        Field(
            description="What people here roll: the dice of the server, or `real` ones of their own that they type in. "
            "Bots have the server's."
        ),
    ] = "server"
    bots: Annotated[bool, Field(description="Whether bots may sit down, and the opener may fill seats with them.")] = (
        True
    )


class LeaveTable(Sent):
    """What is to become of the caller's seats."""

    seat: Annotated[
        Literal["bot", "freeze"] | None,
        Field(
            description="Once the match has begun: a bot plays on, or the sheet stays as it is and has no turn any "
            "more. Left out, the bot where bots are welcome."
        ),
    ] = None


class FillSeat(Sent):
    """Who is to take the open seat."""

    bot: Annotated[str, Field(max_length=40, description="Which computer player; see `GET /bots`.")] = "simple"


class TakeSeat(Sent):
    """A wish for an open seat."""

    name: Name | None = None
    seat: Annotated[int | None, Field(ge=1, le=99, description="Which one; left out, the first open seat.")] = None
    shared: Annotated[
        bool, Field(description="Say that another person plays it at this device, so that both results count.")
    ] = False
    seed: Annotated[
        str | None,
        Field(
            max_length=128,
            pattern=r"^[0-9a-fA-F]*$",
            description="A seed of one's own for the dice, in hex, so that the server alone does not decide them.",
        ),
    ] = None


class BringKey(Sent):
    """A key from another device."""

    key: Annotated[
        str,
        Field(
            max_length=10_000,
            description="As it was read or typed, in small letters too, with blanks or without:"
            f" at most {LONGEST_INPUT} characters.",
        ),
    ]
