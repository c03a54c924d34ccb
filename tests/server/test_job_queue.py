"""The job queue of the solving process: it runs each job once, urgent ones first, and survives process deaths."""

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
    """A job queue whose workers the test plays."""

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


def test_job_runs_once_and_its_result_is_remembered(office):
    assert office.hand_in("a") == Waiting(Job("a", {}))
    assert office.begun() == "a"
    assert isinstance(office.hand_in("a"), Waiting)
    office.says({"answer": 42})
    assert office.until("a", Done) == Done({"answer": 42})
    assert office.hand_in("a") == Done({"answer": 42})
    assert office.workers[0].asked.empty()
    assert office.queue.outcomes == {("think", "done"): 1}


def test_job_reports_its_progress(office):
    office.hand_in("a")
    office.begun()
    office.says(0.25)
    with office.queue.changed:
        assert office.queue.changed.wait_for(lambda: office.queue.state_of("a").progress == 0.25, timeout=60)


def test_urgent_jobs_run_first_and_equals_in_order(office):
    office.hand_in("first")
    assert office.begun() == "first"
    office.hand_in("ahead", Urgency.AHEAD)
    office.hand_in("asked")
    office.hand_in("asked later")
    office.hand_in("game", Urgency.GAME)
    for _ in range(5):
        office.says({})
    assert [office.begun() for _ in range(4)] == ["game", "asked", "asked later", "ahead"]


def test_repeated_job_takes_the_higher_urgency(office):
    office.hand_in("first")
    office.begun()
    office.hand_in("one", Urgency.AHEAD)
    office.hand_in("other", Urgency.AHEAD)
    office.hand_in("other", Urgency.ASKED)
    office.says({}, {})
    assert office.begun() == "other"


def test_refusal_is_remembered_for_a_while(office):
    office.hand_in("a")
    office.says(InvalidInput("Not with these dice"))
    assert str(office.until("a", Failed).error) == "Not with these dice"
    assert isinstance(office.hand_in("a"), Failed)
    office.watch.now += GRUDGE + 1
    assert isinstance(office.hand_in("a"), Waiting)


def test_dead_process_is_restarted_with_its_job(office):
    office.hand_in("a")
    office.begun()
    office.says(ProcessDied())
    assert office.begun(worker=1) == "a"
    office.says({"answer": 1}, worker=1)
    assert office.until("a", Done) == Done({"answer": 1})
    assert office.queue.starts == 2
    assert office.workers[0].ended


def test_job_that_kills_two_processes_fails_without_blocking_others(office):
    office.hand_in("deadly")
    office.hand_in("harmless")
    office.says(ProcessDied())
    office.says(ProcessDied(), worker=1)
    assert isinstance(office.until("deadly", Failed).error, NotReady)
    office.says({}, worker=2)
    assert office.until("harmless", Done) == Done({})


def test_process_that_cannot_start_fails_only_the_job():
    watch = Watch()

    def fails():
        raise OSError("no more processes")

    queue = JobQueue(fails, 5, 5, watch)
    queue.hand_in(Job("a", {"do": "think"}))
    with queue.changed:
        assert queue.changed.wait_for(lambda: isinstance(queue.state_of("a"), Failed), timeout=60)
    queue.close()


def test_waiting_jobs_are_limited_except_advance_jobs(office):
    for number in range(5):
        office.hand_in(f"ahead {number}", Urgency.AHEAD)
        office.hand_in(str(number))
    with pytest.raises(NotReady):
        office.hand_in("one too many")
    assert isinstance(office.hand_in("3"), Waiting)
    assert office.queue.waiting == 5


def test_oldest_results_are_forgotten(office):
    for number in range(REMEMBERED + 5):
        office.hand_in(str(number))
        office.says({})
        office.until(str(number), Done)
    assert office.queue.state_of("0") is None
    assert office.queue.state_of(str(REMEMBERED + 4)) == Done({})


def test_closing_the_queue_ends_a_working_process(office):
    office.hand_in("a")
    office.begun()
    office.queue.close()
    assert office.workers[0].ended
    assert len(office.unused) == 3
