"""The service's solver: looks things up in finished tables, and has the others made."""

import asyncio
from collections.abc import Mapping, Sequence

from pasch.analysis import Ledger, analyse
from pasch.bots import bots_with
from pasch.bots.protocol import Bot
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.service.errors import NotReady
from pasch.service.ports import WinPoint
from pasch.solver.advice import Advised, advise
from pasch.solver.program import compile_variant
from pasch.solver.solve import Solution
from pasch.solver.store import loaded


class ServerSolver:
    """Implements `pasch.service.ports.Solver`. Its methods work beside the event loop."""

    def __init__(self) -> None:
        self._bots = bots_with(loaded)

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The computer players; they play with tables that are ready."""
        return self._bots

    def exact(self, variant: Variant) -> bool:
        """Whether there is an exact table, or can be one."""
        try:
            compile_variant(variant)
        except InvalidInput:
            return False
        return True

    async def advise(self, game: Game, asker: str) -> Sequence[Advised]:
        """Every action of the seat to move, best first."""
        return await asyncio.to_thread(lambda: advise(self._solution(game.variant, asker), game).actions)

    async def analyse(self, record: Record, asker: str) -> Ledger:
        """The ledger of a record."""
        return await asyncio.to_thread(analyse, record, lambda variant: self._solution(variant, asker))

    async def win_curves(self, record: Record, asker: str) -> Sequence[Sequence[WinPoint] | None]:
        """The chances to win over every game of a record."""
        raise NotReady("The chances to win are being worked out", progress=0.0)

    def _solution(self, variant: Variant, asker: str) -> Solution:
        compile_variant(variant)
        found = loaded(variant)
        if found is None:
            raise NotReady("Optimal play of {variant} is being worked out", progress=0.0, variant=variant.key)
        return found
