"""Events as names and plain data, the form of a table's log."""

from collections.abc import Mapping
from typing import assert_never

from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import Announced, DiceRolled, EntryTakenBack, GameStarted, Scored
from pasch.rules.game import Game
from pasch.rules.match import MatchEvent

Data = dict[str, str | int | bool | None]


def event_to_data(event: MatchEvent, before: Game) -> tuple[str, Data]:
    """The name of an event and what it says besides its seat.

    `before` is the game in which it happened: from it come facts that readers want to see
    beside the event (which roll of the turn it was, the dice an entry was made with).
    """
    cell = before.variant.cell_text
    match event:
        case DiceRolled():
            return "dice_rolled", _rolled(event, before)
        case Announced():
            return "announced", {"cell": cell(event.cell)}
        case Scored(_, where, points, extra, by_hand):
            roll = before.turn.roll if before.turn else None
            data: Data = {"cell": cell(where), "points": points, "extra": extra}
            data["dice"] = roll.to_text() if roll else None
            return "scored", data | ({"by_hand": True} if by_hand else {})
        case EntryTakenBack(_, where, points):
            return "entry_taken_back", {"cell": cell(where), "points": points}
        case GameStarted(number):
            return "game_started", {"game": number}
    assert_never(event)


def _rolled(event: DiceRolled, before: Game) -> Data:
    after = before.evolve(event).turn
    first = before.turn is None or before.turn.roll is None
    data: Data = {
        "dice": event.roll.to_text(),
        "keep": None if first or event.keep is None else event.keep.to_text(),
        "roll": after.rolls_used if after else 0,
        "rolls_left": after.rolls_left if after else 0,
    }
    return data | ({"by_hand": True} if event.by_hand else {})


def event_from_data(kind: str, seat: int | None, data: Mapping[str, object]) -> MatchEvent:
    """The event of this name and data. Raises `InvalidInput` for anything else."""
    who = seat or 0
    match kind, data:
        case "dice_rolled", {"dice": str(dice), **rest}:
            kept = rest.get("keep")
            keep = Keep.from_text(kept) if isinstance(kept, str) else Keep()
            return DiceRolled(Roll.from_text(dice), keep, seat, by_hand=bool(rest.get("by_hand")))
        case "announced", {"cell": str(cell)}:
            return Announced(who, _cell(cell))
        case "scored", {"cell": str(cell), "points": int(points), "extra": int(extra), **rest}:
            return Scored(who, _cell(cell), points, extra, by_hand=bool(rest.get("by_hand")))
        case "entry_taken_back", {"cell": str(cell), "points": int(points)}:
            return EntryTakenBack(who, _cell(cell), points)
        case "game_started", {"game": int(number)}:
            return GameStarted(number)
        case _:
            raise InvalidInput("“{kind}” with this data is no event", kind=kind[:40])


def _cell(text: str) -> Cell:
    cell = Cell.from_text(text)
    return cell if cell.column else Cell(cell.category, 1)
