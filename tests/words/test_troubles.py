"""Every reason why a variant cannot be solved has a text in both languages."""

import re
from pathlib import Path

import pytest

from pasch.i18n import translator
from pasch.solver import scope
from pasch.words.errors import trouble_text

NAMED = re.findall(
    r'(?:yield |^        \()"([a-z][^"]+)"', Path(scope.__file__).read_text(encoding="utf-8"), re.MULTILINE
)


def test_solver_source_contains_reasons():
    assert len(NAMED) > 10


@pytest.mark.parametrize("trouble", NAMED)
def test_unsolvable_reason_is_translated(trouble: str):
    assert trouble_text(translator("en"), trouble) == trouble
    assert trouble_text(translator("de"), trouble) != trouble
