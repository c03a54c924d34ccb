"""`pasch simulate` and `pasch arena`: the scores of bots, alone and against each other."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from pasch.bots import find_bot
from pasch.bots.levels import LEVELS
from pasch.bots.perfect import at_hand, solved, soon_solved
from pasch.cli.cluster import Cluster, Ended, cluster, endings, solution_with
from pasch.cli.console import print_json, print_table
from pasch.cli.solving import solution_of
from pasch.i18n import Translator, translator
from pasch.rules.errors import InvalidInput
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.words import bot_name, variant_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pasch.solver.simulation.games import Part, Simulated
    from pasch.solver.solve import Solution

BY_KERNEL = {"perfect", "winner", *LEVELS}
"""Bots whose solo games the kernel plays; alone, playing for the win is playing for points."""

MOST_BY_KERNEL = 1_000_000_000
"""The most games for the kernel, about half a day."""

MOST_BY_RULES = 1_000_000
"""The most games played by the rules, some per second; all their results stay in memory."""

MOST_SOLVING = 600.0
"""Seconds that the solve before a simulation may take; otherwise the bot plays by the rules."""

ROWS = 12
"""The approximate number of lines of a distribution."""


@dataclass(frozen=True)
class Outcome:
    """The scores of a bot alone. `exact`: the kernel played from a solved table."""

    mean: float
    deviation: float
    bonus_rate: float | None
    regret: float | None
    exact: bool
    seconds: float
    distribution: Mapping[int, int]
    """The number of games by score, in ascending order."""

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.distribution.values())


# ------------------------------------------------------------------------------- simulate


def simulate_bot(  # noqa: PLR0913 - the options of the command
    variant: Variant, bot: str, games: int, seed: int, lang: str, *, as_json: bool, on: str | None = None
) -> None:
    """Print the scores of a bot in many games, played here or `on` a cluster.

    Raises `InvalidInput`, `NoRoom`, `NoCluster`.
    """
    find_bot(bot)
    exact = bot in BY_KERNEL and _kernel_plays(variant)
    _check_number(games, MOST_BY_KERNEL if exact else MOST_BY_RULES)
    with _elsewhere(on) as elsewhere:
        if exact:
            outcome = _by_kernel(variant, bot, games, seed, lang, elsewhere)
        else:
            outcome = _by_rules(variant, bot, games, seed, elsewhere)
    if as_json:
        print_json(
            {
                "variant": variant.key,
                "rules": dict(variant.switches),
                "bot": bot,
                "seed": seed,
                "games": outcome.games,
                **vars(outcome),
            }
        )
        return
    _print_outcome(variant, bot, outcome, lang)


def _check_number(games: int, most: int) -> None:
    if not 1 <= games <= most:
        raise InvalidInput("Play between 1 and {most} games, not {given}", most=most, given=games)


def _kernel_plays(variant: Variant) -> bool:
    """Whether the kernel can play the game: other players have no effect, and its table is stored or soon solved."""
    from pasch.solver.scope import plays_alone

    return not plays_alone(variant) and (at_hand(variant) is not None or soon_solved(variant, MOST_SOLVING))


def _elsewhere(address: str | None) -> AbstractContextManager[Cluster | None]:
    """The cluster that plays; None to play here."""
    return nullcontext() if address is None else cluster(address)


def _by_kernel(  # noqa: PLR0913, PLR0917 - the options of the command
    variant: Variant, bot: str, games: int, seed: int, lang: str, elsewhere: Cluster | None
) -> Outcome:
    from pasch.solver.simulation.games import simulate

    solution, error = solution_of(variant, lang), LEVELS.get(bot)
    if elsewhere is None:
        simulate(solution, 1, error=error)  # compiles, unless that was done before
        played = simulate(solution, games, seed, error=error)
    else:
        played = _by_workers(solution, bot, games, seed, elsewhere)
    return Outcome(
        mean=played.mean,
        deviation=played.deviation,
        bonus_rate=None if variant.upper_bonus is None else played.bonus_rate,
        regret=played.regret,
        exact=True,
        seconds=played.seconds,
        distribution=played.scores,
    )


def _by_workers(solution: Solution, bot: str, games: int, seed: int, elsewhere: Cluster) -> Simulated:
    """The kernel's games, one part per job; all workers use the table of this process."""
    from pasch.solver.simulation.games import merged, parts

    variant, began = solution.variant, time.perf_counter()
    table = elsewhere.hand_out(solution.table)
    jobs = ((variant.key, dict(variant.switches), bot, seed, start, many) for start, many in parts(games))
    return merged(solution, elsewhere.results(_play_part, jobs, table), began)


def _play_part(job: tuple[str, dict[str, SwitchValue], str, int, int, int], table: NDArray[Any]) -> Part:
    from pasch.solver.simulation.games import part_of

    key, rules, bot, seed, start, many = job
    return part_of(solution_with(variant_with(key, rules), table), start, many, seed, LEVELS.get(bot))


def _by_rules(variant: Variant, bot: str, games: int, seed: int, elsewhere: Cluster | None) -> Outcome:
    """The bot plays all seats if a game needs several; the first seat counts."""
    began = time.perf_counter()
    ended = list(endings(variant, (bot,) * variant.seats[0], games, seed, elsewhere))
    totals = [end.totals[0] for end in ended]
    return Outcome(
        mean=fmean(totals),
        deviation=pstdev(totals),
        bonus_rate=None if variant.upper_bonus is None else fmean(end.bonuses[0] for end in ended),
        regret=None,
        exact=False,
        seconds=time.perf_counter() - began,
        distribution=Counter(sorted(totals)),
    )


def _print_outcome(variant: Variant, bot: str, outcome: Outcome, lang: str) -> None:
    t = translator(lang)
    print(
        t.text(
            "simulate",
            "{bot}, {variant}: {points} points on average, with a standard error of {error}.",
            bot=bot_name(bot, lang),
            variant=variant_name(variant, lang),
            points=t.decimal(outcome.mean, 2),
            error=t.decimal(outcome.deviation / sqrt(outcome.games), 2),
        )
    )
    print(t.text("solve", "Standard deviation: {points} points.", points=t.decimal(outcome.deviation, 2)))
    if outcome.bonus_rate is not None:
        percent = t.decimal(100 * outcome.bonus_rate)
        print(t.text("solve", "The upper bonus is reached in {percent}% of all games.", percent=percent))
    if outcome.regret:
        points = t.decimal(outcome.regret, 2)
        print(t.text("simulate", "Its decisions lose {points} points a turn on average.", points=points))
    elif bot in BY_KERNEL and not outcome.exact and solved(variant) is None:
        print(t.text("simulate", "There is no exact table for these rules: it looks one turn ahead."))
    _print_games(t, outcome.games, outcome.seconds)
    print()
    head = (t.text("list", "Points"), t.text("list", "Games"), t.text("list", "Share"))
    print_table(head, _bars(t, outcome), numbers=2)


def _print_games(t: Translator, games: int, seconds: float) -> None:
    in_time = t.decimal(seconds, 2)
    print(t.count("simulate", "{count} game in {seconds} s.", "{count} games in {seconds} s.", games, seconds=in_time))


def _bars(t: Translator, outcome: Outcome) -> list[tuple[str, str, str]]:
    """The distribution in steps of a round number of points."""
    low, high = min(outcome.distribution), max(outcome.distribution)
    step = next(s * ten for ten in (1, 10, 100, 1000) for s in (1, 2, 5) if (high - low) / (s * ten) < ROWS)
    counts: Counter[int] = Counter()
    for score, count in outcome.distribution.items():
        counts[score // step * step] += count
    return [
        (
            f"{start}–{start + step - 1}" if step > 1 else str(start),
            t.number(counts[start]),
            t.text("solve", "{percent}%", percent=t.decimal(100 * counts[start] / outcome.games)),
        )
        for start in sorted(counts)
    ]


# ------------------------------------------------------------------------------- arena


@dataclass(frozen=True)
class Score:
    """A bot's results against the others. A draw is a shared first place."""

    bot: str
    wins: int
    draws: int
    losses: int
    mean: float
    deviation: float


def arena(  # noqa: PLR0913 - the options of the command
    variant: Variant, bots: Sequence[str], games: int, seed: int, lang: str, *, as_json: bool, on: str | None = None
) -> None:
    """Print how often each bot wins. Raises `InvalidInput`, also for too few or too many bots, `NoCluster`."""
    for bot in bots:
        find_bot(bot)
    if len(bots) < 2:  # noqa: PLR2004 - as the message says
        raise InvalidInput("An arena needs at least two bots, not {given}", given=len(bots))
    _check_number(games, MOST_BY_RULES)
    with _elsewhere(on) as elsewhere:
        began = time.perf_counter()
        scores = _scores(endings(variant, tuple(bots), games, seed, elsewhere), bots)
        seconds = time.perf_counter() - began
    if as_json:
        print_json(
            {
                "variant": variant.key,
                "rules": dict(variant.switches),
                "seed": seed,
                "games": games,
                "seconds": seconds,
                "bots": [vars(score) for score in scores],
            }
        )
        return
    t = translator(lang)
    head = (
        t.text("list", "Name"),
        t.text("list", "Won"),
        t.text("list", "Drawn"),
        t.text("list", "Lost"),
        t.text("list", "On average"),
        t.text("list", "Deviation"),
    )
    print_table(head, [_line(t, score, lang) for score in scores], numbers=len(head) - 1)
    print()
    _print_games(t, games, seconds)


def _scores(endings: Iterable[Ended], bots: Sequence[str]) -> list[Score]:
    ended, scores = list(endings), []
    for which, bot in enumerate(bots):
        totals = [end.totals[which] for end in ended]
        first = [end.places.count(1) for end in ended if end.places[which] == 1]
        wins = first.count(1)
        draws = len(first) - wins
        scores.append(Score(bot, wins, draws, len(ended) - wins - draws, fmean(totals), pstdev(totals)))
    return scores


def _line(t: Translator, score: Score, lang: str) -> tuple[str, ...]:
    return (
        bot_name(score.bot, lang),
        *map(t.number, (score.wins, score.draws, score.losses)),
        t.decimal(score.mean, 2),
        t.decimal(score.deviation, 2),
    )
