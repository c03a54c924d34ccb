"""The history checker finds every kind of deviation, and none in a correct history."""

import copy
from dataclasses import replace
from datetime import timedelta

import pytest

from pasch.service.log import LogEvent
from pasch.service.requests import JoinTable
from tests.server.world import new_id, world_on
from tests.service.hall import ANNA, BERND, PUBLIC, HandClock
from tests.service.together import following, hall_of_time, options
from tests.support.history import History, lies
from tests.support.history_deeds import misdeeds, repeated
from tests.support.history_kept import kept_in
from tests.support.stores import sql_tables

pytestmark = pytest.mark.anyio


class Witness:
    """A person of the world who stores every received message."""

    def __init__(self, history, person, handle, table):
        self.history, self.person, self.handle, self.table = history, person, handle, table
        history.follows(table, handle, 0)

    async def act(self, *, then=None, **body):
        """Send a command and record the answer; with `then`, send it twice under the same id."""
        sent = {"id": new_id(), **body}
        self.history.sent(self.table, self.handle, sent)
        for _ in range(2 if then else 1):
            answer = await self.person.ask("POST", f"/tables/{self.table}/commands", sent)
            self.history.answered(self.table, self.handle, sent["id"], answer.status_code, answer.json())
        await self.look()

    async def look(self):
        self.history.saw(self.table, await self.person.get(f"/tables/{self.table}"))
        heard = self.history.tables[self.table].streams[self.handle].events
        for event in await self.person.events(self.table, len(heard)):
            self.history.heard(self.table, self.handle, event)


async def witness(history, world, table=None):
    person = await world.person()
    table = table or (await person.open("Anna", "human"))["id"]
    await person.ask("POST", f"/tables/{table}/seats", {})
    return Witness(history, person, (await person.get("/session"))["person"], table)


@pytest.fixture
async def truth(database):
    """The messages to two people about a short game, and its stored log."""
    history = History()
    async with world_on(database) as world:
        anna = await witness(history, world)
        bernd = await witness(history, world, anna.table)
        await anna.act(type="roll")
        await anna.act(type="score", cell="chance")
        await bernd.act(type="roll", then="again")
        await anna.act(type="roll")
        await bernd.act(type="score", cell="ones")
        await bernd.look()
        kept = kept_in(database, history.tables)
    return history, kept


async def test_checker_accepts_true_history(truth):
    history, _ = truth
    assert history.acknowledged == 4
    (table_history,) = history.tables.values()
    assert {status for asked in table_history.asked.values() for status, _ in asked.answers} == {200, 409}
    assert sum(map(len, table_history.shown.values())) > 5
    assert lies(*truth) == []


# ------------------------------------------------------------------------------- lies


def last_event(history, kept):
    """The last command and its events are lost, as if they had never been written."""
    end = max(seq for _, _, seq in kept.commands)
    rows = [row for row in kept.commands if row[2] != end]
    return replace(kept, events=kept.events[: end - 1], commands=rows)


def middle_of_the_log(history, kept):
    return replace(kept, events=[*kept.events[:3], *kept.events[4:]])


def beginning_of_the_log(history, kept):
    return replace(kept, events=kept.events[1:])


def whole_log(history, kept):
    return replace(kept, events=[])


def other_dice(history, kept):
    at = next(n for n, event in enumerate(kept.events) if event.type == "dice_rolled")
    other = replace(kept.events[at], data={**kept.events[at].data, "dice": "11111"})
    return replace(kept, events=[*kept.events[:at], other, *kept.events[at + 1 :]])


def other_time(history, kept):
    late = replace(kept.events[2], at=kept.events[2].at + timedelta(seconds=1))
    return replace(kept, events=[*kept.events[:2], late, *kept.events[3:]])


def done_twice(history, kept):
    """The last event is appended again, without a command."""
    last = kept.events[-1]
    return replace(kept, events=[*kept.events, replace(last, seq=last.seq + 1, at=last.at + timedelta(seconds=1))])


def done_twice_at_once(history, kept):
    """The last command did the same thing twice."""
    last, (*rows, row) = kept.events[-1], sorted(kept.commands, key=lambda row: row[2])
    assert row[2] == last.seq
    twice = [*kept.events, replace(last, seq=last.seq + 1)]
    return replace(kept, events=twice, commands=[*rows, (*row[:2], row[2] + 1)])


def command_forgotten(history, kept):
    return replace(kept, commands=kept.commands[1:])


def command_elsewhere(history, kept):
    (person, command, seq), *rows = kept.commands
    return replace(kept, commands=[(person, command, seq - 1), *rows])


def command_of_nobody(history, kept):
    return replace(kept, commands=[*kept.commands, ("nobody", new_id(), 1)])


def two_commands_at_once(history, kept):
    return replace(kept, commands=[*kept.commands, ("nobody", new_id(), kept.commands[0][2])])


def command_carried_out_twice(history, kept):
    """One id did two things; only the second was answered."""
    first, second, *rows = sorted(kept.commands, key=lambda row: row[2])
    history.asked.pop(first[:2])
    return replace(kept, commands=[(*second[:2], first[2]), second, *rows])


def asked(history, kind):
    """The first command of a type that was acknowledged."""
    return next(each for each in history.asked.values() if each.body["type"] == kind and each.answers[0][0] == 200)


def wrong_cell(history, kept):
    asked(history, "score").body["cell"] = "yahtzee"


def wrong_deed(history, kept):
    asked(history, "roll").body.update(type="score", cell="chance")


def wrong_seat(history, kept):
    asked(history, "score").body["seat"] = 9


def wrong_person(history, kept):
    """Two people's seats are exchanged, so each carried out the other's command."""
    one, other = kept.row.seats
    seats = (replace(one, session=other.session), replace(other, session=one.session))
    return replace(kept, row=replace(kept.row, seats=seats))


def nothing_done(history, kept):
    """The last command is answered with an event that it did not cause."""
    *events, last = kept.events
    return replace(kept, events=[*events, replace(last, type="seat_returned", data={})])


def done_by_nobody(history, kept):
    """An event without a command that only a command can cause, and that is not a move."""
    last = kept.events[-1]
    ended = replace(last, seq=last.seq + 1, at=last.at + timedelta(seconds=1), type="table_aborted", seat=None, data={})
    return replace(kept, events=[*kept.events, ended])


def refused_and_done(history, kept):
    (key,) = [key for key, asked in history.asked.items() if asked.answers[0][0] == 409]
    return replace(kept, commands=[*kept.commands, (*key, 1)])


def two_answers(history, kept):
    next(asked for asked in history.asked.values() if len(asked.answers) == 2).answers[1][1]["seq"] += 1


def stream_with_a_gap(history, kept):
    del next(iter(history.streams.values())).events[3]


def stream_with_a_repetition(history, kept):
    events = next(iter(history.streams.values())).events
    events.insert(3, events[2])


def stream_that_began_late(history, kept):
    next(iter(history.streams.values())).after += 1


def event_of_another_seat(history, kept):
    next(iter(history.streams.values())).events[2]["seat"] = 2


def shown(history):
    """A snapshot with dice on the table."""
    return next(each for at in history.shown.values() for each in at if each["turn"]["dice"])


def points_never_made(history, kept):
    shown(history)["seats"][1]["cells"]["sixes"] = 30


def dice_never_thrown(history, kept):
    shown(history)["turn"]["dice"] = "66666"


def another_status(history, kept):
    shown(history)["status"] = "finished"


def actions_that_are_not_legal(history, kept):
    offered = next(each for at in history.shown.values() for each in at if each["legal_actions"])
    offered["legal_actions"].pop(0)


def a_moment_to_come(history, kept):
    later = {**shown(history), "seq": len(kept.events) + 1}
    history.shown[later["seq"]].append(later)


LIES = [
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
    (wrong_deed, "asked for score and did"),
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


async def test_checker_finds_every_kind_of_lie(truth):
    for lie, said in LIES:
        history, kept = copy.deepcopy(truth)
        (table,) = history.tables
        kept[table] = lie(history.tables[table], kept[table]) or kept[table]
        found = lies(history, kept)
        assert any(said in each.text for each in found), (lie.__name__, found)


# ------------------------------------------------------------------------------- lies about bots and clocks

MOMENT = timedelta(microseconds=10)


class Ticking(HandClock):
    """No two appends have the same time, as with real clocks."""

    def now(self):
        self.time += timedelta(milliseconds=1)
        return self.time


@pytest.fixture(params=["entry", "bot"])
async def with_programs(database, request):
    """Anna plays, Bernd's time runs out, a bot plays; then Anna's time runs out too."""
    with sql_tables(f"sqlite:///{database}") as store:
        hall = hall_of_time(store=store, clock=Ticking())
        wish = {"visibility": PUBLIC, "options": options(5, absent=request.param)}
        table = await hall.open(ANNA, "Anna", "human", "bot", **wish)
        await hall.tables.join(BERND, table, JoinTable())
        async with hall.tables.playing_bots(), following(hall, ANNA, table), following(hall, BERND, table):
            await hall.play_on(ANNA, table)
            await hall.play_on(ANNA, table)
            for seat in (2, 1):
                hall.clock.advance(6)
                await hall.until(
                    ANNA, table, lambda event, seat=seat: (event["type"], event["seat"]) == ("time_up", seat)
                )
                await hall.until(ANNA, table, lambda event: (event["type"], event["seat"]) == ("scored", 3))
    kept, history = kept_in(database, [table]), History()
    entry = next(event for event in kept[table].events if event.type == "scored")
    bodies = [{"type": "roll"}, {"type": "score", "cell": entry.data["cell"]}]
    for (person, command, seq), body in zip(sorted(kept[table].commands, key=lambda row: row[2]), bodies, strict=True):
        history.sent(table, person, {"id": command, **body})
        history.answered(table, person, command, 200, {"seq": seq})
    return history, kept


async def test_checker_accepts_correct_bots_and_clocks(with_programs):
    _, kept = with_programs
    (table,) = kept.values()
    assert {"time_up", "dice_rolled", "scored"} <= {event.type for event in table.events}
    assert {event.seat for event in table.events if event.type == "scored"} == {1, 2, 3}
    assert lies(*with_programs) == []


def relogged(kept, events):
    """The log with other events, renumbered; commands keep their events."""
    seqs = {seq for _, _, seq in kept.commands}
    numbers = {event.seq: number for number, event in enumerate(events, start=1) if event.seq in seqs}
    commands = [(person, command, numbers[seq]) for person, command, seq in kept.commands]
    return replace(kept, events=[replace(e, seq=n) for n, e in enumerate(events, start=1)], commands=commands)


def where(kept, kind, seat=None):
    """The index of the first such event."""
    return next(n for n, event in enumerate(kept.events) if event.type == kind and seat in {None, event.seat})


def append_at(kept, place):
    """The range of events that were appended together with an event."""
    at = [n for n, event in enumerate(kept.events) if event.at == kept.events[place].at]
    return at[0], at[-1] + 1


def again(kept, first, end, later=MOMENT):
    """The log with these events repeated right after them."""
    copies = [replace(event, seq=0, at=event.at + later) for event in kept.events[first:end]]
    return relogged(kept, [*kept.events[:end], *copies, *kept.events[end:]])


def roll_of_a_bot_twice(kept):
    place = where(kept, "dice_rolled", 3)
    return again(kept, place, place + 1)


def roll_of_a_bot_twice_at_once(kept):
    place = where(kept, "dice_rolled", 3)
    return again(kept, place, place + 1, later=timedelta())


def entry_of_a_bot_twice(kept):
    return again(kept, *append_at(kept, where(kept, "scored", 3)))


def turn_of_a_bot_twice(kept):
    return again(kept, where(kept, "dice_rolled", 3), append_at(kept, where(kept, "scored", 3))[1])


def roll_of_a_bot_left_out(kept):
    place = where(kept, "dice_rolled", 3)
    return relogged(kept, [*kept.events[:place], *kept.events[place + 1 :]])


def two_steps_of_a_bot_in_one(kept):
    place = where(kept, "dice_rolled", 3)
    moved = replace(kept.events[place], at=kept.events[place + 1].at)
    return relogged(kept, [*kept.events[:place], moved, *kept.events[place + 1 :]])


def other_dice_of_a_bot(kept):
    place = where(kept, "dice_rolled", 3)
    other = replace(kept.events[place], data={**kept.events[place].data, "dice": "11111"})
    return relogged(kept, [*kept.events[:place], other, *kept.events[place + 1 :]])


def bot_on_another_seat(kept):
    place = where(kept, "dice_rolled", 3)
    return relogged(kept, [*kept.events[:place], replace(kept.events[place], seat=1), *kept.events[place + 1 :]])


def bot_moved_by_a_command(kept):
    seq = kept.events[where(kept, "dice_rolled", 3)].seq
    return replace(kept, commands=[*kept.commands, (kept.commands[0][0], new_id(), seq)])


def move_of_nobody(kept):
    """A person's command is missing, and its event looks as if a program had caused it."""
    return replace(kept, commands=kept.commands[1:])


def time_up_twice(kept):
    return again(kept, *append_at(kept, where(kept, "time_up")))


def time_up_twice_at_once(kept):
    place = where(kept, "time_up")
    return again(kept, place, place + 1, later=timedelta())


def consequence_of_a_time_twice(kept):
    _, end = append_at(kept, where(kept, "time_up"))
    return again(kept, end - 1, end, later=timedelta())


def consequence_of_a_time_left_out(kept):
    _, end = append_at(kept, where(kept, "time_up"))
    return relogged(kept, [*kept.events[: end - 1], *kept.events[end:]])


def time_of_another_seat(kept):
    place = where(kept, "time_up")
    return relogged(kept, [*kept.events[:place], replace(kept.events[place], seat=1), *kept.events[place + 1 :]])


def time_up_at_once(kept):
    first, end = append_at(kept, where(kept, "time_up"))
    soon = [replace(event, at=kept.events[first - 1].at + MOMENT) for event in kept.events[first:end]]
    return relogged(kept, [*kept.events[:first], *soon, *kept.events[end:]])


def away_twice(kept):
    last = kept.events[-1]
    gone = {"why": "lost", "until": "2026-11-21T19:00:00.000Z"}
    added = [replace(last, type="seat_away", seat=1, data=gone, at=last.at + n * MOMENT) for n in (1, 2)]
    return relogged(kept, [*kept.events, *added])


LIES_OF_PROGRAMS = [
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
    history, kept = with_programs
    ((table, true),) = kept.items()
    for lie, said in LIES_OF_PROGRAMS:
        found = lies(history, {table: lie(true)})
        assert any(said in each.text for each in found), (lie.__name__, found)


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
    piece = [LogEvent(n, kind, HandClock().now(), 2, data.get(kind, {})) for n, kind in enumerate(kinds, start=1)]
    found = [*misdeeds(piece, body, {2}), *repeated(piece)]
    assert len(found) == len(said)
    assert all(text in each for text, each in zip(said, found, strict=True))


async def test_checker_reports_missing_table(truth):
    history, _ = truth
    (lie,) = lies(history, {})
    assert lie.text.endswith("is gone")
