"""The pages of a sheet: blank forms for playing on paper, and filled sheets of a match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pasch.i18n import Translator, translator
from pasch.rules.category import Cell
from pasch.rules.corrections import corrected_turns
from pasch.rules.errors import InvalidInput
from pasch.rules.match import typed_entries
from pasch.rules.notation.record import Ending, Record
from pasch.rules.variant import Variant
from pasch.sheets.common import TITLE, Standings, closing, document, legend, notes, standings_of
from pasch.sheets.grid import Grid, arranged
from pasch.sheets.layout import Block, Document, Page, Paper, texts_height
from pasch.sheets.rows import CORRECTED, TYPED_DICE, TYPED_POINTS, Slot


@dataclass(frozen=True)
class Form:
    """The options of a form. Defaults: `players` is the minimum of the game, `games` as many as fit on one page."""

    paper: Paper = Paper.A4
    games: int | None = None
    players: int | None = None


def blank_form(variant: Variant, form: Form, lang: str) -> Document:
    """The form, with games side by side, and within a game the sheets of its players.

    Raises `InvalidInput` for more games or players than the variant allows.
    """
    players = variant.seats[0] if form.players is None else form.players
    if not 1 <= players <= variant.seats[1]:
        raise InvalidInput("A sheet can hold 1 to {high} players, not {given}", high=variant.seats[1], given=players)
    if form.games is not None and not 1 <= form.games <= variant.games:
        raise InvalidInput(
            "A match has 1 to {high} games, not {given}", field="games", high=variant.games, given=form.games
        )
    if form.games is None:
        return _fitting(variant, form.paper, players, lang)
    return _form(variant, form.paper, form.games, players, lang)


def _fitting(variant: Variant, paper: Paper, players: int, lang: str) -> Document:
    """The form with as many games as fit on one page."""
    for games in range(variant.games, 1, -1):
        form = _form(variant, paper, games, players, lang)
        if len(form.pages) == 1:
            return form
    return _form(variant, paper, 1, players, lang)


def _form(variant: Variant, paper: Paper, games: int, players: int, lang: str) -> Document:
    t = translator(lang)
    slots = [Slot(game, seat) for game in range(1, games + 1) for seat in range(1, players + 1)]
    above, below = notes(variant, lang), legend(variant, t, slots)
    sums = Standings(variant, t, paper, games)
    reserved = TITLE + texts_height((*above, *below), paper)
    laid = arranged(Grid(variant, t, slots), paper, reserved, closing(variant, t, None), sums.height(players))
    date = t.text("paper", "Date")
    fields = (t.text("list", "Name"), date) if players == 1 else (date,)
    pages = [Page("", "", fields, above, tuple(blocks), (*laid.short, *below)) for blocks in laid.pages]
    if laid.sums_due:
        pages[-1] = replace(pages[-1], blocks=(*pages[-1].blocks, sums.blank(players)))
    return document(variant, lang, paper, pages)


# ------------------------------------------------------------------------------- filled sheets


_SUBTITLE = 7.0


def filled_sheets(record: Record, paper: Paper, lang: str, seat: int | None = None) -> Document:
    """The sheets of all players, or of one `seat`.

    A match of one game is one table with the players side by side. In a longer match, each player has a page with all
    games; with several players, the first page has the results.

    Raises `InvalidInput` for a seat that does not exist.
    """
    if seat is not None and not 1 <= seat <= len(record.players):
        raise InvalidInput(
            "There is no seat {seat}; the last one is {last}", field="seat", seat=seat, last=len(record.players)
        )
    sheets = _Filled(record, paper, lang)
    return document(sheets.variant, lang, paper, sheets.pages(seat))


@dataclass(frozen=True)
class _Filled:
    record: Record
    paper: Paper
    lang: str

    @property
    def variant(self) -> Variant:
        return self.record.match.variant

    @property
    def _t(self) -> Translator:
        return translator(self.lang)

    def pages(self, seat: int | None) -> Iterator[Page]:
        record = self.record
        seats = range(1, len(record.players) + 1) if seat is None else [seat]
        if len(record.games) == 1 and record.match.length == 1:
            name = record.players[seats[0] - 1] if len(seats) == 1 else ""
            yield from self._page(name, [self._slot(1, one) for one in seats])
            return
        if len(seats) > 1:
            yield self._overview()
        for one in seats:
            slots = [self._slot(game, one) for game in range(1, len(record.games) + 1)]
            yield from self._page(record.players[one - 1], slots)

    def _slot(self, game: int, seat: int) -> Slot:
        return Slot(game, seat, self.record.players[seat - 1], self.record.games[game - 1], self._marks(game, seat))

    def _marks(self, game: int, seat: int) -> dict[Cell, str]:
        """The marks of entries with real dice and of corrected entries."""
        corrected = corrected_turns(self.record.events)
        marks = {}
        for typed in typed_entries(self.record.match, game):
            if typed.seat == seat:
                sign = TYPED_POINTS if typed.dice is None else TYPED_DICE
                marks[typed.cell] = sign + CORRECTED * ((game, typed.round, seat) in corrected)
        return marks

    def _page(self, name: str, slots: Sequence[Slot]) -> Iterator[Page]:
        """The pages of one table; `name` is its player, empty if the heads name the players."""
        variant, t, match = self.variant, self._t, self.record.match
        above, below = notes(variant, self.lang), legend(variant, t, slots)
        reserved = TITLE + _SUBTITLE + texts_height((*above, *below), self.paper)
        table = self._standings.height(len(self.record.players))
        laid = arranged(Grid(variant, t, slots), self.paper, reserved, closing(variant, t, match), table)
        for number, blocks in enumerate(laid.pages, start=1):
            sums = [self._results] if laid.sums_due and number == len(laid.pages) else []
            yield Page("", self._subtitle(name), (), above, (*blocks, *sums), (*laid.short, *below))

    def _overview(self) -> Page:
        """The page with the results of all players."""
        subtitle = self._subtitle(self._t.text("paper", "Result of the match"))
        return Page("", subtitle, (), notes(self.variant, self.lang), (self._results,))

    @property
    def _standings(self) -> Standings:
        return Standings(self.variant, self._t, self.paper, len(self.record.games))

    @property
    def _results(self) -> Block:
        return self._standings.block(standings_of(self.record.match, self.record.players))

    def _subtitle(self, first: str) -> str:
        """The subtitle: player, date, and whether the match is complete."""
        t, record = self._t, self.record
        parts = [first, _day(t, record.provenance.date)]
        match record.ending:
            case Ending.RUNNING:
                parts.append(t.text("replay", "The match is still running."))
            case Ending.ABORTED:
                parts.append(t.text("replay", "The match was ended early."))
            case Ending.FINISHED:
                pass
        return " · ".join(filter(None, parts))


def _day(t: Translator, written: str) -> str:
    """A date as the language writes it; any other text is unchanged."""
    try:
        return t.day(date.fromisoformat(written))
    except ValueError:
        return written
