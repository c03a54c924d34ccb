"""Typed turns with real dice and their corrections, for the full screen and for the line mode.

A turn is named as in records, by round and seat, after the game where there are several: `3.1`, `2.3.1`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.service.views.schema.sheets import ResultSheet, TypedEntry
from pasch.service.views.schema.table import Snapshot
from pasch.tui.offers import mine, mover, types_dice
from pasch.tui.server.link import Body
from pasch.tui.sheet import CORRECTED, cell_of, cell_words
from pasch.words import SheetLayout

MISTAKES = frozenset({"running", "finished"})
"""The states of a match in which typed entries can be corrected."""
ROLLED = frozenset({"rolled", "entry_due"})
"""The stages of a turn in which its dice are on the table."""


@dataclass(frozen=True)
class Typed:
    """A typed turn, `dice` None where only the points are known; without a `cell` it is still running."""

    game: int
    round: int
    seat: int
    dice: str | None
    cell: str | None = None
    points: int = 0
    corrected: bool = False


def typed_turns(snapshot: Snapshot) -> list[Typed]:
    """The turns typed at this terminal that may be corrected, the newest first."""
    if snapshot["status"] not in MISTAKES:
        return []
    real = frozenset(seat["seat"] for seat in mine(snapshot) if seat["real_dice"])
    found = [
        _entered(game, sheet, one)
        for game, sheets in _games(snapshot)
        for sheet in sheets
        if sheet["seat"] in real
        for one in sheet["typed"]
    ]
    return sorted([*found, *_running(snapshot)], key=lambda one: (one.game, one.round, one.seat), reverse=True)


def _games(snapshot: Snapshot) -> Iterator[tuple[int, Sequence[ResultSheet]]]:
    """The sheets of every game that has begun; the results also contain a game that has just ended."""
    yield from ((one["game"], one["seats"]) for one in snapshot["results"] if one["game"] != snapshot["game"])
    yield snapshot["game"], snapshot["seats"]


def _entered(game: int, sheet: ResultSheet, one: TypedEntry) -> Typed:
    cell = one["cell"]
    return Typed(game, one["round"], sheet["seat"], one["dice"], cell, sheet["cells"][cell], one["corrected"])


def _running(snapshot: Snapshot) -> Iterator[Typed]:
    """The running turn, if its dice were typed at this terminal."""
    turn, seat = snapshot["turn"], mover(snapshot)
    if turn is None or seat is None or not types_dice(seat) or turn["dice"] is None or turn["stage"] not in ROLLED:
        return
    yield Typed(snapshot["game"], snapshot["round"], seat["seat"], turn["dice"])


def turn_words(t: Translator, snapshot: Snapshot, turn: Typed) -> str:
    """A turn in one line: its number, its player, its entry: `3.1 Anna · Chance: 22 (1, 3, 6, 6, 6)`."""
    game = f"{turn.game}." if snapshot["games"] > 1 else ""
    name = snapshot["seats"][turn.seat - 1]["name"]
    faces = snapshot["sheet"]["faces"]
    if turn.dice is None:
        dice = t.text("tui", "only the points are known")
    else:
        dice = ", ".join(faces[int(face) - 1] if faces else face for face in turn.dice.replace("/", ""))
    if turn.cell is None:
        written = t.text("tui", "{dice}, not entered yet", dice=dice)
    else:
        written = f"{cell_words(t, snapshot['sheet'], turn.cell)}: {t.number(turn.points)} ({dice})"
    mark = f" {CORRECTED}" if turn.corrected else ""
    return f"{game}{turn.round}.{turn.seat} {name} · {written}{mark}"


def cells_for(snapshot: Snapshot, turn: Typed) -> list[str]:
    """The cells for the entry of a turn: its own, and the open ones."""
    sheets = dict(_games(snapshot))[turn.game]
    filled = sheets[turn.seat - 1]["cells"]
    return [cell for cell in all_cells(snapshot["sheet"]) if cell == turn.cell or cell not in filled]


def all_cells(layout: SheetLayout) -> Iterator[str]:
    """Every cell of a sheet in wire form, column by column."""
    for column in layout["columns"]:
        for category in layout["categories"]:
            yield cell_of(layout, category["key"], column["column"])


@dataclass(frozen=True)
class Correction:
    """An entry to correct: its heading, and the possible cells with their words."""

    title: str
    turn: Typed
    cells: tuple[str, ...]
    words: tuple[str, ...]


def correction_of(t: Translator, snapshot: Snapshot, turn: Typed) -> Correction:
    """The data for correcting an entry."""
    cells = tuple(cells_for(snapshot, turn))
    words = tuple(cell_words(t, snapshot["sheet"], cell) for cell in cells)
    return Correction(t.text("tui", "Correct {turn}", turn=turn_words(t, snapshot, turn)), turn, cells, words)


# ------------------------------------------------------------------------------- the correction


@dataclass(frozen=True)
class Replacement:
    """The correct values: a cell, dice, points; None leaves one unchanged."""

    cell: str | None = None
    dice: str | None = None
    points: int | None = None

    def body(self, round_: int, seat: int, game: int | None = None) -> Body:
        """The command for it."""
        values = {"game": game, "cell": self.cell, "dice": self.dice, "points": self.points}
        known = {name: value for name, value in values.items() if value is not None}
        return {"type": "correct", "round": round_, "seat": seat, **known}
