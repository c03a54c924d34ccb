"""The effect of each command at a table: its own events, and those that may follow from it.

Theory of operation. A client notes what it asks for, the log what happened. Each type of command therefore has the
one event that it causes, and a list of the words that this event repeats from the body. The rules are not consulted:
other tests judge whether an action was legal. This module checks only that a person wanted it, once, on a seat of
that person. Consequences of an action, such as the end of a game, may come with it once for each seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pasch.service.log import LogEvent

Json = dict[str, Any]

DOES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "roll": ("dice_rolled", {}),
    "announce": ("announced", {}),
    "score": ("scored", {}),
    "double": ("doubled", {}),
    "use_action": ("action_used", {}),
    "end_turn": ("turn_ended", {}),
    "claim": ("claimed", {}),
    "believe": ("claim_answered", {"doubts": False}),
    "doubt": ("claim_answered", {"doubts": True}),
    "take_nothing": ("nothing_taken", {}),
    "next_game": ("game_started", {}),
}
"""The event caused by a command, by its type, with its fixed content."""
REPEATED: Mapping[str, Collection[str]] = {
    "roll": ("keep",),
    "announce": ("cell",),
    "score": ("cell",),
    "use_action": ("action", "target", "cell"),
    "claim": ("cell", "points"),
}
"""The parts of the body that the event repeats."""
FOLLOWS = frozenset(
    {
        *("seat_returned", "action_die_rolled", "claim_settled", "cell_lost", "chip_removed"),
        *("game_finished", "match_finished", "table_resumed"),
    }
)
"""Events that no command asks for directly; all other events caused by a command are the person's action."""


def misdeeds(piece: Sequence[LogEvent], body: Json, seats: Collection[int]) -> Iterator[str]:
    """Errors in the effect of a command, sent by a person on these seats."""
    cause, kind = piece[-1].seq, str(body.get("type"))
    if kind not in DOES:
        yield f"the command at {cause} asked for {kind}, of which nobody knows what it does"
        return
    due, says = DOES[kind]
    says = {**says, **{name: body[name] for name in REPEATED.get(kind, ()) if name in body}}
    done = [event for event in piece if event.type not in FOLLOWS]
    if due not in {event.type for event in done}:
        yield f"the command at {cause} asked for {kind} and did not do it"
    for event in done:
        if event.type != due:
            yield f"the command at {cause} asked for {kind} and did {event.type}"
            continue
        if event.seat is not None and event.seat not in seats:
            yield f"the command at {cause} did {event.type} on seat {event.seat}, its sender sits on {sorted(seats)}"
        if body.get("seat") not in {None, event.seat}:
            yield f"the command at {cause} asked for seat {body['seat']} and was done on {event.seat}"
        for name, asked in says.items():
            if event.data.get(name) != asked:
                yield f"the command at {cause} asked for {kind} with {name} {asked}, and did {event.data.get(name)}"


def repeated(piece: Sequence[LogEvent]) -> Iterator[str]:
    """Effects that a command had more than once."""
    for (kind, seat), count in Counter((event.type, event.seat) for event in piece).items():
        if count > 1:
            yield f"the command at {piece[-1].seq} did {kind} on seat {seat} {count} times"
