"""Numbers use the ten digits of ASCII: look-alike digits of other scripts are refused."""

import pytest

from pasch.rules.errors import PaschError
from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record

RECORD = "pasch-record 1\nvariant: kniffel\nplayer 1: Anna\n1.1 11123 > ones 3\nresult: *\n"


@pytest.mark.parametrize(("right", "wrong"), [("1.1", "١.1"), ("ones 3", "ones ٣"), ("player 1", "player ١")])
def test_record_with_non_ascii_digits_is_refused(right: str, wrong: str) -> None:
    read_record(RECORD)
    with pytest.raises(PaschError):
        read_record(RECORD.replace(right, wrong))


@pytest.mark.parametrize("text", ["kniffel; ones=٣", "kniffel; ; 12345 ٢", "kniffel; kniffel=50 +٥٠"])
def test_position_with_non_ascii_digits_is_refused(text: str) -> None:
    with pytest.raises(PaschError):
        Position.from_text(text)
