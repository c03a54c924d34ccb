"""The required features of a golden playthrough of a game with a mechanic."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pasch.rules.actions import ActionKind
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    CellLost,
    ChipRemoved,
    ClaimSettled,
    Event,
    GameStarted,
    NothingTaken,
    Scored,
    TurnEnded,
)
from pasch.rules.game import Game
from pasch.rules.mechanics.action_dice import ActionDice
from pasch.rules.mechanics.bluff import Bluff, honest_points
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.mechanics.contest import Contest
from pasch.rules.mechanics.penalty import Penalty
from pasch.rules.notation.record import Record
from pasch.rules.ruleset import Mechanic
from pasch.rules.state import Stage

Shown = dict[str, bool]


def mechanic_shown(record: Record) -> Shown:
    """The rules of a record's mechanic, and whether they occur; empty for a game without a mechanic."""
    mechanic = record.match.variant.mechanic
    return {} if mechanic is None else SHOWN[type(mechanic)](record)


def moments(record: Record) -> Iterator[tuple[Game, Event, Game]]:
    """Every event of a game, with the preceding and the following game."""
    match = record.start
    for event in record.events:
        before, match = match.game, match.evolve(event)
        if not isinstance(event, GameStarted):
            yield before, event, match.game


def _action_dice(record: Record) -> Shown:
    mechanic = record.match.variant.mechanic
    assert isinstance(mechanic, ActionDice)
    uses = [(before, event) for before, event, _ in moments(record) if isinstance(event, ActionUsed)]
    crossed = [event.points for _, event in uses if event.action is ActionKind.CROSS_OUT]
    shown = {f"a die used for {kind}": any(event.action is kind for _, event in uses) for kind in ActionKind}
    shown |= {
        "one of each": any(
            isinstance(event, ActionDieRolled) and event.face == len(ActionKind) + 1 for event in record.events
        ),
        "an entry that wins no die": any(
            isinstance(e, Scored) and g.stage is Stage.ENTERED for _, e, g in moments(record)
        ),
        "a turn with a frozen cell": any(
            isinstance(event, TurnEnded) and bool(before.acting()[1].frozen) for before, event, _ in moments(record)
        ),
        "an entry crossed out": any(crossed),
    }
    if mechanic.at_once:
        shown["a die used in the round in which it was won"] = 0 in _ages(record)
        shown["two actions in one turn"] = any(
            isinstance(first, ActionUsed) and isinstance(second, ActionUsed)
            for first, second in zip(record.events, record.events[1:], strict=False)
        )
    else:
        shown["a die used rounds later"] = max(_ages(record)) > 1
        shown["sheets that change hands after the last round"] = any(
            before.stage is Stage.SHIFTING and all(sheet.full for sheet in before.sheets) for before, _ in uses
        )
    if mechanic.cross_out_open:
        shown["an open cell crossed out"] = not all(crossed)
        shown["a turn less for it"] = len({sum(e.seat == s for e in _ended(record)) for s in (1, 2, 3)}) > 1
    return shown


def _ended(record: Record) -> list[TurnEnded]:
    """The ends of turns, except those between the rounds."""
    return [e for before, e, _ in moments(record) if isinstance(e, TurnEnded) and before.stage is Stage.ENTERED]


def _ages(record: Record) -> list[int]:
    """The age in rounds of each used die."""
    mechanic = record.match.variant.mechanic
    assert isinstance(mechanic, ActionDice)
    ages = []
    for before, event, _ in moments(record):
        if isinstance(event, ActionUsed):
            turn, _ = before.acting()
            die = next(die for die in before.hands[turn.seat - 1].dice if die.kind is event.action)
            ages.append(turn.round - die.usable_from + (0 if mechanic.at_once else 1))
    return ages


def _penalty(record: Record) -> Shown:
    mechanic = record.match.variant.mechanic
    assert isinstance(mechanic, Penalty)
    equal = [
        (before, event, isinstance(following, CellLost))
        for (before, event, _), following in zip(moments(record), [*record.events[1:], None], strict=False)
        if isinstance(event, Scored) and event.cell.category != mechanic.category and _all_equal(before)
    ]
    held = [(game, event, hit, _held(game, mechanic.category)) for game, event, hit in equal]
    return {
        "a turn lost": any(hit for _, _, hit, _ in held),
        "a lost turn of the next round": any(
            isinstance(event, CellLost) and before.acting()[0].seat == before.leader
            for before, event, _ in moments(record)
        ),
        "a further one that scores nothing": any(not event.points and points for _, event, _, points in held),
        "one after a crossed-out cell": any(points == 0 and event.points for _, event, _, points in held),
    }


def _all_equal(game: Game) -> bool:
    turn, _ = game.acting()
    return turn.roll is not None and turn.roll.all_equal


def _held(game: Game, category: str) -> int | None:
    return game.acting()[1].points[game.variant.rows[category]]


def _chip_pool(record: Record) -> Shown:
    mechanic, rows = record.match.variant.mechanic, len(record.match.variant.rows)
    assert isinstance(mechanic, ChipPool)
    games = record.games
    kinds = [len({cell.category for cell in sheet.entries}) for game in games for sheet in game.sheets]
    sets = [None not in sheet.points[row::rows] for game in games for sheet in game.sheets for row in range(rows)]
    takes = [(b, e, a) for b, e, a in moments(record) if isinstance(e, Scored)]
    return {
        "a turn without a chip": any(isinstance(event, NothingTaken) for event in record.events),
        "a chip that leaves the game": any(isinstance(event, ChipRemoved) for event in record.events),
        "a chip that comes back": any(
            _all_equal(b) and not b.pool.left[b.variant.rows[e.cell.category]] for b, e, _ in takes
        ),
        "another turn": any(a.turn and a.turn.seat == e.seat for _, e, a in takes),
        "all chips of a pattern": any(sets),
        "the last chip": any(game.pool is not None and game.pool.last is not None for game in games),
        **{f"{count} patterns": count in kinds for count, _ in mechanic.different},
    }


def _bluff(record: Record) -> Shown:
    settled = [(b, e) for b, e, _ in moments(record) if isinstance(e, ClaimSettled)]
    lies = [honest_points(game, event.cell) < event.points for game, event in settled]
    doubted = [(game, event) for game, event in settled if event.doubters]
    closed = [
        game.sheets[seat - 1].points[game.variant.index(event.cell)] is not None
        for game, event in doubted
        for seat in event.doubters
    ]
    return {
        "a truth believed": any(not lie and not event.doubters for lie, (_, event) in zip(lies, settled, strict=True)),
        "a lie believed": any(lie and not event.doubters for lie, (_, event) in zip(lies, settled, strict=True)),
        "a truth doubted": any(not event.lied for _, event in doubted),
        "a lie doubted": any(event.lied for _, event in doubted),
        "two who doubt": any(len(event.doubters) > 1 for _, event in doubted),
        "a doubter with a closed cell": any(closed),
        "a doubter with an open cell": not all(closed),
        "less claimed than the dice bring": any(honest_points(g, e.cell) > e.points for g, e in settled),
        "a seat without a turn in the last round": len(_last_round(record)) < len(record.players),
        "a scratch": any(isinstance(event, Scored) for event in record.events),
    }


def _last_round(record: Record) -> set[int]:
    """The seats that had a turn in the last round."""
    turns = [before.acting()[0] for before, event, _ in moments(record) if isinstance(event, ClaimSettled | Scored)]
    return {turn.seat for turn in turns if turn.round == turns[-1].round}


def _contest(record: Record) -> Shown:
    pairs = [
        (mine, theirs)
        for game in record.games
        for mine, theirs in zip(*(sheet.points for sheet in game.sheets), strict=True)
    ]
    results = [game.results for game in record.games]
    return {
        "a cell that nobody wins": any(mine == theirs for mine, theirs in pairs),
        "more cells with the lower sum": any((a.total > b.total) is (a.score < b.score) for a, b in results),
    }


SHOWN: dict[type[Mechanic], Callable[[Record], Shown]] = {
    ActionDice: _action_dice,
    Penalty: _penalty,
    ChipPool: _chip_pool,
    Bluff: _bluff,
    Contest: _contest,
}
"""A mechanic that is missing here has no golden playthrough yet."""
