"""Jobs for the solving process: each once, urgent ones first, and its death."""

from __future__ import annotations

import pytest

from pasch.rules.errors import InvalidInput
from pasch.server.solving.job_queue import (
    GRUDGE,
    REMEMBERED,
    Done,
    Failed,
    Job,
    JobQueue,
    ProcessDied,
    Urgency,
    Waiting,
)
from pasch.service.errors import NotReady
from tests.server.test_limits import Watch
from tests.server.workers import HandWorker


class Office:
    """A desk whose workers the test plays."""

    def __init__(self, most=5, share=5):
        self.workers = [HandWorker() for _ in range(4)]
        self.unused = list(self.workers)
        self.watch = Watch()
        self.queue = JobQueue(lambda: self.unused.pop(0), most, share, self.watch)

    def hand_in(self, key, urgency=Urgency.ASKED, asker=""):
        return self.queue.hand_in(Job(key, {"do": "think", "key": key}, urgency, asker))

    def begun(self, worker=0):
        """The key of the next job that a worker begins."""
        return self.workers[worker].asked.get(timeout=60)["key"]

    def says(self, *what, worker=0):
        for each in what:
            self.workers[worker].script.put(each)

    def until(self, key, state):
        """Wait until a job is in a state."""
        with self.queue.changed:
            assert self.queue.changed.wait_for(lambda: isinstance(self.queue.state_of(key), state), timeout=60)
        return self.queue.state_of(key)


@pytest.fixture
def office():
    made = Office()
    yield made
    made.queue.close()


def test_a_job_is_done_once_and_remembered(office):
    assert office.hand_in("a") == Waiting(Job("a", {}))
    assert office.begun() == "a"
    assert isinstance(office.hand_in("a"), Waiting)
    office.says({"answer": 42})
    assert office.until("a", Done) == Done({"answer": 42})
    assert office.hand_in("a") == Done({"answer": 42})
    assert office.workers[0].asked.empty()
    assert office.queue.outcomes == {("think", "done"): 1}


def test_it_says_how_far_it_is(office):
    office.hand_in("a")
    office.begun()
    office.says(0.25)
    with office.queue.changed:
        assert office.queue.changed.wait_for(lambda: office.queue.state_of("a").progress == 0.25, timeout=60)


def test_urgent_jobs_go_first_and_others_in_their_order(office):
    office.hand_in("first")
    assert office.begun() == "first"
    office.hand_in("ahead", Urgency.AHEAD)
    office.hand_in("asked")
    office.hand_in("asked later")
    office.hand_in("game", Urgency.GAME)
    for _ in range(5):
        office.says({})
    assert [office.begun() for _ in range(4)] == ["game", "asked", "asked later", "ahead"]


def test_what_somebody_asks_for_becomes_urgent(office):
    office.hand_in("first")
    office.begun()
    office.hand_in("one", Urgency.AHEAD)
    office.hand_in("other", Urgency.AHEAD)
    office.hand_in("other", Urgency.ASKED)
    office.says({}, {})
    assert office.begun() == "other"


def test_a_refusal_is_kept_for_a_while(office):
    office.hand_in("a")
    office.says(InvalidInput("Not with these dice"))
    assert str(office.until("a", Failed).error) == "Not with these dice"
    assert isinstance(office.hand_in("a"), Failed)
    office.watch.now += GRUDGE + 1
    assert isinstance(office.hand_in("a"), Waiting)


def test_a_process_that_dies_is_started_again(office):
    office.hand_in("a")
    office.begun()
    office.says(ProcessDied())
    assert office.begun(worker=1) == "a"
    office.says({"answer": 1}, worker=1)
    assert office.until("a", Done) == Done({"answer": 1})
    assert office.queue.starts == 2
    assert office.workers[0].ended


def test_what_kills_it_twice_is_given_up_and_the_next_job_goes_on(office):
    office.hand_in("deadly")
    office.hand_in("harmless")
    office.says(ProcessDied())
    office.says(ProcessDied(), worker=1)
    assert isinstance(office.until("deadly", Failed).error, NotReady)
    office.says({}, worker=2)
    assert office.until("harmless", Done) == Done({})


def test_a_process_that_cannot_be_started_costs_the_job_alone():
    watch = Watch()

    def fails():
        raise OSError("no more processes")

    queue = JobQueue(fails, 5, 5, watch)
    queue.hand_in(Job("a", {"do": "think"}))
    with queue.changed:
        assert queue.changed.wait_for(lambda: isinstance(queue.state_of("a"), Failed), timeout=60)
    queue.close()


def test_only_so_many_may_wait_but_what_is_done_ahead_does_not_count(office):
    for number in range(5):
        office.hand_in(f"ahead {number}", Urgency.AHEAD)
        office.hand_in(str(number))
    with pytest.raises(NotReady):
        office.hand_in("one too many")
    assert isinstance(office.hand_in("3"), Waiting)
    assert office.queue.waiting == 5


def test_what_has_ended_is_forgotten_in_time(office):
    for number in range(REMEMBERED + 5):
        office.hand_in(str(number))
        office.says({})
        office.until(str(number), Done)
    assert office.queue.state_of("0") is None
    assert office.queue.state_of(str(REMEMBERED + 4)) == Done({})


def test_closing_ends_the_process_in_the_middle_of_its_work(office):
    office.hand_in("a")
    office.begun()
    office.queue.close()
    assert office.workers[0].ended
    assert len(office.unused) == 3
