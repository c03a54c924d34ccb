"""What only some games know, in words: action dice, chips for all, claims and doubts."""

from collections.abc import Mapping

from pasch.i18n import Translator
from pasch.rules.actions import ActionKind
from pasch.rules.dice import Roll
from pasch.words.context import Data, TableContext, Teller, numbers_in, text_in, whole_in, whose_turn
from pasch.words.names import action_in, cell_name, dice_text, name_in, points_text

# ------------------------------------------------------------------------------- action dice


def _action_die_rolled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, face, kinds = context.name(seat), whole_in(data, "face"), list(ActionKind)
    if not 1 <= face <= len(kinds):
        return t.text("event", "{name} is lucky and wins one action die of each kind.", name=name)
    return t.text("event", "{name} wins an action die: {action}.", name=name, action=action_in(t, kinds[face - 1]))


def _action_used(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, victim = context.name(seat), context.name(whole_in(data, "target"))
    match text_in(data, "action"):
        case ActionKind.SHIFT:
            return t.text("event", "{name} shifts: every sheet moves on to the next player.", name=name)
        case ActionKind.SWAP:
            return t.text("event", "{name} swaps sheets with {victim}.", name=name, victim=victim)
        case action:
            cell = cell_name(context.variant, text_in(data, "cell"), t.language)
            return _reached(t, action, whole_in(data, "points"), {"name": name, "victim": victim, "cell": cell})


def _reached(t: Translator, action: str, points: int, names: Mapping[str, str]) -> str:
    match action:
        case ActionKind.STEAL:
            return t.count(
                "event",
                "{name} steals {cell} from {victim}: {count} point.",
                "{name} steals {cell} from {victim}: {count} points.",
                points,
                **names,
            )
        case ActionKind.FREEZE:
            return t.text("event", "{name} freezes {cell} for {victim}.", **names)
        case _ if points:
            return t.count(
                "event",
                "{name} crosses out {cell} of {victim}: {count} point is gone.",
                "{name} crosses out {cell} of {victim}: {count} points are gone.",
                points,
                **names,
            )
        case _:
            return t.text("event", "{name} crosses out {cell} of {victim}, still open.", **names)


def _turn_ended(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    told = t.text("event", "{name} is done.", name=context.name(seat))
    return " ".join((told, *whose_turn(t, context, seat)))


# ------------------------------------------------------------------------------- turns lost, chips


def _cell_lost(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    told = t.text("event", "{name} misses a turn and strikes {cell}.", name=context.name(seat), cell=cell)
    return " ".join((told, *whose_turn(t, context, seat)))


def _nothing_taken(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    told = t.text("event", "{name} gets no chip.", name=context.name(seat))
    return " ".join((told, *whose_turn(t, context, seat)))


def _chip_removed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    key = text_in(data, "cell")
    variant, row = context.variant, context.variant.rows[key]
    worth = max(variant.natural(roll, 1, served=False)[row] for roll in variant.all_rolls)
    return t.text(
        "event",
        "Nobody took a chip in this round: a chip {category} leaves the game, worth {points}.",
        category=name_in(t, variant, key),
        points=points_text(t, worth),
    )


# ------------------------------------------------------------------------------- claims


def _claimed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    told = t.text(
        "event",
        "{name} claims: {cell}, {points}.",
        name=context.name(seat),
        cell=cell_name(context.variant, text_in(data, "cell"), t.language),
        points=points_text(t, whole_in(data, "points")),
    )
    if context.next_seat in (None, seat):
        return told
    asked = t.text("event", "{name} is asked.", name=context.name(context.next_seat))
    return f"{told} {asked}"


def _claim_answered(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if data.get("doubts"):
        return t.text("event", "{name} doubts it.", name=context.name(seat))
    return t.text("event", "{name} believes it.", name=context.name(seat))


def _claim_settled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    owner, points = context.name(seat), whole_in(data, "points")
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    hit = [context.name(doubter) for doubter in numbers_in(data, "hit")]
    entered = t.count(
        "event",
        "{name} enters {cell}: {count} point.",
        "{name} enters {cell}: {count} points.",
        points,
        name=owner,
        cell=cell,
    )
    if data.get("dice") is None:
        told = [t.text("event", "Nobody doubts it."), entered]
    elif data.get("lied"):
        told = [_shown(t, data), *_struck(t, [owner], cell), *_credited(t, hit, points_text(t, points))]
    else:
        told = [_shown(t, data), entered, *_struck(t, hit, cell)]
    return " ".join((*told, *whose_turn(t, context, seat)))


def _shown(t: Translator, data: Data) -> str:
    dice = dice_text(Roll.from_text(text_in(data, "dice")))
    if data.get("lied"):
        return t.text("event", "A lie! Under the cup lay {dice}.", dice=dice)
    return t.text("event", "It is the truth! Under the cup lay {dice}.", dice=dice)


def _struck(t: Translator, names: list[str], cell: str) -> list[str]:
    if not names:
        return []
    if len(names) == 1:
        return [t.text("event", "{name} strikes {cell}.", name=names[0], cell=cell)]
    return [t.text("event", "{names} strike {cell}.", names=t.listing(names), cell=cell)]


def _credited(t: Translator, names: list[str], points: str) -> list[str]:
    if not names:
        return []
    if len(names) == 1:
        return [t.text("event", "{name} gets {points}.", name=names[0], points=points)]
    return [t.text("event", "{names} get {points} each.", names=t.listing(names), points=points)]


DEEDS: Mapping[str, Teller] = {
    "action_die_rolled": _action_die_rolled,
    "action_used": _action_used,
    "turn_ended": _turn_ended,
    "cell_lost": _cell_lost,
    "nothing_taken": _nothing_taken,
    "chip_removed": _chip_removed,
    "claimed": _claimed,
    "claim_answered": _claim_answered,
    "claim_settled": _claim_settled,
}
"""Types of event to what tells them."""
