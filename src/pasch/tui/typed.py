"""What was typed of real dice, and how it is told anew: the same for the full screen and for lines.

A turn is named as records do it, round and seat, and before them the game where there are several: `3.1`, `2.3.1`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.service.views.schema import SheetView, Snapshot, TypedView
from pasch.tui.drawing.sheet import CORRECTED, cell_words
from pasch.tui.offers import mine, mover, types_dice
from pasch.tui.server.link import Body
from pasch.words import SheetLayout

MISTAKES = frozenset({"running", "finished"})
"""While a match stands like this, what was typed wrong can be corrected."""
ROLLED = frozenset({"rolled", "entry_due"})
"""While a turn stands like this, its dice lie there."""


@dataclass(frozen=True)
class Typed:
    """A turn as it was typed in, `dice` None where only the points are known; without a `cell` it is running yet."""

    game: int
    round: int
    seat: int
    dice: str | None
    cell: str | None = None
    points: int = 0
    corrected: bool = False

    @property
    def place(self) -> tuple[int, int, int]:
        """Where it stands in the match."""
        return self.game, self.round, self.seat


def typed_turns(snapshot: Snapshot) -> list[Typed]:
    """What somebody at this terminal typed in and may correct, the newest first."""
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
    return sorted([*found, *_running(snapshot)], key=lambda one: one.place, reverse=True)


def _games(snapshot: Snapshot) -> Iterator[tuple[int, Sequence[SheetView]]]:
    """The sheets of every game that has begun; a game that has just ended is told among the results as well."""
    yield from ((one["game"], one["seats"]) for one in snapshot["results"] if one["game"] != snapshot["game"])
    yield snapshot["game"], snapshot["seats"]


def _entered(game: int, sheet: SheetView, one: TypedView) -> Typed:
    cell = one["cell"]
    return Typed(game, one["round"], sheet["seat"], one["dice"], cell, sheet["cells"][cell], one["corrected"])


def _running(snapshot: Snapshot) -> Iterator[Typed]:
    """The dice that lie before somebody here who typed them in."""
    turn, seat = snapshot["turn"], mover(snapshot)
    if turn is None or seat is None or not types_dice(seat) or turn["dice"] is None or turn["stage"] not in ROLLED:
        return
    yield Typed(snapshot["game"], snapshot["round"], seat["seat"], turn["dice"])


def turn_words(t: Translator, snapshot: Snapshot, turn: Typed) -> str:
    """A turn in one line: its number, whose it is, what stands there: `3.1 Anna · Chance: 22 (1, 3, 6, 6, 6)`."""
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
    """The cells that the entry of a turn may stand in: its own, and those that are open."""
    sheets = dict(_games(snapshot))[turn.game]
    filled = sheets[turn.seat - 1]["cells"]
    return [cell for cell in all_cells(snapshot["sheet"]) if cell == turn.cell or cell not in filled]


def all_cells(layout: SheetLayout) -> Iterator[str]:
    """Every cell of a sheet as the wire names it, column by column."""
    several = len(layout["columns"]) > 1
    for column in layout["columns"]:
        for category in layout["categories"]:
            yield f"{category['key']}@{column['column']}" if several else category["key"]


@dataclass(frozen=True)
class Correction:
    """An entry that is to be corrected: what stands above it, the cells it may stand in with their words."""

    title: str
    turn: Typed
    cells: tuple[str, ...]
    words: tuple[str, ...]


def correction_of(t: Translator, snapshot: Snapshot, turn: Typed) -> Correction:
    """What somebody needs to see who corrects an entry."""
    cells = tuple(cells_for(snapshot, turn))
    words = tuple(cell_words(t, snapshot["sheet"], cell) for cell in cells)
    return Correction(t.text("tui", "Correct {turn}", turn=turn_words(t, snapshot, turn)), turn, cells, words)


# ------------------------------------------------------------------------------- how it is told anew


@dataclass(frozen=True)
class Replacement:
    """What is right: a cell, dice, points; what is None stays as it was."""

    cell: str | None = None
    dice: str | None = None
    points: int | None = None

    def body(self, round_: int, seat: int, game: int | None = None) -> Body:
        """The command for it."""
        told = {"game": game, "cell": self.cell, "dice": self.dice, "points": self.points}
        known = {name: value for name, value in told.items() if value is not None}
        return {"type": "correct", "round": round_, "seat": seat, **known}
