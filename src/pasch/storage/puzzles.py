"""Puzzles in a database: attempts, and the ratings of people and puzzles."""

from collections.abc import Collection, Sequence
from datetime import datetime

from pasch.analysis.rating import Glicko
from pasch.service.ids import SessionId
from pasch.service.puzzles import Change, PuzzleAttempt, Standing
from pasch.storage.database import Connection, Store

_PERSON = "SELECT rating, deviation, volatility FROM puzzle_people WHERE session = ?"
_PUZZLE = "SELECT rating, deviation, volatility FROM puzzle_ratings WHERE puzzle = ?"
_COUNTS = "SELECT count(*), count(CASE WHEN correct THEN 1 END) FROM puzzle_attempts WHERE session = ?"
_ATTEMPT = "SELECT puzzle, action, correct, at FROM puzzle_attempts WHERE session = ?"
_TRY = (
    "INSERT INTO puzzle_attempts (session, puzzle, action, correct, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_PUT_PERSON = (
    "INSERT INTO puzzle_people (session, rating, deviation, volatility) VALUES (?, ?, ?, ?) ON CONFLICT (session)"
    " DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility"
)
_PUT_PUZZLE = (
    "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility) VALUES (?, ?, ?, ?) ON CONFLICT (puzzle)"
    " DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility"
)


class SqlPuzzles(Store):
    """The service's `PuzzleStore` over a database."""

    async def standing(self, person: SessionId) -> Standing:
        """The standing of a person; the default before the first attempt."""

        async def job(db: Connection) -> Standing:
            rating = await _rating(db, _PERSON, person)
            [(tried, solved)] = await db.rows(_COUNTS, (person,))
            return Standing(rating or Glicko(), tried, solved)

        return await self._database.read(job)

    async def tried(self, person: SessionId) -> Collection[str]:
        """The ids of the puzzles that a person has tried."""
        rows = await self._database.rows("SELECT puzzle FROM puzzle_attempts WHERE session = ?", (person,))
        return [puzzle for (puzzle,) in rows]

    async def attempts(self, person: SessionId) -> Sequence[PuzzleAttempt]:
        """All attempts of a person, the earliest first."""
        rows = await self._database.rows(f"{_ATTEMPT} ORDER BY at, puzzle", (person,))
        return [
            PuzzleAttempt(puzzle, action, bool(correct), datetime.fromisoformat(at))
            for puzzle, action, correct, at in rows
        ]

    async def rating(self, puzzle: str) -> Glicko | None:
        """The rating of a puzzle; None before the first attempt."""
        return await _rating(self._database, _PUZZLE, puzzle)

    async def rate(self, person: SessionId, attempt: PuzzleAttempt, first: Glicko, change: Change) -> bool:
        """Store an attempt and both ratings after it in one transaction.

        Returns False, and changes nothing, if the person has tried this puzzle.
        """
        values = (person, attempt.puzzle, attempt.action, attempt.right, attempt.at.isoformat())

        async def job(db: Connection) -> bool:
            if not await db.run(_TRY, values):
                return False
            before = await _rating(db, _PERSON, person), await _rating(db, _PUZZLE, attempt.puzzle)
            mine, its = change(before[0] or Glicko(), before[1] or first)
            await db.run(_PUT_PERSON, (person, mine.rating, mine.deviation, mine.volatility))
            await db.run(_PUT_PUZZLE, (attempt.puzzle, its.rating, its.deviation, its.volatility))
            return True

        return await self._database.write(job)

    async def forget(self, person: SessionId) -> None:
        """Delete the attempts and the rating of a person. Ratings of puzzles stay."""

        async def job(db: Connection) -> None:
            await db.run("DELETE FROM puzzle_attempts WHERE session = ?", (person,))
            await db.run("DELETE FROM puzzle_people WHERE session = ?", (person,))

        await self._database.write(job, erase=True)


async def _rating(db: Connection, query: str, key: str) -> Glicko | None:
    row = await db.row(query, (key,))
    return None if row is None else Glicko(*row)
