"""Common parts of forms and filled sheets: notes, legend, rows for all games, and the table of results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pasch.i18n import Translator, translator
from pasch.rules.bonus import CountsIn
from pasch.rules.match import Match
from pasch.rules.variant import Variant
from pasch.sheets.layout import HEAD_ROW, LEAST_ROW, Block, Cell, Document, Kind, Line, Page, Paper
from pasch.sheets.rows import CORRECTED, LIE, TYPED_DICE, TYPED_POINTS, Row, Slot, Span
from pasch.words.bonuses import settlement_rules
from pasch.words.cards import sheet_layout
from pasch.words.names import variant_name
from pasch.words.switches import column_text, differences

_PLACE = 16.0
_NAME = 30.0
_WIDEST = 22.0
_LINE = LEAST_ROW + 1


@dataclass(frozen=True)
class Standing:
    """A player's results: of each game, outside the games if the variant has such points, and in total."""

    name: str
    place: int
    games: tuple[int, ...]
    outside: int
    total: int


def standings_of(match: Match, names: Sequence[str]) -> list[Standing]:
    """All players, the best first."""
    totals = zip(names, match.ranks, match.totals, match.grand_totals, strict=True)
    return sorted(
        (
            Standing(name, place, tuple(game.totals[seat] for game in match.games), grand - total, grand)
            for seat, (name, place, total, grand) in enumerate(totals)
        ),
        key=lambda one: one.place,
    )


def counted_outside(variant: Variant, t: Translator) -> tuple[str, ...]:
    """The names of points that count only in the match; empty if all points count in a game."""
    extra = sheet_layout(variant, t.language)["extra"]
    return (extra["name"],) if extra is not None and variant.extra.counts_in is CountsIn.MATCH else ()


@dataclass(frozen=True)
class Standings:
    """The table of results of several games on this paper."""

    variant: Variant
    t: Translator
    paper: Paper
    games: int

    def block(self, standings: Sequence[Standing]) -> Block:
        """The table with results."""
        return self._ruled([self._line(one) for one in standings], _PLACE)

    def blank(self, players: int) -> Block:
        """The table with empty lines to write in."""
        line = Line((Cell(Kind.NAME), *[Cell(Kind.ENTRY)] * (self._sums - 1), Cell(Kind.RESULT)), _LINE)
        return self._ruled([line] * players, 0.0)

    def height(self, players: int) -> float:
        """The height of the table in millimetres."""
        return HEAD_ROW + players * _LINE

    @property
    def _outside(self) -> tuple[str, ...]:
        return counted_outside(self.variant, self.t)

    @property
    def _sums(self) -> int:
        return self.games + len(self._outside) + 1

    def _ruled(self, lines: Sequence[Line], place: float) -> Block:
        width, t = self.paper.inner_width - place, self.t
        name = max(_NAME, width - self._sums * _WIDEST)
        widths = (*([place] if place else []), name, *[(width - name) / self._sums] * self._sums)
        games = (t.text("replay", "Game {number}", number=number) for number in range(1, self.games + 1))
        first = (t.text("list", "Place"),) if place else ()
        heads = (*first, t.text("list", "Name"), *games, *self._outside, t.text("paper", "Total"))
        head = Line(tuple(Cell(Kind.HEAD, text) for text in heads), HEAD_ROW)
        return Block(widths, (head,), tuple(lines), (len(widths) - 1,))

    def _line(self, one: Standing) -> Line:
        points = (*one.games, *([one.outside] if self._outside else []))
        place = Cell(Kind.SUM, self.t.text("paper", "{place}.", place=one.place))
        sums = (Cell(Kind.SUM, self.t.number(number)) for number in points)
        return Line((place, Cell(Kind.NAME, one.name), *sums, Cell(Kind.RESULT, self.t.number(one.total))), _LINE)


# ------------------------------------------------------------------------------- pages


TITLE = 20.0
"""Height, in millimetres, of the title with the text below it, and of the footer."""


def document(variant: Variant, lang: str, paper: Paper, pages: Iterable[Page]) -> Document:
    """The pages with the variant's name as title."""
    t, title = translator(lang), variant_name(variant, lang)
    label = t.text("paper", "Page {page} of {pages}", page="{page}", pages="{pages}")
    return Document(title, lang, paper, label, tuple(replace(page, title=page.title or title) for page in pages))


def notes(variant: Variant, lang: str) -> tuple[str, ...]:
    """The changes by house rules."""
    changed = differences(variant, lang)
    return (translator(lang).text("paper", "House rules: {rules}", rules=" · ".join(changed)),) if changed else ()


def legend(variant: Variant, t: Translator, slots: Sequence[Slot]) -> tuple[str, ...]:
    """The explanations of the sheet: restrictions of columns, settlement, and signs."""
    lines = []
    if len(set(variant.columns)) > 1:
        columns = enumerate((column_text(t, column) for column in variant.columns), start=1)
        lines.append(
            " · ".join(t.text("rules", "Column {column}: {rule}", column=number, rule=text) for number, text in columns)
        )
    settled = settlement_rules(t, variant)
    if settled:
        lines.append(" ".join(settled))
    if any(slot.sheet is not None and slot.sheet.lies for slot in slots):
        lines.append(t.text("sheet", "{sign} is an exposed lie.", sign=LIE))
    marks = {sign for slot in slots for mark in slot.marks.values() for sign in mark}
    if TYPED_DICE in marks:
        lines.append(t.text("sheet", "{sign} was rolled with real dice.", sign=TYPED_DICE))
    if TYPED_POINTS in marks:
        lines.append(t.text("sheet", "{sign} was rolled with real dice; only the points are known.", sign=TYPED_POINTS))
    if CORRECTED in marks:
        lines.append(t.text("sheet", "{sign} was corrected later.", sign=CORRECTED))
    return tuple(lines)


def closing(variant: Variant, t: Translator, match: Match | None) -> tuple[Row, ...]:
    """The rows for all games of the slot's player together; without a match they are empty."""

    def all_games(slot: Slot, _column: int) -> str:
        return "" if match is None else t.number(match.totals[slot.seat - 1])

    def with_extra(slot: Slot, _column: int) -> str:
        return "" if match is None else t.number(match.grand_totals[slot.seat - 1])

    rows = [Row(t.text("paper", "All games"), all_games, span=Span.MATCH)]
    for outside in counted_outside(variant, t):
        hint = t.text("paper", "with {extra}", extra=outside)
        rows.append(Row(t.text("paper", "Result of the match"), with_extra, hint, span=Span.MATCH))
    return tuple(rows)
