"""The two halves of the table: the panel with dice and results, and the sheets."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from pasch.i18n import Translator
from pasch.rules.actions import ActionKind
from pasch.service.views.schema.table import Seat, Snapshot
from pasch.tui import dice, grid
from pasch.tui.grid import TURN, shortened
from pasch.tui.key_bindings import KeyBinding, key_bindings
from pasch.tui.model import Model
from pasch.tui.offers import NO_OFFER, owner
from pasch.tui.sheet import Sheets, signed, split_cell
from pasch.words import action_name

NAME = 16
COLUMN = 8


def result_lines(t: Translator, snapshot: Snapshot) -> Iterator[str]:
    """A line for each player: place, name, the games, the sum; points outside the games last."""
    games = [result["seats"] for result in snapshot["results"]]
    running = snapshot["status"] not in {"finished", "aborted"} and len(games) < snapshot["game"]
    heads = [t.text("tui", "Game {game}", game=number) for number in range(1, len(games) + running + 1)]
    outside = snapshot["grand_totals"] != snapshot["totals"]
    sums = [t.text("sheet", "Total"), *([t.text("tui", "with extra")] if outside else [])]
    yield " " * (NAME + 3) + "".join(_right(head) for head in (*heads, *sums))
    for number, (seat, rank) in enumerate(zip(snapshot["seats"], snapshot["ranks"], strict=True)):
        totals = [game[number]["total"] for game in games] + ([seat["total"]] if running else [])
        ends = [snapshot["totals"][number], *([snapshot["grand_totals"][number]] if outside else [])]
        name = f"{rank}. {set_cell_size(seat['name'], NAME)}"
        yield name + "".join(_right(t.number(points)) for points in (*totals, *ends))


def _right(text: str) -> str:
    return " " * max(1, COLUMN - cell_len(text)) + text


SENTENCE = 2
"""Lines for the sentence about the next step."""


def drawn(t: Translator, model: Model, now_possible: list[KeyBinding], space: Size, now: datetime) -> list[Text]:
    """The lines of the panel; the log fills the rest, the newest entry at the bottom."""
    snapshot = model.snapshot
    upper = _filled(
        [
            *clock_lines(t, snapshot, now),
            *_pause_end(t, snapshot),
            *wrap(Text(snapshot["text"], style="bold"), space.width),
        ],
        SENTENCE,
    )
    if snapshot["status"] in {"running", "paused"}:
        upper += _filled(_dice(t, model, space.width), dice.HEIGHT + 1)
    for binding in now_possible:
        upper += wrap(Text.assemble((f"{binding.key:<2} ", "bold reverse"), " ", binding.words), space.width)
    for sentence in filter(None, (model.broken, model.notice)):
        upper += wrap(Text(f"» {sentence}", style="bold yellow"), space.width)
    upper += [line for detail in _details(t, model) for line in wrap(Text(detail, style="italic"), space.width)]
    upper += [Text("─" * space.width, style="dim"), *_seats(t, snapshot, space.width)]
    upper += [Text("─" * space.width, style="dim")]
    height_left = space.height - len(upper)
    return [*upper, *_log(model.log, space.width, height_left)][: space.height]


def _filled(lines: list[Text], least: int) -> list[Text]:
    """The lines, padded with empty ones to a number, so that the lines below do not move."""
    return [*lines, *[Text()] * (least - len(lines))]


NO_BREAK = {"\N{NO-BREAK SPACE}": "\ue000", "\N{NARROW NO-BREAK SPACE}": "\ue001"}
"""Blanks inside a line, each with a letter without a meaning."""
_LETTERS = str.maketrans(NO_BREAK)
_BLANKS = str.maketrans({letter: blank for blank, letter in NO_BREAK.items()})


def wrap(text: Text, width: int) -> list[Text]:
    """The lines of a text. Rich would break them at no-break blanks too, so these are letters meanwhile."""
    text.plain = text.plain.translate(_LETTERS)
    lines = list(text.wrap(_console(), width))
    for line in lines:
        line.plain = line.plain.translate(_BLANKS)
    return lines


@cache
def _console() -> Console:
    """Rich needs a console to break lines; the program writes nothing to it."""
    return Console()


def clock_lines(t: Translator, snapshot: Snapshot, now: datetime) -> list[Text]:
    """The remaining time of the seat to move; empty without a clock."""
    clock = snapshot["clock"]
    if clock is None:
        return []
    at = now if clock["running"] else datetime.fromisoformat(snapshot["now"])
    until = datetime.fromisoformat(clock["ends_at"])
    left, rests = until - at, False
    for weekend in clock.get("weekends", []):
        begins, ends = datetime.fromisoformat(weekend["begins"]), datetime.fromisoformat(weekend["ends"])
        left -= max(timedelta(), min(until, ends) - max(at, begins))
        rests = rests or (clock["running"] and begins <= at < ends)
    seconds = max(0, int(left.total_seconds()))
    days, hours = divmod(seconds // 3600, 24)
    time = t.text("tui", "{days} d {hours} h", days=days, hours=hours) if days else f"{seconds // 60}:{seconds % 60:02}"
    shown = [Text(t.text("tui", "{time} left", time=time))]
    return [*shown, Text(t.text("tui", "The clock stops at weekends."))] if rests else shown


def _pause_end(t: Translator, snapshot: Snapshot) -> list[Text]:
    """The end of the pause that is requested or runs, in local time."""
    if snapshot["pause_ends"] is None:
        return []
    at = datetime.fromisoformat(snapshot["pause_ends"]).astimezone()
    return [Text(t.text("tui", "The pause ends on {day}, {time}.", day=t.day(at), time=f"{at:%H:%M}"))]


def _dice(t: Translator, model: Model, width: int) -> list[Text]:
    turn = model.snapshot["turn"]
    if turn is None:
        return []
    rolls = turn["rolls_used"] + turn["rolls_left"]
    gap = dice.gap_of(max(len(model.tray), turn["dice_count"]), width)
    count = t.text("tui", "Roll {roll} of {rolls}", roll=turn["rolls_used"], rolls=rolls)
    if model.covered:
        return [Text(t.text("tui", "The dice are covered."))]
    if model.tray:
        return [
            *dice.drawn(model.tray, gap, marks_rolls=model.marks_rolls, faces=model.snapshot["sheet"]["faces"]),
            Text(count, style="dim"),
        ]
    if turn["hidden"]:
        return [*dice.covered(turn["dice_count"], turn["kept_count"], gap), Text(count, style="dim")]
    return []


def _details(t: Translator, model: Model) -> Iterator[str]:
    """The effect of the current cell on the sums, or the hint of its category."""
    if model.cursor is not None and not model.covered:
        offer = model.offers.get(model.cursor, NO_OFFER)
        action = offer.score or offer.scratch
        if action is not None and "after" in action:
            after = action["after_column"] if "after_column" in action else action["after"]
            margin, total = after["saldo"], action["after"]["total"]
            if margin is None:
                yield t.text("tui", "Then: total {total}.", total=total)
            else:
                yield t.text("tui", "Then: total {total}, balance {saldo}.", total=total, saldo=signed(margin))
        else:
            yield _hint(model)


def _hint(model: Model) -> str:
    category, _ = split_cell(model.cursor or "")
    return next((one["hint"] for one in model.snapshot["sheet"]["categories"] if one["key"] == category), "")


# ------------------------------------------------------------------------------- who plays


def _seats(t: Translator, snapshot: Snapshot, width: int) -> Iterable[Text]:
    """All seats with the points of the whole match: mark, number, name, possessions, total."""
    turn = owner(snapshot)
    for seat, total in zip(snapshot["seats"], snapshot["grand_totals"], strict=True):
        mark = TURN if seat["seat"] == turn else " "
        name = t.text("tui", "open seat") if seat["open"] else seat["name"]
        points = t.number(total)
        holdings = _holdings(t, snapshot, seat)
        left = f"{mark}{seat['seat']} {name}{f' ({holdings})' if holdings else ''}"
        shown = shortened(left, width - cell_len(points) - 1)
        blanks = " " * (width - cell_len(shown) - cell_len(points))
        yield Text(f"{shown}{blanks}{points}", style="bold" if seat["seat"] == turn else "")


def _holdings(t: Translator, snapshot: Snapshot, seat: Seat) -> str:
    """A seat's possessions outside the sheet, and its presence."""
    items = []
    if seat["held"] is not None:
        items.append(t.text("tui", "a bot plays"))
    elif seat["away"] is not None:
        items.append(t.text("tui", "away"))
    if snapshot["status"] == "waiting" and seat["ready"] and seat["kind"] != "bot":
        items.append(t.text("tui", "ready"))
    if seat["chips"]:
        items.append(t.count("tui", "{count} chip", "{count} chips", seat["chips"]))
    if seat["bank"]:
        items.append(t.count("tui", "{count} roll saved", "{count} rolls saved", seat["bank"]))
    for kind, count in Counter(die["action"] for die in seat["dice"]).items():
        name = action_name(ActionKind(kind), t.language)
        items.append(name if count == 1 else f"{count}× {name}")
    return ", ".join(items)


def _log(sentences: list[str], width: int, height_left: int) -> list[Text]:
    """The newest sentences that fit, whole ones only."""
    lines: list[Text] = []
    for sentence in reversed(sentences):
        wrapped = wrap(Text(sentence), width)
        if len(lines) + len(wrapped) > height_left:
            break
        lines = [*wrapped, *lines]
    return lines


class View(Widget):
    """A part of the table on the screen."""

    def __init__(self, t: Translator) -> None:
        super().__init__()
        self._t = t
        self._model: Model | None = None

    def show(self, model: Model) -> None:
        """Draw the current state of the table."""
        self._model = model
        self.refresh()


class Panel(View):
    """The seat to move, the dice, the possible steps, the seats, and the log."""

    class DieClicked(Message):
        """A die at a place, from 0."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    _drawn: Sequence[Text] = ()

    def render(self) -> Text:
        """The lines of the panel."""
        if self._model is None:
            return Text(self._t.text("tui", "Loading the table …"))
        possible = key_bindings(self._t, self._model)
        self._drawn = drawn(self._t, self._model, possible, self.size, datetime.now(UTC))
        return Text("\n").join(self._drawn)

    def on_click(self, event: events.Click) -> None:
        """Detect a click on a die: dice are drawn in frames of equal width."""
        if self._model is None or not self._model.tray:
            return
        gap = len(dice.gap_of(len(self._model.tray), self.size.width))
        framed = [n for n, line in enumerate(self._drawn) if any(mark in line.plain for mark in "┌│└┏┃┗")]
        place, offset = divmod(event.x, dice.WIDTH + gap)
        if event.y in framed and place < len(self._model.tray) and offset < dice.WIDTH:
            self.post_message(self.DieClicked(place))


class SheetView(View):
    """The sheets."""

    class CellClicked(Message):
        """A cell of a seat's sheet."""

        def __init__(self, seat: int, cell: str) -> None:
            super().__init__()
            self.seat = seat
            self.cell = cell

    _grid: grid.Grid | None = None

    def render(self) -> Text:
        """The lines of the sheets."""
        model = self._model
        if model is None:
            return Text()
        sheets = Sheets(self._t, model.snapshot, model.offers, model.style)
        height_left = grid.Viewport(self.size.width, self.size.height, model.seen, model.top)
        self._grid = grid.fitted(sheets, height_left)
        model.top = self._grid.above
        return Text("\n").join(grid.drawn(sheets, self._grid))

    def on_click(self, event: events.Click) -> None:
        """Detect a click on a cell."""
        found = None if self._grid is None else self._grid.cell_at(event.x, event.y)
        if found is not None:
            self.post_message(self.CellClicked(*found))
