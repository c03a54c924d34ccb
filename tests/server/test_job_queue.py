"""The job queue of the solving process: it runs each job once, urgent ones first, and survives process deaths."""

from __future__ import annotations

import pytest

from pasch.rules.errors import InvalidInput
from pasch.server.job_queue import (
    REMEMBERED,
    RETRY_FAILED,
    Done,
    Failed,
    Job,
    JobQueue,
    ProcessDied,
    Urgency,
    Waiting,
)
from pasch.service.errors import NotReady
from tests.server.test_limits import ManualTimer
from tests.server.workers import ScriptedWorker


class QueueHarness:
    """A job queue whose workers the test plays."""

    def __init__(self, most=5, share=5):
        self.workers = [ScriptedWorker() for _ in range(4)]
        self.unused = list(self.workers)
        self.watch = ManualTimer()
        self.queue = JobQueue(lambda: self.unused.pop(0), most, share, self.watch)

    def submit(self, key, urgency=Urgency.ASKED, asker=""):
        return self.queue.submit(Job(key, {"do": "think", "key": key}, urgency, asker))

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
def queue_harness():
    made = QueueHarness()
    yield made
    made.queue.close()


def test_job_runs_once_and_its_result_is_remembered(queue_harness):
    assert queue_harness.submit("a") == Waiting(Job("a", {}))
    assert queue_harness.begun() == "a"
    assert isinstance(queue_harness.submit("a"), Waiting)
    queue_harness.says({"answer": 42})
    assert queue_harness.until("a", Done) == Done({"answer": 42})
    assert queue_harness.submit("a") == Done({"answer": 42})
    assert queue_harness.workers[0].asked.empty()
    assert queue_harness.queue.outcomes == {("think", "done"): 1}


def test_job_reports_its_progress(queue_harness):
    queue_harness.submit("a")
    queue_harness.begun()
    queue_harness.says(0.25)
    with queue_harness.queue.changed:
        assert queue_harness.queue.changed.wait_for(
            lambda: queue_harness.queue.state_of("a").progress == 0.25, timeout=60
        )


def test_urgent_jobs_run_first_and_equals_in_order(queue_harness):
    queue_harness.submit("first")
    assert queue_harness.begun() == "first"
    queue_harness.submit("ahead", Urgency.AHEAD)
    queue_harness.submit("asked")
    queue_harness.submit("asked later")
    queue_harness.submit("game", Urgency.GAME)
    for _ in range(5):
        queue_harness.says({})
    assert [queue_harness.begun() for _ in range(4)] == ["game", "asked", "asked later", "ahead"]


def test_repeated_job_takes_the_higher_urgency(queue_harness):
    queue_harness.submit("first")
    queue_harness.begun()
    queue_harness.submit("one", Urgency.AHEAD)
    queue_harness.submit("other", Urgency.AHEAD)
    queue_harness.submit("other", Urgency.ASKED)
    queue_harness.says({}, {})
    assert queue_harness.begun() == "other"


def test_refusal_is_remembered_for_a_while(queue_harness):
    queue_harness.submit("a")
    queue_harness.says(InvalidInput("Not with these dice"))
    assert str(queue_harness.until("a", Failed).error) == "Not with these dice"
    assert isinstance(queue_harness.submit("a"), Failed)
    queue_harness.watch.now += RETRY_FAILED + 1
    assert isinstance(queue_harness.submit("a"), Waiting)


def test_dead_process_is_restarted_with_its_job(queue_harness):
    queue_harness.submit("a")
    queue_harness.begun()
    queue_harness.says(ProcessDied())
    assert queue_harness.begun(worker=1) == "a"
    queue_harness.says({"answer": 1}, worker=1)
    assert queue_harness.until("a", Done) == Done({"answer": 1})
    assert queue_harness.queue.starts == 2
    assert queue_harness.workers[0].ended


def test_job_that_kills_two_processes_fails_without_blocking_others(queue_harness):
    queue_harness.submit("deadly")
    queue_harness.submit("harmless")
    queue_harness.says(ProcessDied())
    queue_harness.says(ProcessDied(), worker=1)
    assert isinstance(queue_harness.until("deadly", Failed).error, NotReady)
    queue_harness.says({}, worker=2)
    assert queue_harness.until("harmless", Done) == Done({})


def test_process_that_cannot_start_fails_only_the_job():
    watch = ManualTimer()

    def fails():
        raise OSError("no more processes")

    queue = JobQueue(fails, 5, 5, watch)
    queue.submit(Job("a", {"do": "think"}))
    with queue.changed:
        assert queue.changed.wait_for(lambda: isinstance(queue.state_of("a"), Failed), timeout=60)
    queue.close()


def test_waiting_jobs_are_limited_except_advance_jobs(queue_harness):
    for number in range(5):
        queue_harness.submit(f"ahead {number}", Urgency.AHEAD)
        queue_harness.submit(str(number))
    with pytest.raises(NotReady):
        queue_harness.submit("one too many")
    assert isinstance(queue_harness.submit("3"), Waiting)
    assert queue_harness.queue.waiting == 5


def test_oldest_results_are_forgotten(queue_harness):
    for number in range(REMEMBERED + 5):
        queue_harness.submit(str(number))
        queue_harness.says({})
        queue_harness.until(str(number), Done)
    assert queue_harness.queue.state_of("0") is None
    assert queue_harness.queue.state_of(str(REMEMBERED + 4)) == Done({})


def test_closing_the_queue_ends_a_working_process(queue_harness):
    queue_harness.submit("a")
    queue_harness.begun()
    queue_harness.queue.close()
    assert queue_harness.workers[0].ended
    assert len(queue_harness.unused) == 3
