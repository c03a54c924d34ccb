"""What happened at the table in the form of a log, with what some may not see covered."""

from collections.abc import Collection

from pasch.rules.dice import Keep
from pasch.rules.game import hides_dice
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.events import event_to_data
from pasch.words import TableContext

EventData = dict[str, object]


def log_of(
    before: Match, after: Match, event: MatchEvent, covered: Collection[int] = ()
) -> list[tuple[str, int | None, EventData]]:
    """An event in the form of a table's log: type, seat, data; and the ends that follow from it.

    `covered` are the seats whose dice are not to be told where a game hides dice.
    """
    kind, data = event_to_data(event, before.game)
    seat = getattr(event, "seat", None)
    hidden = seat in covered and hides_dice(after.variant) and not after.over
    entries: list[tuple[str, int | None, EventData]] = [
        (kind, seat, _covered(kind, dict(data)) if hidden else dict(data))
    ]
    if after.game.over and not before.game.over:
        entries.append(("game_finished", None, {"totals": after.game.totals, "ranks": after.game.ranks}))
        if after.over:
            totals: EventData = {"totals": after.totals, "grand_totals": after.grand_totals, "ranks": after.ranks}
            entries.append(("match_finished", None, totals))
    return entries


def _covered(kind: str, data: EventData) -> EventData:
    """A roll and an entry without their dice; how many stayed can be seen from outside the cup."""
    match kind:
        case "dice_rolled":
            kept = data["keep"]
            count = len(Keep.from_text(kept)) if isinstance(kept, str) else 0
            return {**data, "dice": None, "keep": None, "kept_count": count}
        case "scored":
            return {**data, "dice": None}
        case _:
            return data


def context_of(names: tuple[str, ...], after: Match, before: Match | None = None) -> TableContext:
    """What sentences need to know about an event; without the match `before` it, no round begins."""
    game, turn = after.game, after.game.turn
    last = None if before is None else before.game.turn
    return TableContext(
        after.variant,
        names,
        after.length,
        len(after.games),
        game.to_move,
        game_over=game.over,
        new_round=turn is not None and last is not None and turn.round != last.round,
    )
