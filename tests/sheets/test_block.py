"""The encyclopaedia's block of score sheets: every row, room for remarks, and the worked example of two games."""

from pasch.rules.actions import EnterPoints, NextGame
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.record import Record
from pasch.rules.variants import find_variant
from pasch.sheets import Form, Paper, form_pdf, record_pdf
from tests.sheets.reading import check_page, pages_of

KNIFFEL = find_variant("kniffel")

BLOCK = {
    "Einser": (0, 3),
    "Zweier": (6, 6),
    "Dreier": (9, 12),
    "Vierer": (12, 8),
    "Fünfer": (15, 15),
    "Sechser": (24, 18),
    "Summe oben": (66, 62),
    "Bonus": (35, 0),
    "Gesamter oberer Teil": (101, 62),
    "Dreierpasch": (23, 21),
    "Viererpasch": (0, 27),
    "Full House": (25, 25),
    "Kleine Straße": (30, 30),
    "Große Straße": (40, 0),
    "Kniffel": (50, 0),
    "Chance": (21, 19),
    "Summe unten": (189, 122),
}
SUMS = ("Summe oben", "Bonus", "Gesamter oberer Teil", "Summe unten")


def typed_in() -> Record:
    """Both games of the example, entered as points without dice."""
    match = start = Match.begin(KNIFFEL, ["Anna"], 2)
    entries = [points for name, points in BLOCK.items() if name not in SUMS]
    log: list[MatchEvent] = []
    for game in (0, 1):
        for cell, points in zip(KNIFFEL.cells, entries, strict=True):
            match, events = match.apply(EnterPoints(cell, points[game]))
            log += events
        if game == 0:
            match, events = match.apply(NextGame())
            log += events
    return Record.of(start, log)


def test_worked_example_can_be_entered_and_printed() -> None:
    record = typed_in()
    assert [game.totals for game in record.games] == [[290], [184]]
    (page,) = pages_of(record_pdf(record, Paper.A4, "de"))
    check_page(page)
    rows = {row[0]: row[-2:] for row in page.words if len(row) > 2}
    for name, points in BLOCK.items():
        shown = [text.removeprefix("? ") for text in rows[name]]  # the mark of points without dice
        wanted = [str(number) if number or name in SUMS else "–" for number in points]
        assert shown == wanted, name
    assert rows["Gesamt"] == ["290", "184"]


def test_blank_form_has_all_block_rows_in_order() -> None:
    (page,) = pages_of(form_pdf(KNIFFEL, Form(), "de"))
    check_page(page)
    names = [row[0] for row in page.words if row[0]]
    block = [*BLOCK, "Gesamter oberer Teil", "Weitere Kniffel", "Gesamt", "Alle Spiele", "Anmerkungen"]
    assert names == block
    remarks = next(row for row in page.rows if row[0].text == "Anmerkungen")
    assert remarks[-1].width > page.width / 3
    assert remarks[-1].text == ""
