"""The coach: advice for a situation and the ledger of a match, as far as callers may ask."""

from collections.abc import Mapping, Sequence

from pasch.analysis import Choice, GameLedger, Ledger, PlayerLedger, RollLuck, SeatLedger, TurnLedger
from pasch.analysis.figures import (
    ChoiceFigures,
    GameFigures,
    PlayerFigures,
    RollFigures,
    SeatFigures,
    TurnFigures,
    WinPoint,
    figures,
)
from pasch.rules.actions import Action, Score
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.service.ids import TableId
from pasch.service.ports import Advised, Solver
from pasch.service.requests import Session
from pasch.service.runtime.tables import Tables
from pasch.service.views.parts import sheet_view, standings, turn_view, variant_view
from pasch.service.views.schema import coach as wire
from pasch.service.views.schema.coach import ActionOffered, Advice, AdvisedAction, Analysis, Situation
from pasch.words import action_words, advice_text, ledger_text, sheet_layout


def advice_view(position: Position, actions: Sequence[Advised], lang: str, *, alone: bool) -> Advice:
    """The advice for a position of one sheet; `alone`: the game depends on more than this sheet."""
    game = position.game
    return {
        "value": actions[0].value,
        "text": advice_text(lang, game, actions),
        "alone": alone,
        "actions": [_advised(game, advised, lang) for advised in actions],
        "situation": situation_view(position, lang),
    }


def _advised(game: Game, advised: Advised, lang: str) -> AdvisedAction:
    return {
        **action_view(game, advised.action, lang),
        "value": advised.value,
        "regret": advised.regret,
        "chances": advised.chances,
    }


def action_view(game: Game, action: Action, lang: str) -> ActionOffered:
    """An action in words, and what it brings."""
    points, extra = _brings(game, action)
    variant = game.variant
    return {
        "action": variant.action_text(action),
        "words": action_words(lang, variant, action),
        "points": points,
        "extra": extra,
    }


def _brings(game: Game, action: Action) -> tuple[int | None, int]:
    """The points of an entry, in its cell and in addition to it; nothing for other actions."""
    turn, sheet = game.acting()
    match action:
        case Score(cell=cell, points=int(points)) if turn.roll is not None:
            return points, sheet.extra_points(game.variant.index(cell), turn.roll, points)
        case _:
            return None, 0


def situation_view(position: Position, lang: str) -> Situation:
    """The first sheet of a position and the dice on the table."""
    game, variant = position.game, position.game.variant
    sheet, turn = sheet_view(standings(Match((game,)), 1)[0]), turn_view(game, sees_dice=True)
    assert turn is not None
    return {
        **variant_view(variant, lang),
        "position": position.to_text(),
        "sheet": sheet_layout(variant, lang),
        "cells": sheet["cells"],
        "upper": sheet["upper"],
        "saldo": sheet["saldo"],
        "bonus": sheet["bonus"],
        "lower": sheet["lower"],
        "extra": sheet["extra"],
        "total": sheet["total"],
        "dice": turn["dice"],
        "rolls_left": turn["rolls_left"],
        "rolls_used": turn["rolls_used"],
        "locked": turn["locked"],
    }


Curves = Sequence[Sequence[WinPoint] | None]
"""The winning chances over each game."""


def ledger_view(ledger: Ledger, whys: Mapping[Choice, str], curves: Curves, lang: str) -> Analysis:
    """The ledger; `whys` has a sentence for every lesson."""
    data, wording = figures(ledger), _Wording(ledger.variant, lang, whys)
    alone = len(ledger.players) == 1
    players = zip(data["players"], ledger.players, strict=True)
    games = zip(data["games"], ledger.games, curves, strict=True)
    return {
        **variant_view(ledger.variant, lang),
        "sheet": sheet_layout(ledger.variant, lang),
        "players": [wording.player(shown, player, alone=alone) for shown, player in players],
        "games": [wording.game(*each) for each in games],
    }


class _Wording:
    """Adds the words, level by level."""

    def __init__(self, variant: Variant, lang: str, whys: Mapping[Choice, str]) -> None:
        self._variant = variant
        self._lang = lang
        self._whys = whys

    def player(self, data: PlayerFigures, player: PlayerLedger, *, alone: bool) -> wire.LedgerPlayer:
        lessons = zip(data["lessons"], player.lessons, strict=True)
        return {
            **data,
            "text": ledger_text(self._lang, player.luck, player.loss, "" if alone else player.name),
            "lessons": [{**self._choice(*lesson), "why": self._whys[lesson[1]]} for lesson in lessons],
        }

    def game(self, data: GameFigures, game: GameLedger, curve: Sequence[WinPoint] | None) -> wire.LedgerGame:
        seats = zip(data["seats"], game.seats, strict=True)
        return {
            "game": data["game"],
            "seats": [self._seat(*seat) for seat in seats],
            "win": None if curve is None else list(curve),
        }

    def _seat(self, data: SeatFigures, seat: SeatLedger) -> wire.LedgerSeat:
        turns = zip(data["turns"], seat.turns, strict=True)
        return {**data, "turns": [self._turn(*turn) for turn in turns]}

    def _turn(self, data: TurnFigures, turn: TurnLedger) -> wire.LedgerTurn:
        rolls = zip(data["rolls"], turn.rolls, strict=True)
        return {**data, "rolls": [self._roll(*roll) for roll in rolls]}

    def _roll(self, data: RollFigures, roll: RollLuck) -> wire.LedgerRoll:
        choice = None if data["choice"] is None or roll.choice is None else self._choice(data["choice"], roll.choice)
        return {**data, "choice": choice}

    def _choice(self, data: ChoiceFigures, choice: Choice) -> wire.LedgerChoice:
        return {
            **data,
            "action_words": action_words(self._lang, self._variant, choice.action),
            "best_words": action_words(self._lang, self._variant, choice.best),
        }


class Coach:
    """Answers questions about play. `lang` and callers as in `Tables`, `asker` as in `Solver`.

    Every question raises the solver's errors: `NotReady` with the progress until the table is solved, `InvalidInput`
    where there is no table, `RateLimited`.
    """

    def __init__(self, tables: Tables, solver: Solver) -> None:
        self._tables = tables
        self._solver = solver

    async def advice(self, caller: Session | None, game: Game, lang: str, asker: str) -> Advice:
        """What the seat to move should do.

        Raises `HintsForbidden` while the caller plays by the same rules at a table that forbids hints.
        """
        await self._tables.check_question(caller, game.variant)
        return await self._advice(game, lang, asker)

    async def advice_at(self, caller: Session, table: TableId, lang: str, asker: str) -> Advice:
        """What the caller should do now at a table.

        Raises `UnknownTable`, `NotSeated`, `HintsForbidden`, `IllegalAction`, `NotYourTurn`, and `InvalidInput` where
        one sheet alone says too little.
        """
        game = await self._tables.game_to_advise(caller, table)
        if self._solver.alone(game.variant):
            raise InvalidInput(
                "There are no hints for {variant}: its result depends on more than a sheet", variant=game.variant.key
            )
        return await self._advice(game, lang, asker)

    async def _advice(self, game: Game, lang: str, asker: str) -> Advice:
        position = Position.of(game).alone()
        actions = await self._solver.advise(position.game, asker)
        return advice_view(position, actions, lang, alone=self._solver.alone(game.variant))

    async def ledger_of(self, caller: Session | None, table: TableId, lang: str, asker: str, *, win: bool) -> Analysis:
        """The ledger of a table: a finished one for all who may see it, a running one for its players.

        Raises `UnknownTable`, `NotSeated`, `HintsForbidden`, `IllegalAction` before the match has begun.
        """
        record = await self._tables.record_to_analyse(caller, table, lang)
        return await self._ledger(record, lang, asker, win=win)

    async def ledger(self, caller: Session | None, record: Record, lang: str, asker: str, *, win: bool) -> Analysis:
        """The ledger of a record. Raises `HintsForbidden` as `advice` does, because a record can hold any position."""
        await self._tables.check_question(caller, record.match.variant)
        return await self._ledger(record, lang, asker, win=win)

    async def _ledger(self, record: Record, lang: str, asker: str, *, win: bool) -> Analysis:
        # First what may not be ready: repeated requests must not repeat the same work.
        curves = await self._solver.win_curves(record, asker) if win else [None] * len(record.games)
        ledger = await self._solver.analyse(record, asker)
        whys = await self._whys(ledger, lang, asker)
        return await self._tables.pace.in_thread(ledger_view, ledger, whys, curves, lang)

    async def _whys(self, ledger: Ledger, lang: str, asker: str) -> dict[Choice, str]:
        """The reason why the best action was better, for every lesson."""
        lessons: Sequence[Choice] = [choice for player in ledger.players for choice in player.lessons]
        whys = {}
        for choice in lessons:
            game = Position.from_text(choice.position).game
            whys[choice] = advice_text(lang, game, await self._solver.advise(game, asker))
        return whys
