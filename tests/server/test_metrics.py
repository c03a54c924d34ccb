"""The metrics of a server, and their cost."""

import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pasch.server.configuration.settings import ServerSettings
from tests.server.world import world_on
from tests.support.protocol import Socket, connect

pytestmark = pytest.mark.anyio
PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


async def figures(person):
    """All samples, keyed by name and labels."""
    answer = await person.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(answer.text)
    return {(sample.name, *sorted(sample.labels.items())): sample.value for each in families for sample in each.samples}


async def test_requests_are_counted_and_measured_by_route(anna):
    table = (await anna.open())["id"]
    await anna.get(f"/tables/{table}")
    await anna.ask("GET", "/tables/none")
    await anna.ask("GET", "/nothing")
    await anna.http.request("BREW", "/healthz")
    found = await figures(anna)
    route = ("route", "/api/v1/tables/{table}")
    assert found["pasch_requests_total", ("method", "GET"), route, ("status", "200")] == 1
    assert found["pasch_requests_total", ("method", "GET"), route, ("status", "404")] == 1
    assert found["pasch_requests_total", ("method", "GET"), ("route", "other"), ("status", "404")] == 1
    assert found["pasch_requests_total", ("method", "other"), ("route", "/healthz"), ("status", "405")] == 1
    assert found["pasch_request_seconds_count", route] == 2
    assert 0 < found["pasch_request_seconds_sum", route] < 10
    assert not [key for key in found if table in str(key)]


async def test_unknown_paths_and_methods_add_no_metrics(anna):
    before = len(await figures(anna))
    for n in range(50):
        await anna.http.request(f"BREW{n}", f"/page{n}")
        await anna.ask("GET", f"/tables/table{n}")
    grown = [key for key in await figures(anna) if "page" in str(key) or "BREW" in str(key) or "table4" in str(key)]
    assert grown == []
    assert len(await figures(anna)) < before + 60


async def test_commands_are_counted_by_outcome_and_timed_by_connection(world, anna):
    table = (await anna.open())["id"]
    await anna.do(table, "roll")
    await anna.command(table, "score", cell="nonsense")
    far = Socket(capacity=1000)
    line = connect(world, anna, table, far)
    far.command(type="roll")
    far.command(type="end_turn")
    await far.until("answer", 2)
    open_now = await figures(anna)
    far.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await line
    found = await figures(anna)
    assert found["pasch_commands_total", ("outcome", "accepted")] == 2
    assert sum(value for (name, *_), value in found.items() if name == "pasch_commands_total") == 4
    assert found["pasch_command_seconds_count", ("connection", "http")] == 2
    assert found["pasch_command_seconds_count", ("connection", "socket")] == 2
    assert (open_now["pasch_sockets",], found["pasch_sockets",]) == (1, 0)


async def test_tables_and_watchers_are_counted(world, anna):
    table = (await anna.open("Anna", "human", visibility="public"))["id"]
    running = (await anna.open())["id"]
    clara = await world.person()
    far = Socket(capacity=1000)
    line = connect(world, clara, table, far)
    await far.until("snapshot", 1)
    found = await figures(anna)
    assert found["pasch_tables", ("status", "waiting")] == 1
    assert found["pasch_tables", ("status", "running")] == 1
    assert found["pasch_watchers",] == 1
    far.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await line
    await anna.do(running, "abort")
    found = await figures(anna)
    assert (found["pasch_tables", ("status", "aborted")], found["pasch_watchers",]) == (1, 0)


async def test_append_conflicts_between_processes_are_counted(database):
    async with world_on(database) as one, world_on(database) as two:
        anna = await one.person()
        there = await two.person()
        there.token = anna.token
        table = (await anna.open())["id"]
        await there.get(f"/tables/{table}")
        await anna.do(table, "roll")
        await there.do(table, "roll")
        assert (await figures(there))["pasch_append_conflicts_total",] == 1
        assert (await figures(anna))["pasch_append_conflicts_total",] == 0


async def test_every_metric_is_documented(anna):
    table = PAGE.read_text("utf-8").partition("## Metrics")[2].partition("\n## ")[0]
    documented = {
        name: {label.strip("`") for label in labels.split(" · ") if label}
        for name, labels in re.findall(r"^\| `(pasch_\w+)` \| (.*?) \|", table, re.MULTILINE)
    }
    await anna.do((await anna.open())["id"], "roll")
    exposed: dict[str, set[str]] = {}
    for family in text_string_to_metric_families((await anna.http.get("/metrics")).text):
        if family.name.startswith("pasch_"):
            name = family.name + "_total" * (family.type == "counter")
            labels = {label for sample in family.samples for label in sample.labels} - {"le"}
            exposed[name] = labels
    exposed["pasch_solving_jobs_total"] = {"job", "outcome"}  # nothing was solved here
    assert exposed == documented


async def test_slow_reader_is_counted(database):
    async with world_on(database, ServerSettings(patience=0.01)) as world:
        anna = await world.person()
        await connect(world, anna, (await anna.open())["id"], Socket(capacity=1))
        assert (await figures(anna))["pasch_slow_readers_total",] == 1
