"""Random full games per second in one process: `.venv/bin/python -m bench.rules` from the root folder.

Pasch and the public package pyhtzee play complete solo games in alternating turns of a second, so both run under the
same load. Each step picks one of the legal actions, all equally likely, and plays it. The engine checks it again, as
for an untrusted player. Pasch plays `kniffel` with dice rolled by the benchmark; pyhtzee rolls the dice of its
free-choice Yahtzee itself. Games differ in length (pyhtzee allows an additional roll in most turns), so the bench
also counts moves; a move is a roll or an entry.

Other variants follow, and then a match of six games and four players: a step in its first and in its last game, a
command of a table decided and folded, the match in memory and the replay of its events. All times are processor time.
"""

import argparse
import gc
import random
import time
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median

from pyhtzee import Pyhtzee

from pasch.rules.actions import NextGame, RollDice
from pasch.rules.dice import Keep, Roll
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match, MatchEvent, MatchStep
from pasch.rules.state import Stage, Step
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.service.ids import Handle, SessionId, TableId
from pasch.service.log import LogEvent, NewEvent
from pasch.service.requests import Command, OpenSeat, OpenTable, SeatKind, Session, Status
from pasch.service.retention import Retention
from pasch.service.table.decisions import decide
from pasch.service.table.seats import new_table, opened_with
from pasch.service.table.state import TableState

KNIFFEL = find_variant("kniffel")
PLAYERS = ("Anna",)
FOUR = ("Anna", "Bernd", "Clara", "David")
GAMES = 6
OTHERS = ("yams", "maxi-yatzy", "kniffeliger")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

ROUNDS = 5
"""Matches played; the shortest time counts."""

Play = Callable[[random.Random], int]
"""Plays one game and returns its number of moves."""


def pasch(rng: random.Random) -> int:
    """One game of Kniffel, every action picked from the list of legal ones."""
    game, moves = Game(KNIFFEL, PLAYERS), 0
    while not game.over:
        legal = game.legal_actions
        action = legal[int(rng.random() * len(legal))]
        if isinstance(action, RollDice):
            kept = action.keep.faces if action.keep else ()
            thrown = rng.choices((1, 2, 3, 4, 5, 6), k=5 - len(kept))
            game, _ = game.apply(DiceRolled(Roll((*kept, *thrown)), action.keep))
        else:
            game, _ = game.apply(action)
        moves += 1
    return moves


def pyhtzee(rng: random.Random) -> int:
    """One game of pyhtzee with random actions; its automatic rolls count as moves too."""
    game, moves = Pyhtzee(seed=rng.getrandbits(32) + 1), 1
    while not game.is_finished():
        before = game.round
        game.take_action(game.sample_action())
        moves += 1 + (game.round > before and not game.is_finished())
    return moves


@dataclass
class Score:
    """The games of an engine so far."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0

    def play(self, play: Play, rng: random.Random, seconds: float) -> None:
        start = time.process_time()
        end = start + seconds
        while time.process_time() < end:
            self.moves += play(rng)
            self.games += 1
        self.seconds += time.process_time() - start


def measure(seconds: int) -> dict[str, Score]:
    """Both engines, each for this many seconds of processor time, a second at a time."""
    engines: dict[str, Play] = {"pasch": pasch, "pyhtzee": pyhtzee}
    scores = {name: Score() for name in engines}
    rngs = {name: random.Random(1) for name in engines}
    for name, play in engines.items():  # fills the caches before the clock runs
        Score().play(play, rngs[name], 0.3)
    for _ in range(seconds):
        for name, play in engines.items():
            scores[name].play(play, rngs[name], 1)
    return scores


# ------------------------------------------------------------------------------- other variants, and a whole match


def thrown(rng: random.Random, game: Game, keep: Keep | None) -> DiceRolled:
    """The dice on the table after rolling all but the kept ones."""
    faces, tens = (keep.faces, keep.tens) if keep else ((), ())
    six = rng.choices(range(1, 7), k=game.variant.dice - len(faces))
    ten = rng.choices(range(10), k=game.variant.ten_sided - len(tens))
    return DiceRolled(Roll((*faces, *six), (*tens, *ten)), keep)


def picked(rng: random.Random, game: Game) -> Step:
    """One of the legal steps; a random roll for dice in the air."""
    if game.stage is Stage.DIE_IN_THE_AIR:
        return ActionDieRolled(rng.randint(1, 6))
    action = rng.choice(game.legal_actions)
    return thrown(rng, game, action.keep) if isinstance(action, RollDice) else action


def game_of(variant: Variant) -> Play:
    """Random games of a variant, with its least number of players."""

    def play(rng: random.Random) -> int:
        game, moves = Game(variant, FOUR[: max(variant.seats[0], 1)]), 0
        while not game.over:
            game, _ = game.apply(picked(rng, game))
            moves += 1
        return moves

    return play


def match_of_six() -> tuple[Match, list[MatchEvent], list[list[float]]]:
    """A match of four, its events, and the seconds of each step, game by game."""
    rng, clock = random.Random(6), time.process_time
    match, steps = Match.begin(KNIFFEL, FOUR, GAMES), [list[float]() for _ in range(GAMES)]
    log: list[MatchEvent] = []
    while not match.over:
        step: MatchStep = NextGame() if match.between_games else picked(rng, match.game)
        start = clock()
        match, events = match.apply(step)
        steps[len(match.games) - 1].append(clock() - start)
        log += events
    return match, log, steps


def commands() -> list[float]:
    """The seconds of each command of such a match, including the events and the table's next state."""
    opener = Session(SessionId("opener"), "Anna", NOON, Handle("anna"))
    seats = tuple(OpenSeat(SeatKind.LOCAL, name) for name in FOUR)
    row, state = new_table(opener, TableId("bench"), bytes(32), OpenTable("kniffel", seats, games=GAMES))
    state = _folded(state, opened_with(row, state).events)
    rng, keep, clock, seconds = random.Random(6), Retention(), time.process_time, list[float]()
    while state.status is Status.RUNNING:
        assert state.match is not None
        between = state.match.between_games
        action = NextGame() if between else rng.choice(state.match.game.legal_actions)
        command = Command("id", action)
        start = clock()
        change = decide(state, row, (1, 2, 3, 4), opener, NOON, keep, command)
        state = _folded(state, change.events)
        seconds.append(clock() - start)
    return seconds


def _folded(state: TableState, events: Iterable[NewEvent]) -> TableState:
    for number, each in enumerate(events, start=state.seq + 1):
        state = state.evolve(LogEvent(number, each.type, NOON, each.seat, each.data), each.fold)
    return state


def weight() -> int:
    """The bytes in memory of a finished match of six games and four players."""
    match_of_six()  # loads what all matches share
    gc.collect()
    tracemalloc.start()
    match, log, _ = match_of_six()
    del log
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert match.over
    return held


def replayed(log: list[MatchEvent]) -> float:
    """The seconds of folding such a match."""
    match, start = Match.begin(KNIFFEL, FOUR, GAMES), time.process_time()
    for event in log:
        match = match.evolve(event)
    assert match.over
    return time.process_time() - start


def tell_match() -> None:
    """Print the cost of a match of six games."""
    rounds = [match_of_six() for _ in range(ROUNDS)]
    first, last = ([median(steps[game]) for _, _, steps in rounds] for game in (0, GAMES - 1))
    print(f"step of a match of four: {1e6 * min(first):.1f} µs in game 1, {1e6 * min(last):.1f} µs in game {GAMES}")
    spent = min((commands() for _ in range(ROUNDS)), key=median)
    print(f"a command, decided and folded: {1e6 * median(spent):.1f} µs (median of {len(spent)})")
    replays = [replayed(log) for _, log, _ in rounds]
    print(f"replay of {len(rounds[0][1])} events: {1e3 * min(replays):.1f} ms; in memory: {weight() / 1000:.0f} KB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=5, help="processor time for each engine (default: 5)")
    scores = measure(parser.parse_args().seconds)
    print(f"{'engine':10}{'games/s':>10}{'moves/s':>12}{'moves/game':>12}{'µs/move':>10}")
    for name, score in scores.items():
        print(
            f"{name:10}{score.games / score.seconds:>10.0f}{score.moves / score.seconds:>12.0f}"
            f"{score.moves / score.games:>12.1f}{1e6 * score.seconds / score.moves:>10.1f}"
        )
    ratio = scores["pasch"].games * scores["pyhtzee"].seconds / scores["pasch"].seconds / scores["pyhtzee"].games
    print(f"pasch plays {ratio:.1f} times as many games")
    for key in OTHERS:
        score = Score()
        for seconds in (0.3, 1):
            score = Score()
            score.play(game_of(find_variant(key)), random.Random(1), seconds)
        print(f"{key}: {1e6 * score.seconds / score.moves:.1f} µs per move")
    tell_match()


if __name__ == "__main__":
    main()
