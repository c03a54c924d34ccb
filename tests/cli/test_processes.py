"""Several real server processes behind one port, killed, replaced and ended."""

import asyncio
import os
import re
import signal
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from pasch.cli import processes
from pasch.cli.processes import CannotShare, check_shared
from tests.cli.terminal import pasch
from tests.support.history import deviations
from tests.support.history_crowd import Crowd
from tests.support.history_database import read_postgres
from tests.support.postgres import Databases
from tests.support.server import Server, free_ports

pytestmark = pytest.mark.slow

SHARED = ("--processes=2", "--bus=poll")
NOWHERE = "--database=postgresql://nobody@127.0.0.1:1/none"
PATIENCE = 60.0


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[Server]:
    """Two processes, each also on a private port, with settings that a test may change."""
    folder = tmp_path_factory.mktemp("together")
    file = configured(folder, f"process_ports = {free_ports(2)}")
    with together(folder, databases.new(), f"--config={file}") as running:
        yield running


@pytest.fixture
def server(shared: Server) -> Server:
    """The shared server, started again if a test has ended it."""
    if shared.process is None:
        shared.log.unlink()
        shared.start()
        until(lambda: len(serving(shared)) == 2)
    return shared


@contextmanager
def together(folder: Path, url: str, *options: str, **environment: str) -> Iterator[Server]:
    """A server of two processes that both serve."""
    with Server(folder, (f"--database={url}", *SHARED, *options), environment) as running:
        until(lambda: "Pasch is ready" in running.output())
        yield running


def children(process: int) -> set[int]:
    """Return the ids of the processes that a process has started."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return set()
    return set(map(int, text.split()))


def serving(server: Server) -> set[int]:
    assert server.process is not None
    return children(server.process.pid)


def until(holds: Callable[[], object]) -> None:
    """Poll until a condition holds."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if holds():
            return
        pause.wait(0.02)
    raise AssertionError("it never came about")


def get(server: Server, path: str) -> str:
    """Return the response, received over a new connection."""
    request = urllib.request.Request(server.url + path, headers={"Connection": "close"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read().decode()


def answering(server: Server) -> str:
    """Return the start time of the process that answers the request."""
    found = re.search(r"^process_start_time_seconds (\S+)", get(server, "/metrics"), re.MULTILINE)
    assert found is not None
    return found[1]


def ended(processes: set[int]) -> bool:
    return not any(Path(f"/proc/{process}").exists() for process in processes)


def test_all_processes_answer_and_one_announces_readiness(server):
    seen = set()
    until(lambda: seen.add(answering(server)) or len(seen) == 2)
    assert server.output().count("Pasch is ready") == 1
    assert len(serving(server)) == 2


def test_each_process_answers_on_its_private_port(server, tmp_path):
    first = int(settings(server).read_text().split()[-1])
    began = [answering(replace(server, port=port, process=None)) for port in (first, first + 1)]
    assert began[0] != began[1]
    until(lambda: answering(server) == began[1])
    with refused(*SHARED, NOWHERE, f"--config={configured(tmp_path, 'process_ports = 65535')}") as lines:
        assert lines[0].startswith("pasch: Port 6553")


def settings(server: Server) -> Path:
    """The file that the server was started with."""
    return server.folder / "pasch.toml"


def configured(folder: Path, text: str) -> Path:
    file = folder / "pasch.toml"
    file.write_text(text)
    return file


def test_killed_process_is_replaced(server):
    before = serving(server)
    os.kill(min(before), signal.SIGKILL)
    until(lambda: len(serving(server)) == 2 and serving(server) != before)
    assert min(before) not in serving(server)
    assert "process_ended" in server.output()
    seen = set()
    until(lambda: seen.add(answering(server)) or len(seen) == 2)


def test_replacing_all_processes_refuses_no_request(server):
    before, troubles, asked = serving(server), [], threading.Event()

    def ask() -> None:
        while not asked.is_set():
            try:
                assert get(server, "/healthz")
            except Exception as trouble:  # noqa: BLE001 - any error means a refused request
                troubles.append(trouble)

    askers = [threading.Thread(target=ask) for _ in range(4)]
    for asker in askers:
        asker.start()
    os.kill(server.process.pid, signal.SIGHUP)
    until(lambda: ended(before))
    asked.set()
    for asker in askers:
        asker.join()
    assert troubles == []
    assert len(serving(server)) == 2
    assert not serving(server) & before


QUICK = {"PASCH_BUS_POLL": "0.05", "PASCH_BOT_PAUSE": "0.02"}


def test_replacing_all_processes_loses_no_command_and_no_time(tmp_path, postgres_url):
    with together(tmp_path, postgres_url, **QUICK) as server:
        crowd = Crowd([server.url], programs=True)
        asyncio.run(played_through(server, crowd))
        kept = asyncio.run(read_postgres(postgres_url, crowd.history.tables))
    assert set(crowd.refused) <= {"stale"}
    assert deviations(crowd.history, kept) == []
    (table,) = thinking(crowd)
    events = kept[table].events
    # The clock need not restart if the table moved between living processes and its player reconnected in time.
    assert {event.type for event in events} & CLOCKS <= {"clock_restarted"}
    # The time from the last event to the restart does not count: the deadline moved by as much.
    pauses = [after.at - before.at for before, after in pairwise(events) if after.type == "clock_restarted"]
    snapshots = crowd.history.tables[table].snapshots
    ends = [end_of_turn(each) for _, at in sorted(snapshots.items()) for each in at if each["clock"]]
    assert ends[-1] - ends[0] >= sum(pauses, -TIMING_TOLERANCE)


CLOCKS = {"clock_restarted", "time_up", "seat_held"}
TIMING_TOLERANCE = timedelta(milliseconds=5)
"""Times have milliseconds."""


def end_of_turn(shown):
    return datetime.fromisoformat(shown["clock"]["turn_ends_at"])


def thinking(crowd):
    """The tables at which all players are present and none moves."""
    return [
        table
        for table, habit in crowd.habits.items()
        if habit.idle_players and all(player.seen and player.seen["clock"] for player in crowd.players[table])
    ]


async def played_through(server, crowd):
    """Play on while all processes are replaced."""
    before = serving(server)
    async with asyncio.TaskGroup() as group, crowd.playing(4):
        thought = group.create_task(crowd.match(2, idle_players=True))
        await crowd.until_true(lambda: bool(thinking(crowd)))
        await crowd.until(30)
        os.kill(server.process.pid, signal.SIGHUP)
        await asyncio.to_thread(until, lambda: ended(before))
        await crowd.until(30)
        await crowd.until_programs_acted()  # the new processes run the bots and the timers
        thought.cancel()
    await crowd.reread_everything()


def test_invalid_new_settings_keep_the_old_processes(server):
    before, file = serving(server), settings(server)
    right = file.read_text()
    file.write_text(f"{right}\nslow_request = 'never'\n")
    os.kill(server.process.pid, signal.SIGHUP)
    until(lambda: "process_not_replaced" in server.output())
    until(lambda: serving(server) == before)  # the new process is removed after that message
    assert "slow_request" in server.output()
    file.write_text(f"{right}\nslow_request = 3.0\n")
    os.kill(server.process.pid, signal.SIGHUP)
    until(lambda: ended(before))
    assert get(server, "/healthz")


def test_shutdown_leaves_no_process_behind(server):
    processes = serving(server)
    processes |= {further for process in processes for further in children(process)}
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0
    server.process = None
    until(lambda: ended(processes))


def test_death_of_the_first_process_ends_the_others(server):
    processes = serving(server)
    server.kill()
    until(lambda: ended(processes))


@contextmanager
def refused(*options: str) -> Iterator[list[str]]:
    done = pasch("serve", "--port=0", *options)
    assert (done.code, done.out) == (1, "")
    yield done.err.splitlines()


def test_several_processes_require_postgresql(tmp_path):
    with refused(*SHARED, f"--database=sqlite:///{tmp_path}/one") as lines:
        assert lines == ["pasch: Several processes need PostgreSQL: --database postgresql://user@host/name"]


def test_several_processes_require_a_bus():
    with refused("--processes=2", "--bus=local", NOWHERE) as lines:
        assert lines == ["pasch: Several processes need a bus: --bus poll, or --bus redis://… with a Redis or Valkey"]


def test_several_processes_require_socket_passing(monkeypatch):
    monkeypatch.setattr(processes.os, "name", "nt")
    with pytest.raises(CannotShare, match="start one alone here"):
        check_shared(None, "poll")


def test_shared_startup_error_is_printed_once():
    with refused(*SHARED, NOWHERE) as lines:
        [line] = [line for line in lines if line.startswith("pasch: ")]
        assert "nobody@127.0.0.1:1/none" in line


def test_invalid_process_count_is_refused():
    assert pasch("serve", "--processes=0").code == 2
    with refused("--processes=2", "--bus=local") as lines:
        assert len(lines) == 1
