"""Dice and sheets drawn for a terminal that can show them."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.cli.output import visible
from pasch.cli.sheets import STRUCK, sums
from pasch.i18n import translator
from pasch.rules.category import Cell
from pasch.rules.game import Game
from pasch.words import cell_name

FACES = " ⚀⚁⚂⚃⚄⚅"


def draw_table(game: Game, lang: str) -> None:
    """The dice, and all sheets with what the roll would bring in the open cells of the seat to move."""
    console = Console(highlight=False, markup=False, emoji=False)
    turn, _ = game.acting()
    if turn.roll is not None:
        pictures = [f"{FACES[face]} {face}" for face in turn.roll.faces]
        console.print(Text("   ".join([*pictures, *(str(face) for face in turn.roll.tens)]), style="bold"))
    sheet = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    sheet.add_column("")
    for seat, name in enumerate(game.players, start=1):
        sheet.add_column(Text(visible(name), style="bold" if seat == turn.seat else ""), justify="right")
    for cell in game.variant.cells:
        sheet.add_row(cell_name(game.variant, cell, lang), *_entries(game, cell, turn.seat, lang))
    for name, *totals in sums(game, lang):
        sheet.add_row(name, *(Text(total, style="bold") for total in totals))
    console.print(sheet)


def _entries(game: Game, cell: Cell, acting: int, lang: str) -> list[Text]:
    number, pencil = translator(lang).number, game.legal_actions.entries
    row: list[Text] = []
    for seat, sheet in enumerate(game.sheets, start=1):
        points = sheet.entries.get(cell)
        if points is not None:
            row.append(Text(number(points) if points else STRUCK))
        elif seat == acting and cell in pencil:
            row.append(Text(f"[{pencil[cell]}]", style="dim" if not pencil[cell] else "italic"))
        else:
            row.append(Text("·", style="dim"))
    return row
