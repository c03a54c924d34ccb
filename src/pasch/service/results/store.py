"""What the service needs to keep of games that have ended, as a protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pasch.service.ids import SessionId, TableId
from pasch.service.results.outcomes import Outcome, Player


@dataclass(frozen=True)
class Ranking:
    """Which outcomes a list of bests is made of: `rules` as `rules_text` writes them, `since` None for all times."""

    variant: str
    rules: str
    player: Player
    since: datetime | None = None


@dataclass(frozen=True)
class Played:
    """House rules (as `rules_text` writes them) by which a variant was played, and how many outcomes there are."""

    rules: str
    outcomes: int


class ResultStore(Protocol):
    """Outcomes of games. They outlive their tables; what is written twice is there once."""

    async def due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Tables where games have ended whose outcomes are not kept yet, each with the event that ended the latest."""

    async def keep(self, table: TableId, seq: int, outcomes: Sequence[Outcome], lucky: Sequence[int]) -> None:
        """Keep the outcomes of a table as it was after event `seq`; it is not due any more unless it is further.

        The luck of the games in `lucky` is due now.
        """

    async def best(self, ranking: Ranking, limit: int) -> Sequence[Outcome]:
        """The best whole games with the server's dice; of equal scores the older one first."""

    async def played(self, variant: str, limit: int) -> Sequence[Played]:
        """By which rules a variant was played to the end, the most frequent first."""

    async def of_session(self, session: SessionId, limit: int) -> Sequence[Outcome]:
        """The latest outcomes of a person, whole or not, oldest first."""

    async def luck_due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Games whose luck is not worked out yet, the latest first."""

    async def put_luck(self, table: TableId, game: int, luck: Mapping[int, float]) -> None:
        """Keep the luck of a game by seat, none where it cannot be known; it is not due any more."""

    async def rename(self, session: SessionId, name: str) -> None:
        """Put another name on everything of a person."""

    async def forget(self, session: SessionId) -> None:
        """Take person and name off everything of a person; the scores stay, as nobody's."""
