"""Makes the puzzles: `.venv/bin/python -m bench.puzzles` from the root folder.

Bots of the measured levels play games with dice from a seed. A decision becomes a puzzle if the second-best action
costs enough and the regular player errs often, but not always: both follow from the solved tables. The games of a
part go to a file in the folder `--work`; a second start continues after the last complete part. About ten minutes on
a quiet core.
"""

import argparse
import gzip
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from pasch.analysis.ledger import ENDGAME
from pasch.bots.levels import LEVELS, likelihoods, picked, sensible
from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.category import Run
from pasch.rules.dice import NOTHING, SIX_SIDED, Roll
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.variants import find_variant
from pasch.service.puzzles import FILE, Theme
from pasch.solver.advice import Advised, advise, options, values_of
from pasch.solver.duel.winning import chances_of_actions, exact_contest
from pasch.solver.solve import Solution
from pasch.solver.store import solve
from pasch.solver.turn import TurnValues, place

ALONE = {"kniffel": 3500, "kniffel-plain": 2000, "yahtzee": 2500, "yatzy": 2500}
"""The number of puzzles of each variant about points."""

DUELS = {"kniffel-plain": 150, "yatzy": 150}
"""The number of puzzles of each variant about winning."""

PART = 20
"""Games whose puzzles are stored together."""

LEAST_GAP = 0.5
"""The minimum cost of the second-best action: in points, in a duel in percent of the games."""

ERRORS = (0.2, 0.8)
"""How often the regular player errs."""

DUEL_OPEN = 3
"""The maximum number of open cells in a duel."""

BLOCKS = 10_000
"""The limit of a contest (`pasch.solver.duel.winning`), a tenth of a second."""

Values = Mapping[Action, float]


@dataclass(frozen=True)
class Found:
    """A puzzle, as the library stores it, and a key that equal decisions share."""

    key: str
    line: Mapping[str, object]


# ------------------------------------------------------------------------------- games


def decisions(key: str, seats: int, number: int) -> Iterator[tuple[Game, TurnValues]]:
    """The decisions of a game between bots of the levels, with the values of the turn."""
    solution, variant, rng = solve(key), find_variant(key), Random(f"puzzles {key} {seats} {number}")
    levels = list(LEVELS.values())
    game, known, values = Game(variant, [str(seat) for seat in range(seats)]), None, None
    while not game.over:
        turn, _ = game.acting()
        if game.to_roll or turn.roll is None:
            kept = turn.staying or NOTHING
            game, _ = game.apply(DiceRolled(Roll((*kept.faces, *rng.choices(SIX_SIDED, k=variant.dice - len(kept))))))
        if values is None or known != (turn.seat, turn.number):
            known, values = (turn.seat, turn.number), values_of(solution, game)
        yield game, values
        worths = [(value, action) for action, value in options(solution, game, values).items()]
        level = levels[(number + turn.seat) % len(levels)]
        game, _ = game.apply(picked(sensible(worths), level, rng.random()))


def of_points(key: str, number: int) -> Iterator[Found]:
    """The puzzles of a game about points."""
    solution = solve(key)
    for game, known in decisions(key, 1, number):
        values = options(solution, game, known)
        if _fits(values, values):
            turn, sheet = game.acting()
            yield Found(f"{key} {place(solution, sheet)} {turn.roll} {turn.rolls_left}", _line(solution, game))


def of_winning(key: str, number: int) -> Iterator[Found]:
    """The puzzles of a game about winning which points leave open."""
    solution = solve(key)
    for game, known in decisions(key, 2, number):
        if max(len(sheet.open) for sheet in game.sheets) > DUEL_OPEN:
            continue
        points, contest = options(solution, game, known), exact_contest(solution, game, within=BLOCKS)
        if contest is None:
            continue
        chances = {action: 100 * won for action, (won, _) in chances_of_actions(contest, game).items()}
        if _fits(chances, points) and not (_clear(points) and _best(chances) == _best(points)):
            line = _described(game, chances, points, [*_plain_themes(game, chances), Theme.DUEL])
            yield Found(str(line["position"]), line)


def _fits(values: Values, points: Values) -> bool:
    """Whether a decision becomes a puzzle. The regular player errs by `points`."""
    low, high = ERRORS
    return _clear(values) and low <= chance_of_error(points, _best(values)) <= high


def _clear(values: Values) -> bool:
    """Whether the second-best action costs enough."""
    first, second, *_ = [*sorted(values.values(), reverse=True), 0.0, 0.0]
    return first - second >= LEAST_GAP


def chance_of_error(points: Values, best: Action) -> float:
    """The chance that the regular player takes another action than this one."""
    likely = {a: weight for weight, a in likelihoods(sensible([(v, a) for a, v in points.items()]), LEVELS["regular"])}
    return 1 - likely.get(best, 0.0) / sum(likely.values())


def _best(values: Values) -> Action:
    return max(values, key=values.__getitem__)


# ------------------------------------------------------------------------------- a puzzle


def _line(solution: Solution, game: Game) -> Mapping[str, object]:
    advice = advise(solution, game)
    values = {advised.action: advised.value for advised in advice.actions}
    chances = {
        advised.text: {key: round(chance, 3) for key, chance in advised.chances.items() if chance >= 0.0005}
        for advised in [advice.best, *_runner_up(values, advice.actions[1:])]
        if isinstance(advised.action, RollDice)
    }
    return {**_described(game, values, values, _themes(solution, game, values)), "chances": chances}


def _runner_up(values: Values, others: Iterable[Advised]) -> Sequence[Advised]:
    """The best of the other actions that a player may consider."""
    serious = {action for _, action in sensible([(value, action) for action, value in values.items()])}
    return [advised for advised in others if advised.action in serious][:1]


def _described(game: Game, values: Values, points: Values, themes: Sequence[Theme]) -> dict[str, object]:
    best = max(values.values())
    ranked = sorted(values.items(), key=lambda item: -item[1])
    return {
        "position": Position.of(game).to_text(),
        "value": round(best, 2),
        "errors": round(chance_of_error(points, ranked[0][0]), 4),
        "themes": list(themes),
        "losses": {game.variant.action_text(action): round(best - value, 2) for action, value in ranked},
    }


def _themes(solution: Solution, game: Game, values: Values) -> list[Theme]:
    """The themes of a position about points."""
    best, themes = _best(values), _plain_themes(game, values)
    if best != _best_without_bonus(solution, game):
        themes.append(Theme.BONUS)
    if best != _best_without_straights(solution, game):
        themes.append(Theme.STRAIGHTS)
    return themes


def _plain_themes(game: Game, values: Values) -> list[Theme]:
    """The themes that the sheet and the best action show."""
    best, found = _best(values), []
    if isinstance(best, Score) and best.points == 0:
        found.append(Theme.SCRATCHING)
    if len(game.acting()[1].open) <= ENDGAME:
        found.append(Theme.ENDGAME)
    return found


def _best_without_bonus(solution: Solution, game: Game) -> Action:
    """The best action in a game without the upper bonus."""
    plain = _without_bonus(solution.variant.key)
    head, _, rest = Position.of(game).alone().to_text().partition(";")
    other = Position.from_text(f"{head} {{upper_bonus=0}};{rest}").game
    return _best(options(plain, other, values_of(plain, other)))


@cache
def _without_bonus(key: str) -> Solution:
    return solve(find_variant(key).replace(upper_bonus=0))


def _best_without_straights(solution: Solution, game: Game) -> Action | None:
    """The best action if the straights were already scratched; None if nothing else is open."""
    alone = Position.of(game).alone().game
    turn, sheet = alone.acting()
    for index in sheet.open:
        if isinstance(alone.variant.categories[index].match, Run):
            sheet = sheet.enter(index, 0, 0)
    if sheet.full:
        return None
    number = len(alone.variant.cells) - len(sheet.open) + 1
    other = Game(alone.variant, alone.players, [sheet], alone.hands).with_turn(replace(turn, number=number))
    return _best(options(solution, other, values_of(solution, other)))


# ------------------------------------------------------------------------------- all puzzles


def made(work: Path) -> Iterator[Mapping[str, object]]:
    """All puzzles, without repetitions."""
    for make, wanted in ((of_points, ALONE), (of_winning, DUELS)):
        for key, most in wanted.items():
            known: set[str] = set()
            for part in count():
                for found in _part(work / f"{make.__name__}-{key}-{part}.jsonl", make, key, part):
                    if found.key not in known and len(known) < most:
                        known.add(found.key)
                        yield found.line
                print(f"{make.__name__} {key}: {len(known)} of {most}", file=sys.stderr, flush=True)
                if len(known) >= most:
                    break


def _part(path: Path, make: Callable[[str, int], Iterator[Found]], key: str, part: int) -> Sequence[Found]:
    """The puzzles of some games, from the file if an earlier start made them."""
    if not path.exists():
        games = range(part * PART, (part + 1) * PART)
        lines = [[found.key, found.line] for number in games for found in make(key, number)]
        fresh = path.with_suffix(".new")
        fresh.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        fresh.replace(path)
    return [Found(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--work", type=Path, default=Path("puzzles.work"))
    work: Path = parser.parse_args().work
    os.nice(10)
    work.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in made(work))
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{text.count(chr(10)):,} puzzles, {FILE.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
