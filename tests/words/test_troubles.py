"""Every reason why a variant cannot be solved has a text in both languages."""

import re
from pathlib import Path

import pytest

from pasch.rules.errors import PaschError
from pasch.solver import scope
from pasch.words import error_text

NAMED = re.findall(
    r'(?:yield |^        \()"([a-z][^"]+)"', Path(scope.__file__).read_text(encoding="utf-8"), re.MULTILINE
)


def test_solver_source_contains_reasons():
    assert len(NAMED) > 10


@pytest.mark.parametrize("trouble", NAMED)
def test_unsolvable_reason_is_translated(trouble: str):
    error = PaschError("{trouble}", trouble=trouble)
    assert error_text(error, "en") == trouble
    assert error_text(error, "de") != trouble
