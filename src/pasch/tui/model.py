"""A player's view of a table: the accumulated news, with the dice and the cell they have chosen.

Nothing here draws or sends. The cursor moves over the open cells of the sheet that this terminal writes on; without
such a sheet the keys scroll.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pasch.i18n import Translator
from pasch.service.views.schema.people import ChatLine
from pasch.service.views.schema.table import Snapshot
from pasch.tui.dice import Tray, tray_of
from pasch.tui.mechanics import part_of
from pasch.tui.offers import Offers, mine, moves_here, offers_of, owner
from pasch.tui.server.link import Happened, Shown
from pasch.tui.sheet import SheetStyle, cell_of, split_cell

Movement = Literal["up", "down", "left", "right", "home", "end"]


@dataclass
class Model:
    """A table as this terminal shows it.

    `holder` is the seat that the terminal was handed to, where dice are hidden. `viewed` is the seat whose sheet the
    player chose to see; `top` the number of rows scrolled away. `notice` is a transient message.
    """

    snapshot: Snapshot
    offers: Offers = field(default_factory=dict)
    tray: Tray = ()
    cursor: str | None = None
    log: list[str] = field(default_factory=list)
    latest: dict[int, str] = field(default_factory=dict)
    holder: int | None = None
    viewed: int | None = None
    top: int = 0
    notice: str = ""
    broken: str = ""

    def __post_init__(self) -> None:
        self._taken_in()

    @property
    def marks_rolls(self) -> bool:
        """Whether the dice to roll again are marked, not those to keep. Typed dice always name the kept ones."""
        seat = owner(self.snapshot)
        real = seat is not None and self.snapshot["seats"][seat - 1]["real_dice"]
        return self.snapshot["sheet"]["customs"]["marks_rolls"] and not real

    # --------------------------------------------------------------------------- news

    def shown(self, news: Shown) -> None:
        """Apply a new snapshot."""
        before, self.snapshot = self.snapshot, news.snapshot
        if self.broken or before["seq"] != news.snapshot["seq"]:
            self.notice = self.broken = ""
        if _rolled_dice(before) != _rolled_dice(news.snapshot):
            self.tray = tray_of(news.snapshot["turn"], all_stay=self.marks_rolls)
        if owner(before) != owner(news.snapshot):
            self.viewed = None
        self._taken_in()

    def _taken_in(self) -> None:
        self.offers = offers_of(self.snapshot["legal_actions"])
        if not self.tray:
            self.tray = tray_of(self.snapshot["turn"], all_stay=self.marks_rolls)
        sheets = self.snapshot["seats"]
        self.latest = {seat: cell for seat, cell in self.latest.items() if cell in sheets[seat - 1]["cells"]}
        turn = self.snapshot["turn"]
        if turn is None or turn["stage"] == "claimed":
            self.holder = None
        self._settle_cursor()

    def add_line(self, words: str) -> None:
        """Add a line of chat. Its mark distinguishes it from events."""
        self.log.append(f"> {words}")

    def happened(self, news: Happened) -> None:
        """Add an event to the log, and remember the newest entry of a sheet."""
        event = news.event
        if event["text"]:
            self.log.append(f"· {event['text']}")
        seat, cell = event["seat"], event["data"].get("cell")
        match event["type"]:
            case "game_started":
                self.latest.clear()
            case "scored" if seat is not None and isinstance(cell, str):
                self.latest[seat] = cell
            case "entry_taken_back" if seat is not None:
                self.latest.pop(seat, None)

    # --------------------------------------------------------------------------- who

    @property
    def covered(self) -> bool:
        """Whether hidden dice wait until their player is alone at the terminal."""
        turn = self.snapshot["turn"]
        if not part_of(self.snapshot["sheet"]).covers or turn is None or not moves_here(self.snapshot):
            return False
        return len(mine(self.snapshot)) > 1 and turn["stage"] != "claimed" and self.holder != turn["seat"]

    @property
    def writer(self) -> int | None:
        """The seat whose sheet this terminal writes on: the one to move, else its only one."""
        if moves_here(self.snapshot):
            return owner(self.snapshot)
        seats = mine(self.snapshot)
        return seats[0]["seat"] if len(seats) == 1 and self.snapshot["status"] in {"running", "paused"} else None

    @property
    def style(self) -> SheetStyle:
        """The view of the sheets."""
        return SheetStyle(self.writer, self.cursor, self.latest, self.covered)

    @property
    def seen(self) -> int:
        """The seat whose sheet must be visible."""
        return self.viewed or self.writer or owner(self.snapshot) or 1

    # --------------------------------------------------------------------------- moving about

    def move(self, where: Movement) -> None:
        """Move the cursor to the next open cell, or scroll where the terminal cannot write."""
        self.notice = ""
        if self.cursor is None or self.writer is None:
            self._scroll(where)
            return
        self.viewed = None
        columns = self._open()
        category, column = split_cell(self.cursor)
        here = columns.get(column, [])
        match where:
            case "up" | "down":
                self._go(column, here, self._order(category), -1 if where == "up" else 1)
            case "home" | "end":
                self.cursor = self._cell(here[0 if where == "home" else -1], column) if here else self.cursor
            case "left" | "right":
                self._aside(columns, column, self._order(category), -1 if where == "left" else 1)

    def _go(self, column: int, here: list[int], at: int, step: int) -> None:
        ahead = [row for row in here if (row - at) * step > 0]
        if ahead:
            self.cursor = self._cell(min(ahead, key=lambda row: abs(row - at)), column)

    def _aside(self, columns: dict[int, list[int]], column: int, at: int, step: int) -> None:
        """Move to the nearest open cell of the next column that has one."""
        ahead = sorted((one for one in columns if (one - column) * step > 0), key=lambda one: abs(one - column))
        if ahead:
            self.cursor = self._cell(min(columns[ahead[0]], key=lambda row: abs(row - at)), ahead[0])

    def _scroll(self, where: Movement) -> None:
        match where:
            case "up" | "down":
                self.top = max(0, self.top + (1 if where == "down" else -1))
            case "home" | "end":
                self.top = 0 if where == "home" else len(self.snapshot["sheet"]["categories"])
            case "left" | "right":
                self.show_next(1 if where == "right" else -1)

    def show_next(self, step: int) -> None:
        """Show the sheet of the next seat."""
        count = len(self.snapshot["seats"])
        self.viewed = (self.seen - 1 + step) % count + 1

    def point(self, seat: int, cell: str) -> bool:
        """Point at a cell of the sheet that this terminal writes on; returns whether it is an open one there."""
        category, column = split_cell(cell)
        if seat != self.writer or self._order(category) not in self._open().get(column, []):
            return False
        self.cursor = cell
        return True

    def _settle_cursor(self) -> None:
        """Leave the cursor in place, or move it to the next cell that can be written."""
        columns = self._open()
        if not columns:
            self.cursor = None
            return
        category, column = split_cell(self.cursor or "")
        if column not in columns:
            column = min(columns)
        at = self._order(category)
        rows = columns[column]
        self.cursor = self._cell(next((row for row in rows if row >= at), rows[-1]), column)
        if self.offers and self.cursor not in self.offers:
            after = [cell for cell in self.offers if self._place(cell) > (column, at)]
            self.cursor = min(after or self.offers, key=self._place)

    def _place(self, cell: str) -> tuple[int, int]:
        category, column = split_cell(cell)
        return column, self._order(category)

    def _open(self) -> dict[int, list[int]]:
        """The rows of the open cells, by column."""
        if self.writer is None:
            return {}
        layout, filled = self.snapshot["sheet"], self.snapshot["seats"][self.writer - 1]["cells"]
        found: dict[int, list[int]] = {}
        for one in layout["columns"]:
            rows = [
                row
                for row, category in enumerate(layout["categories"])
                if cell_of(layout, category["key"], one["column"]) not in filled
            ]
            if rows:
                found[one["column"]] = rows
        return found

    def _order(self, category: str) -> int:
        keys = [one["key"] for one in self.snapshot["sheet"]["categories"]]
        return keys.index(category) if category in keys else 0

    def _cell(self, row: int, column: int) -> str:
        layout = self.snapshot["sheet"]
        return cell_of(layout, layout["categories"][row]["key"], column)


def _rolled_dice(snapshot: Snapshot) -> tuple[object, ...]:
    """The identity of a roll: another roll resets the marks on the dice."""
    turn = snapshot["turn"]
    if turn is None:
        return (snapshot["game"],)
    return snapshot["game"], snapshot["round"], owner(snapshot), turn["rolls_used"], turn["dice"]


def line_text(t: Translator, line: ChatLine) -> str:
    """A line of chat for display."""
    if line["removed"]:
        return t.text("tui", "{name}: (removed)", name=line["name"])
    if line["to"] is not None:
        return t.text(
            "tui", "{name} to {other}: {text}", name=line["name"], other=line["to"]["name"], text=line["text"]
        )
    return f"{line['name']}: {line['text']}"


def chat_lines(t: Translator, lines: Sequence[ChatLine]) -> Iterator[str]:
    """The lines of a table; after a rematch two headings separate the last match's lines from the rest."""
    earlier = False
    for line in lines:
        if line["earlier"] is not earlier:
            earlier = line["earlier"]
            heading = t.text("tui", "From the last match") if earlier else t.text("tui", "This match")
            yield f"── {heading} ──"
        yield line_text(t, line)
