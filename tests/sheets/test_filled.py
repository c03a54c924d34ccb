"""Filled sheets, printed and read back: every entry in its cell, and the sums of the rules."""

from pathlib import Path

import pytest

from pasch.rules.category import Cell
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.sheets import Paper, record_pdf
from pasch.words import category_name
from tests.sheets.reading import DRAWN, Page, catalog, check_page, pages_of
from tests.support.sizes import cases

GAMES = Path(__file__).parents[1] / "golden" / "games"
KEYS = sorted(path.stem for path in GAMES.glob("*.txt"))


def record_of(key: str) -> Record:
    return read_record((GAMES / f"{key}.txt").read_text(encoding="utf-8"))


def renamed(key: str, *names: str) -> Record:
    """The record of the same games with other player names."""
    text = (GAMES / f"{key}.txt").read_text(encoding="utf-8")
    for seat, name in enumerate(names, start=1):
        lines = [
            f"player {seat}: {name}" if line.startswith(f"player {seat}: ") else line for line in text.splitlines()
        ]
        text = "\n".join(lines) + "\n"
    return read_record(text)


def written(game: Game, seat: int, category: str) -> list[str]:
    """The contents of a row of a player's sheet."""
    sheet = game.sheets[seat - 1]
    texts = []
    for column in range(1, len(game.variant.columns) + 1):
        points = sheet.entries.get(Cell(category, column))
        lie = game.variant.index(Cell(category, column)) in sheet.lies
        texts.append("" if points is None else str(points) if points else "L" if lie else "–")
    return texts


def entries_of(page: Page, game: Game, name: str, slots: int) -> list[list[str]]:
    """The cells of a row, by player or by game, without the text next to the columns."""
    columns = len(game.variant.columns)
    beside = 2 if game.variant.settlement else 0
    cells = page.row(name)[-slots * (columns + beside) :]
    return [cells[at : at + columns] for at in range(0, len(cells), columns + beside)]


def plain(number: int) -> str:
    """The number in English format."""
    return f"{number:,}"


@pytest.mark.parametrize("key", cases(KEYS, default=DRAWN))
def test_sheets_show_every_entry_and_all_sums(key: str):
    record = record_of(key)
    pages = pages_of(record_pdf(record, Paper.A4, "en"))
    for page in pages:
        check_page(page)
    seats = range(1, len(record.players) + 1)
    if len(record.games) == 1:
        tables = [(pages[0], [(record.games[0], seat) for seat in seats])]
        assert len(pages) == 1
    else:
        tables = list(zip(pages[1:], [[(game, seat) for game in record.games] for seat in seats], strict=True))
    for page, slots in tables:
        check_slots(page, slots)


def check_slots(page: Page, slots: list[tuple[Game, int]]) -> None:
    """Check that the columns of a page show these games of these players."""
    variant = slots[0][0].variant
    for category in variant.categories:
        name = category_name(variant, category.key, "en")
        shown = entries_of(page, slots[0][0], name, len(slots))
        assert shown == [written(game, seat, category.key) for game, seat in slots], name
    totals = [plain(game.totals[seat - 1]) for game, seat in slots]
    assert totals in [words[-len(slots) :] for words in page.words]


def test_match_results_are_on_the_first_page():
    record = record_of("hartard")
    first, anna, bernd = pages_of(record_pdf(record, Paper.A4, "en"))
    assert "Result of the match" in " ".join(first.beside)
    table = {row[1]: row for row in first.words[1:]}
    for seat, name in enumerate(record.players):
        games = [plain(game.totals[seat]) for game in record.games]
        outside = plain(record.grand_totals[seat] - record.totals[seat])
        assert table[name][2:] == [*games, outside, plain(record.grand_totals[seat])]
        assert table[name][0] == f"{record.match.ranks[seat]}."
    for page, seat in ((anna, 0), (bernd, 1)):
        assert page.row("All games")[-1] == plain(record.totals[seat])
        assert page.row("Result of the match")[-1] == plain(record.grand_totals[seat])


def test_sheet_can_be_printed_for_one_player():
    (page,) = pages_of(record_pdf(record_of("hartard"), Paper.LETTER, "en", 2))
    assert "Bernd" in " ".join(page.beside)
    assert "Anna" not in " ".join([*page.beside, *(text for row in page.words for text in row)])
    with pytest.raises(InvalidInput, match="no seat 3; the last one is 2"):
        record_pdf(record_of("hartard"), Paper.A4, "en", 3)


def test_long_match_ends_with_a_table_of_sums():
    text = (GAMES / "yams.txt").read_text(encoding="utf-8")
    head, _, turns = text.partition("1.1 ")
    turns = "1.1 " + turns[: turns.index("result:")]
    games = "".join(f"game: {game}\n{turns}" for game in range(2, 7))
    once = record_of("yams")
    result = " ".join(str(6 * total) for total in once.totals)
    record = read_record(f"{head}{turns}{games}result: {result}\n")
    pages = pages_of(record_pdf(record, Paper.A4, "en", 1))
    assert len(pages) == 2
    for page in pages:
        check_page(page)
    place, name, *sums = next(row for row in pages[-1].words if row[:2] == ["1.", "Anna"])
    assert (place, name, sums) == ("1.", "Anna", [*[plain(once.totals[0])] * 6, plain(6 * once.totals[0])])


def test_unfinished_match_is_marked_on_the_sheet():
    text = "pasch-record 1\nvariant: kniffel\nplayer 1: Anna\ndate: 2026-03-01\n1.1 13356 > chance 18\nresult: {}\n"
    running, aborted = (read_record(text.format(ending)) for ending in ("*", "aborted"))
    (page,) = pages_of(record_pdf(running, Paper.A4, "de"))
    assert "Anna · 1. März 2026 · Die Partie läuft noch." in page.beside
    assert page.row("Einser")[-1] == ""
    assert page.row("Chance")[-1] == "18"
    (page,) = pages_of(record_pdf(aborted, Paper.A4, "en"))
    assert "Anna · March 1, 2026 · The match was ended early." in page.beside


def test_entries_with_real_dice_are_marked():
    turns = "1.1 ~13356 > chance 18\n1.2 ? > ones 3\n2.1 55555 > kniffel 50\n^1.1 ~13366 > chance 19\n"
    text = f"pasch-record 1\nvariant: kniffel\nplayer 1: Anna\nplayer 2: Bernd\n{turns}result: *\n"
    (page,) = pages_of(record_pdf(read_record(text), Paper.A4, "en"))
    check_page(page)
    assert [page.row(name)[-2:] for name in ("Ones", "Chance", "Kniffel")] == [["", "? 3"], ["~^ 19", ""], ["50", ""]]
    assert [line for line in page.beside if line[0] in "~?^"] == [
        "~ was rolled with real dice.",
        "? was rolled with real dice; only the points are known.",
        "^ was corrected later.",
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("Übermäßig langer Name ohne jedes Ende 12", "Donaudampfschifffahrtsgesellschaftskapit"),
        ('#panic("x") *fett* $1^2$ @a <b>', "[]{}\\ // /* -- ~ = + 1. `raw`"),
        ("Łucja Şahin Čapek", "Ελένη Дмитрий"),
    ],
    ids=["long", "markup", "letters"],
)
def test_player_names_are_printed_completely_and_literally(names: tuple[str, str]):
    pages = pages_of(record_pdf(renamed("hartard", *names), Paper.A4, "de"))
    for page, name in zip(pages[1:], names, strict=True):
        check_page(page)
        assert name in page.beside
    head = pages_of(record_pdf(renamed("kniffel", *names), Paper.A4, "de"))[0]
    check_page(head)
    assert [_whole(name) for name in head.words[0][1:]] == [_whole(name) for name in names]


def _whole(name: str) -> str:
    """A name without the blanks and hyphens of its line breaks."""
    return name.replace(" ", "").replace("\xad", "")


def test_letters_missing_from_all_fonts_do_not_prevent_printing():
    pdf = record_pdf(renamed("kniffel", "\U0001fae8\ue000", "中文"), Paper.A4, "de")
    (page,) = pages_of(pdf)
    assert page.row("Einser")
    assert catalog(pdf)["Lang"] == b"de"
