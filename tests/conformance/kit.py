"""The conformance kit: checks that every variant must pass on one of its records."""

from __future__ import annotations

from pasch.rules.actions import ActionKind
from pasch.rules.bonus import BonusKniffel, JokerRule
from pasch.rules.category import Cell
from pasch.rules.columns import Announce, Served
from pasch.rules.events import ActionUsed, Claimed, ClaimSettled, DiceRolled, EntryTakenBack, Scored
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.notation.record import Record
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from tests.conformance.mechanics import mechanic_shown


def entries(record: Record) -> list[tuple[Game, Scored]]:
    """Every entry that counts at the end, with the preceding game."""
    found: list[tuple[Game, Scored]] = []
    match = record.start
    for event in record.events:
        if isinstance(event, Scored):
            found.append((match.game, event))
        if isinstance(event, EntryTakenBack):
            found.pop()
        match = match.evolve(event)
    return found


def claims(record: Record) -> list[tuple[Game, Claimed]]:
    """Every claim, with the preceding game."""
    found, match = [], record.start
    for event in record.events:
        if isinstance(event, Claimed):
            found.append((match.game, event))
        match = match.evolve(event)
    return found


def made(record: Record) -> list[tuple[Game, Scored | Claimed]]:
    """Every use of a roll: entries and claims."""
    return [*entries(record), *claims(record)]


def paid(record: Record) -> set[Cell]:
    """The cells in which some player scored."""
    cells = {event.cell for _, event in entries(record) if event.points}
    for event in record.events:
        match event:
            case ClaimSettled(cell=cell):
                cells.add(cell)
            case ActionUsed(action=ActionKind.STEAL, cell=Cell() as cell, points=points) if points:
                cells.add(cell)
            case _:
                pass
    return cells


def replayed(record: Record) -> Match:
    """The match computed from the events alone."""
    match = record.start
    for event in record.events:
        match = match.evolve(event)
    return match


def gaps(record: Record) -> list[str]:
    """The required features that this golden playthrough lacks; empty if it is complete."""
    variant = record.match.variant
    shown = {
        "a finished match": record.match.game.over and record.ending.value == "finished",
        "two seats": len(record.players) > 1,
        "a first roll entered at once": any(game.turn and game.turn.rolls_used == 1 for game, _ in made(record)),
        "dice kept": any(isinstance(event, DiceRolled) and event.keep for event in record.events),
        "the last roll of a turn": any(game.turn and not game.turn.rolls_left for game, _ in made(record)),
        "points in every category": {cell.category for cell in paid(record)} == set(variant.rows),
    }
    # The cells of a chip pool only count the chips of one seat, and players cannot scratch them.
    if not isinstance(variant.mechanic, ChipPool):
        shown["points in every cell"] = paid(record) == set(variant.cells)
        shown["a crossed-out cell"] = any(not event.points for _, event in entries(record))
    if variant.upper_bonus:
        bonuses = [column.bonus for game in record.games for sheet in game.sheets for column in sheet.columns]
        shown["every bonus reached"] = {points for _, points in variant.upper_bonus.steps} <= {
            bonus // column.factor for bonus in bonuses for column in variant.columns
        }
        shown["a bonus missed"] = not all(bonuses)
    shown |= _further(variant, record) | _hands(variant, record) | _columns(variant, record) | _ends(variant, record)
    shown |= mechanic_shown(record)
    return [name for name, there in shown.items() if not there]


def _hands(variant: Variant, record: Record) -> dict[str, bool]:
    """Saved rolls, chips, served rolls and cells that must follow another cell."""
    played = [(game.turn, game, event) for game, event in entries(record) if game.turn and game.turn.roll]
    shown: dict[str, bool] = {}
    if variant.banks_rolls:
        shown["a saved roll used"] = any(turn.rolls_used > variant.rolls for turn, _, _ in played)
    if variant.chips:
        shown["a roll for a chip"] = any(turn.rolls_used > turn.rolls for turn, _, _ in played)
        shown["a last chip spent"] = any(not hand.chips for game in record.games for hand in game.hands)
    paid = [c.key for c in variant.categories if c.served]
    for key in paid:
        got = {event.points for turn, _, event in played if event.cell.category == key and event.points}
        shown[f"{key} served and not served"] = len(got) > 1
    if any(c.served for c in variant.categories) and variant.served is Served.ANY_ROLL:
        late = [e for turn, _, e in played if turn.rolls_used > 1 and not turn.kept and e.cell.category in paid]
        shown["served in a later roll"] = any(event.points for event in late)
    for category in (c for c in variant.categories if c.after):
        dice = [
            e
            for t, _, e in played
            if e.cell.category == category.key and category.points(t.roll.values, 1, served=False)
        ]
        shown[f"{category.key} before its time"] = any(not event.points for event in dice)
    return shown


def _columns(variant: Variant, record: Record) -> dict[str, bool]:
    """Successful and failed announcements."""
    if all(column.announce is Announce.NONE for column in variant.columns):
        return {}
    announced = [event for game, event in entries(record) if game.turn and game.turn.announced]
    return {
        "points in an announced cell": any(event.points for event in announced),
        "a zero in an announced cell": any(not event.points for event in announced),
        "an announced column entered at once": any(
            game.turn is not None and game.turn.announced is None and event.points
            for game, event in entries(record)
            if variant.columns[(event.cell.column or 1) - 1].announce is not Announce.NONE
        ),
    }


def _ends(variant: Variant, record: Record) -> dict[str, bool]:
    """The rules that compute results from entries, and a winner from results."""
    shown: dict[str, bool] = {}
    sheets = [sheet for game in record.games for sheet in game.sheets]
    if variant.instant_win:
        ended = [game for game in record.games if game.winner]
        shown["a game won at once from behind"] = any(g.totals[(g.winner or 1) - 1] < max(g.totals) for g in ended)
        shown["a game played to its end"] = len(ended) < len(record.games)
    if variant.difference:
        low = variant.difference.low
        results = [_difference(sheet, column) for sheet in sheets for column in range(len(variant.columns))]
        shown["a difference that wins"] = any(result > 0 for result in results)
        shown[f"a {low} above what it is taken from"] = any(result < 0 for result in results)
        shown["a difference times nothing"] = any(result == 0 for result in results)
    if variant.settlement:
        shown["results that are no sums"] = all(sheet.totals.total != sheet.totals.score for sheet in sheets)
        shown["a negative result"] = any(sheet.total < 0 for sheet in sheets)
    return shown


def _difference(sheet: Sheet, column: int) -> int:
    rule, rows = sheet.variant.difference, sheet.variant.rows
    assert rule is not None
    return rule.points(lambda key: sheet.at(column, rows[key]))


def _further(variant: Variant, record: Record) -> dict[str, bool]:
    """The required features of the bonus Kniffel rule: some bonus Kniffels pay and some do not."""
    if variant.extra == BonusKniffel():
        return {}
    further = [(game, event) for game, event in entries(record) if _is_further(game)]
    shown = {
        "a further Kniffel that earns": any(event.extra for _, event in further),
        "a further Kniffel that earns nothing": any(not event.extra for _, event in further),
    }
    if variant.extra.joker is not JokerRule.NONE:
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
