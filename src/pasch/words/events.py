"""What happened at a table, in one or two sentences."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pasch.i18n import Translator, translator
from pasch.rules.dice import Keep, Roll
from pasch.rules.variant import Variant
from pasch.words.names import cell_name, dice_text, kniffel_name, points_text, variant_name

Data = Mapping[str, object]
"""What an event says besides its seat, as it stands in the log."""


@dataclass(frozen=True)
class TableContext:
    """What a sentence needs to know beyond the event itself.

    `names` are the players by seat, `games` how many games the match has, `game` the one the
    event belongs to (from 1). `next_seat` is whose turn it is after the event, None when it
    is nobody's; `game_over` whether the event ended the game.
    """

    variant: Variant
    names: tuple[str, ...]
    games: int = 1
    game: int = 1
    next_seat: int | None = None
    game_over: bool = False

    def name(self, seat: int | None) -> str:
        """The player of a seat."""
        return self.names[seat - 1] if seat is not None and 1 <= seat <= len(self.names) else "?"


def event_text(lang: str, context: TableContext, type: str, seat: int | None, data: Data) -> str:
    """The sentence for an event of the log; empty for a type that nothing is said about."""
    teller = _TELLERS.get(type)
    return teller(translator(lang), context, seat, data) if teller else ""


# ------------------------------------------------------------------------------- within a game


def _dice_rolled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    roll, left, dice = _whole(data, "roll"), _whole(data, "rolls_left"), dice_text(Roll.from_text(_str(data, "dice")))
    kept = data.get("keep")
    keep = Keep.from_text(kept) if isinstance(kept, str) else Keep()
    if not keep:
        return t.text("event", "Roll {roll} of {rolls}: {dice}.", roll=roll, rolls=roll + left, dice=dice)
    return t.text(
        "event",
        "Roll {roll} of {rolls}: {dice}. Kept: {kept}.",
        roll=roll,
        rolls=roll + left,
        dice=dice,
        kept=dice_text(keep),
    )


def _announced(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    cell = cell_name(context.variant, _str(data, "cell"), t.language)
    return t.text("event", "{name} announces {cell}.", name=context.name(seat), cell=cell)


def _scored(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, cell = context.name(seat), cell_name(context.variant, _str(data, "cell"), t.language)
    points, extra = _whole(data, "points"), _whole(data, "extra")
    if points:
        told = t.count(
            "event",
            "{name} enters {cell}: {count} point.",
            "{name} enters {cell}: {count} points.",
            points,
            name=name,
            cell=cell,
        )
    else:
        told = t.text("event", "{name} strikes {cell}.", name=name, cell=cell)
    return " ".join((told, *_extra(t, context, extra), *_whose_turn(t, context)))


def _extra(t: Translator, context: TableContext, extra: int) -> tuple[str, ...]:
    if not extra:
        return ()
    kniffel = kniffel_name(t, context.variant)
    return (
        t.text("event", "On top for a further {kniffel}: {points}.", kniffel=kniffel, points=points_text(t, extra)),
    )


def _entry_taken_back(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    cell = cell_name(context.variant, _str(data, "cell"), t.language)
    return t.text("event", "{name} takes back the entry in {cell}.", name=context.name(seat), cell=cell)


def _whose_turn(t: Translator, context: TableContext) -> tuple[str, ...]:
    """Whose turn it is now. Somebody who plays alone need not be told."""
    if context.next_seat is None or context.game_over or len(context.names) == 1:
        return ()
    return (t.text("event", "It is {name}’s turn.", name=context.name(context.next_seat)),)


# ------------------------------------------------------------------------------- games and match


def _game_started(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    number = _whole(data, "game")
    told = t.text("event", "Game {game} of {games} begins.", game=number, games=context.games)
    return " ".join((told, *_whose_turn(t, context)))


def _game_finished(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if context.games == 1:
        told = t.text("event", "The game is over.")
    else:
        told = t.text("event", "Game {game} of {games} is over.", game=context.game, games=context.games)
    return " ".join((told, *places_text(t, context.names, _numbers(data, "totals"), _numbers(data, "ranks"))))


def _match_finished(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    told = t.text("event", "The final result.") if context.games == 1 else t.text("event", "The match is over.")
    totals = _numbers(data, "grand_totals") or _numbers(data, "totals")
    return " ".join((told, *places_text(t, context.names, totals, _numbers(data, "ranks"))))


def places_text(t: Translator, names: Sequence[str], totals: Sequence[int], ranks: Sequence[int]) -> tuple[str, ...]:
    """One sentence for each place, such as “Anna and Bernd share place 1 with 203 points”."""
    rows = sorted(zip(ranks, names, totals, strict=False), key=lambda row: row[0])
    if len(rows) == 1:
        _, name, total = rows[0]
        return (t.count("places", "{name} has {count} point.", "{name} has {count} points.", total, name=name),)
    return tuple(
        _place(t, rank, [(row[1], row[2]) for row in group]) for rank, group in groupby(rows, lambda row: row[0])
    )


def _place(t: Translator, rank: int, group: list[tuple[str, int]]) -> str:
    names, total = t.listing(name for name, _ in group), group[0][1]
    if len(group) > 1:
        return t.count(
            "places",
            "{names} share place {rank} with {count} point.",
            "{names} share place {rank} with {count} points.",
            total,
            names=names,
            rank=rank,
        )
    if rank == 1:
        return t.count(
            "places", "{name} wins with {count} point.", "{name} wins with {count} points.", total, name=names
        )
    return t.count(
        "places",
        "Place {rank}: {name} with {count} point.",
        "Place {rank}: {name} with {count} points.",
        total,
        rank=rank,
        name=names,
    )


# ------------------------------------------------------------------------------- the table


def _table_opened(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    name = variant_name(context.variant, t.language)
    return t.count(
        "event",
        "A table for {variant} is open: {count} game.",
        "A table for {variant} is open: {count} games.",
        context.games,
        variant=name,
    )


def _seat_taken(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    return t.text(
        "event", "{name} takes seat {seat}.", name=str(data.get("name") or context.name(seat)), seat=seat or 0
    )


def _seat_left(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    return t.text("event", "{name} leaves the table.", name=str(data.get("name") or context.name(seat)))


def _table_started(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if context.games == 1:
        told = t.text("event", "The game begins.")
    else:
        told = t.text("event", "Game {game} of {games} begins.", game=1, games=context.games)
    return " ".join((told, *_whose_turn(t, context)))


def _table_aborted(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if seat is None:
        return t.text("event", "The match was ended early.")
    return t.text("event", "{name} has ended the match early.", name=context.name(seat))


Teller = Callable[[Translator, TableContext, int | None, Data], str]

_TELLERS: Mapping[str, Teller] = {
    "table_opened": _table_opened,
    "seat_taken": _seat_taken,
    "seat_left": _seat_left,
    "table_started": _table_started,
    "game_started": _game_started,
    "dice_rolled": _dice_rolled,
    "announced": _announced,
    "scored": _scored,
    "entry_taken_back": _entry_taken_back,
    "game_finished": _game_finished,
    "match_finished": _match_finished,
    "table_aborted": _table_aborted,
}


# ------------------------------------------------------------------------------- reading the log


def _str(data: Data, name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _whole(data: Data, name: str) -> int:
    value = data.get(name)
    return value if isinstance(value, int) else 0


def _numbers(data: Data, name: str) -> list[int]:
    value = data.get(name)
    return [n for n in value if isinstance(n, int)] if isinstance(value, list | tuple) else []
