"""The history checker finds every kind of deviation, and none in a correct history."""

import copy
from dataclasses import replace
from datetime import timedelta

import pytest

from pasch.service.log import LogEvent
from pasch.service.requests import JoinTable
from tests.server.world import new_id, world_on
from tests.service.harness import ANNA, BERND, PUBLIC, ManualClock
from tests.service.multiplayer import options, presence_harness, reading_events
from tests.support.history import History, deviations
from tests.support.history_database import read_sqlite
from tests.support.history_effects import effect_errors, repeated_effects
from tests.support.stores import sql_tables

pytestmark = pytest.mark.anyio


class RecordingClient:
    """A person of the world who stores every received message."""

    def __init__(self, history, person, handle, table):
        self.history, self.person, self.handle, self.table = history, person, handle, table
        history.subscribe(table, handle, 0)

    async def act(self, *, then=None, **body):
        """Send a command and record the answer; with `then`, send it twice under the same id."""
        sent = {"id": new_id(), **body}
        self.history.record_command(self.table, self.handle, sent)
        for _ in range(2 if then else 1):
            answer = await self.person.ask("POST", f"/tables/{self.table}/commands", sent)
            self.history.record_answer(self.table, self.handle, sent["id"], answer.status_code, answer.json())
        await self.read_everything()

    async def read_everything(self):
        self.history.record_snapshot(self.table, await self.person.get(f"/tables/{self.table}"))
        heard = self.history.tables[self.table].streams[self.handle].events
        for event in await self.person.events(self.table, len(heard)):
            self.history.record_event(self.table, self.handle, event)


async def recording_client(history, world, table=None):
    person = await world.person()
    table = table or (await person.open("Anna", "human"))["id"]
    await person.ask("POST", f"/tables/{table}/seats", {})
    return RecordingClient(history, person, (await person.get("/session"))["person"], table)


@pytest.fixture
async def true_history(database):
    """The messages to two people about a short game, and its stored log."""
    history = History()
    async with world_on(database) as world:
        anna = await recording_client(history, world)
        bernd = await recording_client(history, world, anna.table)
        await anna.act(type="roll")
        await anna.act(type="score", cell="chance")
        await bernd.act(type="roll", then="again")
        await anna.act(type="roll")
        await bernd.act(type="score", cell="ones")
        await bernd.read_everything()
        stored = read_sqlite(database, history.tables)
    return history, stored


async def test_checker_accepts_true_history(true_history):
    history, _ = true_history
    assert history.acknowledged == 4
    (table_history,) = history.tables.values()
    assert {status for command in table_history.commands.values() for status, _ in command.answers} == {200, 409}
    assert sum(map(len, table_history.snapshots.values())) > 5
    assert deviations(*true_history) == []


# ------------------------------------------------------------------------------- lies


def last_event(history, stored):
    """The last command and its events are lost, as if they had never been written."""
    end = max(seq for _, _, seq in stored.commands)
    rows = [row for row in stored.commands if row[2] != end]
    return replace(stored, events=stored.events[: end - 1], commands=rows)


def middle_of_the_log(history, stored):
    return replace(stored, events=[*stored.events[:3], *stored.events[4:]])


def beginning_of_the_log(history, stored):
    return replace(stored, events=stored.events[1:])


def whole_log(history, stored):
    return replace(stored, events=[])


def other_dice(history, stored):
    at = next(n for n, event in enumerate(stored.events) if event.type == "dice_rolled")
    other = replace(stored.events[at], data={**stored.events[at].data, "dice": "11111"})
    return replace(stored, events=[*stored.events[:at], other, *stored.events[at + 1 :]])


def other_time(history, stored):
    late = replace(stored.events[2], at=stored.events[2].at + timedelta(seconds=1))
    return replace(stored, events=[*stored.events[:2], late, *stored.events[3:]])


def done_twice(history, stored):
    """The last event is appended again, without a command."""
    last = stored.events[-1]
    return replace(stored, events=[*stored.events, replace(last, seq=last.seq + 1, at=last.at + timedelta(seconds=1))])


def done_twice_at_once(history, stored):
    """The last command did the same thing twice."""
    last, (*rows, row) = stored.events[-1], sorted(stored.commands, key=lambda row: row[2])
    assert row[2] == last.seq
    twice = [*stored.events, replace(last, seq=last.seq + 1)]
    return replace(stored, events=twice, commands=[*rows, (*row[:2], row[2] + 1)])


def command_forgotten(history, stored):
    return replace(stored, commands=stored.commands[1:])


def command_elsewhere(history, stored):
    (person, command, seq), *rows = stored.commands
    return replace(stored, commands=[(person, command, seq - 1), *rows])


def command_of_nobody(history, stored):
    return replace(stored, commands=[*stored.commands, ("nobody", new_id(), 1)])


def two_commands_at_once(history, stored):
    return replace(stored, commands=[*stored.commands, ("nobody", new_id(), stored.commands[0][2])])


def command_carried_out_twice(history, stored):
    """One id did two things; only the second was answered."""
    first, second, *rows = sorted(stored.commands, key=lambda row: row[2])
    history.commands.pop(first[:2])
    return replace(stored, commands=[(*second[:2], first[2]), second, *rows])


def first_command(history, kind):
    """The first command of a type that was acknowledged."""
    return next(each for each in history.commands.values() if each.body["type"] == kind and each.answers[0][0] == 200)


def wrong_cell(history, stored):
    first_command(history, "score").body["cell"] = "yahtzee"


def wrong_action(history, stored):
    first_command(history, "roll").body.update(type="score", cell="chance")


def wrong_seat(history, stored):
    first_command(history, "score").body["seat"] = 9


def wrong_person(history, stored):
    """Two people's seats are exchanged, so each carried out the other's command."""
    one, other = stored.row.seats
    seats = (replace(one, session=other.session), replace(other, session=one.session))
    return replace(stored, row=replace(stored.row, seats=seats))


def nothing_done(history, stored):
    """The last command is answered with an event that it did not cause."""
    *events, last = stored.events
    return replace(stored, events=[*events, replace(last, type="seat_returned", data={})])


def done_by_nobody(history, stored):
    """An event without a command that only a command can cause, and that is not a move."""
    last = stored.events[-1]
    ended = replace(last, seq=last.seq + 1, at=last.at + timedelta(seconds=1), type="table_aborted", seat=None, data={})
    return replace(stored, events=[*stored.events, ended])


def refused_and_done(history, stored):
    (key,) = [key for key, first_command in history.commands.items() if first_command.answers[0][0] == 409]
    return replace(stored, commands=[*stored.commands, (*key, 1)])


def two_answers(history, stored):
    next(first_command for first_command in history.commands.values() if len(first_command.answers) == 2).answers[1][1][
        "seq"
    ] += 1


def stream_with_a_gap(history, stored):
    del next(iter(history.streams.values())).events[3]


def stream_with_a_repetition(history, stored):
    events = next(iter(history.streams.values())).events
    events.insert(3, events[2])


def stream_that_began_late(history, stored):
    next(iter(history.streams.values())).after += 1


def event_of_another_seat(history, stored):
    next(iter(history.streams.values())).events[2]["seat"] = 2


def rolled_snapshot(history):
    """A snapshot with dice on the table."""
    return next(each for at in history.snapshots.values() for each in at if each["turn"]["dice"])


def points_never_made(history, stored):
    rolled_snapshot(history)["seats"][1]["cells"]["sixes"] = 30


def dice_never_thrown(history, stored):
    rolled_snapshot(history)["turn"]["dice"] = "66666"


def another_status(history, stored):
    rolled_snapshot(history)["status"] = "finished"


def actions_that_are_not_legal(history, stored):
    offered = next(each for at in history.snapshots.values() for each in at if each["legal_actions"])
    offered["legal_actions"].pop(0)


def a_moment_to_come(history, stored):
    later = {**rolled_snapshot(history), "seq": len(stored.events) + 1}
    history.snapshots[later["seq"]].append(later)


DEVIATIONS = [
    (last_event, "is not in the log"),
    (last_event, "is lost"),
    (last_event, "the log ends at"),
    (middle_of_the_log, "not gapless"),
    (beginning_of_the_log, "not gapless"),
    (whole_log, "not gapless"),
    (other_dice, "heard event"),
    (other_dice, "the turn was shown as"),
    (other_time, "heard event"),
    (done_twice, "done by no command"),
    (done_twice_at_once, "2 times"),
    (command_forgotten, "is lost"),
    (command_elsewhere, "and stands at"),
    (command_of_nobody, "sent by nobody"),
    (two_commands_at_once, "answers 2 commands"),
    (command_carried_out_twice, "carried out 2 times"),
    (wrong_cell, "with cell yahtzee"),
    (wrong_action, "asked for score and did"),
    (wrong_seat, "asked for seat 9"),
    (wrong_person, "its sender sits on"),
    (nothing_done, "did not do it"),
    (done_by_nobody, "table_aborted) was done by no command"),
    (refused_and_done, "was refused and stands"),
    (two_answers, "was answered with"),
    (stream_with_a_gap, "was due"),
    (stream_with_a_repetition, "was due"),
    (stream_that_began_late, "was due"),
    (event_of_another_seat, "heard event"),
    (points_never_made, "seats was shown as"),
    (dice_never_thrown, "the turn was shown as"),
    (another_status, "status was shown as"),
    (actions_that_are_not_legal, "other actions were offered"),
    (a_moment_to_come, "the log ends at"),
]


async def test_checker_finds_every_kind_of_lie(true_history):
    for deviation, said in DEVIATIONS:
        history, stored = copy.deepcopy(true_history)
        (table,) = history.tables
        stored[table] = deviation(history.tables[table], stored[table]) or stored[table]
        found = deviations(history, stored)
        assert any(said in each.text for each in found), (deviation.__name__, found)


# ------------------------------------------------------------------------------- lies about bots and clocks

MOMENT = timedelta(microseconds=10)


class Ticking(ManualClock):
    """No two appends have the same time, as with real clocks."""

    def now(self):
        self.time += timedelta(milliseconds=1)
        return self.time


@pytest.fixture(params=["entry", "bot"])
async def with_programs(database, request):
    """Anna plays, Bernd's time runs out, a bot plays; then Anna's time runs out too."""
    with sql_tables(f"sqlite:///{database}") as store:
        harness = presence_harness(store=store, clock=Ticking())
        wish = {"visibility": PUBLIC, "options": options(5, absent=request.param)}
        table = await harness.open(ANNA, "Anna", "human", "bot", **wish)
        await harness.tables.join(BERND, table, JoinTable())
        async with (
            harness.tables.playing_bots(),
            reading_events(harness, ANNA, table),
            reading_events(harness, BERND, table),
        ):
            await harness.play_on(ANNA, table)
            await harness.play_on(ANNA, table)
            for seat in (2, 1):
                harness.clock.advance(6)
                await harness.until(
                    ANNA, table, lambda event, seat=seat: (event["type"], event["seat"]) == ("time_up", seat)
                )
                await harness.until(ANNA, table, lambda event: (event["type"], event["seat"]) == ("scored", 3))
    stored, history = read_sqlite(database, [table]), History()
    entry = next(event for event in stored[table].events if event.type == "scored")
    bodies = [{"type": "roll"}, {"type": "score", "cell": entry.data["cell"]}]
    for (person, command, seq), body in zip(
        sorted(stored[table].commands, key=lambda row: row[2]), bodies, strict=True
    ):
        history.record_command(table, person, {"id": command, **body})
        history.record_answer(table, person, command, 200, {"seq": seq})
    return history, stored


async def test_checker_accepts_correct_bots_and_clocks(with_programs):
    _, stored = with_programs
    (table,) = stored.values()
    assert {"time_up", "dice_rolled", "scored"} <= {event.type for event in table.events}
    assert {event.seat for event in table.events if event.type == "scored"} == {1, 2, 3}
    assert deviations(*with_programs) == []


def renumbered(stored, events):
    """The log with other events, renumbered; commands keep their events."""
    seqs = {seq for _, _, seq in stored.commands}
    numbers = {event.seq: number for number, event in enumerate(events, start=1) if event.seq in seqs}
    commands = [(person, command, numbers[seq]) for person, command, seq in stored.commands]
    return replace(stored, events=[replace(e, seq=n) for n, e in enumerate(events, start=1)], commands=commands)


def index_of(stored, kind, seat=None):
    """The index of the first such event."""
    return next(n for n, event in enumerate(stored.events) if event.type == kind and seat in {None, event.seat})


def append_range(stored, index):
    """The range of events that were appended together with an event."""
    at = [n for n, event in enumerate(stored.events) if event.at == stored.events[index].at]
    return at[0], at[-1] + 1


def repeat_events(stored, first, end, later=MOMENT):
    """The log with these events repeated right after them."""
    copies = [replace(event, seq=0, at=event.at + later) for event in stored.events[first:end]]
    return renumbered(stored, [*stored.events[:end], *copies, *stored.events[end:]])


def roll_of_a_bot_twice(stored):
    index = index_of(stored, "dice_rolled", 3)
    return repeat_events(stored, index, index + 1)


def roll_of_a_bot_twice_at_once(stored):
    index = index_of(stored, "dice_rolled", 3)
    return repeat_events(stored, index, index + 1, later=timedelta())


def entry_of_a_bot_twice(stored):
    return repeat_events(stored, *append_range(stored, index_of(stored, "scored", 3)))


def turn_of_a_bot_twice(stored):
    return repeat_events(
        stored, index_of(stored, "dice_rolled", 3), append_range(stored, index_of(stored, "scored", 3))[1]
    )


def roll_of_a_bot_left_out(stored):
    index = index_of(stored, "dice_rolled", 3)
    return renumbered(stored, [*stored.events[:index], *stored.events[index + 1 :]])


def two_steps_of_a_bot_in_one(stored):
    index = index_of(stored, "dice_rolled", 3)
    moved = replace(stored.events[index], at=stored.events[index + 1].at)
    return renumbered(stored, [*stored.events[:index], moved, *stored.events[index + 1 :]])


def other_dice_of_a_bot(stored):
    index = index_of(stored, "dice_rolled", 3)
    other = replace(stored.events[index], data={**stored.events[index].data, "dice": "11111"})
    return renumbered(stored, [*stored.events[:index], other, *stored.events[index + 1 :]])


def bot_on_another_seat(stored):
    index = index_of(stored, "dice_rolled", 3)
    return renumbered(
        stored, [*stored.events[:index], replace(stored.events[index], seat=1), *stored.events[index + 1 :]]
    )


def bot_moved_by_a_command(stored):
    seq = stored.events[index_of(stored, "dice_rolled", 3)].seq
    return replace(stored, commands=[*stored.commands, (stored.commands[0][0], new_id(), seq)])


def move_of_nobody(stored):
    """A person's command is missing, and its event looks as if a program had caused it."""
    return replace(stored, commands=stored.commands[1:])


def time_up_twice(stored):
    return repeat_events(stored, *append_range(stored, index_of(stored, "time_up")))


def time_up_twice_at_once(stored):
    index = index_of(stored, "time_up")
    return repeat_events(stored, index, index + 1, later=timedelta())


def consequence_of_a_time_twice(stored):
    _, end = append_range(stored, index_of(stored, "time_up"))
    return repeat_events(stored, end - 1, end, later=timedelta())


def consequence_of_a_time_left_out(stored):
    _, end = append_range(stored, index_of(stored, "time_up"))
    return renumbered(stored, [*stored.events[: end - 1], *stored.events[end:]])


def time_of_another_seat(stored):
    index = index_of(stored, "time_up")
    return renumbered(
        stored, [*stored.events[:index], replace(stored.events[index], seat=1), *stored.events[index + 1 :]]
    )


def time_up_at_once(stored):
    first, end = append_range(stored, index_of(stored, "time_up"))
    soon = [replace(event, at=stored.events[first - 1].at + MOMENT) for event in stored.events[first:end]]
    return renumbered(stored, [*stored.events[:first], *soon, *stored.events[end:]])


def away_twice(stored):
    last = stored.events[-1]
    gone = {"why": "lost", "until": "2026-11-21T19:00:00.000Z"}
    added = [replace(last, type="seat_away", seat=1, data=gone, at=last.at + n * MOMENT) for n in (1, 2)]
    return renumbered(stored, [*stored.events, *added])


PROGRAM_DEVIATIONS = [
    (roll_of_a_bot_twice, "no single step"),
    (roll_of_a_bot_twice_at_once, "no single step"),
    (entry_of_a_bot_twice, "done by no command"),
    (turn_of_a_bot_twice, "done by no command"),
    (roll_of_a_bot_left_out, "no single step"),
    (two_steps_of_a_bot_in_one, "no single step"),
    (other_dice_of_a_bot, "no single step"),
    (bot_on_another_seat, "no single step"),
    (bot_moved_by_a_command, "while a bot was to move"),
    (move_of_nobody, "done by no command"),
    (time_up_twice, "was up at"),
    (time_up_twice_at_once, "has other consequences"),
    (consequence_of_a_time_twice, "has other consequences"),
    (consequence_of_a_time_left_out, "has other consequences"),
    (time_of_another_seat, "of which no seat had any"),
    (time_up_at_once, "after it began"),
    (away_twice, "had been said before"),
]


async def test_checker_finds_every_lie_about_bots_and_clocks(with_programs):
    history, stored = with_programs
    ((table, stored_table),) = stored.items()
    for deviation, said in PROGRAM_DEVIATIONS:
        found = deviations(history, {table: deviation(stored_table)})
        assert any(said in each.text for each in found), (deviation.__name__, found)


CLAIM = {"type": "claim", "cell": "sixes", "points": 24}


@pytest.mark.parametrize(
    ("body", "kinds", "said"),
    [
        (CLAIM, ["claimed"], []),
        (CLAIM, ["claimed", "claimed"], ["did claimed on seat 2 2 times"]),
        (CLAIM | {"points": 30}, ["claimed"], ["with points 30, and did 24"]),
        ({"type": "doubt"}, ["claim_answered"], ["with doubts True, and did False"]),
        ({"type": "believe"}, ["claim_answered", "claim_settled"], []),
        ({"type": "end_turn"}, ["turn_ended", "game_finished", "match_finished"], []),
        ({"type": "roll"}, ["dice_rolled", "action_used"], ["asked for roll and did action_used"]),
    ],
)
async def test_checker_compares_events_with_requested_commands(body, kinds, said):
    data = {"claimed": {"cell": "sixes", "points": 24}, "claim_answered": {"doubts": False}}
    piece = [LogEvent(n, kind, ManualClock().now(), 2, data.get(kind, {})) for n, kind in enumerate(kinds, start=1)]
    found = [*effect_errors(piece, body, {2}), *repeated_effects(piece)]
    assert len(found) == len(said)
    assert all(text in each for text, each in zip(said, found, strict=True))


async def test_checker_reports_missing_table(true_history):
    history, _ = true_history
    (deviation,) = deviations(history, {})
    assert deviation.text.endswith("is gone")
