"""Makes the frozen fixture of version 0.1: `python -m tests.upgrade.make_fixture tests/upgrade/version_0_1.tar.xz`.

This program ran once, with the code of version 0.1 (commit 834b0ef), and documents the contents of the fixture. Later
code need not run it: a fixture of a newer version would no longer test the upgrade from 0.1.

The evening is played on SQLite. PostgreSQL gets the same rows from a backup, so one list of expected states fits both.
"""

import asyncio
import gzip
import json
import os
import shutil
import subprocess
import sys
import tarfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from sqlite3 import connect
from tempfile import TemporaryDirectory
from typing import Any

from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import VARIANTS, find_variant
from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.service.archive.records import record_of
from pasch.service.ids import TableId
from pasch.service.retention import Purge
from pasch.service.runtime.cache import LiveTable
from pasch.service.system import SystemClock
from pasch.solver import cache, store
from pasch.storage.backup import read_backup, write_backup
from pasch.storage.opening import opened
from pasch.storage.retention import SqlRetention
from pasch.storage.tables import SqlTables
from tests.server.players import open_table_for_people, play_on, play_out
from tests.server.world import Person, World, world_on
from tests.support.postgres import Databases, Postgres, find_programs
from tests.upgrade.reading import read_tables

PASSWORD = "five dice in a cup"
CHANGED = "six dice in a cup"
MECHANICS = (
    "kniffeliger",
    "kniffeliger-program",
    "luegenkniffel",
    "pasch-ddr",
    "yatzy-duel",
    "dice-duel",
    "kismet",
    "jamb",
    "centre-up-down",
)
SETTINGS = """\
# Every kind of setting, as version 0.1 reads it.
host = "0.0.0.0"
port = 8765
trusted_proxies = ["10.0.0.0/8", "192.0.2.1"]
public_url = "https://pasch.example/"
origins = ["https://other.example"]
hsts = true
log_format = "json"
connections = 2000
refusals = "300,20"
sessions = [3, 0.25]
patience = 3
bot_pause = 0
grace_long = 7.5
solving_ahead = 0.0
keep_interrupted = 36500
keep_aborted = 36500
keep_finished = 36500
"""


OFTEN = Rate(100_000, 1000)
UNHURRIED = ServerSettings(openings=OFTEN, misses=OFTEN)


class FixtureBuilder:
    """The contents of the fixture, and the expected results."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = Random(15)
        self.owners: dict[str, str] = {}
        self.about: dict[str, str] = {}
        self.secrets: dict[str, Any] = {}

    def keep(self, about: str, table: str, person: Person) -> str:
        self.owners[table], self.about[table] = person.token or "", about
        return table

    async def play(self) -> None:
        """Play, talk, interrupt and hand over."""
        anna, bernd, clara = [await self.world.person() for _ in range(3)]
        await self.accounts(anna, bernd)
        for key in VARIANTS:
            await self.games(anna, key)
        for key in MECHANICS:
            await self.together(anna, bernd, clara, key)
        await self.real_dice(anna)
        await self.bots(anna)
        await self.hand_over(anna, clara)
        await self.others(anna, bernd)
        await self.talk(anna, bernd, clara)
        await self.imports(anna, clara)
        await asyncio.sleep(3)  # results are stored in the background
        self.secrets["guests"] = {"clara": clara.token}
        self.secrets["high_scores"] = await anna.get("/high-scores", params={"variant": "kniffel"})
        for name, person in (("anna", anna), ("bernd", bernd), ("clara", clara)):
            past = await person.get("/history")
            self.secrets[f"history of {name}"] = {"matches": past["matches"], "names": past["names"]}

    async def accounts(self, anna: Person, bernd: Person) -> None:
        for person, name, bot in ((anna, "Anna", False), (bernd, "Böt", True)):
            answer = await person.ask("POST", "/account", {"name": name, "password": PASSWORD, "bot": bot})
            assert answer.status_code == 201, answer.text
        answer = await bernd.ask("PUT", "/account/password", {"old": PASSWORD, "new": CHANGED})
        assert answer.status_code == 204, answer.text
        made = await anna.ask("POST", "/account/tokens", {"label": "reader", "scopes": ["read"]})
        play = await anna.ask("POST", "/account/tokens", {"label": "player", "scopes": ["play", "chat"], "days": 3660})
        link = await anna.ask("POST", "/session/link", {})
        claimed = await self.world.person(session=False)
        device = await claimed.ask("POST", "/session/claim", {"code": link.json()["code"]})
        unused = await anna.ask("POST", "/session/link", {})
        self.secrets["accounts"] = {"Anna": PASSWORD, "Böt": CHANGED}
        self.secrets["tokens"] = {
            "anna": anna.token,
            "bernd": bernd.token,
            "anna's phone": device.json()["token"],
            "anna's reader": made.json()["token"],
            "anna's player": play.json()["token"],
        }
        self.secrets["link"] = unused.json()["code"]

    def seats(self, key: str) -> list[str]:
        least, most = VARIANTS[key].seats
        count = max(least, min(2, most or 2))
        return ["Anna", "Bernd", "Clara", "Dora"][:count]

    async def games(self, anna: Person, key: str) -> None:
        """A finished game of every variant, and one in the middle."""
        table = (await anna.open(*self.seats(key), variant=key))["id"]
        await play_out([anna], table, self.rng)
        self.keep(f"{key}, finished", table, anna)
        table = (await anna.open(*self.seats(key), variant=key))["id"]
        for _ in range(self.rng.randint(7, 30)):
            await play_on([anna], table, self.rng)
        self.keep(f"{key}, running", table, anna)

    async def together(self, anna: Person, bernd: Person, clara: Person, key: str) -> None:
        """People at separate devices, with secrets, interrupted in the middle of a turn."""
        least, most = VARIANTS[key].seats
        people = [anna, bernd, clara][: max(least, min(3, most or 3))]
        if len(people) > 1:
            for about in ("running", "interrupted", "finished"):
                table = await open_table_for_people(
                    self.world, *people, variant=key, games=2 if about == "finished" else 1
                )
                if about == "finished":
                    await play_out(people, table, self.rng)
                else:
                    for _ in range(self.rng.randint(9, 40)):
                        await play_on(people, table, self.rng)
                if about == "interrupted":
                    keys = [await self.interrupt(person, table) for person in people]
                    self.secrets.setdefault("keys", {})[table] = keys
                self.keep(f"{key} together, {about}", table, people[-1])

    async def interrupt(self, person: Person, table: str) -> str:
        answer = await person.ask("POST", f"/tables/{table}/interrupt")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["key"])

    async def real_dice(self, anna: Person) -> None:
        """Typed dice, points alone, corrections; also of a finished game."""
        for variant, turns in (("kniffel", 5), ("kniffel-plain", 999), ("maxi-yatzy", 7)):
            table = (await anna.open("Anna", "Bernd", variant=variant, dice="real"))["id"]
            for number in range(turns):
                kind = "enter_points" if number % 3 == 2 else "enter_dice"
                if not await self.typed(anna, table, kind):
                    break
            await anna.do(table, "correct", seat=1, round=1, dice="666666"[: VARIANTS[variant].dice])
            self.keep(f"{variant} with real dice", table, anna)

    async def typed(self, anna: Person, table: str, kind: str) -> bool:
        legal = (await anna.table(table))["legal_actions"]
        chosen = [action for action in legal if action["type"] == kind]
        if not chosen:
            return False
        await anna.command(table, **self.rng.choice(chosen))
        if kind == "enter_dice":
            entries = [each for each in (await anna.table(table))["legal_actions"] if each["type"] == "score"]
            await anna.command(table, **self.rng.choice(entries))
        return True

    async def bots(self, anna: Person) -> None:
        """Computer players; the next roll is Anna's."""
        for variant, games in (("kniffel", 1), ("kniffeliger", 1), ("luegenkniffel", 1), ("yahtzee", 3)):
            others = ["bot"] * max(1, VARIANTS[variant].seats[0] - 1)
            table = (await anna.open("Anna", *others, variant=variant, games=games))["id"]
            for _ in range(30):
                await self.bots_played(anna, table)
                await play_on([anna], table, self.rng)
            await self.bots_played(anna, table)
            self.keep(f"{variant} with a bot", table, anna)

    async def bots_played(self, anna: Person, table: str) -> None:
        while not (seen := await anna.table(table))["legal_actions"] and seen["status"] == "running":  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async def hand_over(self, anna: Person, clara: Person) -> None:
        """Interrupted on one device, continued on another, and interrupted again there."""
        table = (await anna.open("Anna", "Bernd", variant="yatzy"))["id"]
        await play_on([anna], table, self.rng)
        key = await self.interrupt(anna, table)
        answer = await clara.ask("POST", "/continue", {"key": key})
        assert answer.status_code == 200, answer.text
        await play_on([clara], table, self.rng)
        self.keep("yatzy, handed over", table, clara)
        self.secrets.setdefault("keys", {})[table] = [await self.interrupt(clara, table)]
        solo = (await clara.open("Clara", variant="kniffel"))["id"]
        await play_on([clara], solo, self.rng)
        self.secrets["keys"][solo] = [await self.interrupt(clara, solo)]
        self.keep("kniffel, interrupted", solo, clara)

    async def others(self, anna: Person, bernd: Person) -> None:
        """Matches of several games, house rules, clocks, a lobby, seats that were left, an entry taken back."""
        for variant, games in (("kniffel", 3), ("hartard", 2), ("spiffel-123", 2), ("dice-duel", 3)):
            seats = self.seats(variant)
            table = (await anna.open(*seats, variant=variant, games=games))["id"]
            while (await anna.table(table))["game"] < 2:
                await play_on([anna], table, self.rng)
            self.keep(f"{variant}, the second of {games} games", table, anna)
        rules = {"joker": "none", "extra_points": 50, "columns": "free|down|up|announce"}
        table = (await anna.open("Anna", "Bernd", variant="kniffel", rules=rules, rules_name="Our rules"))["id"]
        for _ in range(40):
            await play_on([anna], table, self.rng)
        self.keep("kniffel with house rules", table, anna)
        table = (await anna.open("Anna", "Bernd", variant="kniffel"))["id"]
        await anna.do(table, "roll")
        await anna.do(table, "score", cell="chance")
        await anna.do(table, "take_back")
        self.keep("kniffel, an entry taken back", table, anna)
        waiting = (await anna.open("Anna", "human", variant="kniffel", visibility="public"))["id"]
        self.keep("kniffel, waiting", waiting, anna)
        timed = await open_table_for_people(
            self.world, anna, bernd, variant="kniffel", time={"turn": 3600, "bank": 60}, absent="entry"
        )
        await play_on([anna, bernd], timed, self.rng)
        self.keep("kniffel with a clock", timed, anna)
        frozen = await open_table_for_people(self.world, anna, bernd, variant="kniffel")
        for _ in range(8):
            await play_on([anna, bernd], frozen, self.rng)
        answer = await bernd.ask("POST", f"/tables/{frozen}/leave", {"seat": "freeze"})
        assert answer.status_code in {200, 204}, answer.text
        self.keep("kniffel, a seat was left", frozen, anna)
        ended = (await anna.open("Anna", "Bernd", variant="kniffel", games=2))["id"]
        while (await anna.table(ended))["game"] < 2:
            await play_on([anna], ended, self.rng)
        await anna.do(ended, "abort")
        self.keep("kniffel, aborted in the second game", ended, anna)
        seeded = (await anna.open("Anna", "human", variant="kniffel"))["id"]
        await bernd.ask("POST", f"/tables/{seeded}/seats", {"name": "Bernd", "seed": "5eed"})
        await play_out([anna, bernd], seeded, self.rng)
        again = await anna.ask("POST", f"/tables/{seeded}/rematch", {})
        assert again.status_code in {200, 201}, again.text
        self.keep("kniffel with a seed of a player, finished", seeded, bernd)

    async def talk(self, anna: Person, bernd: Person, clara: Person) -> None:
        table = await open_table_for_people(self.world, anna, bernd, variant="kniffel")
        self.keep("kniffel with chat", table, anna)
        for person, text, path in (
            (anna, "Who plays? 🎲", "/chat"),
            (bernd, "Ich!", "/chat"),
            (anna, "Viel Glück", f"/tables/{table}/chat"),
            (bernd, "to be reported", f"/tables/{table}/chat"),
        ):
            answer = await person.ask("POST", path, {"text": text})
            assert answer.status_code == 201, answer.text
            if text == "to be reported":
                reported = await anna.ask("POST", f"/chat/{answer.json()['id']}/report", {"reason": "rude"})
                assert reported.status_code in {200, 201, 204}, reported.text
        muted = await clara.ask("PUT", f"/people/{(await bernd.get('/account'))['person']}/mute")
        assert muted.status_code in {200, 201, 204}, muted.text
        lines = {path: (await anna.get(path))["lines"] for path in ("/chat", f"/tables/{table}/chat")}
        self.secrets["chat"] = {path: [line["text"] for line in said] for path, said in lines.items()}

    async def imports(self, anna: Person, clara: Person) -> None:
        export = await anna.ask("GET", "/history/export", params={"variant": "yahtzee"})
        foreign = json.loads(export.text.splitlines()[0])["record"]
        answer = await clara.ask(
            "POST", "/history/import", content=foreign.encode(), headers={"Content-Type": "text/plain"}
        )
        assert answer.status_code == 201, answer.text
        [record] = answer.json()["records"]
        self.keep("yahtzee, imported", record["table"], clara)
        self.secrets["import"] = {"record": foreign, "table": record["table"]}


async def deletion(url: str) -> None:
    """A match that was interrupted and deleted; the list of deletions names it."""
    async with world_on(url) as world:
        await (await world.person()).open("Clara", "human")
    async with opened(url) as database:
        assert await Purge(SqlRetention(database), SystemClock()).once(timedelta(0))


async def texts(url: str, about: dict[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Records of the finished matches, with their results, and positions of the running ones."""
    records, positions = {}, {}
    async with world_on(url) as world, opened(url) as database:
        tables = SqlTables(database)
        for table, name in about.items():
            row = await tables.find(TableId(table))
            assert row is not None
            live = LiveTable(row, await tables.read(TableId(table), 0))
            if live.state.status.ended:
                text = write_record(record_of(live, "en"))
                read = read_record(text)
                records[name] = {"text": text, "totals": read.totals, "grand_totals": read.grand_totals}
            elif live.state.match is not None and live.state.match.game.turn is not None:
                game = live.state.match.game
                text = Position.of(game).to_text()
                again = Position.from_text(text).game
                positions[name] = {
                    "text": text,
                    "legal": len(again.legal_actions),
                    "totals": [s.total for s in again.sheets],
                }
        del world
    return records, positions


def sqlite_text(file: Path) -> str:
    with closing(connect(file)) as db:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        return f"PRAGMA journal_mode = WAL;\nPRAGMA application_id = {application};\n" + "\n".join(db.iterdump()) + "\n"


def postgres_text(programs: Path, url: str) -> str:
    command = [programs / "pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=200", url]
    dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Commands of psql, and a setting that older servers lack.
    foreign = ("\\", "SET transaction_timeout")
    return "".join(line for line in dump.splitlines(keepends=True) if not line.startswith(foreign))


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


async def make(folder: Path, scratch: Path, databases: Databases, programs: Path) -> None:
    file = scratch / "pasch.sqlite3"
    url, other = f"sqlite:///{file}", databases.empty()
    await deletion(url)
    async with world_on(url, UNHURRIED) as world:
        builder = FixtureBuilder(world)
        await builder.play()
    made_at = datetime.now(UTC)
    records, positions = await texts(url, builder.about)
    async with opened(url) as database:
        states = await read_tables(database, builder.owners, made_at)
        with (scratch / "backup").open("wb") as out:
            await write_backup(database, out, made_at)
    async with opened(other) as database:
        await read_backup(database, scratch / "backup")
        assert await read_tables(database, builder.owners, made_at) == states
    (folder / "pasch.backup.jsonl").write_bytes(gzip.decompress((scratch / "backup").read_bytes()))
    (folder / "sqlite.sql").write_text(sqlite_text(file), "utf-8")
    (folder / "postgres.sql").write_text(postgres_text(programs, other), "utf-8")
    (folder / "records.json").write_text(as_json(records), "utf-8")
    (folder / "pasch.toml").write_text(SETTINGS, "utf-8")
    expected = {
        "made_at": made_at.isoformat(),
        "tables": {
            table: {"about": builder.about[table], "token": builder.owners[table], "state": states[table]}
            for table in builder.owners
        },
        "positions": positions,
        **builder.secrets,
    }
    (folder / "expected.json").write_text(as_json(expected), "utf-8")


def solved(folder: Path, scratch: Path) -> None:
    """The table of a small game."""
    os.environ["PASCH_CACHE"] = str(scratch)
    cheerio = find_variant("cheerio")
    store.solve(cheerio)
    shutil.copy(cache.table_path(cheerio, store.KIND), folder / "cheerio.mean32.table")


def main() -> None:
    programs = find_programs()
    assert programs is not None
    with TemporaryDirectory() as made, TemporaryDirectory() as scratch:
        with Postgres(programs) as server, Databases(server.address) as databases:
            asyncio.run(make(Path(made), Path(scratch), databases, programs))
        solved(Path(made), Path(scratch))
        with tarfile.open(sys.argv[1], "w:xz", preset=9) as archive:
            for file in sorted(Path(made).iterdir()):
                archive.add(file, file.name)


if __name__ == "__main__":
    main()
