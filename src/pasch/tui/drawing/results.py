"""The games of a match in lines: what everybody has in each, and over all of them."""

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from pasch.i18n import Translator
from pasch.service.views.schema import Snapshot

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
