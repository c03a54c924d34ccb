"""Dice and sheets drawn for a terminal that can show them."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.cli.sheets import Place, Sheets, beside
from pasch.rules.category import Cell
from pasch.rules.dice import Roll
from pasch.rules.game import Game

FACES = " ⚀⚁⚂⚃⚄⚅"
TEN_SIDED = "◆"


def draw_table(game: Game, lang: str, pencil: dict[Cell, int]) -> None:
    """The dice, and all sheets with what the roll would bring in the open cells of the seat to move."""
    console = Console(highlight=False, markup=False, emoji=False)
    sheets = Sheets(game, lang, pencil)
    for places in sheets.blocks():
        console.print(_drawn(sheets, places))
    for line in beside(game, lang):
        console.print(line)
    if game.turn is not None and game.turn.roll is not None and game.turn.to_move == game.turn.seat:
        console.print(Text(_pictures(game.turn.roll), style="bold"))


def _pictures(roll: Roll) -> str:
    return "   ".join([*(f"{FACES[face]} {face}" for face in roll.faces), *(f"{TEN_SIDED} {ten}" for ten in roll.tens)])


def _drawn(sheets: Sheets, places: list[Place]) -> Table:
    acting = sheets.game.turn.seat if sheets.game.turn else 0
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    marks = sheets.marks(places) if sheets.several else [""] * len(places)
    for place, head, mark in zip(places, sheets.heads(places), marks, strict=True):
        title = "\n".join(filter(None, (head or (" " if mark else ""), mark)))
        table.add_column(
            Text(title, style="bold" if place.seat == acting else ""), justify="right", no_wrap=sheets.several
        )
    for name, row in sheets.rows(places):
        table.add_row(name, *(Text(shown.text, style=shown.style) for shown in row))
    return table
