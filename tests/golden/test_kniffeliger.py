"""The golden game of Kniffeliger, turn by turn, with the scores of the manual and of the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pasch.rules.actions import ActionKind, EndTurn, Score, UseAction
from pasch.rules.errors import IllegalAction
from pasch.rules.events import ActionDieRolled, ActionUsed, DiceRolled, Scored
from pasch.rules.game import Game
from pasch.rules.state import Stage
from pasch.rules.variants import find_variant
from tests.rules.mechanics.tables import frozen_cells, held, stock

Entry = dict[str, Any]

GAME = next(g for g in json.loads(Path(__file__).with_name("vectors.json").read_text())["games"] if g["id"] == "G10")
SEATS = {"A": 1, "B": 2}
KINDS = {"steal": "steal", "freeze": "freeze", "crossOut": "cross_out", "swap": "swap"}
FACES = {kind.value: face for face, kind in enumerate(ActionKind, start=1)}

pytestmark = pytest.mark.parametrize(
    ("key", "column"), [("kniffeliger", "points"), ("kniffeliger-program", "pointsProgram")]
)


def ended(game: Game) -> Game:
    return game.apply(EndTurn())[0]


def used(game: Game, action: Entry) -> Game:
    """An action of the vector, and the entries it moves or destroys."""
    victim, cell = SEATS[action["victim"]], action.get("category")
    game, (event,) = game.apply(UseAction(KINDS[action["type"]], victim, cell))
    assert isinstance(event, ActionUsed)
    assert event.points == action.get("gain", action.get("loss", 0))
    if cell and action["type"] != "freeze":
        assert held(game, victim)[cell] == 0
    return game


def entered(game: Game, turn: Entry, points: int) -> Game:
    """The roll of the vector and its entry, and the action die it wins."""
    game, _ = game.apply(DiceRolled("".join(map(str, turn["dice"]))))
    for cell in frozen_cells(game, SEATS[turn["player"]]):
        with pytest.raises(IllegalAction, match="frozen"):
            game.apply(Score(cell))
    assert sum(turn["dice"]) == turn["sum"]
    game, (event,) = game.apply(Score(turn["category"], points))
    assert isinstance(event, Scored)
    assert (game.stage is Stage.DIE_IN_THE_AIR) == (turn["sum"] % 3 == 0) == (turn["actionDie"] is not None)
    if turn["actionDie"]:
        game, _ = game.apply(ActionDieRolled(FACES[KINDS[turn["actionDie"]]]))
        assert stock(game, SEATS[turn["player"]])[-1] == KINDS[turn["actionDie"]]
    return game


def played(key: str, column: str) -> Game:
    """The game after round 14, before the swap of the sheets."""
    game = Game(find_variant(key), list(SEATS))
    for turn in GAME["turns"]:
        assert game.turn is not None
        assert (game.turn.round, game.turn.seat) == (turn["round"], SEATS[turn["player"]])
        for action in turn.get("actions", ()):
            game = used(game, action)
        if "dice" in turn:
            game = entered(game, turn, turn[column])
        if turn["round"] == 13 and turn["player"] == "B" and key == "kniffeliger-program":
            game = ended(game)  # A could use the swap that it has just won, and saves it
            assert (game.stage, game.to_move) == (Stage.SHIFTING, 1)
        game = ended(game)
    return game


def test_golden_game_has_expected_totals_and_winner(key, column):
    game = played(key, column)
    expected = GAME if key == "kniffeliger" else GAME["program"]
    assert (game.stage, game.to_move, game.over) == (Stage.SHIFTING, 1, False)
    assert game.totals == list(expected["beforeSwap"].values())
    ((action,),) = [phase["actions"] for phase in GAME["shiftSwapPhases"]]
    assert SEATS[action["player"]] == game.to_move
    game = ended(used(game, action))
    assert game.over
    assert game.totals == list(expected["final"].values())
    assert game.ranks[SEATS[GAME["winner"]] - 1] == 1


def test_final_sheets_hold_expected_entries(key, column):
    game = played(key, column)
    assert all(sheet.full and not sheet.frozen for sheet in game.sheets)
    assert held(game, 2)["sixes"] == 0  # stolen
    assert held(game, 1)["sixes"] == 24
    assert held(game, 1)["large_straight"] == 0  # crossed out
    assert (stock(game, 1), stock(game, 2)) == (["swap"], [])
