"""Past matches and results on the wire."""

from typing import Annotated, Literal

from pydantic import Field

from pasch.server.wire.base import Answered
from pasch.server.wire.tables import Imported

Period = Literal["day", "week", "month", "year", "all"]
Kind = Literal["people", "bots"]


class RulesPlayed(Answered):
    """A variant and what a house changed in it."""

    variant: str
    variant_name: str
    rules: dict[str, str | int | bool | None]
    differences: Annotated[list[str], Field(description="What the house changed, in words.")]


class HighScore(Answered):
    """One of the bests."""

    place: Annotated[int, Field(ge=1, description="Equal scores share a place.")]
    name: str
    score: int
    at: Annotated[str, Field(description="When the game ended, UTC, RFC 3339.", examples=["2026-11-21T12:00:00.000Z"])]
    seats: Annotated[int, Field(description="How many played.")]
    hints: Annotated[bool, Field(description="Whether its players could ask for advice.")]
    program: Annotated[bool, Field(description="Whether a program scored it by an account, and no bot of the server.")]
    table: Annotated[str | None, Field(description="Where it was played, if you may see it.")]
    mine: bool


class OtherRules(RulesPlayed):
    """House rules by which the variant has been played."""

    results: Annotated[int, Field(description="How many results there are, of people and bots.")]


class HighScores(RulesPlayed):
    """The bests of a variant by its rules: whole games with dice of the server, at most 50."""

    period: Annotated[Period, Field(description="The period that was asked for.")]
    kind: Annotated[Kind, Field(description="Whether these are people or bots.")]
    scores: list[HighScore]
    played: Annotated[list[OtherRules], Field(description="By which rules the variant is played, most frequent first.")]


class NamePlayed(Answered):
    """A name that you played under."""

    name: str
    games: Annotated[int, Field(description="How many games you played under it.")]


class GamesPlayed(RulesPlayed):
    """How often you played a variant to its end, and how well."""

    games: Annotated[int, Field(ge=1, description="How many games you played.")]
    mean: float
    best: int
    latest: Annotated[str, Field(description="When the latest ended.")]


class Bar(Answered):
    """A bar of the distribution."""

    low: Annotated[int, Field(description="Its lowest score.")]
    high: Annotated[int, Field(description="Its highest score.")]
    games: Annotated[int, Field(description="How many of your games came there.")]
    perfect: Annotated[float | None, Field(description="Which share of perfect play comes there; null where unknown.")]


class PerfectPlay(Answered):
    """What perfect play scores."""

    state: Annotated[
        Literal["ready", "working", "none"],
        Field(description="`working`: ask again in a moment; `none`: there is no exact table here."),
    ]
    progress: Annotated[float, Field(ge=0, le=1, description="How far it is being worked out.")]
    mean: float | None
    deviation: Annotated[float | None, Field(description="The standard deviation.")]


class LuckSum(Answered):
    """What your dice were worth, in points against the average."""

    games: Annotated[int, Field(description="Of how many games it is known.")]
    due: Annotated[int, Field(description="Of how many games it is still to be worked out.")]
    sum: Annotated[float, Field(description="All games together.")]
    mean: Annotated[float, Field(description="For a game.")]
    low: Annotated[
        float | None, Field(description="Below this the sum lies in one of 40 cases; null where that is not known.")
    ]
    high: Annotated[float | None, Field(description="Above this the sum lies in one of 40 cases.")]


class SkillShown(Answered):
    """What your decisions cost, in points a game; luck has no part in it."""

    games: Annotated[
        int, Field(description="How many games count: those with the server's dice, without hints, of known luck.")
    ]
    least: Annotated[int, Field(description="For fewer games the rest is null.")]
    loss: Annotated[float | None, Field(description="The mean loss of a game.")]
    value: Annotated[float | None, Field(description="What such play scores on average: you play like this.")]
    error: Annotated[float | None, Field(description="The standard error of `loss` and `value`.")]


class GamePlayed(Answered):
    """One of your games."""

    score: int
    at: str
    rank: int
    seats: Annotated[int, Field(description="How many played.")]
    hints: Annotated[bool, Field(description="Whether its players could ask for advice.")]
    luck: Annotated[float | None, Field(description="Null where it is not worked out yet, or cannot be.")]
    loss: Annotated[float | None, Field(description="What your decisions cost; null where that is not known.")]
    table: str | None


class GameStatistics(RulesPlayed):
    """Everything about one variant by one set of rules."""

    games: Annotated[int, Field(description="How many games you played.")]
    mean: Annotated[float | None, Field(description="Null before the first game.")]
    deviation: Annotated[float | None, Field(description="The standard deviation; null before the second game.")]
    best: GamePlayed | None
    contests: Annotated[int, Field(description="How many of the games were played by several.")]
    wins: Annotated[int, Field(description="How many of those you won, ties included.")]
    bars: Annotated[list[Bar], Field(description="How often which scores came, lowest first.")]
    perfect: Annotated[PerfectPlay, Field(description="Perfect play of the same game.")]
    luck: Annotated[LuckSum | None, Field(description="Null where luck cannot be told from skill.")]
    skill: Annotated[SkillShown | None, Field(description="Null until perfect play of the game is known.")]
    latest: Annotated[list[GamePlayed], Field(description="At most 20, the latest first.")]


class FaceCount(Answered):
    """How often a face fell."""

    face: Annotated[int, Field(ge=1, le=6)]
    count: Annotated[int, Field(description="How often it fell.")]
    mean: Annotated[float, Field(description="How often it is to be expected.")]
    low: Annotated[int, Field(description="All six faces of fair dice lie between `low` and `high` in 19 of 20 cases.")]
    high: Annotated[int, Field(description="The upper bound that belongs to `low`.")]


class DiceThrown(Answered):
    """All six-sided dice that you threw in games that have ended, cut short or not, and whether they are fair."""

    thrown: Annotated[int, Field(description="How many dice were rolled.")]
    faces: Annotated[list[FaceCount], Field(description="How often each face fell.")]
    e_value: Annotated[float, Field(description="What a capital of 1, bet against fair dice at fair odds, has become.")]
    highest: Annotated[float, Field(description="The greatest `e_value` there was after any game.")]
    chance: Annotated[
        float, Field(ge=0, le=1, description="With fair dice at most this share of all players ever sees one as high.")
    ]
    suspicious: Annotated[bool, Field(description="Whether `highest` reached 20.")]


class Statistics(Answered):
    """Your games."""

    name: Annotated[str | None, Field(description="The name they were played under; null for all.")]
    names: Annotated[list[NamePlayed], Field(description="The names you played under.")]
    variants: Annotated[list[GamesPlayed], Field(description="What you have played, most often first.")]
    game: Annotated[GameStatistics | None, Field(description="Null when nothing was asked for and nothing played.")]
    dice: Annotated[DiceThrown, Field(description="All dice that you threw.")]


class PastSeat(Answered):
    """Who played, and what came of it."""

    seat: Annotated[int, Field(ge=1)]
    name: str
    kind: Literal["local", "human", "bot"]
    mine: bool
    total: Annotated[int, Field(description="All games together, with points outside the games.")]
    rank: Annotated[int, Field(ge=1)]


class PastMatch(RulesPlayed):
    """A match that has ended: finished, or aborted after a game that was played to its end."""

    id: Annotated[str, Field(description="Its table, where it can be looked at event by event.")]
    status: Literal["finished", "aborted"]
    rules_name: str
    at: Annotated[str, Field(description="When it ended, or was imported; UTC, RFC 3339.")]
    games: Annotated[int, Field(ge=1, description="How many games were begun.")]
    imported: Annotated[Imported | None, Field(description="Null for a match that was played here.")]
    seats: list[PastSeat]


class MatchesOf(Answered):
    """A variant that the caller has played."""

    variant: str
    variant_name: str
    matches: int


class MatchesWith(Answered):
    """A name that stood at tables of the caller."""

    name: str
    matches: int


class History(Answered):
    """Past matches of the caller, the latest first."""

    matches: Annotated[int, Field(description="How many there are in all.")]
    variants: list[MatchesOf]
    names: Annotated[list[MatchesWith], Field(description="At most 100, the most frequent first.")]
    past: Annotated[list[PastMatch], Field(description="At most 20.")]
    before: Annotated[str | None, Field(description="Ask with this `before` for those that follow; null at the end.")]


class ImportedRecord(Answered):
    """A record of the file."""

    line: Annotated[int, Field(ge=1, description="Its line in the file.")]
    table: Annotated[str, Field(description="The table that it is now, or was already.")]
    known: Annotated[bool, Field(description="It was there before, played here or imported: nothing was changed.")]


class Import(Answered):
    """What came of a file."""

    imported: Annotated[int, Field(description="How many matches are new.")]
    known: Annotated[int, Field(description="How many records are of matches that are there already.")]
    records: list[ImportedRecord]
