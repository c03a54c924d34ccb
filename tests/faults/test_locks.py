"""The locks of processes on PostgreSQL: one process plays a table's bots, through any failure of the connections."""

import asyncio
import signal
from contextlib import asynccontextmanager
from dataclasses import dataclass

import asyncpg
import httpx
import pytest

from pasch.service.runtime.shards import shard_of
from pasch.storage.database import CannotStore
from pasch.storage.opening import opened
from pasch.storage.ownership import PROCESS, SHARD, PostgresLocks
from tests.support.proxies import Pooler, TcpProxy
from tests.support.quick_server import QuickServer

pytestmark = pytest.mark.anyio

LOCKS = "SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = $1"
TABLES = 6
SETTINGS = {"PASCH_SOLVING_AHEAD": "0", "PASCH_BOT_PAUSE": "0.4"}


# ------------------------------------------------------------------------------- locks


@dataclass
class Notices:
    """The notices of a connection."""

    calls: list
    closed: asyncio.Event


async def connect(url):
    notices = Notices([], asyncio.Event())
    return await PostgresLocks(url).connect(notices.calls.append, notices.closed.set), notices


async def until(condition):
    while not await condition():  # noqa: ASYNC110 - PostgreSQL sends no notice
        await asyncio.sleep(0.05)


async def test_shard_has_one_owner_until_its_connection_closes(postgres_url):
    (one, notices), (other, _) = await connect(postgres_url), await connect(postgres_url)
    assert (await one.holders()).processes == {one.process, other.process}
    assert sorted(await one.acquire([1, 2])) == [1, 2]
    assert await other.acquire([2, 3]) == [3]
    assert (await other.holders()).shards == {1: one.process, 2: one.process, 3: other.process}
    await one.release([2])
    assert await other.acquire([1, 2]) == [2]
    await other.call(["a", "b"])
    await other.close()
    assert (await one.holders()).shards == {1: one.process}
    assert [call for call in notices.calls if call] == ["a", "b"]
    assert notices.calls[-1] is None
    assert not notices.closed.is_set()
    one.abandon()


async def test_terminated_connection_is_reported_and_frees_its_locks(postgres_url):
    (one, notices), (other, _) = await connect(postgres_url), await connect(postgres_url)
    await one.acquire([1])
    db = await asyncpg.connect(postgres_url)
    await db.execute("SELECT pg_terminate_backend($1)", one._db.get_server_pid())
    await db.close()
    async with asyncio.timeout(60):
        await notices.closed.wait()
    assert await other.acquire([1]) == [1]
    other.abandon()


@pytest.mark.slow
async def test_idle_connection_loses_its_locks(postgres_url):
    (one, notices), (other, _) = await connect(postgres_url), await connect(postgres_url)
    await one.acquire([1])
    async with asyncio.timeout(60):
        while not notices.closed.is_set():
            assert (await other.holders()).processes >= {other.process}
            await asyncio.sleep(1)
    assert await other.acquire([1]) == [1]
    other.abandon()


@pytest.mark.slow
async def test_transaction_pooler_is_refused_and_direct_address_accepted(postgres_url):
    async with opened(postgres_url) as database, Pooler(postgres_url) as pooler:
        with pytest.raises(CannotStore, match=r"transaction pooler.*ownership_database"):
            await PostgresLocks(pooler.url).check(database)
        await PostgresLocks(postgres_url).check(database)


async def test_locks_in_another_database_are_refused(postgres_url, databases):
    async with opened(postgres_url) as database:
        with pytest.raises(CannotStore, match="another database"):
            await PostgresLocks(databases.empty()).check(database)


# ------------------------------------------------------------------------------- two servers


@dataclass
class TwoServers:
    """Two servers on one database, and tables at which bots play."""

    servers: list
    url: str
    tables: list

    async def wait_for_progress(self, times=2):
        """Bots continue at every unfinished table, without a time limit."""
        before = await self.lengths()
        async with asyncio.timeout(120):
            await until(lambda: self._progressed(before, times))

    async def _progressed(self, before, times):
        after = await self.lengths()
        return all(after[table] >= length + times for table, length in before.items())

    async def lengths(self):
        db = await asyncpg.connect(self.url)
        try:
            rows = await db.fetch("SELECT table_id, max(seq) FROM events GROUP BY table_id")
        finally:
            await db.close()
        return {table: length for table, length in rows if table in self.tables}

    async def pids(self, kind):
        db = await asyncpg.connect(self.url)
        try:
            return [pid for (pid,) in await db.fetch(LOCKS, kind)]
        finally:
            await db.close()


@asynccontextmanager
async def two_servers(folder, url, *lock_addresses):
    """Two servers that share the shards, each with an address for its locks."""
    addresses = [*lock_addresses, url, url][:2]
    servers = [QuickServer(folder, SETTINGS | {"PASCH_OWNERSHIP_DATABASE": each}, [], url) for each in addresses]
    try:
        for server in servers:
            await server.start()
        cluster = TwoServers(servers, url, [])
        await until(lambda: both_own_shards(cluster))
        async with httpx.AsyncClient(base_url=f"{servers[1].url}/api/v1", trust_env=False) as http:
            headers = {"Authorization": f"Bearer {(await http.post('/session', json={})).json()['token']}"}
            bots = [{"kind": "bot"}, {"kind": "bot"}]
            for _ in range(TABLES):
                wish = {"variant": "kniffel", "seats": bots, "games": 3}
                cluster.tables.append((await http.post("/tables", json=wish, headers=headers)).json()["id"])
        assert len({shard_of(table) for table in cluster.tables}) > 1
        await cluster.wait_for_progress()
        yield cluster
    finally:
        for server in servers:
            if server.process is not None:
                server.process.send_signal(signal.SIGCONT)
                server.kill()


async def one_process_left(cluster):
    return len(await cluster.pids(PROCESS)) == 1


async def both_own_shards(cluster):
    return len(await cluster.pids(SHARD)) == 2


@pytest.mark.slow
async def test_frozen_owner_is_replaced_and_rejoins_as_new_process(tmp_path, postgres_url):
    async with two_servers(tmp_path, postgres_url) as cluster:
        frozen_server = cluster.servers[0]
        frozen_server.process.send_signal(signal.SIGSTOP)
        await until(lambda: one_process_left(cluster))
        await cluster.wait_for_progress()
        frozen_server.process.send_signal(signal.SIGCONT)
        await until(lambda: both_own_shards(cluster))
        await cluster.wait_for_progress()


@pytest.mark.slow
async def test_disconnected_owner_is_replaced_and_returns(tmp_path, postgres_url):
    async with TcpProxy(postgres_url) as proxy, two_servers(tmp_path, postgres_url, proxy.url) as cluster:
        proxy.disconnect()
        await until(lambda: one_process_left(cluster))
        await cluster.wait_for_progress()
        proxy.reconnect()
        await until(lambda: both_own_shards(cluster))
        await cluster.wait_for_progress()


@pytest.mark.slow
async def test_servers_recover_from_terminated_lock_connections(tmp_path, postgres_url):
    async with two_servers(tmp_path, postgres_url) as cluster:
        before = set(await cluster.pids(PROCESS))
        db = await asyncpg.connect(postgres_url)
        for pid in before:
            await db.execute("SELECT pg_terminate_backend($1)", pid)
        await db.close()
        await until(lambda: both_own_shards(cluster))
        assert not before & set(await cluster.pids(PROCESS))
        await cluster.wait_for_progress()
        assert all(server.process.poll() is None for server in cluster.servers)


@pytest.mark.slow
async def test_servers_reacquire_locks_after_database_restart(tmp_path, own_postgres):
    from tests.support.postgres import Databases

    with Databases(own_postgres.address) as databases:
        url = databases.new()
        async with two_servers(tmp_path, url) as cluster:
            await asyncio.to_thread(own_postgres.kill)
            await asyncio.to_thread(own_postgres.start)
            await until(lambda: both_own_shards(cluster))
            await cluster.wait_for_progress()


# ------------------------------------------------------------------------------- one server


@pytest.mark.slow
async def test_one_file_allows_one_server_and_administration(tmp_path):
    from tests.cli.terminal import pasch

    server = await QuickServer(tmp_path, SETTINGS).start()
    database = f"--database=sqlite:///{server.database}"
    try:
        second = await asyncio.to_thread(pasch, "serve", "--port=0", database)
        assert (second.code, second.out) == (1, "")
        assert len(second.err.splitlines()) == 1
        assert f"Another server uses the database {server.database}; end it first" in second.err
        checked = await asyncio.to_thread(pasch, "admin", "check", database)
        assert checked.code == 0, checked.err
    finally:
        server.kill()
    await server.start()
    server.stop()
