"""Records: the written text reads back equal, and damaged texts are refused with their line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.actions import EnterPoints, Score, TakeBack
from pasch.rules.errors import DamagedRecord, InvalidInput, PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Ending, Provenance, Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS, find_variant
from tests.rules.notation.damage import DAMAGES
from tests.rules.notation.wild import players, wild_match, wild_steps
from tests.rules.play import variants
from tests.support.sizes import every_variant, pairs

GAMES = Path(__file__).parents[2] / "golden" / "games"

NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=15)


def same(first: Record, second: Record) -> None:
    assert first.match == second.match
    assert first.events == second.events
    assert (first.ending, first.provenance) == (second.ending, second.provenance)
    assert first.match.game.latest == second.match.game.latest


@given(
    variant=variants(),
    names=st.lists(NAMES, min_size=1, max_size=4),
    length=st.integers(1, 3),
    many=st.integers(0, 300),
    seed=st.integers(0, 2**32),
)
def test_record_survives_text_and_log_round_trip(variant, names, length, many, seed):
    names = (names * 8)[: len(players(variant, len(names)))]
    start, aborted = Match.begin(variant, names, length), seed % 2 == 0
    record = Record.of(start, wild_match(start, Random(seed), many), aborted=aborted)
    text = write_record(record)
    read = read_record(text)
    same(read, record)
    assert write_record(read) == text
    same(Record.of(read.start, read.events, aborted=aborted), record)


@pytest.mark.parametrize("name", ["Anna  Lena", "Anna\tLena", "Anna\u2028Lena", " Anna\x85\u00a0Lena "])
def test_consecutive_blanks_in_names_collapse(name):
    read = read_record(f"pasch-record 1\nvariant: kniffel\nplayer 1: {name}\nresult: *\n")
    assert read.players == ("Anna Lena",)
    same(read_record(write_record(read)), read)


@pytest.mark.parametrize("key", every_variant())
def test_record_survives_round_trip_at_any_moment(key):
    """Every fifth step of a match: its record is complete."""
    start, log = Match.begin(VARIANTS[key], players(VARIANTS[key], 3)), []
    for (before, step), moment in zip(wild_steps(start, Random(key)), range(90), strict=False):
        log += before.apply(step)[1]
        if moment % 5:
            continue
        record = Record.of(start, log)
        same(read_record(write_record(record)), record)


@given(st.builds(
    Provenance,
    date=st.dates().map(str),
    table=st.text("abcdef0123456789", max_size=9),
    dice=st.sampled_from(["", "server", "manual"]),
    commitment=st.binary(min_size=32, max_size=32).map(bytes.hex),
    seed=st.binary(min_size=32, max_size=32).map(bytes.hex),
    seeds=st.lists(st.binary(min_size=1, max_size=8).map(bytes.hex), max_size=2).map(lambda s: tuple(enumerate(s, 1))),
))  # fmt: skip
def test_record_keeps_its_provenance(provenance):
    start = Match.begin(find_variant("kniffel"), ["Anna", "Bernd"])
    record = Record.of(start, [], provenance=provenance)
    same(read_record(write_record(record)), record)


def test_record_text_has_the_expected_lines():
    match = Match.begin(find_variant("kniffel").replace(joker="none"), ["Anna", "Bernd"], 2)
    log = []
    for step in (
        DiceRolled("13346"), DiceRolled("33356", "k33"), DiceRolled("23333", "k333"), Score("four_of_a_kind"),
        DiceRolled("13356", by_hand=True), Score("ones"), TakeBack(), Score("chance"), EnterPoints("kniffel", 50),
        DiceRolled("22222"), Score("kniffel"), DiceRolled("22222"), Score("twos", 10), DiceRolled("11234"),
    ):  # fmt: skip
        match, events = match.apply(step)
        log += events
    record = Record.of(Match.begin(match.variant, match.players, 2), log)
    text = write_record(record)
    assert text.splitlines() == [
        "pasch-record 1",
        "variant: kniffel",
        'rules: {"joker": "none"}',
        "player 1: Anna",
        "player 2: Bernd",
        "games: 2",
        "1.1 13346 k33 33356 k333 23333 > four_of_a_kind 14",
        "1.2 ~13356 > ones 1",
        "^1.2 ~13356 > chance 18",
        "2.1 ? > kniffel 50",
        "2.2 22222 > kniffel 50",
        "3.1 22222 > twos 10 +50",
        "3.2 11234",
        "result: *",
    ]
    same(read_record(text), record)
    assert record.ending is Ending.RUNNING
    assert record.totals == [124, 68]


def test_reader_ignores_blank_lines_blanks_and_windows_line_ends():
    text = (GAMES / "kniffel.txt").read_text()
    same(read_record("\ufeff" + text.replace("\n", "  \r\n\r\n")), read_record(text))


@pytest.mark.parametrize(
    "name", ["Anna\nresult: 5", " Anna ", "Anna\r\n1.1 12345 > chance 15", "\u2028x\x85y", "", "\n"]
)
def test_name_cannot_break_a_line(name):
    record = Record.of(Match.begin(find_variant("kniffel"), [name, "Bernd"]), [])
    read = read_record(write_record(record))
    assert read.players == (" ".join(name.split()), "Bernd")
    assert read.ending is Ending.RUNNING


# ------------------------------------------------------------------------------- damaged records


DAMAGED = tuple(pairs(VARIANTS, DAMAGES, default={"kniffel", "yams", "kniffeliger", "luegenkniffel"}))


@pytest.mark.parametrize(("key", "name"), [*DAMAGED])
def test_damaged_record_error_names_the_line(key, name):
    """Three damages of every kind, to records of every variant."""
    rng = Random(f"{key} {name}")
    for _ in range(3):
        lines, wrong = DAMAGES[name]((GAMES / f"{key}.txt").read_text().splitlines(), rng)
        with pytest.raises(DamagedRecord) as damaged:
            read_record("\n".join(lines) + "\n")
        assert damaged.value.line == wrong, (damaged.value, lines[wrong - 2 : wrong + 1])
        assert str(damaged.value).startswith(f"Line {wrong}: ")
        assert damaged.value.cause is damaged.value.__cause__ or damaged.value.__cause__ is None


def test_short_run_covers_500_damaged_records():
    short = [pair for pair in DAMAGED if pytest.mark.long not in pair.marks]
    assert len(short) * 3 >= 500


@given(key=st.sampled_from(sorted(VARIANTS)), data=st.data())
def test_changed_record_parses_or_is_refused(key, data):
    """A few characters change, vanish or appear anywhere: the reader raises only its own error."""
    text = (GAMES / f"{key}.txt").read_text()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = (
            text[:place]
            + data.draw(st.text(st.sampled_from("0123456789.,:>^~?k!+*-@{}\n \t\0axé²٣🎲"), max_size=3))
            + text[place + gone :]
        )
    try:
        record = read_record(text)
    except DamagedRecord as damaged:
        refused = damaged
    else:
        same(read_record(write_record(record)), record)
        return
    assert 1 <= refused.line <= text.count("\n") + 1


@given(st.text(max_size=400))
def test_arbitrary_text_is_refused_as_a_record(text):
    for written in (text, f"pasch-record 1\n{text}", f"pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 {text}"):
        with pytest.raises(PaschError):
            read_record(written)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x" * 3_000_000,
        "pasch-record 1\n" + "x" * 3000,
        "pasch-record 1\nrules: " + "[" * 1900,
        'pasch-record 1\nrules: {"rolls": 1e999}',
        'pasch-record 1\nrules: {"rolls": ' + "9" * 1900 + "}",
        "pasch-record 1\nrules: []",
        'pasch-record 1\nrules: {"rolls": "4"}',
        "pasch-record 1\nvariant: kniffel\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\ngames: 7\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\ngames: 0\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\ngame: 2\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n^1.1 12345 > chance 15\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 12345 > chance 15\n^1.1 11112 > sixes 0\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 ? > chance 4\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 ? > chance 20 +50\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 12345 !chance > chance 15\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 12345 k1 > chance 15\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 > chance 15\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 12345 > chance\nresult: *",
        "pasch-record 1\nvariant: kniffel\nplayer 1: A\n1.1 12345 > chance -5\nresult: *",
    ],
    ids=range(21),
)
def test_invalid_records_are_refused(text):
    with pytest.raises(InvalidInput) as refused:
        read_record(text)
    assert len(str(refused.value)) < 400
