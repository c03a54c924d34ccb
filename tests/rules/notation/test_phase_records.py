"""Turns of games with mechanics: each text form, and its refusals."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.actions import ActionKind, Claim, Doubt, Score, TakeBack
from pasch.rules.errors import DamagedRecord
from pasch.rules.events import (
    ActionDieRolled,
    ActionUsed,
    CellLost,
    ChipRemoved,
    ClaimAnswered,
    ClaimSettled,
    DiceRolled,
    Doubled,
    NothingTaken,
    TurnEnded,
)
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS
from tests.rules.notation.wild import wild_match

PLAYERS = {"kniffeliger": 3, "kniffeliger-program": 2, "kismet": 3, "dice-duel": 2, "luegenkniffel": 3, "kniffel": 2}


def text_of(key: str, lines: list[str], *, result: str = "*", rules: str = "") -> str:
    players = [f"player {seat}: P{seat}" for seat in range(1, PLAYERS[key] + 1)]
    head = ["pasch-record 1", f"variant: {key}", *([f"rules: {rules}"] if rules else []), *players]
    return "\n".join([*head, *lines, f"result: {result}", ""])


def replayed(key: str, lines: list[str], *, rules: str = "") -> Record:
    """The record of these lines; writing it gives the same lines."""
    text = text_of(key, lines, rules=rules)
    record = read_record(text)
    assert write_record(record) == text
    return record


def refused(key: str, lines: list[str], wrong: int, *, result: str = "*") -> str:
    """The reason for refusing the line with this number, counted from 1 among these lines."""
    with pytest.raises(DamagedRecord) as damaged:
        read_record(text_of(key, lines, result=result))
    assert damaged.value.line == 2 + PLAYERS[key] + wrong, damaged.value
    return str(damaged.value.cause)


def kinds(record: Record) -> list[str]:
    return [type(event).__name__ for event in record.events]


# ------------------------------------------------------------------------------- action dice

ROUND_ONE = ["1.1 12345 > chance 15 *6", "1.2 55555 > fives 25", "1.3 13466 > sixes 12"]
STOLEN = [*ROUND_ONE, "2.1 *steal 2 fives"]


def test_line_with_action_die_ends_the_turn():
    record = replayed("kniffeliger", ROUND_ONE[:1])
    assert record.events[-2:] == (ActionDieRolled(6, 1), TurnEnded(1))
    assert [die.kind for die in record.match.game.hands[0].dice] == [*ActionKind]
    assert record.match.game.turn.seat == 2


def test_ellipsis_keeps_an_entered_turn_open():
    record = replayed("kniffeliger", [*ROUND_ONE[:1], "1.2 55555 > fives 25 ..."])
    assert record.match.game.stage is Stage.ENTERED
    assert record.match.game.latest is not None
    record = replayed("kniffeliger", ["1.1 12345 > chance 15 ..."])
    assert record.match.game.stage is Stage.DIE_IN_THE_AIR
    assert read_record(text_of("kniffeliger", ["1.1 12345 > chance 15"])).events == record.events


def test_steal_fills_a_whole_turn():
    record = replayed("kniffeliger", STOLEN)
    fives = record.match.variant.cells[4]
    assert record.events[-2:] == (ActionUsed(1, ActionKind.STEAL, 2, fives, 25), TurnEnded(1))
    assert record.totals == [40, 0, 12]
    assert replayed("kniffeliger", [*ROUND_ONE, "2.1 *steal 2 fives ..."]).match.game.stage is Stage.ENTERED


def test_actions_can_appear_anywhere_in_a_turn():
    line = "2.1 *freeze 2 ones 12466 *cross_out 3 sixes k66 12466 > threes 0"
    record = replayed("kniffeliger", [*ROUND_ONE, line])
    after = replayed("kniffeliger", [*ROUND_ONE, "2.1 12466 k66 12466 > threes 0 *freeze 2 ones *cross_out 3 sixes"])
    assert record.match.game.sheets == after.match.game.sheets
    assert kinds(record)[-6:] == ["ActionUsed", "DiceRolled", "ActionUsed", "DiceRolled", "Scored", "TurnEnded"]
    assert kinds(after)[-4:] == ["Scored", "ActionUsed", "ActionUsed", "TurnEnded"]


def test_actions_combine_with_entry_of_unknown_dice():
    record = replayed("kniffeliger", [*ROUND_ONE, "2.1 *freeze 2 ones ? > pi 31 *cross_out 3 sixes"])
    assert record.totals == [46, 25, 0]


SHIFTING = [*STOLEN, "2.2 11112 > ones 4 *5", "2.3 11124 > twos 2 *4"]


def test_sheet_exchange_lines_repeat_the_turn_number():
    record = replayed("kniffeliger", [*SHIFTING, "2.1 *swap 3 *shift"])
    assert kinds(record)[-3:] == ["ActionUsed", "ActionUsed", "TurnEnded"]
    assert record.match.game.turn.round == 3
    assert record.totals == [40, 14, 4]
    running = replayed("kniffeliger", [*SHIFTING, "2.1 *swap 3 ..."])
    assert running.match.game.stage is Stage.SHIFTING
    assert running.totals == [14, 4, 40]


def test_idle_seat_line_may_be_omitted():
    written = replayed("kniffeliger", [*SHIFTING, "2.1 -", "3.1 12466 > threes 0"])
    silent = read_record(text_of("kniffeliger", [*SHIFTING, "3.1 12466 > threes 0"]))
    assert written.events == silent.events
    waiting = replayed("kniffeliger", SHIFTING)
    assert (waiting.match.game.stage, waiting.match.game.turn.seat) == (Stage.SHIFTING, 1)


def test_whole_game_replays_without_idle_seat_lines():
    """A whole game with an unused shift die reads the same without the lines of idle turns."""
    start = Match.begin(VARIANTS["kniffeliger"].replace(rolls=1), ["A", "B"])
    match, log = start, []
    while not match.over:
        step = DiceRolled("12345") if match.game.stage is Stage.READY else ActionDieRolled(4)
        if match.game.stage is Stage.ENTRY_DUE:
            step = Score(next(iter(match.game.legal_actions.entries)))
        elif match.game.stage in (Stage.ENTERED, Stage.SHIFTING):
            step = match.game.legal_actions.others[-1]
        match, events = match.apply(step)
        log += events
    record = Record.of(start, log)
    lines = write_record(record).splitlines()
    assert sum(line.endswith(" -") for line in lines) == 26
    silent = read_record("\n".join(line for line in lines if not line.endswith(" -")))
    assert silent.events == record.events
    assert silent.match == record.match


def test_entry_can_be_taken_back_before_turn_ends():
    lines = [*ROUND_ONE[:1], "1.2 55555 > fives 25 ...", "^1.2 55555 > sixes 0 ...", "^1.2 55555 k55 11355 > ones 2 *1"]
    assert kinds(replayed("kniffeliger", lines)).count("EntryTakenBack") == 2
    match = read_record(text_of("kniffeliger", lines[:3])).match
    assert match.apply(TakeBack())[0].game.stage is Stage.ROLLED


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["1.1 12345 > chance 15", "1.2 55555 > fives 25"], 1),
        (["1.1 12345 > chance 15 ...", "1.2 55555 > fives 25"], 1),
        (["1.1 12345 > chance 15", "^1.1 12345 > ones 1"], 1),
        (["1.1 12345 > chance 15 *freeze 2 ones", "1.2 55555 > fives 25"], 1),
    ],
)
def test_missing_action_die_is_refused(lines, wrong):
    assert refused("kniffeliger", lines, wrong) == "An action die was won here: write *1 to *6"


def test_finished_record_requires_its_last_action_die():
    reason = refused("kniffeliger", ["1.1 12345 > chance 15"], 1, result="15 0 0")
    assert reason == "An action die was won here: write *1 to *6"


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["1.1 12345 > chance 15 *7"], 1),
        (["1.1 12345 > chance 15 *0"], 1),
        (["1.1 12345 *1 > chance 15"], 1),
        (["1.1 55555 > fives 25 *1"], 1),
        (["1.1 12345 > chance 15 *1 *1"], 1),
        (["1.1 12345 > chance 15 *1 12345"], 1),
        (["1.1 12345 > chance 15 *1 k1"], 1),
        (["1.1 *steal 2 fives"], 1),
        (["1.1 -"], 1),
        ([*STOLEN[:3], "2.1 *steal"], 4),
        ([*STOLEN[:3], "2.1 *steal 2"], 4),
        ([*STOLEN[:3], "2.1 *steal fives 2"], 4),
        ([*STOLEN[:3], "2.1 *steal 9 fives"], 4),
        ([*STOLEN[:3], "2.1 *steal 1 fives"], 4),
        ([*STOLEN[:3], "2.1 *steal 2 sixes"], 4),
        ([*STOLEN[:3], "2.1 *steal 2 nonsense"], 4),
        ([*STOLEN[:3], "2.1 *rob 2 fives"], 4),
        ([*STOLEN[:3], "2.1 *shift"], 4),
        ([*STOLEN[:3], "2.1 *freeze 2 ones"], 5),
        ([*STOLEN, "2.1 *steal 3 sixes"], 5),
        ([*STOLEN, "2.2 11112 > ones 4 *5 *swap 1"], 5),
        ([*SHIFTING, "2.1 12345 > twos 2"], 7),
        ([*SHIFTING, "2.1 *swap"], 7),
        ([*SHIFTING, "2.1 *swap 1"], 7),
        ([*SHIFTING, "2.1 *swap 3 ...", "3.1 12466 > threes 0"], 8),
        ([*SHIFTING, "2.1", "3.1 12466 > threes 0"], 8),
        ([*SHIFTING, "2.1 - ..."], 7),
        ([*SHIFTING, "2.2 *swap 1"], 7),
        ([*SHIFTING, "2.1 -", "2.1 -"], 8),
        ([*ROUND_ONE[:1], "1.2 55555 > fives 25 ...", "1.3 13466 > sixes 12"], 3),
        ([*ROUND_ONE[:1], "1.2 55555 > fives 25", "^1.2 55555 > ones 25"], 3),
    ],
    ids=str,
)
def test_invalid_action_dice_turns_are_refused(lines, wrong):
    refused("kniffeliger", [*lines, *["9.9 12345 > chance 15"] * (wrong > len(lines))], wrong)


# ------------------------------------------------------------------------------- lost turns

KISMET = ["1.1 55555 > kismet 75", "1.2 12345 > straight 30", "1.3 11123 > ones 3", "2.1 55555 > fives 25"]
LOST = ["2.2 lost > ones 0", "2.3 lost > twos 0"]


def test_record_replays_turns_lost_to_bonus_kismet():
    record = replayed("kismet", [*KISMET, *LOST, "3.1 11111 > ones 5", "3.2 lost > twos 0", "3.3 lost > threes 0"])
    ones, twos, threes = record.match.variant.cells[:3]
    assert [event for event in record.events if isinstance(event, CellLost)] == [
        CellLost(2, ones), CellLost(3, twos), CellLost(2, twos), CellLost(3, threes),
    ]  # fmt: skip


def test_take_back_restores_lost_turns():
    lines = [*KISMET, *LOST, "^2.1 55555 > threes 0", "2.2 11123 > ones 3"]
    assert replayed("kismet", lines).totals == [75, 33, 3]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (KISMET, 5),
        ([*KISMET, LOST[0]], 6),
        ([*KISMET, "2.2 12345 > straight 30"], 5),
        ([*KISMET, "2.2 lost > twos 0"], 5),
        ([*KISMET, "2.3 lost > ones 0"], 5),
        ([*KISMET, "2.2 lost > ones 1"], 5),
        ([*KISMET, "2.2 lost > ones"], 5),
        ([*KISMET, "2.2 lost"], 5),
        ([*KISMET, "2.2 lost > nonsense 0"], 5),
        ([*KISMET, "^2.1 55555 > threes 0"], 5),
        ([*KISMET, LOST[1], LOST[0]], 5),
        ([*KISMET, *LOST, LOST[1]], 7),
        ([*KISMET[:3], "2.1 lost > twos 0"], 4),
        (["1.1 lost > ones 0"], 1),
    ],
    ids=str,
)
def test_invalid_lost_turns_are_refused(lines, wrong):
    for result in ("*", "aborted", "0 0 0"):
        refused("kismet", lines, wrong, result=result)


# ------------------------------------------------------------------------------- chips

DUEL = ["1.1 55555 > flush@1 25", "1.1 12356 > -", "1.2 13345 > -", "2.1 12356 > -", "2.2 13356 > -"]


def test_record_replays_taken_and_removed_chips():
    record = replayed("dice-duel", DUEL)
    assert [event for event in record.events if isinstance(event, ChipRemoved)] == [ChipRemoved("large_straight")]
    assert sum(isinstance(event, NothingTaken) for event in record.events) == 4
    assert (record.match.game.turn.round, record.match.game.pool.left[-1]) == (3, 3)


def test_chip_column_is_optional_when_read():
    lines = ["1.1 55555 > flush 25", "1.1 66666 > flush 25", "1.1 12356 > -"]
    written = write_record(read_record(text_of("dice-duel", lines)))
    assert written.splitlines()[4:7] == ["1.1 55555 > flush@1 25", "1.1 66666 > flush@2 25", "1.1 12356 > -"]


def test_extra_turn_can_be_taken_back():
    lines = ["1.1 55555 > flush@1 25", "^1.1 55555 k- 13345 > -", "1.2 55555 > flush@1 25"]
    assert replayed("dice-duel", lines).totals == [0, 25]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["1.1 55555 > -"], 1),
        (["1.1 12356 > flush 25"], 1),
        (["1.1 13335 > flush@2 25"], 1),
        (["1.1 13335 > flush 0"], 1),
        (["1.1 > -"], 1),
        (["1.1 ? > -"], 1),
        (["1.1 ? > flush 25"], 1),
        (["1.1 12356 > - 0"], 1),
        (["1.1 12356 > - ..."], 1),
        (["1.1 55555 > flush 25", "1.2 12356 > -"], 2),
        (["1.1 13335 > flush 25", "1.1 12356 > -"], 2),
    ],
    ids=str,
)
def test_invalid_chip_turns_are_refused(lines, wrong):
    refused("dice-duel", lines, wrong)


# ------------------------------------------------------------------------------- claims

CLAIMS = [
    "1.1 12345 k- 22255 > claim full_house 25 doubt 2,3",
    "1.2 12345 k1 12346 k12 12366 > claim sixes 24 doubt 1",
    "1.3 11111 > ones 0",
    "2.1 13566 > claim chance 30",
]


def test_record_replays_doubted_and_believed_claims():
    record = replayed("luegenkniffel", CLAIMS)
    settled = [event for event in record.events if isinstance(event, ClaimSettled)]
    assert [(event.lied, event.doubters) for event in settled] == [(False, (2, 3)), (True, (1,)), (False, ())]
    assert record.totals == [25 + 24 + 30, 0, 0]


def test_record_replays_a_pending_claim():
    for line in ("2.2 12345 > claim ones 3 asked 3 ...", "2.2 12345 > claim ones 3 doubt 3 asked 1 ..."):
        record = replayed("luegenkniffel", [*CLAIMS, line])
        assert record.match.game.stage is Stage.CLAIMED
    after, _ = record.match.apply(Doubt())
    assert after.game.turn.seat == 3


def test_alternative_claim_spellings_read_equal():
    usual = read_record(text_of("luegenkniffel", CLAIMS[:1])).events
    for claim in (
        "claim full_house 25 doubt 2,3",
        "> claim full_house 25 doubt 2 3",
        ">claim full_house 25 doubt 3, 2",
        "> claim full_house@1 25 doubt 3 ,2",
    ):
        assert read_record(text_of("luegenkniffel", [f"1.1 12345 k- 22255 {claim}"])).events == usual
    waiting = [f"1.1 22255 > claim full_house 25 asked 3 doubt 2{end}" for end in ("", " ...")]
    assert len({read_record(text_of("luegenkniffel", [line])).events for line in waiting}) == 1


def test_claim_with_unknown_dice_is_written_as_entry():
    record = replayed("luegenkniffel", ["1.1 ? > full_house 25", "1.2 ? > ones 0"])
    assert record.totals == [25, 0, 0]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("1.1 12345 > claim", 1),
        ("1.1 12345 > claim full_house", 1),
        ("1.1 12345 > claim full_house x", 1),
        ("1.1 12345 > claim full_house 24", 1),
        ("1.1 12345 > claim full_house 0", 1),
        ("1.1 12345 > claim nonsense 25", 1),
        ("1.1 12345 > claim full_house 25 doubt", 1),
        ("1.1 12345 > claim full_house 25 doubt x", 1),
        ("1.1 12345 > claim full_house 25 doubt 1", 1),
        ("1.1 12345 > claim full_house 25 doubt 4", 1),
        ("1.1 12345 > claim full_house 25 doubt 2,2", 1),
        ("1.1 12345 > claim full_house 25 asked", 1),
        ("1.1 12345 > claim full_house 25 asked 1", 1),
        ("1.1 12345 > claim full_house 25 doubt 3 asked 3", 1),
        ("1.1 12345 > claim full_house 25 asked 4", 1),
        ("1.1 12345 > claim full_house 25 ...", 1),
        ("1.1 12345 > claim full_house 25 nonsense", 1),
        ("1.1 > claim full_house 25", 1),
        ("1.1 ? > claim full_house 25", 1),
        ("1.1 22255 > full_house 25", 1),
        ("1.1 22255 > claim full_house 25 asked 2", 2),
    ],
)
def test_invalid_claims_are_refused(line, wrong):
    refused("luegenkniffel", [line, "1.2 11111 > ones 0"], wrong)


# ------------------------------------------------------------------------------- doubled entries

DOUBLES = '{"doubles": 1}'


def test_record_replays_a_doubled_entry():
    record = replayed("kniffel", ["1.1 !x2 12345 > chance 30", "1.2 !x2"], rules=DOUBLES)
    assert record.events[0] == Doubled(1)
    assert record.totals == [30, 0]
    assert record.match.game.turn.doubled


def test_doubled_entry_of_unknown_dice_can_be_taken_back():
    assert replayed("kniffel", ["1.1 !x2 ? > chance 60", "^1.1 !x2 ? > ones 2"], rules=DOUBLES).totals == [2, 0]


@pytest.mark.parametrize("line", ["1.1 12345 !x2 > chance 30", "1.1 !x2 !x2 12345 > chance 30", "1.1 !x2 > chance 30"])
def test_invalid_doubled_entries_are_refused(line):
    with pytest.raises(DamagedRecord) as damaged:
        read_record(text_of("kniffel", [line], rules=DOUBLES))
    assert damaged.value.line == 6


@pytest.mark.parametrize(
    "line", ["1.1 !x2 12345 > chance 30", "1.1 *steal 2 ones", "1.1 12345 > -", "1.1 -", "1.1 12345 *3"]
)
def test_words_of_other_games_are_refused(line):
    refused("kniffel", [line], 1)


# ------------------------------------------------------------------------------- from a log


def test_one_line_combines_logged_claim_answers():
    match = start = Match.begin(VARIANTS["luegenkniffel"], ["P1", "P2", "P3"])
    log: list = []
    for step in (DiceRolled("22255"), Claim("full_house", 25), Doubt(), Doubt()):
        match, events = match.apply(step)
        log += events
    assert [type(event) for event in log].count(ClaimAnswered) == 2
    assert write_record(Record.of(start, log)).splitlines()[-2] == "1.1 22255 > claim full_house 25 doubt 2,3"


# ------------------------------------------------------------------------------- arbitrary text

MARKS = "*steal *freeze *cross_out *swap *shift *1 *6 * - > ? ... !x2 !chance lost claim doubt asked"
OTHERS = "1 2 3 2,3 0 25 +50 12345 55555 ~12346 k- k5 full_house chance fives ones@1"
WORDS = st.sampled_from([*MARKS.split(), *OTHERS.split()])


def kept_whole(text: str) -> None:
    """The reader refuses the text with a line number, or the record survives a round trip."""
    try:
        record = read_record(text)
    except DamagedRecord as damaged:
        refused = damaged
    else:
        again = read_record(write_record(record))
        assert (again.match, again.events) == (record.match, record.events)
        return
    assert 1 <= refused.line <= text.count("\n") + 1
    assert len(str(refused)) < 500


@given(
    key=st.sampled_from(sorted(PLAYERS)),
    lines=st.lists(st.tuples(st.sampled_from(["1.1", "1.2", "2.1", "^1.1"]), st.lists(WORDS, max_size=8)), max_size=4),
)
def test_random_words_parse_as_turns_or_are_refused(key, lines):
    kept_whole(text_of(key, [f"{number} {' '.join(words)}" for number, words in lines]))


@given(key=st.sampled_from(sorted(PLAYERS)), seed=st.integers(0, 2**32), data=st.data())
def test_changed_record_parses_or_is_refused(key, seed, data):
    start = Match.begin(VARIANTS[key], [f"P{seat}" for seat in range(1, PLAYERS[key] + 1)])
    lines = write_record(Record.of(start, wild_match(start, Random(seed), 80))).split("\n")
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, len(lines) - 1))
        words = lines[place].split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.one_of(WORDS, st.just("")))
        lines[place] = " ".join(words)
    kept_whole("\n".join(lines))
