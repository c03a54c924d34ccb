"""A table under random commands: its log has no gap, and a replay of the log gives the table."""

import asyncio

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pasch.rules.actions import (
    ActionKind,
    Announce,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    NextGame,
    RollDice,
    Score,
    TakeBack,
    TakeNothing,
    UseAction,
)
from pasch.rules.errors import InvalidVariant, PaschError
from pasch.rules.variants import VARIANTS, variant_with
from pasch.service.requests import Abort, Afterwards, Command, JoinTable, Ready
from pasch.service.runtime.cache import LiveTable
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness, action_of

PEOPLE = (ANNA, BERND, CLARA)
SWITCHES = (
    {},
    {"order": "both_ends"},
    {"announce": "after_first_roll"},
    {"keep": "lock_one"},
    {"joker": "free"},
    {"doubles": 2},
)
KEEPS = st.one_of(st.none(), st.text("123456", max_size=5).map(lambda faces: "k" + (faces or "-")))
CELLS = st.sampled_from(sorted({key for v in VARIANTS.values() for key in v.rows}))
ACTIONS = st.one_of(
    st.builds(RollDice, KEEPS),
    st.builds(Score, CELLS, st.sampled_from([None, 0, 5, 25, -1])),
    st.builds(Announce, CELLS),
    st.builds(Claim, CELLS, st.sampled_from([-1, 0, 5, 25])),
    st.builds(UseAction, st.sampled_from(ActionKind), st.sampled_from([None, 0, 1, 2, 9]), st.none() | CELLS),
    st.sampled_from([Double(), EndTurn(), Believe(), Doubt(), TakeNothing(), NextGame(), TakeBack()]),
)


def playable(variant, rules):
    try:
        return variant_with(variant, rules)
    except InvalidVariant:
        return None


class TableMachine(RuleBasedStateMachine):
    """One table, three people, two processes; legal moves that advance games, and any other requests."""

    def __init__(self):
        super().__init__()
        first = Harness()
        self.harnesses = (first, Harness(first.store, first=10_000))
        self.table = None
        self.acknowledged = {}
        self.runner = asyncio.Runner()

    def teardown(self):
        self.runner.close()

    def run(self, work):
        return self.runner.run(work)

    @initialize(
        variant=st.sampled_from(sorted(VARIANTS)),
        data=st.data(),
        seats=st.lists(st.sampled_from(["Anna", "human", "Bernd"]), min_size=1, max_size=3),
        games=st.integers(1, 2),
        start=st.booleans(),
    )
    def open(self, variant, data, seats, games, start):
        rules = data.draw(st.sampled_from([rules for rules in SWITCHES if playable(variant, rules)]))
        low, high = VARIANTS[variant].seats
        seats = (seats + ["Clara"] * low)[: max(low, min(len(seats), high))]
        self.table = self.run(
            self.harnesses[0].open(
                ANNA, *seats, variant=variant, rules=rules, games=games, start=start, visibility=PUBLIC
            )
        )

    def attempt(self, work):
        """Carry out a request; a refusal leaves the log unchanged."""
        before = self.run(self.harnesses[0].log(self.table))
        try:
            return self.run(work)
        except PaschError:
            assert self.run(self.harnesses[0].log(self.table)) == before
            return None

    @rule(harness=st.integers(0, 1), person=st.sampled_from(PEOPLE), action=ACTIONS, old=st.integers(0, 2))
    def anything(self, harness, person, action, old):
        seq = len(self.run(self.harnesses[0].log(self.table)))
        self.command(harness, person, action, seq - old)

    @rule(harness=st.integers(0, 1), data=st.data())
    def something_legal(self, harness, data):
        for person in PEOPLE:
            legal = self.run(self.harnesses[harness].snapshot(person, self.table))["legal_actions"]
            if legal:
                self.command(harness, person, action_of(data.draw(st.sampled_from(legal))), None, accepted=True)

    def command(self, harness, person, action, expect, *, accepted=False):
        command = Command(self.harnesses[0].id(), action, expect)
        answer = self.attempt(self.harnesses[harness].tables.act(person, self.table, command))
        assert answer or not accepted
        if answer:
            self.acknowledged[person, command] = answer

    @precondition(lambda self: self.acknowledged)
    @rule(harness=st.integers(0, 1), data=st.data())
    def again(self, harness, data):
        person, command = data.draw(st.sampled_from(list(self.acknowledged)))
        log = self.run(self.harnesses[0].log(self.table))
        assert (
            self.run(self.harnesses[harness].tables.act(person, self.table, command))
            == self.acknowledged[person, command]
        )
        assert self.run(self.harnesses[0].log(self.table)) == log

    @rule(harness=st.integers(0, 1), person=st.sampled_from(PEOPLE), seat=st.sampled_from([None, 1, 2, 3]))
    def join(self, harness, person, seat):
        self.attempt(self.harnesses[harness].tables.join(person, self.table, JoinTable(seat=seat)))

    @rule(harness=st.integers(0, 1), person=st.sampled_from(PEOPLE))
    def start(self, harness, person):
        self.attempt(self.harnesses[harness].tables.start(person, self.table))

    @rule(harness=st.integers(0, 1), person=st.sampled_from(PEOPLE), seat=st.integers(0, 4), bot=st.booleans())
    def fill_or_open(self, harness, person, seat, bot):
        tables = self.harnesses[harness].tables
        self.attempt((tables.fill if bot else tables.reopen)(person, self.table, seat))

    @rule(harness=st.integers(0, 1), person=st.sampled_from(PEOPLE), ready=st.booleans())
    def be_ready(self, harness, person, ready):
        self.attempt(self.harnesses[harness].do(person, self.table, Ready(ready)))

    @rule(person=st.sampled_from(PEOPLE), then=st.sampled_from([None, *Afterwards]), really=st.integers(0, 9))
    def leave(self, person, then, really):
        if not really:
            self.attempt(self.harnesses[0].tables.leave(person, self.table, then))

    @rule(harness=st.integers(0, 1), person=st.sampled_from(PEOPLE))
    def play_again(self, harness, person):
        self.attempt(self.harnesses[harness].tables.rematch(person, self.table))

    @rule(person=st.sampled_from(PEOPLE), really=st.integers(0, 19))
    def end_early(self, person, really):
        if not really:
            self.command(0, person, Abort(), None)

    @invariant()
    def table_equals_its_replayed_log(self):
        if self.table is None:
            return
        log = self.run(self.harnesses[0].log(self.table))
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        row = self.run(self.harnesses[0].store.find(self.table))
        fresh = LiveTable(row, log)
        for harness in self.harnesses:
            self.run(harness.snapshot(ANNA, self.table))
            kept = harness.tables._live._alive[self.table]
            assert kept.state == fresh.state
            assert kept.row == row
            assert kept.log == fresh.log

    @invariant()
    def processes_show_equal_snapshots(self):
        if self.table is not None:
            first, second = [self.run(harness.snapshot(ANNA, self.table)) for harness in self.harnesses]
            assert first == second
            assert (first["server_seed"] is not None) == (first["status"] in {"finished", "aborted"})


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=40, deadline=None)
