"""Past matches: search, files, and refusals."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from pasch.rules.errors import DamagedFile, DamagedRecord, IllegalAction, InvalidInput, UnknownVariant
from pasch.rules.match import Match, MatchEvent
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS
from pasch.service.archive.history import MOST_RECORDS, PAGE, History, PastRequest
from pasch.service.errors import ScopeMissing
from pasch.service.requests import Abort, Access, Scope
from pasch.service.results.outcomes import Player
from pasch.service.results.results import Ranking, ResultRecorder
from pasch.storage.results import SqlHistory, SqlResults
from tests.rules.notation.damage import DAMAGES
from tests.rules.notation.wild import players, wild_step
from tests.service.harness import ANNA, BERND, CLARA, SequentialEntropy

GAMES = Path(__file__).parents[1] / "golden" / "games"
GOLDEN = {path.stem: path.read_text(encoding="utf-8") for path in sorted(GAMES.glob("*.txt"))}

pytestmark = pytest.mark.anyio


@pytest.fixture
def history(harness):
    return History(
        SqlHistory(harness.store.database), harness.store, harness.clock, SequentialEntropy(1000), harness.tables.pace
    )


async def play_match(harness, *seats, **wish):
    async with harness.tables.playing_bots():
        table = await harness.open(ANNA, *seats, **wish)
        await harness.play_to_end(ANNA, table)
    return table


async def list_matches(history, caller=ANNA, before=None, **ask):
    return await history.page(caller, PastRequest(**ask, before=before), "en")


async def export_history(history, caller=ANNA, **ask):
    return "".join([line async for line in await history.export(caller, PastRequest(**ask), "en")])


def lines(*texts):
    return "".join(json.dumps({"record": text}) + "\n" for text in texts).encode()


# ------------------------------------------------------------------------------- search


async def test_finished_match_is_listed_for_its_session_only(harness, history):
    table = await play_match(harness, "Anna", "Bernd", variant="yatzy")
    [match] = (await list_matches(history))["past"]
    snapshot = await harness.snapshot(ANNA, table)
    assert (match["id"], match["status"], match["variant_name"]) == (table, "finished", "Yatzy")
    assert [seat["total"] for seat in match["seats"]] == snapshot["grand_totals"]
    assert [seat["rank"] for seat in match["seats"]] == snapshot["ranks"]
    assert match["imported"] is None
    assert (await list_matches(history, BERND))["past"] == []


async def test_history_omits_running_and_unplayed_matches(harness, history):
    await harness.open(ANNA, variant="kniffel")
    await harness.do(ANNA, await harness.open(ANNA), Abort())
    assert (await list_matches(history))["matches"] == 0
    broken_off = await harness.open(ANNA, variant="hartard", games=2)
    await harness.until(ANNA, await play_one(harness, broken_off), lambda event: event["type"] == "game_finished")
    await harness.do(ANNA, broken_off, Abort())
    [match] = (await list_matches(history))["past"]
    assert (match["id"], match["status"]) == (broken_off, "aborted")


async def import_file(history, caller, data):
    """The final result of importing a file."""
    [*_, done] = [step async for step in history.take_in(caller, data)]
    return done


async def play_one(harness, table):
    while (await harness.snapshot(ANNA, table))["results"] == []:
        await harness.play_on(ANNA, table)
    return table


async def test_history_filters_by_variant_and_name(harness, history):
    for seats in (("Anna", "Bernd"), ("Anna", "Clara"), ("Anna", "Bernd", "Clara")):
        harness.clock.time += timedelta(days=1)
        await play_match(harness, *seats, variant="kniffel-plain")
    await play_match(harness, "Anna", "bot", variant="yatzy")
    everything = await list_matches(history)
    assert [each["matches"] for each in everything["variants"]] == [3, 1]
    assert everything["names"][:2] == [{"name": "Anna", "matches": 4}, {"name": "Bernd", "matches": 2}]
    assert [len(match["seats"]) for match in everything["past"]] == [2, 3, 2, 2]
    assert [len(m["seats"]) for m in (await list_matches(history, name="Clara"))["past"]] == [3, 2]
    assert [len(m["seats"]) for m in (await list_matches(history, name="Bernd", variant="kniffel-plain"))["past"]] == [
        3,
        2,
    ]
    assert (await list_matches(history, name="Bernd", variant="yatzy"))["past"] == []
    second = await list_matches(history, before=everything["past"][1]["id"])
    assert second["past"] == everything["past"][2:]
    with pytest.raises(InvalidInput):
        await list_matches(history, before="none")
    with pytest.raises(UnknownVariant):
        await list_matches(history, variant="nonsense")


async def test_long_history_is_split_into_pages(history):
    await import_file(
        history, ANNA, lines(*(with_date(GOLDEN["crag"], f"2026-10-{day:02}") for day in range(1, PAGE + 4)))
    )
    first = await list_matches(history)
    assert (len(first["past"]), first["matches"]) == (PAGE, PAGE + 3)
    rest = await list_matches(history, before=first["before"])
    assert (len(rest["past"]), rest["before"]) == (3, None)
    days = [match["imported"]["date"] for match in (*first["past"], *rest["past"])]
    assert days == sorted(days, reverse=True)


def with_date(text, day):
    return text.replace("\nvariant:", f"\ndate: {day}\nvariant:", 1)


# ------------------------------------------------------------------------------- export and import


@pytest.mark.slow
async def test_golden_records_survive_import_and_export(history):
    imported = await import_file(history, ANNA, lines(*GOLDEN.values()))
    assert (imported["imported"], imported["known"]) == (len(GOLDEN), 0)
    out = [json.loads(line)["record"] for line in (await export_history(history)).splitlines()]
    assert sorted(out) == sorted(GOLDEN.values())
    again = await import_file(history, ANNA, (await export_history(history)).encode())
    assert (again["imported"], again["known"]) == (0, len(GOLDEN))
    assert {each["table"] for each in again["records"]} == {each["table"] for each in imported["records"]}


async def test_exported_match_can_be_imported_by_another_person(harness, history):
    table = await play_match(harness, "Anna", "Bernd", "bot", variant="hartard", games=2)
    file = (await export_history(history)).encode()
    assert await import_file(history, ANNA, file) == {
        "imported": 0, "known": 1, "records": [{"line": 1, "table": table, "known": True}],
    }  # fmt: skip
    imported = await import_file(history, CLARA, file)
    assert imported["imported"] == 1
    [match] = (await list_matches(history, CLARA))["past"]
    assert match["imported"] == {"date": "2026-11-21", "proved": True}
    assert [seat["name"] for seat in match["seats"]] == ["Anna", "Bernd", "Computer"]
    assert await export_history(history, CLARA) == file.decode()
    snapshot = await harness.snapshot(CLARA, match["id"])
    mine = await harness.snapshot(ANNA, table)
    for shown in ("totals", "grand_totals", "ranks", "commitment", "server_seed", "rules"):
        assert snapshot[shown] == mine[shown]
    assert snapshot["imported"] == {"date": "2026-11-21", "proved": True}
    early = await harness.tables.snapshot(CLARA, match["id"], "en", 3)
    assert early["turn"]["dice"] is not None


@pytest.mark.parametrize("key", [*VARIANTS][::4])
async def test_random_records_survive_import_and_export(history, key):
    """The records contain typed dice, points without dice, undone entries, corrected turns and an aborted match."""
    start, rng = Match.begin(VARIANTS[key], players(VARIANTS[key], 2), VARIANTS[key].games), Random(key)
    events, match = list[MatchEvent](), start
    while len(match.games) < min(2, match.length) or not match.games[0].over:
        match, happened = match.apply(wild_step(match, rng))
        events += happened
    text = write_record(Record.of(start, events, aborted=not match.over))
    assert (await import_file(history, ANNA, text.encode()))["imported"] == 1
    assert json.loads(await export_history(history))["record"] == text


async def test_imported_matches_do_not_count_in_results(harness, history):
    """High scores and statistics exclude imported matches, because a chosen seed can prove any dice."""
    results = SqlResults(harness.store.database)
    await play_match(harness, "Anna", "Bernd")
    [record] = (await import_file(history, CLARA, (await export_history(history)).encode()))["records"]
    await ResultRecorder(results, harness.store, harness.clock).catch_up()
    assert [*await results.due(9)] == []
    assert [*await results.of_session(CLARA.id, 9)] == []
    bests = await results.best(Ranking("kniffel", "{}", Player.PERSON, None), 9)
    assert len(bests) == 2
    assert record["table"] not in {outcome.table for outcome in bests}


async def test_imported_match_allows_no_rematch(harness, history):
    """The players in the record have not agreed to a rematch."""
    [record] = (await import_file(history, ANNA, lines(GOLDEN["crag"])))["records"]
    with pytest.raises(IllegalAction, match="played elsewhere"):
        await harness.tables.rematch(ANNA, record["table"])


async def test_results_export_as_safe_csv(harness, history):
    await import_file(
        history, ANNA, lines(with_date(GOLDEN["hartard"], "2026-01-02").replace("player 2: Bernd", "player 2: =1+1"))
    )
    text = "".join([line async for line in await history.results(ANNA, PastRequest(), "de")])
    assert text.startswith("\ufeffended_at,played_on,table,variant,rules,game,")
    rows = [*csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))]
    assert [(row["game"], row["seat"]) for row in rows] == [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")]
    assert rows[1]["name"] == "'=1+1"
    assert (rows[0]["played_on"], rows[0]["imported"], rows[0]["variant"]) == ("2026-01-02", "yes", "hartard")
    totals = [sum(int(row["total"]) for row in rows if row["seat"] == seat) for seat in "12"]
    assert f"result: {totals[0]} {totals[1]}\n" in GOLDEN["hartard"]


# ------------------------------------------------------------------------------- refusals


async def refused(history, data, *reasons):
    with pytest.raises(InvalidInput) as refusal:
        await import_file(history, ANNA, data)
    assert (await list_matches(history))["matches"] == 0, "nothing is kept"
    for text in reasons:
        assert text in str(refusal.value)
    return refusal.value


SHORT = ("yahtzee", "yahtzee-free", "crag", "cheerio", "yacht", "yatzy")
"""Records that replay fast. The tests of the reader damage records of every variant."""


@pytest.mark.slow
@pytest.mark.parametrize("name", DAMAGES)
async def test_damaged_records_are_refused_with_line_and_reason(history, name):
    """24 records of each kind: the error names file line, record line and reason. The import stores nothing."""
    for number in range(24):
        rng, key = Random(f"{number} {name}"), SHORT[number % len(SHORT)]
        damaged, wrong = DAMAGES[name](GOLDEN[key].splitlines(), rng)
        file = lines(GOLDEN["yahtzee"], "\n".join(damaged) + "\n")
        error = await refused(history, file, f"Line 2 of the file, line {wrong} of its record: ")
        assert (error.line, error.within, error.code) == (2, wrong, "damaged_file")


def test_damage_kinds_give_at_least_500_records():
    assert len(DAMAGES) * 24 >= 500


async def test_changed_digit_in_a_proved_record_is_detected(harness, history):
    """The seed protects dice, points, seeds, commitment and table. Only a changed date stays undetected."""
    await play_match(harness, "Anna", "Bernd", variant="kniffel-plain")
    [line] = (await export_history(history)).splitlines()
    text, rng = json.loads(line)["record"], Random(6)
    digits = [
        place.start() for place in re.finditer(r"\d", text) if text.rfind("\n", 0, place.start()) != text.find("\ndate")
    ]
    for place in rng.sample(digits, 40):
        other = rng.choice("0123456789".replace(text[place], ""))
        error = await import_error(history, CLARA, lines(text[:place] + other + text[place + 1 :]))
        assert isinstance(error, DamagedFile)


async def import_error(history, caller, data):
    with pytest.raises(InvalidInput) as refusal:
        await import_file(history, caller, data)
    assert (await list_matches(history, caller))["matches"] == 0
    return refusal.value


@pytest.mark.parametrize(
    ("data", "reasons"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (b"PK\x03\x04\x14\x00\x00\x00 games.jsonl \xff\xfe", "Line 1 of the file: It is not UTF-8 text"),
        (b"\x1f\x8b\x08\x00games.jsonl", "Line 1 of the file"),
        (lines(GOLDEN["crag"]) + "Bärbel\n".encode("latin-1"), "Line 2 of the file: It is not UTF-8 text"),
        (GOLDEN["crag"].encode("utf-16"), "Line 1 of the file"),
        (lines(GOLDEN["crag"]) + b"\n{\n", "Line 3 of the file: It is not valid JSON"),
        (b"[" * 5000, "Line 1 of the file: It is not valid JSON"),
        (b"[]\n", "Line 1 of the file: It must be an object"),
        (b'{"record": 5}\n', "Line 1 of the file: It must be an object"),
        (lines("pasch-record 2"), "Line 1 of the file, line 1 of its record"),
        (b"pasch-record 1\nvariant: nonsense\n", "Line 2 of the file"),
        (lines(GOLDEN["crag"].rpartition("result")[0] + "result: *\n"), "Only an ended match"),
        (lines("pasch-record 1\nvariant: crag\nplayer 1: Anna\nresult: aborted\n"), "at least one finished game"),
        (lines(with_date(GOLDEN["crag"], "2026-02-30")), "Write a date as"),
        (lines(with_date(GOLDEN["crag"], "2926-02-03")), "Write a date as"),
        (lines(with_date(GOLDEN["crag"], "today")), "line 2 of its record"),
        (lines(GOLDEN["crag"].replace("Anna", "A" * 41)), "A name has at most 40 characters"),
        (lines(GOLDEN["crag"].replace("Anna", "A\ud800")), "line 3 of its record"),
        (lines(GOLDEN["crag"].replace("Anna", "<b>")), "line 3 of its record"),
        (lines(GOLDEN["crag"].replace("\nvariant", "\ntable: ../../etc\nvariant")), "line 2 of its record"),
        (lines(GOLDEN["crag"].replace("\nvariant", "\nseed 3: ab\nvariant")), "line 2 of its record"),
        (lines(GOLDEN["crag"].replace("\nvariant", f"\nseed: {'0' * 64}\nvariant")), "line 2 of its record"),
        (lines(*["x"] * (MOST_RECORDS + 1)), "Line 1 of the file, line 1 of its record"),
    ],
)  # fmt: skip
async def test_invalid_files_are_refused_with_line_and_reason(history, data, reasons):
    await refused(history, data, reasons)


async def test_error_names_the_line_of_the_invalid_record(history):
    short = next(iter(sorted(GOLDEN.values(), key=len)))
    await refused(history, lines(*[short] * 3 + ["x"]), "Line 4 of the file")


async def test_file_beyond_the_record_limit_is_refused(history, monkeypatch):
    monkeypatch.setattr("pasch.service.archive.history.MOST_RECORDS", 2)
    short = next(iter(sorted(GOLDEN.values(), key=len)))
    await refused(history, lines(*[short] * 4), "Line 3 of the file: A file has at most 2 records")


async def test_single_plain_record_can_be_imported(history):
    imported = await import_file(history, ANNA, b"\xef\xbb\xbf" + GOLDEN["kismet"].replace("\n", "\r\n").encode())
    assert imported["imported"] == 1
    damaged, wrong = DAMAGES["wrong points"](GOLDEN["kismet"].splitlines(), Random(1))
    error = await import_error(history, BERND, "\n".join(damaged).encode())
    assert (error.line, error.within) == (wrong, None)
    assert not isinstance(error.cause, DamagedRecord)


async def test_read_only_token_cannot_import(history):
    reader = replace(ANNA, access=Access(scopes=frozenset({Scope.READ})))
    with pytest.raises(ScopeMissing):
        await import_file(history, reader, lines(GOLDEN["crag"]))
