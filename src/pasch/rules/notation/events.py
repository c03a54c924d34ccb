"""Events as names and plain data: the form of a table's log."""

from collections.abc import Mapping
from typing import assert_never

from pasch.rules.actions import as_action_kind
from pasch.rules.category import Cell
from pasch.rules.corrections import TurnCorrected
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    Announced,
    CellLost,
    ChipRemoved,
    ClaimAnswered,
    Claimed,
    ClaimSettled,
    DiceRolled,
    Doubled,
    EntryTakenBack,
    GameStarted,
    MechanicEvent,
    NothingTaken,
    Scored,
    SheetFrozen,
    TurnEnded,
)
from pasch.rules.fingerprint import Plain
from pasch.rules.game import Game
from pasch.rules.match import MatchEvent

Data = dict[str, Plain]


def event_to_data(event: MatchEvent, before: Game, after: Game | None = None) -> tuple[str, Data]:
    """The name of an event and its data without the seat.

    `before` is the game before the event. It adds facts for readers: the number of the roll, or the dice of an entry.
    `after` is the game after the event; with None it is computed here.
    """
    cell = before.variant.cell_text
    match event:
        case DiceRolled():
            return "dice_rolled", _rolled(event, before, after)
        case Announced():
            return "announced", {"cell": cell(event.cell)}
        case Doubled():
            return "doubled", {}
        case Scored(_, where, points, extra, by_hand):
            data: Data = {"cell": cell(where), "points": points, "extra": extra, "dice": _dice(before)}
            return "scored", data | ({"by_hand": True} if by_hand else {})
        case EntryTakenBack(_, where, points):
            return "entry_taken_back", {"cell": cell(where), "points": points}
        case SheetFrozen():
            return "sheet_frozen", {}
        case GameStarted(number):
            return "game_started", {"game": number}
        case TurnCorrected():
            return "turn_corrected", {"game": event.game, "round": event.round, "turn": event.turn, "was": event.was}
        case _:
            return _mechanic_event(event, before)


def _mechanic_event(event: MechanicEvent, before: Game) -> tuple[str, Data]:
    cell = before.variant.cell_text
    match event:
        case ActionDieRolled(face):
            return "action_die_rolled", {"face": face, "won": _won(event, before)}
        case ActionUsed(_, action, target, where, points):
            reached = None if where is None else cell(where)
            return "action_used", {"action": action.value, "target": target, "cell": reached, "points": points}
        case TurnEnded():
            return "turn_ended", {}
        case CellLost(_, where):
            return "cell_lost", {"cell": cell(where)}
        case Claimed(_, where, points):
            return "claimed", {"cell": cell(where), "points": points}
        case ClaimAnswered(_, doubts):
            return "claim_answered", {"doubts": doubts}
        case ClaimSettled(_, where, points, lied, doubters, roll):
            settled: Data = {"cell": cell(where), "points": points, "lied": lied, "doubters": list(doubters)}
            index = before.variant.index(where)
            playing = [seat for seat in doubters if seat not in before.frozen]
            open_for: list[Plain] = [seat for seat in playing if before.sheets[seat - 1].points[index] is None]
            return "claim_settled", settled | {"hit": open_for, "dice": roll.to_text() if roll else None}
        case NothingTaken():
            return "nothing_taken", {"dice": _dice(before)}
        case ChipRemoved(category):
            return "chip_removed", {"cell": category}
    assert_never(event)


def _won(event: ActionDieRolled, before: Game) -> list[Plain]:
    """The actions that the action die wins."""
    if before.turn is None:
        return []
    seat = before.turn.seat - 1
    held, holds = before.hands[seat].dice, before.evolve(event).hands[seat].dice
    return [die.kind.value for die in holds[len(held) :]]


def _dice(game: Game) -> str | None:
    return game.turn.roll.to_text() if game.turn and game.turn.roll else None


def _rolled(event: DiceRolled, before: Game, then: Game | None) -> Data:
    after = (then or before.evolve(event)).turn
    first = before.turn is None or before.turn.roll is None
    data: Data = {
        "dice": event.roll.to_text(),
        "keep": None if first or event.keep is None else event.keep.to_text(),
        "roll": after.rolls_used if after else 0,
        "rolls_left": after.rolls_left if after else 0,
    }
    return data | ({"by_hand": True} if event.by_hand else {})


def event_from_data(kind: str, seat: int | None, data: Mapping[str, object]) -> MatchEvent:
    """The event with this name and data. Raises `InvalidInput` for anything else."""
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
        case "doubled", _:
            return Doubled(who)
        case "sheet_frozen", _:
            return SheetFrozen(who)
        case "game_started", {"game": int(number)}:
            return GameStarted(number)
        case "turn_corrected", {"game": int(number), "round": int(round_), "turn": str(turn), "was": str(was)}:
            return TurnCorrected(who, number, round_, turn, was)
        case _:
            return _mechanic_event_from(kind, who, data)


def _mechanic_event_from(kind: str, who: int, data: Mapping[str, object]) -> MechanicEvent:
    match kind, data:
        case "action_die_rolled", {"face": int(face)}:
            return ActionDieRolled(face, who)
        case "action_used", {"action": str(action), "target": None | int() as target, "points": int(points), **rest}:
            reached = rest.get("cell")
            cell = _cell(reached) if isinstance(reached, str) else None
            return ActionUsed(who, as_action_kind(action), target, cell, points)
        case "turn_ended", _:
            return TurnEnded(who)
        case "cell_lost", {"cell": str(text)}:
            return CellLost(who, _cell(text))
        case "claimed", {"cell": str(text), "points": int(points)}:
            return Claimed(who, _cell(text), points)
        case "claim_answered", {"doubts": bool(doubts)}:
            return ClaimAnswered(who, doubts)
        case "claim_settled", {"cell": str(text), "points": int(points), "lied": bool(lied), **rest}:
            return ClaimSettled(who, _cell(text), points, lied, _seats(rest.get("doubters")), _roll(rest.get("dice")))
        case "nothing_taken", _:
            return NothingTaken(who)
        case "chip_removed", {"cell": str(category)}:
            return ChipRemoved(category)
        case _:
            raise InvalidInput("“{kind}” with this data is not an event", kind=kind[:40])


def _seats(value: object) -> tuple[int, ...]:
    return tuple(seat for seat in value if isinstance(seat, int)) if isinstance(value, list) else ()


def _roll(value: object) -> Roll | None:
    return Roll.from_text(value) if isinstance(value, str) else None


def _cell(text: str) -> Cell:
    cell = Cell.from_text(text)
    return cell if cell.column else Cell(cell.category, 1)
