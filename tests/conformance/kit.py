"""What every variant must pass, whoever adds it: questions asked of a record of it."""

from __future__ import annotations

from pasch.rules.events import DiceRolled, EntryTakenBack, Scored
from pasch.rules.extra import ExtraKniffel, Joker
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant


def entries(record: Record) -> list[tuple[Game, Scored]]:
    """Every entry that stands at the end, with the game before it."""
    found: list[tuple[Game, Scored]] = []
    match = record.start
    for event in record.events:
        if isinstance(event, Scored):
            found.append((match.game, event))
        if isinstance(event, EntryTakenBack):
            found.pop()
        match = match.evolve(event)
    return found


def replayed(record: Record) -> Match:
    """The match that follows from the events alone."""
    match = record.start
    for event in record.events:
        match = match.evolve(event)
    return match


def gaps(record: Record) -> list[str]:
    """What a golden playthrough has to show and this one does not; empty when it is complete."""
    variant = record.match.variant
    shown = {
        "a finished match": record.match.game.over and record.ending.value == "finished",
        "two seats": len(record.players) > 1,
        "a first roll entered at once": any(game.turn and game.turn.rolls_used == 1 for game, _ in entries(record)),
        "dice kept": any(isinstance(event, DiceRolled) and event.keep for event in record.events),
        "the last roll of a turn": any(game.turn and not game.turn.rolls_left for game, _ in entries(record)),
        "points in every cell": {e.cell for _, e in entries(record) if e.points} == set(variant.cells),
        "a struck cell": any(not event.points for _, event in entries(record)),
    }
    if variant.upper_bonus:
        bonuses = [column.bonus for game in record.games for sheet in game.sheets for column in sheet.columns]
        shown["a bonus reached"] = any(bonuses)
        shown["a bonus missed"] = not all(bonuses)
    return [name for name, there in (shown | _further(variant, record)).items() if not there]


def _further(variant: Variant, record: Record) -> dict[str, bool]:
    """What the rule for further Kniffels has to show: that it pays, and that it does not always pay."""
    if variant.extra == ExtraKniffel():
        return {}
    further = [(game, event) for game, event in entries(record) if _is_further(game)]
    shown = {
        "a further Kniffel that earns": any(event.extra for _, event in further),
        "a further Kniffel that earns nothing": any(not event.extra for _, event in further),
    }
    if variant.extra.joker is not Joker.NONE:
        shown["a joker"] = any(event.points > _natural(game, event) for game, event in further)
    return shown


def _is_further(game: Game) -> bool:
    turn, sheet, row = game.turn, game.sheet, game.variant.kniffel_row
    if turn is None or turn.roll is None or sheet is None or row is None or not turn.roll.all_equal:
        return False
    return any(sheet.at(column, row) is not None for column in range(len(game.variant.columns)))


def _natural(game: Game, event: Scored) -> int:
    assert game.turn is not None
    assert game.turn.roll is not None
    column = game.variant.columns[(event.cell.column or 1) - 1]
    return game.variant.points(event.cell.category, game.turn.roll) * column.factor
