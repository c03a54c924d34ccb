"""Score sheets in the terminal: cells and sums, with as many players side by side as fit on a line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import fill

from pasch.cli.console import print_table, visible
from pasch.i18n import Translator, translator
from pasch.rules.category import Cell
from pasch.rules.columns import Column
from pasch.rules.game import Game
from pasch.rules.sheet import Totals
from pasch.words import action_name, category_name, sheet_layout
from pasch.words.cells import column_signs

STRUCK = "–"
OPEN = "."
FROZEN = "*"
LIE = "L"

_GAP = 2
_NARROWEST = 5


@dataclass(frozen=True)
class Place:
    """One column of a player's sheet; both count from 1."""

    seat: int
    column: int


@dataclass(frozen=True)
class Sheets:
    """All sheets of a game, to be drawn."""

    game: Game
    lang: str

    @property
    def _t(self) -> Translator:
        return translator(self.lang)

    @property
    def several(self) -> bool:
        """Whether a player has several columns."""
        return len(self.game.variant.columns) > 1

    def blocks(self) -> list[list[Place]]:
        """The places in groups that fit side by side, without splitting a player."""
        variant, players = self.game.variant, self.game.players
        names = [category_name(variant, category.key, self.lang) for category in variant.categories]
        room = max(get_terminal_size().columns, 40) - max(map(len, names))
        columns = len(variant.columns)
        blocks: list[list[Place]] = [[]]
        used = 0
        for seat, name in enumerate(players, start=1):
            needed = max(len(name) + _GAP, _NARROWEST + _GAP) + (columns - 1) * (_NARROWEST + _GAP)
            if blocks[-1] and used + needed > room:
                blocks.append([])
                used = 0
            blocks[-1] += [Place(seat, column) for column in range(1, columns + 1)]
            used += needed
        return blocks

    def heads(self, places: Sequence[Place]) -> list[str]:
        """The player's name above the first column."""
        return [visible(self.game.players[place.seat - 1]) if place.column == 1 else "" for place in places]

    def marks(self, places: Sequence[Place]) -> list[str]:
        """The text form of each column, with the signs of its rules."""
        return [column_mark(place.column, self.game.variant.columns[place.column - 1]) for place in places]

    def rows(self, places: Sequence[Place]) -> Iterator[tuple[str, list[str]]]:
        """The cells from top to bottom, then the sums."""
        for category in self.game.variant.categories:
            name = category_name(self.game.variant, category.key, self.lang)
            yield name, [self._entry(place, Cell(category.key, place.column)) for place in places]
        yield from self._sums(places)

    def _entry(self, place: Place, cell: Cell) -> str:
        sheet, index = self.game.sheets[place.seat - 1], self.game.variant.index(cell)
        points = sheet.points[index]
        if points is not None:
            return self._t.number(points) if points else LIE if index in sheet.lies else STRUCK
        return FROZEN if index in sheet.frozen else OPEN

    def _sums(self, places: Sequence[Place]) -> Iterator[tuple[str, list[str]]]:
        t, variant, results = self._t, self.game.variant, self.game.results
        if variant.upper:
            yield self._by_column(t.text("sheet", "Upper section"), places, lambda totals: totals.upper)
        if variant.upper_bonus:
            yield t.text("sheet", "Balance"), [self._bonus_margin(place) for place in places]
            yield self._by_column(t.text("sheet", "Bonus"), places, lambda totals: totals.bonus)
        elif any(result.bonus for result in results):
            yield self._by_seat(t.text("sheet", "Bonus"), places, lambda totals: totals.bonus)
        extra = sheet_layout(variant, self.lang)["extra"]
        if extra:
            yield self._by_column(extra["name"], places, lambda totals: totals.extra)
        if self.several:
            yield self._by_column(t.text("sheet", "Column"), places, lambda totals: totals.score)
        yield self._by_seat(t.text("sheet", "Total"), places, lambda totals: totals.score)
        if variant.settlement or any(result.score != result.total for result in results):
            yield self._by_seat(t.text("sheet", "Result"), places, lambda totals: totals.total)

    def _by_column(self, name: str, places: Sequence[Place], part: Callable[[Totals], int]) -> tuple[str, list[str]]:
        sums = (self.game.sheets[place.seat - 1].columns[place.column - 1] for place in places)
        return name, [self._t.number(part(totals)) for totals in sums]

    def _by_seat(self, name: str, places: Sequence[Place], part: Callable[[Totals], int]) -> tuple[str, list[str]]:
        """A sum of all columns appears in the first."""
        sums = (self.game.results[place.seat - 1] if place.column == 1 else None for place in places)
        return name, [self._t.number(part(totals)) if totals else "" for totals in sums]

    def _bonus_margin(self, place: Place) -> str:
        """The lead of the upper section over its target for the bonus."""
        margin = self.game.sheets[place.seat - 1].columns[place.column - 1].bonus_margin or 0
        return f"{margin:+}" if margin else "0"


def column_mark(number: int, column: Column) -> str:
    """The text form of a column, with the signs of its rules: `@2 ↓`, `@3 ×3`, `@4 !`."""
    return f"@{number} {column_signs(column)}".strip()


def print_sheets(game: Game, lang: str) -> None:
    """The current sheets of all players, and the notes below them."""
    sheets = Sheets(game, lang)
    for number, places in enumerate(sheets.blocks()):
        if number:
            print()
        marks = [("", *sheets.marks(places))] if sheets.several else []
        rows = [(name, *row) for name, row in sheets.rows(places)]
        print_table(("", *sheets.heads(places)), [*marks, *rows], numbers=len(places))
    for line in notes(game, lang):
        print(fill(line, get_terminal_size().columns))


def notes(game: Game, lang: str) -> Iterator[str]:
    """Notes below the sheets: signs that need an explanation, shared chips, and each player's holdings."""
    t = translator(lang)
    if any(sheet.frozen for sheet in game.sheets):
        yield t.text("sheet", "{sign} is frozen for the next turn of its owner.", sign=FROZEN)
    if any(sheet.lies for sheet in game.sheets):
        yield t.text("sheet", "{sign} is an exposed lie.", sign=LIE)
    if game.pool is not None:
        left = zip(game.variant.categories, game.pool.left, strict=True)
        chips = [f"{category_name(game.variant, category.key, lang)} {t.number(count)}" for category, count in left]
        yield t.text("sheet", "Chips on the table: {chips}.", chips=", ".join(chips))
    for seat, name in enumerate(game.players if game.turn else (), start=1):
        holdings = list(_holdings(t, game, seat))
        if holdings:
            yield t.text("sheet", "{name} has {things}.", name=visible(name), things=t.listing(holdings))


def _holdings(t: Translator, game: Game, seat: int) -> Iterable[str]:
    hand, round_ = game.hands[seat - 1], game.turn.round if game.turn else 0
    if hand.chips:
        yield t.count("sheet", "{count} chip for an extra roll", "{count} chips for an extra roll", hand.chips)
    if hand.bank:
        yield t.count("sheet", "{count} saved roll", "{count} saved rolls", hand.bank)
    if hand.doubles:
        yield t.count("sheet", "{count} entry to double", "{count} entries to double", hand.doubles)
    for (kind, later), count in Counter((die.kind, die.usable_from > round_) for die in hand.dice).items():
        name = action_name(kind, t.language)
        action = name if count == 1 else t.text("sheet", "{count} × {action}", count=count, action=name)
        yield t.text("sheet", "{action} (from the next round on)", action=action) if later else action
