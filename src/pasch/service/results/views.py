"""A person's results from ended games, in the plain data of the wire."""

from typing import TypedDict

from pasch.service.views.schema import VariantView


class RulesView(VariantView):
    """A variant and its changed house rules, also in words."""

    differences: list[str]


class NameView(TypedDict):
    """A name that the person played under."""

    name: str
    games: int


class GamesView(RulesView):
    """How often a variant was played to the end, and how well."""

    games: int
    mean: float
    best: int
    latest: str


class BarView(TypedDict):
    """The scores from `low` to `high`: the number of the person's games, and the share of perfect play."""

    low: int
    high: int
    games: int
    perfect: float | None


class PerfectView(TypedDict):
    """The scores of perfect play; `state` is `ready`, `working` (with the progress, from 0 to 1) or `none`."""

    state: str
    progress: float
    mean: float | None
    deviation: float | None


class LuckView(TypedDict):
    """The worth of the dice over the `games` with known luck; `due` are not computed yet.

    The sum over this many games falls between `low` and `high` in 95 of 100 cases; None where that is unknown.
    """

    games: int
    due: int
    sum: float
    mean: float
    low: float | None
    high: float | None


class SkillView(TypedDict):
    """What decisions cost a game, over the `games` that count, and the value of the start without it.

    `error` is the standard error of both. They are None for fewer than `least` games.
    """

    games: int
    least: int
    loss: float | None
    value: float | None
    error: float | None


class LatestView(TypedDict):
    """One of the latest games."""

    score: int
    at: str
    rank: int
    seats: int
    hints: bool
    luck: float | None
    loss: float | None
    table: str | None


class GameView(RulesView):
    """All data on one variant with one set of rules; figures are None before the first game."""

    games: int
    mean: float | None
    deviation: float | None
    best: LatestView | None
    contests: int
    wins: int
    bars: list[BarView]
    perfect: PerfectView
    luck: LuckView | None
    skill: SkillView | None
    latest: list[LatestView]


class FaceView(TypedDict):
    """How often a face fell, how often it is expected, and within which bounds."""

    face: int
    count: int
    mean: float
    low: int
    high: int


class DiceView(TypedDict):
    """All six-sided dice that the person rolled, and what they say about their fairness.

    `e_value` is the capital of a bettor against fair dice, `highest` its maximum so far, `chance` a bound on how many
    players ever see one as high with fair dice.
    """

    thrown: int
    faces: list[FaceView]
    e_value: float
    highest: float
    chance: float
    suspicious: bool


class Statistics(TypedDict):
    """A person's statistics. `name` is the selected name; None covers all names."""

    name: str | None
    names: list[NameView]
    variants: list[GamesView]
    game: GameView | None
    dice: DiceView
