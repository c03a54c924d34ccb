"""Results from ended games."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.service.views.schema.shared_events import Streaks
from pasch.service.views.schema.table import VariantPlayed

Period = Literal["day", "week", "month", "year", "all"]
Kind = Literal["people", "bots"]


class RulesPlayed(VariantPlayed):
    """A variant with its house rules."""

    differences: list[str]
    """The house rules, in words."""


class HighScore(TypedDict):
    """A high score."""

    place: int
    """Equal scores share a place."""
    name: str
    score: int
    at: str
    """When the game ended, UTC, RFC 3339."""
    seats: int
    """The number of players."""
    hints: bool
    """Whether its players could request advice."""
    program: bool
    """Whether an account's program scored it, as opposed to the server's bots."""
    table: str | None
    """The table, if the caller may see it."""
    mine: bool


class OtherRules(RulesPlayed):
    """A set of house rules with results."""

    results: int
    """The number of results, of people and bots."""


class HighScores(RulesPlayed):
    """The high scores of a variant by its rules: complete games with the server's dice, at most 50."""

    period: Period
    """The requested period."""
    kind: Kind
    """People or bots."""
    scores: list[HighScore]
    played: list[OtherRules]
    """The sets of rules with results, most frequent first."""


class NamePlayed(TypedDict):
    """A name of the caller."""

    name: str
    games: int
    """The number of games under it."""


class GamesPlayed(RulesPlayed):
    """A person's finished games of a variant: their number and scores."""

    games: int
    """The number of games."""
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
    """The number of the caller's games in it."""
    perfect: float | None
    """The share of perfect play in it; null if unknown."""


class PerfectPlay(TypedDict):
    """The scores of perfect play."""

    state: Literal["ready", "working", "none"]
    """`working`: repeat the request in a moment; `none`: there is no exact table here."""
    progress: float
    """The progress of the computation, from 0 to 1."""
    mean: float | None
    deviation: float | None
    """The standard deviation."""


class LuckPoint(TypedDict):
    """The total luck of a person's first games."""

    games: int
    """The number of these games."""
    at: str
    """When the last of them ended."""
    sum: float
    """The points above the average."""
    reach: float | None
    """The sum is between `-reach` and `reach` in 95 of 100 cases; null if unknown."""


class LuckSum(TypedDict):
    """The worth of a person's dice, in points against the average."""

    games: int
    """The number of games with known luck."""
    due: int
    """The number of games whose luck is still to be computed."""
    sum: float
    """All games together."""
    mean: float
    """Per game."""
    low: float | None
    """The sum is below this in one of 40 cases; null if unknown."""
    high: float | None
    """The sum is above this in one of 40 cases."""
    curve: list[LuckPoint]
    """The course of the sum, in at most 100 points."""


class LossByKind(TypedDict):
    """The mean cost of each kind of decision, in points a game."""

    games: int
    """The number of games with known losses."""
    keeps: float
    """Decisions to roll again, before the last three turns."""
    entries: float
    """Entries in cells, before the last three turns."""
    bonus: float
    """Entries that count towards an open upper bonus, before the last three turns."""
    endgame: float
    """All decisions in the last three turns."""


class SkillPoint(TypedDict):
    """The skill in up to 20 successive games."""

    games: int
    """The number of games up to here; the point covers the last 20 of them."""
    at: str
    """When the last of them ended."""
    value: float
    """The average score of such play."""
    error: float
    """The standard error of `value`."""


class Rating(TypedDict):
    """A person's results against other people, by the openskill model of Plackett and Luce."""

    games: int
    """The number of games with at least two people that count: those without hints or typed dice."""
    mean: float
    """Everyone begins at 25."""
    deviation: float
    """The uncertainty of the mean; everyone begins at 25/3."""


class SkillShown(TypedDict):
    """The cost of a person's decisions, in points per game; luck has no part in it."""

    games: int
    """The number of games that count: those with the server's dice, without hints, of known luck."""
    least: int
    """The minimum for the other values, which are null for fewer games."""
    loss: float | None
    """The mean loss of a game."""
    value: float | None
    """The average score of this level of play."""
    error: float | None
    """The standard error of `loss` and `value`."""
    kinds: LossByKind | None
    """The loss by kind of decision; null until it is known for a game."""
    curve: list[SkillPoint]
    """The latest 100 points, oldest first."""


class GamePlayed(TypedDict):
    """A game of a person."""

    score: int
    at: str
    rank: int
    seats: int
    """The number of players."""
    hints: bool
    """Whether its players could request advice."""
    luck: float | None
    """Null if it is not computed yet, or cannot be."""
    loss: float | None
    """The cost of the person's decisions; null if unknown."""
    table: str | None


class GameMeasures(RulesPlayed):
    """A person's records, luck, skill and rating in one variant by one set of rules."""

    games: int
    """The number of games."""
    mean: float | None
    """Null before the first game."""
    deviation: float | None
    """The standard deviation; null before the second game."""
    best: GamePlayed | None
    contests: int
    """The number of games with several players."""
    wins: int
    """The number of wins among those, ties included."""
    perfect: PerfectPlay
    """Perfect play of the same game."""
    luck: LuckSum | None
    """Null if luck and skill cannot be separated."""
    skill: SkillShown | None
    """Null until perfect play of the game is known."""
    rating: Rating | None
    """The person's results under all names; null before the first game that counts."""


class GameStatistics(GameMeasures):
    """The caller's statistics of one variant by one set of rules."""

    bars: list[Bar]
    """The distribution of the scores, lowest first."""
    latest: list[GamePlayed]
    """At most 20, newest first."""


class FaceCount(TypedDict):
    """The frequency of a face."""

    face: int
    count: int
    """How often it was rolled."""
    mean: float
    """Its expected number."""
    low: int
    """The number for each of the six faces of fair dice is between `low` and `high` in 19 of 20 cases."""
    high: int
    """The upper bound that belongs to `low`."""


class DiceThrown(TypedDict):
    """All six-sided dice of the caller's ended games, aborted ones included, and a test of their fairness."""

    thrown: int
    """The number of rolled dice."""
    faces: list[FaceCount]
    """The number of each face."""
    e_value: float
    """A capital of 1 after betting against fair dice at fair odds."""
    highest: float
    """The greatest `e_value` after any game."""
    chance: float
    """With fair dice, at most this share of all players ever sees a value as high."""
    suspicious: bool
    """Whether `highest` reached 20."""


class Statistics(TypedDict):
    """The caller's games."""

    name: str | None
    """The name they were played under; null for all."""
    names: list[NamePlayed]
    """The caller's names."""
    variants: list[GamesPlayed]
    """The caller's variants, most frequent first."""
    game: GameStatistics | None
    """Null without a requested or played variant."""
    dice: DiceThrown
    """All of the caller's dice."""


class Profile(Streaks):
    """The public figures of a person: complete games with the server's dice, under one name."""

    name: str
    """The account's name; of a guest the name of most games, empty without one."""
    person: str
    """The person's handle."""
    bot: bool
    """Whether it is a bot's account."""
    games: int
    """The number of games."""
    variants: list[GamesPlayed]
    """The person's variants, most frequent first."""
    game: GameMeasures | None
    """Null without a requested or played variant."""


class SkillFigure(TypedDict):
    """The skill in the latest 500 games of a variant that count."""

    games: int
    """The number of these games."""
    value: float | None
    """The average score of this level of play; null for fewer than five games."""
    error: float | None
    """The standard error of `value`."""


class SeatSkill(SkillFigure):
    """The skill of the player of a seat."""

    seat: int
    public: bool
    """Whether the player has a public profile."""


class SeatSkills(TypedDict):
    """The seats of a table whose skill the caller may see: the caller's, and those with public profiles."""

    seats: list[SeatSkill]
