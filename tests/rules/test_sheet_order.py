"""An order across all columns: column by column, row by row, with the order of each column inside."""

from __future__ import annotations

import pytest

from pasch.rules.actions import Score
from pasch.rules.errors import IllegalAction, InvalidVariant
from pasch.rules.notation.position import Position
from pasch.rules.variants import VARIANTS

TWO = "spiffel-2s {sheet_order=%s}; %s; 12346 0"


def due(position: str) -> set[str]:
    game = Position.from_text(position).game
    return {game.variant.cell_text(cell) for cell in game.legal_actions.entries}


def test_column_opens_when_previous_column_is_full():
    rows = VARIANTS["spiffel-2s"].rows
    first = " ".join(f"{row}@1=0" for row in list(rows)[1:])
    assert due(TWO % ("column_by_column", "")) == {f"{row}@1" for row in rows}
    assert due(TWO % ("column_by_column", first)) == {"ones@1"}
    assert due(TWO % ("column_by_column", f"{first} ones@1=1")) == {f"{row}@2" for row in rows}


def test_started_row_is_filled_across_all_columns():
    assert len(due(TWO % ("row_by_row", ""))) == 26
    assert due(TWO % ("row_by_row", "fives@1=5")) == {"fives@2"}
    assert "fives@1" not in due(TWO % ("row_by_row", "fives@1=5 fives@2=5"))
    assert len(due(TWO % ("row_by_row", "fives@1=5 fives@2=5"))) == 24


@pytest.mark.parametrize(
    ("entries", "cells"),
    [
        ("", {"ones@1", "chance@2"}),
        ("ones@1=1", {"ones@2"}),
        ("chance@2=12", {"chance@1"}),
        ("ones@1=1 ones@2=1", {"twos@1", "chance@2"}),
    ],
)
def test_column_order_chooses_the_next_row(entries, cells):
    assert due(f"kniffel-plain {{columns=down|up, sheet_order=row_by_row}}; {entries}; 12346 0") == cells


def test_refusal_names_the_cell_due_next():
    game = Position.from_text(TWO % ("row_by_row", "fives@1=5")).game
    with pytest.raises(IllegalAction, match=r"chance@1 is not due yet: the order requires fives@2 first"):
        game.apply(Score("chance@1"))


def test_sheet_order_is_refused_for_single_column():
    with pytest.raises(InvalidVariant, match="kniffel has one column only"):
        VARIANTS["kniffel"].replace(sheet_order="row_by_row")
    assert VARIANTS["kniffel"].replace(columns="free|x2", sheet_order="row_by_row").sheet_order == "row_by_row"


def test_free_sheet_order_keeps_existing_fingerprints():
    assert VARIANTS["yams"].fingerprint.startswith("f29d641fa546")
    assert VARIANTS["yams"].replace(columns="free|free").fingerprint == (
        VARIANTS["yams"].replace(columns="free|free", sheet_order="row_by_row").replace(sheet_order="free").fingerprint
    )
    assert VARIANTS["yams"].replace(sheet_order="row_by_row").fingerprint != VARIANTS["yams"].fingerprint
