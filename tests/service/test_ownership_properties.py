"""Processes start, end and die while players connect and disconnect. Each true event is published once."""

import asyncio
from contextlib import AsyncExitStack

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pasch.service.table.presence import AbsenceReason
from tests.service.cluster import start_cluster
from tests.service.harness import ANNA, BERND
from tests.service.multiplayer import connected, open_table_for_two

PEOPLE = {1: ANNA, 2: BERND}
MOST = 6
"""The maximum number of processes in one run."""
MOST_ROUNDS = 200


def away_in(log):
    """The seats that are away at the end of a log; each goes and returns in turn."""
    away = set()
    for event in log:
        if event.type == "seat_away":
            assert event.seat not in away
            away.add(event.seat)
        elif event.type == "seat_back":
            assert event.seat in away
            away.remove(event.seat)
    return away


class ClusterMachine(RuleBasedStateMachine):
    """A state machine with a table, two players and several processes."""

    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner()
        self.lines = []
        self.open = AsyncExitStack()
        self.checked = 0

    def run(self, work):
        return self.runner.run(work)

    def teardown(self):
        self.run(self.ended())
        self.runner.close()

    async def ended(self):
        for _, _, _, life in self.lines:
            await life.aclose()
        await self.open.aclose()

    @initialize(turn=st.sampled_from([None, 60]), absent=st.sampled_from(["bot", "entry"]))
    def begin(self, turn, absent):
        async def begin():
            self.cluster = await self.open.enter_async_context(start_cluster(2))
            self.table = await open_table_for_two(self.cluster.harnesses[0], turn=turn, absent=absent)

        self.run(begin())

    def one_of(self, data):
        return data.draw(st.sampled_from(self.cluster.live))

    async def settled(self):
        """Run rounds until three in a row add nothing to the log and no connected player is away.

        Threads read and write the database between rounds, so no fixed number is enough. If a player never comes back,
        the loop ends after `MOST_ROUNDS`, and the invariant fails.
        """
        quiet, known = 0, 0
        for _ in range(MOST_ROUNDS):
            await self.cluster.run_queued()
            for _ in range(50):
                await asyncio.sleep(0)
            log = await self.cluster.live[0].harness.log(self.table)  # after the reads and writes of other threads
            quiet, known = (quiet + 1 if len(log) == known else 0), len(log)
            if quiet >= 3 and not self.connected & away_in(log):
                return

    @property
    def connected(self):
        """The seats with a connection."""
        return {seat for process, seat, _, _ in self.lines if not process.disconnected}

    # --------------------------------------------------------------------------- actions

    @precondition(lambda self: len(self.lines) < 5)
    @rule(data=st.data(), seat=st.sampled_from(sorted(PEOPLE)))
    def follow_table(self, data, seat):
        async def follow_table(process):
            life = AsyncExitStack()
            connection = await life.enter_async_context(connected(process.harness, PEOPLE[seat], self.table))
            self.lines.append((process, seat, connection, life))
            await self.settled()

        self.run(follow_table(self.one_of(data)))

    @precondition(lambda self: self.lines)
    @rule(data=st.data(), why=st.sampled_from(AbsenceReason))
    def leave_table(self, data, why):
        async def leave_table(each):
            _, _, connection, life = each
            self.lines.remove(each)
            connection.why = why
            await life.aclose()
            await self.settled()

        self.run(leave_table(data.draw(st.sampled_from(self.lines))))

    @rule(data=st.data(), seat=st.sampled_from(sorted(PEOPLE)))
    def request_snapshot(self, data, seat):
        async def request_snapshot(process):
            await process.harness.snapshot(PEOPLE[seat], self.table)
            await self.settled()

        self.run(request_snapshot(self.one_of(data)))

    @rule(seconds=st.lists(st.sampled_from([1, 4, 5, 30, 60, 200]), min_size=1, max_size=3))
    def time_passes(self, seconds):
        async def advance():
            for each in seconds:
                await self.cluster.advance(each)
                await self.settled()

        self.run(advance())

    @precondition(lambda self: len(self.cluster.live) > 1)
    @rule(data=st.data(), found_out=st.booleans())
    def kill_process(self, data, found_out):
        async def kill_process(process):
            process.disconnect()
            if found_out:
                await self.cluster.expire_dead_processes()
            await self.settled()

        self.run(kill_process(self.one_of(data)))

    @precondition(lambda self: len(self.cluster.live) > 1)
    @rule(data=st.data())
    def stop_process(self, data):
        async def stop_process(process):
            await process.exit_stack.aclose()
            process.disconnect()
            await self.settled()

        self.run(stop_process(self.one_of(data)))

    @precondition(lambda self: len(self.cluster.processes) < MOST)
    @rule()
    def start_process(self):
        async def start_process():
            await self.cluster.start_process()
            await self.settled()

        self.run(start_process())

    # --------------------------------------------------------------------------- invariants

    @invariant()
    def log_is_gapless_without_duplicates(self):
        log = self.run(self.cluster.live[0].harness.log(self.table))
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        missed = {event.seat for event in log[self.checked :] if event.type == "seat_away"}
        assert not self.connected & (away_in(log) | missed)
        self.checked = len(log)

    @invariant()
    def table_has_one_owner(self):
        self.cluster.owner(self.table)


TestCompany = ClusterMachine.TestCase
TestCompany.settings = settings(max_examples=settings().max_examples // 20 + 5, stateful_step_count=25, deadline=None)
