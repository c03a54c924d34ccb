"""The bodies of all requests except commands."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from pasch.server.wire.base import (
    DAY_PATTERN,
    EXAMPLES,
    HEX_PATTERN,
    KnownBot,
    KnownRules,
    KnownVariant,
    Label,
    Name,
    RuleValues,
    Sent,
    checked,
)
from pasch.service.chat.store import clean_line
from pasch.service.people.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD, check_password
from pasch.service.people.continuing import LONGEST_INPUT, key_from_text
from pasch.service.shared_events import MOST_GAMES
from pasch.service.table.options import LONGEST_TIME

Visibility = Literal["private", "public"]
WhenAbsent = Literal["bot", "entry"]
Dice = Literal["server", "real"]
MARK = "The face of the die next to the name, instead of the initials."
SeatDice = Annotated[Dice | None, Field(description="The dice of this seat; by default those of the table.")]


class LocalSeat(Sent):
    """A seat at the device of the opener."""

    kind: Literal["local"]
    name: Name | None = None
    dice: SeatDice = None
    mark: Annotated[int | None, Field(ge=1, le=6, description=MARK)] = None


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
    """A seat of the new table."""


class Time(Sent):
    """Seconds to think."""

    turn: Annotated[int, Field(ge=1, le=LONGEST_TIME, description="For every turn.")]
    bank: Annotated[int, Field(ge=0, le=LONGEST_TIME, description="In addition, once for the whole match.")] = 0
    weekend_zone: Annotated[
        str | None,
        Field(
            max_length=100,
            description="The IANA name of a time zone: the clock rests on its Saturdays and Sundays. Only with a "
            "`turn` of a day or more. Null or absent: it never rests.",
            examples=["Europe/Berlin"],
        ),
    ] = None


class OpenTable(Sent):
    """A new table."""

    variant: KnownVariant
    rules: KnownRules = Field(default_factory=dict)
    rules_name: Annotated[
        Label | None, Field(description="The name of the house rules, at most 40 characters; optional.")
    ] = None
    games: Annotated[int, Field(ge=1, le=1000, description="Games in the match.")] = 1
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=99)]
    visibility: Visibility = "private"
    start: Annotated[bool, Field(description="Start as soon as every seat is taken.")] = True
    hints: Annotated[
        bool | None,
        Field(
            description="Whether players may request advice during the match; by default only without a `human` seat."
        ),
    ] = None
    take_back: Annotated[
        bool | None,
        Field(
            description="Whether an entry may be taken back if all play on one device; by default unless entries are "
            "final in this game (`customs`)."
        ),
    ] = None
    time: Annotated[Time | None, Field(description="Null or absent: no clock.")] = None
    absent: Annotated[
        WhenAbsent,
        Field(description="When time or grace is over: the bot plays until they are back, or one entry is made."),
    ] = "bot"
    dice: Annotated[
        Dice,
        Field(
            description="The dice of people at this table: the server's, or their own `real` ones, which they type. "
            "Bots have the server's."
        ),
    ] = "server"
    bots: Annotated[bool, Field(description="Whether bots may join, and the opener may fill seats with them.")] = True


class LeaveTable(Sent):
    """The future of the caller's seats."""

    seat: Annotated[
        Literal["bot", "freeze"] | None,
        Field(
            description="In a running match: a bot plays on, or the sheet is frozen and has no more turns. By default "
            "the bot, if bots may join."
        ),
    ] = None


class FillSeat(Sent):
    """The bot for the open seat."""

    bot: Annotated[str, Field(max_length=40, description="The bot's key, from `GET /bots`.")] = "simple"


class TakeSeat(Sent):
    """The request for an open seat."""

    name: Name | None = None
    mark: Annotated[int | None, Field(ge=1, le=6, description=f"{MARK} By default, that of the last match.")] = None
    seat: Annotated[int | None, Field(ge=1, le=99, description="By default the first open seat.")] = None
    shared: Annotated[
        bool, Field(description="Declare that another person plays it at this device, so that both results count.")
    ] = False
    seed: Annotated[
        str | None,
        Field(
            max_length=128,
            pattern=HEX_PATTERN,
            description="Your own seed for the dice, in hex, so that the server does not determine them alone.",
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
        checked(key_from_text),
    ]


# ------------------------------------------------------------------------------- sessions and accounts


class OpenSession(Sent):
    """The request for a guest session."""

    name: Name | None = None


Password = Annotated[
    str,
    Field(
        max_length=10_000,
        description=f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters of any kind.",
        examples=["five dice in a cup"],
    ),
]
NewPassword = Annotated[Password, checked(check_password)]


Scope = Literal["read", "play", "chat"]


class MakeAccount(Sent):
    """A name to protect, and the password that proves its owner."""

    name: Name
    password: NewPassword
    bot: Annotated[bool, Field(description="Whether a program uses this account.")] = False


class LogIn(Sent):
    """A name and its password."""

    name: Annotated[str, Field(max_length=10_000, description="The name of the account.", examples=["Anna"])]
    password: Password


class ChangePassword(Sent):
    """The change of a password."""

    old: Password
    new: NewPassword


class PublishProfile(Sent):
    """The visibility of the caller's profile."""

    public: Annotated[bool, Field(description="Whether everyone may see the caller's profile.")]


class MakeToken(Sent):
    """A token for a program."""

    label: Annotated[Label, Field(description="Your name for it, at most 40 characters.")] = ""
    scopes: Annotated[
        list[Scope],
        Field(min_length=1, max_length=3, description="Its rights. `play` and `chat` include `read`."),
    ]
    days: Annotated[
        int | None, Field(ge=1, le=3660, description="Its lifetime in days; null or absent: unlimited.")
    ] = None


class ClaimLink(Sent):
    """A code from another device."""

    code: Annotated[str, Field(max_length=200, description="The code from the other device.")]


TableRoom = Literal["players", "watchers"]


Handle = Annotated[str, Field(max_length=100, description="A person's handle, as in `person`.")]


LineText = Annotated[
    str,
    Field(
        max_length=10_000,
        description="Plain text, 1 to 200 characters, without invisible or direction-changing ones.",
        examples=["Who plays?"],
    ),
    checked(clean_line),
]


class SayInLobby(Sent):
    """A line for the lobby."""

    text: LineText
    to: Annotated[Handle | None, Field(description="The only reader; by default everyone.")] = None


class SayAtTable(SayInLobby):
    """A line for a table."""

    room: TableRoom = "players"


class ReportLine(Sent):
    """The reason for a report to the operator."""

    reason: Annotated[
        str,
        Field(max_length=10_000, description="At most 200 characters; may be empty."),
        checked(lambda text: text and clean_line(text)),
    ] = ""


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


Day = Annotated[str, Field(pattern=DAY_PATTERN, description="A day in UTC.", examples=[EXAMPLES[DAY_PATTERN]])]


class OpenDaily(Sent):
    """The requested daily game."""

    day: Annotated[Day | None, Field(description="By default today. A past game does not count.")] = None


class CreateEvent(Sent):
    """A new event."""

    name: Annotated[Label, Field(description="The name of the event, at most 40 characters.")]
    variant: KnownVariant
    rules: KnownRules = Field(default_factory=dict)
    games: Annotated[int, Field(ge=1, le=MOST_GAMES, description="Games of each player.")] = 1
    last_day: Annotated[
        Day | None,
        Field(description="The last day, in UTC. By default the event ends when its owner closes it, or after a year."),
    ] = None


class PlayEvent(Sent):
    """The caller's attempt."""

    name: Name | None = None
