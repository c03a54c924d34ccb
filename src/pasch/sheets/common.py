"""What forms and filled sheets have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pasch.i18n import Translator, translator
from pasch.rules.match import Match
from pasch.rules.variant import Variant
from pasch.sheets.drawing import Document, Page
from pasch.sheets.paper import Paper
from pasch.sheets.rows import Over, Row
from pasch.sheets.slots import CORRECTED, LIE, TYPED_DICE, TYPED_POINTS, Slot
from pasch.sheets.standings import counted_outside
from pasch.words.chips import reckoning
from pasch.words.names import variant_name
from pasch.words.switches import column_text, differences

TITLE = 20.0
"""Height of the title with what stands below it, and of the line at the foot; millimetres."""


def document(variant: Variant, lang: str, paper: Paper, pages: Iterable[Page]) -> Document:
    """The pages under the name of the variant."""
    t, title = translator(lang), variant_name(variant, lang)
    label = t.text("paper", "Page {page} of {pages}", page="{page}", pages="{pages}")
    return Document(title, lang, paper, label, tuple(replace(page, title=page.title or title) for page in pages))


def notes(variant: Variant, lang: str) -> tuple[str, ...]:
    """What a house has changed."""
    changed = differences(variant, lang)
    return (translator(lang).text("paper", "House rules: {rules}", rules=" · ".join(changed)),) if changed else ()


def legend(variant: Variant, t: Translator, slots: Sequence[Slot]) -> tuple[str, ...]:
    """What the sheet cannot say by itself: what binds its columns, how it is settled, signs that stand in it."""
    told = []
    if len(set(variant.columns)) > 1:
        columns = enumerate((column_text(t, column) for column in variant.columns), start=1)
        told.append(
            " · ".join(t.text("rules", "Column {column}: {rule}", column=number, rule=text) for number, text in columns)
        )
    settled = reckoning(t, variant)
    if settled:
        told.append(" ".join(settled))
    if any(slot.sheet is not None and slot.sheet.lies for slot in slots):
        told.append(t.text("sheet", "{sign} is a lie that was found out.", sign=LIE))
    marks = {sign for slot in slots for mark in slot.marks.values() for sign in mark}
    if TYPED_DICE in marks:
        told.append(t.text("sheet", "{sign} was rolled with real dice.", sign=TYPED_DICE))
    if TYPED_POINTS in marks:
        told.append(t.text("sheet", "{sign} was rolled with real dice; only the points are known.", sign=TYPED_POINTS))
    if CORRECTED in marks:
        told.append(t.text("sheet", "{sign} was corrected later.", sign=CORRECTED))
    return tuple(told)


def closing(variant: Variant, t: Translator, match: Match | None) -> tuple[Row, ...]:
    """The rows for all games of a player together, who is told by the slot; without a match there is room to write."""

    def all_games(slot: Slot, _column: int) -> str:
        return "" if match is None else t.number(match.totals[slot.seat - 1])

    def with_extra(slot: Slot, _column: int) -> str:
        return "" if match is None else t.number(match.grand_totals[slot.seat - 1])

    rows = [Row(t.text("paper", "All games"), all_games, over=Over.MATCH)]
    for outside in counted_outside(variant, t):
        hint = t.text("paper", "with {extra}", extra=outside)
        rows.append(Row(t.text("paper", "Result of the match"), with_extra, hint, over=Over.MATCH))
    return tuple(rows)
