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

EFFECTS: Mapping[str, tuple[str, Mapping[str, object]]] = {
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
ECHOED: Mapping[str, Collection[str]] = {
    "roll": ("keep",),
    "announce": ("cell",),
    "score": ("cell",),
    "use_action": ("action", "target", "cell"),
    "claim": ("cell", "points"),
}
"""The parts of the body that the event repeats."""
CONSEQUENCES = frozenset(
    {
        *("seat_returned", "action_die_rolled", "claim_settled", "cell_lost", "chip_removed"),
        *("game_finished", "match_finished", "table_resumed"),
    }
)
"""Events that no command asks for directly; all other events caused by a command are the person's action."""


def effect_errors(append: Sequence[LogEvent], body: Json, seats: Collection[int]) -> Iterator[str]:
    """Errors in the effect of a command, sent by a person on these seats."""
    seq, kind = append[-1].seq, str(body.get("type"))
    if kind not in EFFECTS:
        yield f"the command at {seq} asked for {kind}, of which nobody knows what it does"
        return
    expected, content = EFFECTS[kind]
    content = {**content, **{name: body[name] for name in ECHOED.get(kind, ()) if name in body}}
    effects = [event for event in append if event.type not in CONSEQUENCES]
    if expected not in {event.type for event in effects}:
        yield f"the command at {seq} asked for {kind} and did not do it"
    for event in effects:
        if event.type != expected:
            yield f"the command at {seq} asked for {kind} and did {event.type}"
            continue
        if event.seat is not None and event.seat not in seats:
            yield f"the command at {seq} did {event.type} on seat {event.seat}, its sender sits on {sorted(seats)}"
        if body.get("seat") not in {None, event.seat}:
            yield f"the command at {seq} asked for seat {body['seat']} and was done on {event.seat}"
        for name, value in content.items():
            if event.data.get(name) != value:
                yield f"the command at {seq} asked for {kind} with {name} {value}, and did {event.data.get(name)}"


def repeated_effects(append: Sequence[LogEvent]) -> Iterator[str]:
    """Effects that a command had more than once."""
    for (kind, seat), count in Counter((event.type, event.seat) for event in append).items():
        if count > 1:
            yield f"the command at {append[-1].seq} did {kind} on seat {seat} {count} times"
