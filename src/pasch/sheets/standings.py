"""The results of a match: a line for each player, a column for each game."""

from collections.abc import Sequence
from dataclasses import dataclass

from pasch.i18n import Translator
from pasch.rules.bonus import CountsIn
from pasch.rules.match import Match
from pasch.rules.variant import Variant
from pasch.sheets.drawing import Block, Cell, Kind, Line
from pasch.sheets.layout import HEAD_ROW
from pasch.sheets.paper import LEAST_ROW, Paper
from pasch.words.cards import sheet_layout

_PLACE = 16.0
_NAME = 30.0
_WIDEST = 22.0
_LINE = LEAST_ROW + 1


@dataclass(frozen=True)
class Standing:
    """A player's results: of each game, outside the games where the variant counts so, and in all."""

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
    """What counts in the match only, by its name; nothing where everything counts in its game."""
    extra = sheet_layout(variant, t.language)["extra"]
    return (extra["name"],) if extra is not None and variant.extra.counts_in is CountsIn.MATCH else ()


@dataclass(frozen=True)
class Standings:
    """The table of so many games on this paper."""

    variant: Variant
    t: Translator
    paper: Paper
    games: int

    def block(self, told: Sequence[Standing]) -> Block:
        """Who has reached what."""
        return self._ruled([self._line(one) for one in told], _PLACE)

    def room(self, players: int) -> Block:
        """Lines to write in."""
        line = Line((Cell(Kind.NAME), *[Cell(Kind.ENTRY)] * (self._sums - 1), Cell(Kind.RESULT)), _LINE)
        return self._ruled([line] * players, 0.0)

    def height(self, players: int) -> float:
        """What the table takes, in millimetres."""
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
