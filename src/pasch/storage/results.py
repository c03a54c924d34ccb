"""Finished matches: their results, and a person's history."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, astuple
from datetime import datetime

from pasch.analysis.rating import Rating, after_game
from pasch.rules.variant import Variant
from pasch.service.archive.history import Past, PastCounts, PastRequest
from pasch.service.ids import SessionId, TableId
from pasch.service.ports import Append, Split, TableRow
from pasch.service.requests import Status
from pasch.service.results.outcomes import Outcome, Player, rules_text
from pasch.service.results.results import Played, Ranking
from pasch.storage.database import Connection, Row, Store, Value, moment
from pasch.storage.people import lock_person
from pasch.storage.tables import put_table


class SqlResults(Store):
    """The service's `ResultStore` over a database. Appends to the log fill `results_due`."""

    async def due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Tables with finished games whose outcomes are not stored yet, each with the event that ended the latest."""
        query = "SELECT table_id, seq FROM results_due LIMIT ?"
        rows = await self._database.rows(query, (limit,))
        return [(TableId(table), seq) for table, seq in rows]

    async def keep(self, table: TableId, seq: int, outcomes: Sequence[Outcome], lucky: Sequence[int]) -> None:
        """Store the outcomes of a table after event `seq`; the table stays due only if a later game has ended."""
        rows = [_values(outcome) for outcome in outcomes]
        ends = {outcome.game: moment(outcome.ended_at) for outcome in outcomes}

        async def job(db: Connection) -> None:
            # Locks the row: of two processes, the second one finds the games of the first among the known ones.
            await db.run("UPDATE results_due SET seq = seq WHERE table_id = ?", (table,))
            known = {game for (game,) in await db.rows("SELECT game FROM results WHERE table_id = ?", (table,))}
            await db.run_many(_INSERT, rows)
            fresh = [(table, game, ends[game]) for game in lucky if game not in known]
            await db.run_many(_LUCK_DUE, fresh)
            for game in sorted(ends.keys() - known):
                await _rate(db, table, game)
            await db.run("DELETE FROM results_due WHERE table_id = ? AND seq <= ?", (table, seq))

        await self._database.write(job)

    async def keep_attempt(self, table: TableId, seq: int, scores: Sequence[int], measure: Outcome | None) -> None:
        """Store the scores of an attempt's games, if there are any; the table is no longer due."""
        values = (sum(scores), json.dumps(scores), table) if scores else (None, None, table)
        due = [] if measure is None else [(table, measure.game, moment(measure.ended_at))]

        async def job(db: Connection) -> None:
            await db.run("UPDATE attempts SET score = ?, games = ? WHERE table_id = ?", values)
            await db.run_many(_LUCK_DUE, due)
            await db.run("DELETE FROM results_due WHERE table_id = ? AND seq <= ?", (table, seq))

        await self._database.write(job)

    async def best(self, ranking: Ranking, limit: int) -> Sequence[Outcome]:
        """The best whole games with the server's dice; among equal scores, older ones first."""
        since = "" if ranking.since is None else moment(ranking.since)
        query = (
            "variant = ? AND rules = ? AND player = ? AND ended_at >= ?"
            " AND whole AND dice = ? ORDER BY score DESC, ended_at, table_id, game, seat LIMIT ?"
        )
        values = (ranking.variant, ranking.rules, ranking.player.value, since, SERVER, limit)
        return await self._outcomes(query, values)

    async def played(self, variant: str, limit: int) -> Sequence[Played]:
        """The rules by which a variant was played to the end, the most frequent first."""
        query = (
            "SELECT rules, count(*) FROM results WHERE variant = ? AND whole GROUP BY rules"
            " ORDER BY count(*) DESC, rules LIMIT ?"
        )
        rows = await self._database.rows(query, (variant, limit))
        return [Played(rules, count) for rules, count in rows]

    async def of_session(self, session: SessionId, limit: int) -> Sequence[Outcome]:
        """The latest outcomes of a person, whole or not, oldest first."""
        query = "session = ? ORDER BY ended_at DESC, table_id DESC, game DESC, seat DESC LIMIT ?"
        return [*reversed(await self._outcomes(query, (session, limit)))]

    async def ratings(self, session: SessionId) -> Mapping[tuple[str, str], Rating]:
        """The results ratings of a person by variant and rules."""
        query = "SELECT variant, rules, mean, deviation, games FROM ratings WHERE session = ? ORDER BY variant, rules"
        rows = await self._database.rows(query, (session,))
        return {(variant, rules): Rating(*rating) for variant, rules, *rating in rows}

    async def usual_name(self, session: SessionId) -> str:
        """The name of most finished games of a person; of equal ones the latest. Empty without one."""
        query = (
            "SELECT name FROM results WHERE session = ? AND whole AND name <> ''"
            " GROUP BY name ORDER BY count(*) DESC, max(ended_at) DESC LIMIT 1"
        )
        row = await self._database.row(query, (session,))
        return "" if row is None else row[0]

    async def latest_split(self, session: SessionId, name: str, variant: Variant, limit: int) -> Sequence[Outcome]:
        """The latest games of a person under a name that count for skill: of known luck, without hints."""
        query = (
            "session = ? AND name = ? AND variant = ? AND rules = ? AND whole AND dice = ? AND NOT hints"
            " AND luck IS NOT NULL ORDER BY ended_at DESC LIMIT ?"
        )
        rules = rules_text(dict(variant.switches))
        return await self._outcomes(query, (session, name, variant.key, rules, SERVER, limit))

    async def luck_due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Games whose luck is not computed yet, the latest first."""
        query = "SELECT table_id, game FROM luck_due ORDER BY ended_at DESC, table_id, game LIMIT ?"
        rows = await self._database.rows(query, (limit,))
        return [(TableId(table), game) for table, game in rows]

    async def put_luck(self, table: TableId, game: int, splits: Mapping[int, Split]) -> None:
        """Store luck and losses of a game by seat, none where they cannot be known; the game is no longer due."""

        async def job(db: Connection) -> None:
            await db.run_many(
                "UPDATE results SET luck = ?, losses = ? WHERE table_id = ? AND game = ? AND seat = ?",
                [(split.luck, json.dumps(split.losses), table, game, seat) for seat, split in splits.items()],
            )
            await db.run("DELETE FROM luck_due WHERE table_id = ? AND game = ?", (table, game))

        await self._database.write(job)

    async def put_loss(self, table: TableId, game: int, loss: float | None) -> None:
        """Store the loss of an attempt; the game is no longer due."""

        async def job(db: Connection) -> None:
            await db.run("UPDATE attempts SET loss = ? WHERE table_id = ?", (loss, table))
            await db.run("DELETE FROM luck_due WHERE table_id = ? AND game = ?", (table, game))

        await self._database.write(job)

    async def rename(self, session: SessionId, name: str) -> None:
        """Rename a person in all results."""
        query = "UPDATE results SET name = ? WHERE session = ?"
        await self._database.write(lambda db: db.run(query, (name, session)), erase=True)

    async def forget(self, session: SessionId) -> None:
        """Remove a person and the name from all results; the scores stay, anonymous. Delete the ratings."""

        async def job(db: Connection) -> None:
            await db.run("UPDATE results SET session = NULL, name = '' WHERE session = ?", (session,))
            await db.run("DELETE FROM ratings WHERE session = ?", (session,))

        await self._database.write(job, erase=True)

    async def _outcomes(self, where: str, values: tuple[str | int, ...]) -> list[Outcome]:
        rows = await self._database.rows(_SELECT + where, values)
        return [_outcome(row) for row in rows]


SERVER, BY_HAND = "server", "manual"
"""The source of the dice, as records name it."""

_NAMES = (
    *("table_id", "game", "seat", "ended_at", "variant", "rules", "session", "name", "player", "bot"),
    *("whole", "public", "dice", "hints", "score", "rank", "seats", "faces", "luck", "losses"),
)
_COLUMNS = ", ".join(_NAMES)
_SELECT = f"SELECT {_COLUMNS} FROM results WHERE "  # noqa: S608 - names of ours alone
_LEFT = "EXISTS (SELECT 1 FROM seats WHERE table_id = :table_id AND seat = :seat AND session IS NULL)"
_COMPUTED = {
    # A seat whose player has a bot's account counts as a bot's: the log contains no accounts.
    "player": "CASE WHEN :player = 'person' AND EXISTS (SELECT 1 FROM accounts WHERE session = :session AND bot)"
    " THEN 'bot' ELSE :player END",
    # The statement does not restore persons deleted since the table was read.
    "session": f"CASE WHEN {_LEFT} THEN NULL ELSE :session END",
    "name": f"CASE WHEN :session IS NOT NULL AND {_LEFT} THEN '' ELSE :name END",
}
_VALUES = ", ".join(_COMPUTED.get(name, f":{name}") for name in _NAMES)
_LUCK_DUE = "INSERT INTO luck_due (table_id, game, ended_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_INSERT = (
    f"INSERT INTO results ({_COLUMNS}) VALUES ({_VALUES})"  # noqa: S608 - names of ours alone
    " ON CONFLICT (table_id, game, seat) DO UPDATE SET score = excluded.score, rank = excluded.rank"
)
"""Stored outcomes stay, except for changes by a correction of real dice."""

LEAST_OPPONENTS = 2
_OPPONENTS = (
    "SELECT r.session, r.variant, r.rules, r.rank FROM results r JOIN sessions s ON s.id = r.session"
    " WHERE r.table_id = ? AND r.game = ? AND r.whole AND r.player = ? AND r.dice = ? AND NOT r.hints"
    " ORDER BY r.session"
)
_RATING = "SELECT mean, deviation, games FROM ratings WHERE session = ? AND variant = ? AND rules = ?"
_RATE = (
    "INSERT INTO ratings (session, variant, rules, mean, deviation, games) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (session, variant, rules) DO UPDATE"
    " SET mean = excluded.mean, deviation = excluded.deviation, games = excluded.games"
)


async def _rate(db: Connection, table: TableId, game: int) -> None:
    """Update the ratings of the people who played a game against each other, each with one seat."""
    rows = await db.rows(_OPPONENTS, (table, game, Player.PERSON.value, SERVER))
    seats = Counter(session for session, *_ in rows)
    rows = [row for row in rows if seats[row[0]] == 1]
    if len(rows) < LEAST_OPPONENTS:
        return
    before = []
    for *key, _ in rows:
        await lock_person(db, SessionId(key[0]))
        before.append(Rating(*(await db.row(_RATING, key) or ())))
    after = after_game(before, [rank for *_, rank in rows])
    await db.run_many(_RATE, [(*key, *astuple(rating)) for rating, (*key, _) in zip(after, rows, strict=True)])


def _values(outcome: Outcome) -> Mapping[str, Value]:
    """The columns of an outcome. Its fields have their names, except for those that are stored in another form."""
    return {
        **asdict(outcome),
        "table_id": outcome.table,
        "ended_at": moment(outcome.ended_at),
        "player": outcome.player.value,
        "dice": BY_HAND if outcome.by_hand else SERVER,
        "faces": json.dumps(outcome.faces),
        "losses": None if outcome.losses is None else json.dumps(outcome.losses),
    }


def _outcome(row: Row) -> Outcome:
    table, game, seat, ended_at, variant, rules, session, name, player, bot, *more = row
    whole, public, dice, hints, score, rank, seats, faces, luck, losses = more
    return Outcome(
        TableId(table),
        game,
        seat,
        datetime.fromisoformat(ended_at),
        variant,
        rules,
        session and SessionId(session),
        name,
        Player(player),
        bot,
        bool(whole),
        bool(public),
        dice == BY_HAND,
        bool(hints),
        score,
        rank,
        seats,
        tuple(json.loads(faces)),
        luck,
        losses and json.loads(losses),
    )


class SqlHistory(Store):
    """The service's `HistoryStore` over a database."""

    async def past(self, person: SessionId, request: PastRequest, limit: int) -> Sequence[Past]:
        """Matches at tables where a person sat, the latest first. Empty when `before` is not among them."""
        values = {
            **_of(person),
            "variant": request.variant,
            "name": request.name,
            "before": request.before,
            "limit": limit,
        }
        rows = await self._database.rows(_PAST, values)
        return [Past(TableId(table), when) for table, when in rows]

    async def counts(self, person: SessionId, most: int) -> PastCounts:
        """The number of matches: in all, by variant, and by name for at most `most` names."""

        async def find(db: Connection) -> PastCounts:
            variants: dict[str, int] = dict(await db.rows(_VARIANTS, _of(person)))
            names: dict[str, int] = dict(await db.rows(_HISTORY_NAMES, {**_of(person), "limit": most}))
            return PastCounts(sum(variants.values()), variants, names)

        return await self._database.read(find)

    async def imported(self, person: SessionId, fingerprints: Collection[str]) -> Mapping[str, TableId]:
        """The records among these that a person imported earlier, by fingerprint."""
        rows = await self._database.rows(_IMPORTED, _of(person))
        return {fingerprint: TableId(table) for fingerprint, table in rows if fingerprint in fingerprints}

    async def take_in(self, tables: Sequence[tuple[TableRow, Append]]) -> None:
        """Store imported matches, all of them or none. They make no results due."""

        async def job(db: Connection) -> None:
            for row, append in tables:
                await put_table(db, row, append)
            await db.run_many("DELETE FROM results_due WHERE table_id = ?", [(row.id,) for row, _ in tables])

        await self._database.write(job)


def _of(person: SessionId) -> dict[str, str | int | None]:
    return {"person": person, "finished": Status.FINISHED.value, "aborted": Status.ABORTED.value}


_MINE = (
    "WITH mine AS (SELECT t.id, json_extract(e.data, '$.variant') AS variant,"
    " json_extract(e.data, '$.imported.fingerprint') AS fingerprint,"
    " coalesce(nullif(json_extract(e.data, '$.imported.date'), ''), t.changed_at) AS played"
    " FROM tables t JOIN events e ON e.table_id = t.id AND e.seq = 1"
    " WHERE t.id IN (SELECT table_id FROM seats WHERE session = :person)"
    " AND (t.status = :finished OR t.status = :aborted"
    " AND EXISTS (SELECT 1 FROM events g WHERE g.table_id = t.id AND g.type = 'game_finished')))"
)
# ruff: disable[S608] - constant texts alone
_PAST = (
    f"{_MINE} SELECT id, played FROM mine WHERE (CAST(:variant AS TEXT) IS NULL OR variant = :variant)"
    " AND (CAST(:name AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM seats s WHERE s.table_id = id AND s.name = :name))"
    " AND (CAST(:before AS TEXT) IS NULL OR (played, id) < (SELECT played, id FROM mine WHERE id = :before))"
    " ORDER BY played DESC, id DESC LIMIT :limit"
)
_VARIANTS = f"{_MINE} SELECT variant, count(*) FROM mine GROUP BY variant ORDER BY count(*) DESC, variant"
_HISTORY_NAMES = (
    f"{_MINE} SELECT s.name, count(DISTINCT s.table_id) AS often FROM mine JOIN seats s ON s.table_id = mine.id"
    " WHERE s.name != '' GROUP BY s.name ORDER BY often DESC, s.name LIMIT :limit"
)
_IMPORTED = f"{_MINE} SELECT fingerprint, id FROM mine WHERE fingerprint IS NOT NULL"
# ruff: enable[S608]
