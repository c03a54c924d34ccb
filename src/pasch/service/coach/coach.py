"""The coach: what to do in a situation, and the ledger of a match, as far as the callers may ask."""

from collections.abc import Sequence

from pasch.analysis import Choice, Ledger
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.service.coach.ledgers import View, ledger_view
from pasch.service.coach.views import AdviceView, advice_view
from pasch.service.ids import TableId
from pasch.service.ports import Solver
from pasch.service.requests import Session
from pasch.service.runtime.tables import Tables
from pasch.words import advice_text


class Coach:
    """Answers questions about play. `lang` and callers as in `Tables`, `asker` as in `Solver`.

    Every question raises what the solver raises: `NotReady` with the progress until the table is solved, `InvalidInput`
    where there is none, `RateLimited`.
    """

    def __init__(self, tables: Tables, solver: Solver) -> None:
        self._tables = tables
        self._solver = solver

    async def advice(self, caller: Session | None, game: Game, lang: str, asker: str) -> AdviceView:
        """What the seat to move should do.

        Raises `HintsForbidden` while the caller plays by the same rules at a table where hints are forbidden.
        """
        await self._tables.check_question(caller, game.variant)
        return await self._advice(game, lang, asker)

    async def advice_at(self, caller: Session, table: TableId, lang: str, asker: str) -> AdviceView:
        """What the caller should do now at a table.

        Raises `UnknownTable`, `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`, and `InvalidInput` where
        a sheet by itself says too little.
        """
        game = await self._tables.game_to_advise(caller, table)
        if self._solver.alone(game.variant):
            raise InvalidInput(
                "There are no hints for {variant}: more counts there than a sheet", variant=game.variant.key
            )
        return await self._advice(game, lang, asker)

    async def _advice(self, game: Game, lang: str, asker: str) -> AdviceView:
        position = Position.of(game).alone()
        actions = await self._solver.advise(position.game, asker)
        return advice_view(position, actions, lang, alone=self._solver.alone(game.variant))

    async def ledger_of(self, caller: Session | None, table: TableId, lang: str, asker: str, *, win: bool) -> View:
        """The ledger of a table: of a finished one for everybody who sees it, of a running one for its players.

        Raises `UnknownTable`, `NotSeated`, `HintsForbidden`, `IllegalAction` before the match has begun.
        """
        record = await self._tables.record_to_analyse(caller, table, lang)
        return await self._ledger(record, lang, asker, win=win)

    async def ledger(self, caller: Session | None, record: Record, lang: str, asker: str, *, win: bool) -> View:
        """The ledger of a record. Raises `HintsForbidden` as `advice` does, because a record can hold any position."""
        await self._tables.check_question(caller, record.match.variant)
        return await self._ledger(record, lang, asker, win=win)

    async def _ledger(self, record: Record, lang: str, asker: str, *, win: bool) -> View:
        # First what may not be ready: whoever asks again and again shall not cause the same work each time.
        curves = await self._solver.win_curves(record, asker) if win else [None] * len(record.games)
        ledger = await self._solver.analyse(record, asker)
        whys = await self._whys(ledger, lang, asker)
        return await self._tables.pace.apart(ledger_view, ledger, whys, curves, lang)

    async def _whys(self, ledger: Ledger, lang: str, asker: str) -> dict[Choice, str]:
        """Why the best action was better, for every lesson."""
        lessons: Sequence[Choice] = [choice for player in ledger.players for choice in player.lessons]
        whys = {}
        for choice in lessons:
            game = Position.from_text(choice.position).game
            whys[choice] = advice_text(lang, game, await self._solver.advise(game, asker))
        return whys
