"""What can be typed, told to somebody who asks."""

from collections.abc import Iterator

from pasch.cli.sheets import column_mark
from pasch.i18n import Translator
from pasch.rules.actions import Believe, Claim, Double, EndTurn, TakeNothing, UseAction
from pasch.rules.game import Game
from pasch.words import sheet_layout


def help_lines(t: Translator, game: Game) -> Iterator[str]:
    """One sentence for each thing that can be typed at this moment."""
    legal, variant = game.legal_actions, game.variant
    others = {type(action) for action in legal.others}
    if legal.keeps:
        yield t.text("play", "k33 keeps 3, 3 and rolls the others; k- rolls all of them.")
    if Claim in others:
        yield t.text("play", "A cell and points make the claim, true or not; with 0 behind it the cell is struck.")
    elif legal.entries:
        yield t.text(
            "play", "The name of a category, or its beginning, makes the entry; with 0 behind it the cell is struck."
        )
    if legal.announcements:
        yield t.text("play", "!category announces a cell after the first roll.")
    if Double in others:
        yield t.text("play", "!x2 doubles the entry of this turn.")
    if UseAction in others:
        yield t.text("play", "*steal 2 chance uses an action die; a player's name will do for the seat.")
    if EndTurn in others:
        yield t.text("play", "Enter alone ends the turn.")
    if Believe in others:
        yield t.text("play", "believe lets the claim pass, doubt asks to see the dice.")
    if TakeNothing in others:
        yield t.text("play", "- passes the dice on without a chip.")
    yield t.text("play", "s shows the sheets, q stops.")
    yield from _columns(t, game, t.language) if len(variant.columns) > 1 else ()


def _columns(t: Translator, game: Game, lang: str) -> Iterator[str]:
    """What binds the cells of each column, and how one of them is named."""
    layout = sheet_layout(game.variant, lang)["columns"]
    if not any(column["hint"] for column in layout):
        return
    yield t.text(
        "play",
        "A cell without its column goes to the first that is possible; {cell} is exact.",
        cell=game.variant.cell_text(game.variant.cells[-1]),
    )
    for number, (column, told) in enumerate(zip(game.variant.columns, layout, strict=True), start=1):
        hint = told["hint"] or t.text("play", "Free.")
        yield f"{column_mark(number, column)}: {hint}"
