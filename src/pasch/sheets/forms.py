"""Blank forms for playing on paper."""

from dataclasses import dataclass, replace

from pasch.i18n import translator
from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant
from pasch.sheets.common import TITLE, Standings, closing, document, legend, notes
from pasch.sheets.drawing import Document, Page, Paper
from pasch.sheets.grid import Grid, arranged
from pasch.sheets.layout import texts_height
from pasch.sheets.slots import Slot


@dataclass(frozen=True)
class Form:
    """What form is wanted. Left out, `players` are as few as can play, and `games` as many as one page takes."""

    paper: Paper = Paper.A4
    games: int | None = None
    players: int | None = None


def blank_form(variant: Variant, form: Form, lang: str) -> Document:
    """The form, games side by side, and for several players their sheets of a game side by side.

    Raises `InvalidInput` for more games or players than the variant knows.
    """
    players = variant.seats[0] if form.players is None else form.players
    if not 1 <= players <= variant.seats[1]:
        raise InvalidInput(
            "A sheet has room for 1 to {high} players, not {given}", high=variant.seats[1], given=players
        )
    if form.games is not None and not 1 <= form.games <= variant.games:
        raise InvalidInput("A match has 1 to {high} games, not {given}", high=variant.games, given=form.games)
    if form.games is None:
        return _fitting(variant, form.paper, players, lang)
    return _Form(variant, form.paper, form.games, players, lang).document


def _fitting(variant: Variant, paper: Paper, players: int, lang: str) -> Document:
    """The most games that one page takes."""
    for games in range(variant.games, 1, -1):
        form = _Form(variant, paper, games, players, lang).document
        if len(form.pages) == 1:
            return form
    return _Form(variant, paper, 1, players, lang).document


@dataclass(frozen=True)
class _Form:
    variant: Variant
    paper: Paper
    games: int
    players: int
    lang: str

    @property
    def document(self) -> Document:
        t, variant = translator(self.lang), self.variant
        slots = [Slot(game, seat) for game in range(1, self.games + 1) for seat in range(1, self.players + 1)]
        above, below = notes(variant, self.lang), legend(variant, t, slots)
        sums = Standings(variant, t, self.paper, self.games)
        reserved = TITLE + texts_height((*above, *below), self.paper)
        laid = arranged(
            Grid(variant, t, slots), self.paper, reserved, closing(variant, t, None), sums.height(self.players)
        )
        date = t.text("paper", "Date")
        fields = (t.text("list", "Name"), date) if self.players == 1 else (date,)
        pages = [Page("", "", fields, above, tuple(blocks), (*laid.short, *below)) for blocks in laid.pages]
        if laid.sums_due:
            pages[-1] = replace(pages[-1], blocks=(*pages[-1].blocks, sums.room(self.players)))
        return document(variant, self.lang, self.paper, pages)
