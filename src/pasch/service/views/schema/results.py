"""Results from ended games."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.service.views.schema.table import VariantPlayed

Period = Literal["day", "week", "month", "year", "all"]
Kind = Literal["people", "bots"]


class RulesPlayed(VariantPlayed):
    """A variant and what a house changed in it."""

    differences: list[str]
    """What the house changed, in words."""


class HighScore(TypedDict):
    """One of the bests."""

    place: int
    """Equal scores share a place."""
    name: str
    score: int
    at: str
    """When the game ended, UTC, RFC 3339."""
    seats: int
    """How many played."""
    hints: bool
    """Whether its players could ask for advice."""
    program: bool
    """Whether a program scored it by an account, and no bot of the server."""
    table: str | None
    """Where it was played, if you may see it."""
    mine: bool


class OtherRules(RulesPlayed):
    """House rules by which the variant has been played."""

    results: int
    """How many results there are, of people and bots."""


class HighScores(RulesPlayed):
    """The bests of a variant by its rules: whole games with dice of the server, at most 50."""

    period: Period
    """The period that was asked for."""
    kind: Kind
    """Whether these are people or bots."""
    scores: list[HighScore]
    played: list[OtherRules]
    """By which rules the variant is played, most frequent first."""


class NamePlayed(TypedDict):
    """A name that you played under."""

    name: str
    games: int
    """How many games you played under it."""


class GamesPlayed(RulesPlayed):
    """How often you played a variant to its end, and how well."""

    games: int
    """How many games you played."""
    mean: float
    best: int
    latest: str
    """When the latest ended."""


class Bar(TypedDict):
    """A bar of the distribution."""

    low: int
    """Its lowest score."""
    high: int
    """Its highest score."""
    games: int
    """How many of your games came there."""
    perfect: float | None
    """Which share of perfect play comes there; null where unknown."""


class PerfectPlay(TypedDict):
    """What perfect play scores."""

    state: Literal["ready", "working", "none"]
    """`working`: ask again in a moment; `none`: there is no exact table here."""
    progress: float
    """How far it is being worked out, from 0 to 1."""
    mean: float | None
    deviation: float | None
    """The standard deviation."""


class LuckPoint(TypedDict):
    """The luck of your first games together."""

    games: int
    """How many games these are."""
    at: str
    """When the last of them ended."""
    sum: float
    """The points above the average."""
    reach: float | None
    """The sum lies between `-reach` and `reach` in 95 of 100 cases; null where that is not known."""


class LuckSum(TypedDict):
    """What your dice were worth, in points against the average."""

    games: int
    """Of how many games it is known."""
    due: int
    """Of how many games it is still to be worked out."""
    sum: float
    """All games together."""
    mean: float
    """For a game."""
    low: float | None
    """Below this the sum lies in one of 40 cases; null where that is not known."""
    high: float | None
    """Above this the sum lies in one of 40 cases."""
    curve: list[LuckPoint]
    """The course of the sum, in at most 100 points."""


class LossByKind(TypedDict):
    """The mean cost of each kind of decision, in points a game."""

    games: int
    """Of how many games it is known."""
    keeps: float
    """Decisions to roll again, before the last three turns."""
    entries: float
    """Entries in cells, before the last three turns."""
    bonus: float
    """Entries that count towards an open upper bonus, before the last three turns."""
    endgame: float
    """All decisions in the last three turns."""


class SkillPoint(TypedDict):
    """Your skill in up to 20 successive games."""

    games: int
    """How many games count up to here; the last 20 of them make the point."""
    at: str
    """When the last of them ended."""
    value: float
    """What such play scores on average."""
    error: float
    """The standard error of `value`."""


class Rating(TypedDict):
    """How you finish against other people, by the openskill model of Plackett and Luce."""

    games: int
    """How many games with at least two people count: those without hints or typed dice."""
    mean: float
    """Everyone begins at 25."""
    deviation: float
    """How uncertain the mean is; everyone begins at 25/3."""


class SkillShown(TypedDict):
    """What your decisions cost, in points a game; luck has no part in it."""

    games: int
    """How many games count: those with the server's dice, without hints, of known luck."""
    least: int
    """For fewer games the rest is null."""
    loss: float | None
    """The mean loss of a game."""
    value: float | None
    """What such play scores on average: you play like this."""
    error: float | None
    """The standard error of `loss` and `value`."""
    kinds: LossByKind | None
    """The loss by kind of decision; null before it is known of any game."""
    curve: list[SkillPoint]
    """The latest 100 points, the oldest first."""


class GamePlayed(TypedDict):
    """One of your games."""

    score: int
    at: str
    rank: int
    seats: int
    """How many played."""
    hints: bool
    """Whether its players could ask for advice."""
    luck: float | None
    """Null where it is not worked out yet, or cannot be."""
    loss: float | None
    """What your decisions cost; null where that is not known."""
    table: str | None


class GameStatistics(RulesPlayed):
    """Everything about one variant by one set of rules."""

    games: int
    """How many games you played."""
    mean: float | None
    """Null before the first game."""
    deviation: float | None
    """The standard deviation; null before the second game."""
    best: GamePlayed | None
    contests: int
    """How many of the games were played by several."""
    wins: int
    """How many of those you won, ties included."""
    bars: list[Bar]
    """How often which scores came, lowest first."""
    perfect: PerfectPlay
    """Perfect play of the same game."""
    luck: LuckSum | None
    """Null where luck cannot be told from skill."""
    skill: SkillShown | None
    """Null until perfect play of the game is known."""
    rating: Rating | None
    """Your results under all names; null before the first game that counts."""
    latest: list[GamePlayed]
    """At most 20, the latest first."""


class FaceCount(TypedDict):
    """How often a face fell."""

    face: int
    count: int
    """How often it fell."""
    mean: float
    """How often it is to be expected."""
    low: int
    """All six faces of fair dice lie between `low` and `high` in 19 of 20 cases."""
    high: int
    """The upper bound that belongs to `low`."""


class DiceThrown(TypedDict):
    """All six-sided dice that you threw in games that have ended, cut short or not, and whether they are fair."""

    thrown: int
    """How many dice were rolled."""
    faces: list[FaceCount]
    """How often each face fell."""
    e_value: float
    """What a capital of 1, bet against fair dice at fair odds, has become."""
    highest: float
    """The greatest `e_value` there was after any game."""
    chance: float
    """With fair dice at most this share of all players ever sees one as high."""
    suspicious: bool
    """Whether `highest` reached 20."""


class Statistics(TypedDict):
    """Your games."""

    name: str | None
    """The name they were played under; null for all."""
    names: list[NamePlayed]
    """The names you played under."""
    variants: list[GamesPlayed]
    """What you have played, most often first."""
    game: GameStatistics | None
    """Null when nothing was asked for and nothing played."""
    dice: DiceThrown
    """All dice that you threw."""
