"""Score sheets in the terminal: rows of cells, then the sums."""

from collections.abc import Callable

from pasch.cli.output import print_table, visible
from pasch.i18n import translator
from pasch.rules.game import Game
from pasch.rules.sheet import Totals
from pasch.words import cell_name, sheet_layout

STRUCK = "–"
OPEN = "."


def print_sheets(game: Game, lang: str) -> None:
    """The sheets of all players side by side, as they stand."""
    number = translator(lang).number
    rows = []
    for cell in game.variant.cells:
        entries = [sheet.entries.get(cell) for sheet in game.sheets]
        shown = [OPEN if points is None else number(points) if points else STRUCK for points in entries]
        rows.append((cell_name(game.variant, cell, lang), *shown))
    print_table(("", *map(visible, game.players)), [*rows, *sums(game, lang)], numbers=len(game.players))


def sums(game: Game, lang: str) -> list[tuple[str, ...]]:
    """The rows below the cells: a name and the sum of each player."""
    t, variant = translator(lang), game.variant
    parts: list[tuple[str, Callable[[Totals], str]]] = []
    if variant.upper:
        parts.append((t.text("sheet", "Upper section"), lambda totals: t.number(totals.upper)))
    if variant.upper_bonus:
        parts.append((t.text("sheet", "Balance"), lambda totals: _signed(totals.saldo or 0)))
        parts.append((t.text("sheet", "Bonus"), lambda totals: t.number(totals.bonus)))
    extra = sheet_layout(variant, lang)["extra"]
    if extra:
        parts.append((extra["name"], lambda totals: t.number(totals.extra)))
    parts.append((t.text("sheet", "Total"), lambda totals: t.number(totals.total)))
    return [(name, *(show(sheet.totals) for sheet in game.sheets)) for name, show in parts]


def _signed(saldo: int) -> str:
    """How far the upper section is ahead of the bonus, or behind it."""
    return f"{saldo:+}" if saldo else "0"
