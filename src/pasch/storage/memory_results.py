"""Outcomes of games in memory, gone with the process."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pasch.service.ids import SessionId, TableId
from pasch.service.outcomes import Outcome, Player
from pasch.service.result_store import Played, Ranking
from pasch.storage.memory import MemoryStore

Key = tuple[TableId, int, int]


class MemoryResults:
    """The service's `ResultStore` without a file. `computers` tells which people are the accounts of bots."""

    def __init__(self, tables: MemoryStore, computers: Callable[[SessionId], bool] = lambda _: False) -> None:
        self._tables = tables
        self._computers = computers
        self._kept: dict[Key, Outcome] = {}
        self._known: dict[TableId, int] = {}
        self._lucky: set[tuple[TableId, int]] = set()

    async def due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Tables where games have ended whose outcomes are not kept yet, each with the event that ended the latest."""
        ends = self._tables.latest_ends().items()
        return [(table, seq) for table, seq in ends if seq > self._known.get(table, 0)][:limit]

    def is_due(self, table: TableId) -> bool:
        """Whether games have ended at a table whose outcomes are not kept yet."""
        return self._tables.latest_ends().get(table, 0) > self._known.get(table, 0)

    async def keep(self, table: TableId, seq: int, outcomes: Sequence[Outcome], lucky: Sequence[int]) -> None:
        """Keep the outcomes of a table as it was after event `seq`; it is not due any more unless it is further."""
        known = {game for at, game, _ in self._kept if at == table}
        self._lucky |= {(table, game) for game in lucky if game not in known}
        row = await self._tables.find(table)
        left = set() if row is None else {seat.seat for seat in row.seats if seat.session is None}
        for outcome in outcomes:
            # Somebody who was forgotten since the table was read is not brought back.
            gone = outcome.session is not None and outcome.seat in left
            kept = replace(outcome, session=None, name="") if gone else self._by(outcome)
            before = self._kept.get((table, outcome.game, outcome.seat))
            if before is not None:
                kept = replace(before, score=outcome.score, rank=outcome.rank)
            self._kept[table, outcome.game, outcome.seat] = kept
        self._known[table] = max(seq, self._known.get(table, 0))

    def _by(self, outcome: Outcome) -> Outcome:
        person = outcome.session if outcome.player is Player.PERSON else None
        return outcome if person is None or not self._computers(person) else replace(outcome, player=Player.BOT)

    async def best(self, ranking: Ranking, limit: int) -> Sequence[Outcome]:
        """The best whole games with the server's dice; of equal scores the older one first."""
        found = [
            each
            for each in self._kept.values()
            if (each.variant, each.rules, each.player) == (ranking.variant, ranking.rules, ranking.player)
            and (ranking.since is None or each.ended_at >= ranking.since)
            and each.whole
            and not each.by_hand
        ]
        return sorted(found, key=lambda each: (-each.score, each.ended_at, *_key(each)))[:limit]

    async def played(self, variant: str, limit: int) -> Sequence[Played]:
        """By which rules a variant was played to the end, the most frequent first."""
        counts = Counter(each.rules for each in self._kept.values() if each.variant == variant and each.whole)
        return [Played(*each) for each in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:limit]]

    async def of_session(self, session: SessionId, limit: int) -> Sequence[Outcome]:
        """The latest outcomes of a person, whole or not, oldest first."""
        mine = [each for each in self._kept.values() if each.session == session]
        return sorted(mine, key=lambda each: (each.ended_at, *_key(each)))[-limit:]

    async def luck_due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Games whose luck is not worked out yet, the latest first."""
        ends = {(each.table, each.game): each.ended_at for each in self._kept.values()}
        return sorted(sorted(self._lucky), key=lambda each: ends[each], reverse=True)[:limit]

    async def put_luck(self, table: TableId, game: int, luck: Mapping[int, float]) -> None:
        """Keep the luck of a game by seat, none where it cannot be known; it is not due any more."""
        for seat, value in luck.items():
            if (table, game, seat) in self._kept:
                self._kept[table, game, seat] = replace(self._kept[table, game, seat], luck=value)
        self._lucky.discard((table, game))

    async def rename(self, session: SessionId, name: str) -> None:
        """Put another name on everything of a person."""
        self._rewrite(session, lambda each: replace(each, name=name))

    async def forget(self, session: SessionId) -> None:
        """Take person and name off everything of a person; the scores stay, as nobody's."""
        self._rewrite(session, lambda each: replace(each, session=None, name=""))

    def _rewrite(self, session: SessionId, changed: Callable[[Outcome], Outcome]) -> None:
        self._kept = {key: changed(each) if each.session == session else each for key, each in self._kept.items()}


def _key(outcome: Outcome) -> Key:
    return outcome.table, outcome.game, outcome.seat
