"""Play for the win against play for points: `.venv/bin/python -m bench.duel` from the root folder.

Every game is played twice with the same dice for each seat, and the two bots change seats. Luck and the advantage of
the last turn therefore cancel out: equal bots would win once per pair of games. The output shows the winner's result
(a draw is half a win) with its standard error over pairs. It also shows how much the decisions of perfect lose in
chances to win, where these are exact, which is the same advantage without the luck. A third figure is the time per
decision. `--contests` times exact contests by open cells instead, `--curve` the chances to win over a whole game.
"""

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev

from pasch.analysis.winning import win_curves
from pasch.bots import BOTS
from pasch.bots.perfect import EFFORT, FEW, WinnerBot, judged
from pasch.bots.play import Bot
from pasch.rules.actions import Action
from pasch.rules.dice import NOTHING, SIX_SIDED, Roll
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.notation.record import Record
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.compiling.kernels import threads
from pasch.solver.duel.contest import contest, effort, player
from pasch.solver.duel.sides import side_of
from pasch.solver.duel.winning import MOST_BLOCKS, exact_contest
from pasch.solver.solve import Solution
from pasch.solver.store import solve


def landed(game: Game, seed: str) -> DiceRolled:
    """The dice of a roll follow from seat, round and roll alone."""
    turn, _ = game.acting()
    kept = turn.staying or NOTHING
    rng = Random(f"{seed} {turn.seat} {turn.round} {turn.rolls_left}")
    return DiceRolled(Roll((*kept.faces, *rng.choices(SIX_SIDED, k=game.to_roll))))


def played(game: Game, bots: tuple[Bot, Bot], seed: str, until: int = 0) -> Game:
    """The game until the player to move has `until` open cells."""
    while not game.over:
        turn, sheet = game.acting()
        if len(sheet.open) <= until and not turn.roll and not game.to_roll:
            return game
        step = landed(game, seed) if game.to_roll else bots[turn.seat - 1].choose(game)
        game, _ = game.apply(step)
    return game


def point(game: Game, seat: int) -> float:
    mine, other = game.totals[seat - 1], game.totals[2 - seat]
    return 1.0 if mine > other else 0.5 if mine == other else 0.0


@dataclass
class Watch:
    """The judge of this process, timed; it may judge a turn several times, but computes it once."""

    seconds: list[float] = field(default_factory=list)

    def __call__(self, solution: Solution, game: Game) -> Mapping[Action, float] | None:
        began = time.perf_counter()
        found = judged(solution, game)
        self.seconds.append(time.perf_counter() - began)
        return found


@dataclass
class Judged:
    """A bot, and the loss of its decisions in chances to win, where those are exact."""

    bot: Bot
    solution: Solution
    lost: float = 0.0

    @property
    def key(self) -> str:
        return self.bot.key

    def choose(self, game: Game) -> Action:
        action = self.bot.choose(game)
        if len(game.legal_actions) > 1 and exact_contest(self.solution, game, within=EFFORT) is not None:
            chances = judged(self.solution, game)
            assert chances is not None
            self.lost += max(chances.values()) - chances[action]
        return action


def arena(key: str, pairs: int, seed: int) -> None:
    variant, watch = find_variant(key), Watch()
    solution = solve(variant)
    perfect, winner = BOTS["perfect"], WinnerBot(judge=watch)
    points, lost = [], []
    played(played(Game(variant, ["A", "B"]), (perfect, perfect), "", until=1), (winner, winner), "")  # compiles
    watch.seconds.clear()
    for number in range(pairs):
        dice = f"{seed} {number}"
        # While many cells are open, both play alike.
        late = played(Game(variant, ["A", "B"]), (perfect, perfect), dice, until=FEW)
        other = Judged(perfect, solution)
        first, second = played(late, (winner, other), dice), played(late, (other, winner), dice)
        lost.append(other.lost / 2)
        points.append((point(first, 1) + point(second, 2)) / 2)
    share, wide = fmean(points), stdev(points) / sqrt(pairs)
    print(f"{key}: winner {100 * share:.2f}% ± {100 * wide:.2f}% of {2 * pairs} games against perfect", flush=True)
    more = stdev(lost) / sqrt(pairs)
    print(f"  perfect loses {100 * fmean(lost):.2f}% ± {100 * more:.2f}% a game in exact chances to win")
    print(f"  a decision: {1000 * fmean(watch.seconds):.0f} ms on average, at most {max(watch.seconds):.2f} s")


def contests(key: str) -> None:
    """Exact contests of two equal sheets: the time, and the number of sets of open cells within the bound."""
    solution = solve(key)
    variant = solution.variant
    print(f"{key}, {threads()} threads\nopen  within  blocks (median, most)  CPU seconds of the most within")
    for cells in range(1, 8):
        sides = [side_of(solution, sheet_with(variant, rows)) for rows in sample(variant.turns, cells)]
        efforts = sorted((effort(side, player(side)), number) for number, side in enumerate(sides))
        within = [pair for pair in efforts if pair[0] <= MOST_BLOCKS]
        seconds = 0.0
        if within:
            side = sides[within[-1][1]]
            contest(side, player(side))
            began = time.process_time()
            contest(side, player(side))
            seconds = time.process_time() - began
        middle, most = efforts[len(efforts) // 2][0], efforts[-1][0]
        print(f"{cells:4}  {len(within) / len(efforts):6.0%}  {middle:10,} {most:10,}  {seconds:.2f}", flush=True)


def sample(rows: int, cells: int) -> list[tuple[int, ...]]:
    """Sets of rows, at most sixty."""
    every = list(combinations(range(rows), cells))
    return every if len(every) <= 60 else Random(1).sample(every, 60)


def sheet_with(variant: Variant, rows: tuple[int, ...]) -> Sheet:
    """A sheet with these rows open, three of every face in the number cells and a hit elsewhere."""
    sheet = Sheet.empty(variant)
    for row, category in enumerate(variant.categories):
        if row not in rows:
            sheet = sheet.enter(row, 3 * category.face if category.face else 20)
    return sheet


def game_of(variant: Variant, seed: int) -> Record:
    """A game of two who play well, but not perfectly."""
    start = match = Match.begin(variant, ["A", "B"])
    log: list[MatchEvent] = []
    while not match.over:
        game = match.game
        step: MatchStep = landed(game, str(seed)) if game.to_roll else BOTS["regular"].choose(game)
        match, events = match.apply(step)
        log += events
    return Record.of(start, log)


def curve(key: str, seed: int) -> None:
    """Win chances over one game, after a first game that compiles everything."""
    solution = solve(key)
    win_curves(game_of(solution.variant, seed + 1), solution)
    record = game_of(solution.variant, seed)
    began, spent = time.perf_counter(), time.process_time()
    [points] = win_curves(record, solution)
    wall, cpu = time.perf_counter() - began, time.process_time() - spent
    assert points is not None
    exact = sum(found.exact for found in points)
    print(
        f"{key}: {len(points)} points, {exact} of them exact: {wall:.1f} s, {cpu:.1f} s of processor time", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("variants", nargs="*", default=["kniffel-plain", "yahtzee"])
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--contests", action="store_true")
    parser.add_argument("--curve", action="store_true")
    wishes = parser.parse_args()
    for key in wishes.variants:
        if wishes.contests:
            contests(key)
        elif wishes.curve:
            curve(key, wishes.seed)
        else:
            arena(key, wishes.pairs, wishes.seed)


if __name__ == "__main__":
    main()
