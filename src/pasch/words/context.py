"""The data behind the sentences of a table's log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.rules.variant import Variant

Data = Mapping[str, object]
"""The logged data of an event without its seat."""


@dataclass(frozen=True)
class TableContext:
    """The data that a sentence needs in addition to the event.

    `names` are the players by seat, `games` the number of games in the match, `game` the event's game (from 1).
    `next_seat` is the seat to act after the event, or None. `game_over`: the event ended the game; `new_round`: it
    began another round.
    """

    variant: Variant
    names: tuple[str, ...]
    games: int = 1
    game: int = 1
    next_seat: int | None = None
    game_over: bool = False
    new_round: bool = False

    def name(self, seat: int | None) -> str:
        """The player of a seat."""
        return self.names[seat - 1] if seat is not None and 1 <= seat <= len(self.names) else "?"


Teller = Callable[[Translator, TableContext, int | None, Data], str]
"""A function that forms the sentence for one type of event from context, seat and data."""


def say(context: str, sentence: str) -> Teller:
    """A teller of one sentence, in which `{name}` is the player of the seat."""
    return lambda t, table, seat, _: t.text(context, sentence, name=table.name(seat))


def choose(field: str, then: Teller, otherwise: Teller, *, when: object = True) -> Teller:
    """A teller that uses `then` if a field of the event has the value `when`, else `otherwise`."""
    return lambda t, table, seat, data: (then if data.get(field) == when else otherwise)(t, table, seat, data)


def and_turn(teller: Teller) -> Teller:
    """A teller that adds whose turn it is."""
    return lambda t, table, seat, data: " ".join((teller(t, table, seat, data), *whose_turn(t, table, seat)))


def whose_turn(t: Translator, context: TableContext, seat: int | None = None) -> tuple[str, ...]:
    """Whose turn it is now; `seat` had the previous turn. Empty in a solo game."""
    if context.next_seat is None or context.game_over or len(context.names) == 1:
        return ()
    name = context.name(context.next_seat)
    if context.next_seat == seat:
        if context.new_round:
            return (t.text("event", "{name} begins the next round.", name=name),)
        return (t.text("event", "It is {name}’s turn again.", name=name),)
    return (t.text("event", "It is {name}’s turn.", name=name),)


# ------------------------------------------------------------------------------- reading the log


def text_in(data: Data, name: str) -> str:
    """A text of the log; empty if missing."""
    value = data.get(name)
    return value if isinstance(value, str) else ""


def whole_in(data: Data, name: str) -> int:
    """A number of the log; 0 if missing."""
    value = data.get(name)
    return value if isinstance(value, int) else 0


def numbers_in(data: Data, name: str) -> list[int]:
    """A list of numbers of the log; empty if missing."""
    value = data.get(name)
    return [n for n in value if isinstance(n, int)] if isinstance(value, list | tuple) else []
