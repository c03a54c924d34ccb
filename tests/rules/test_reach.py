"""Several columns, orders, announcements and saved rolls, in games that have them."""

import pytest

from pasch.rules.actions import Announce, RollDice, Score
from pasch.rules.errors import IllegalAction, NoRollsLeft
from pasch.rules.events import DiceRolled
from pasch.rules.facts import maximum
from pasch.rules.game import Game
from pasch.rules.variants import VARIANTS

MAXI_YATZY, SPIFFEL_123, YAMS = (VARIANTS[key] for key in ("maxi-yatzy", "spiffel-123", "yams"))


def test_declared_games_have_known_maxima() -> None:
    assert maximum(MAXI_YATZY) == 649
    assert maximum(SPIFFEL_123) == 2850
    assert maximum(YAMS) == 1500


def test_unused_rolls_are_carried_over() -> None:
    game = Game(MAXI_YATZY, ["Anna"])
    for available, used, saved in ((3, 1, 2), (5, 4, 1), (4, 4, 0), (3, 3, 0), (3, 2, 1)):
        assert game.turn is not None
        assert game.turn.rolls == available
        for _ in range(used):
            game, _ = game.apply(RollDice())
            game, _ = game.apply(DiceRolled("123456"))
        game, _ = game.apply(next(a for a in game.legal_actions if isinstance(a, Score)))
        assert game.hands[0].bank == saved


def test_column_factor_multiplies_points_bonus_and_bonus_kniffels() -> None:
    game = Game(SPIFFEL_123, ["Anna"])
    for cell in ("kniffel@3", "sixes@3"):
        game, _ = game.apply(DiceRolled("66666"))
        game, _ = game.apply(Score(cell))
    totals = game.sheets[0].columns[2]
    assert (totals.upper, totals.lower, totals.extra, totals.total) == (90, 150, 300, 540)
    assert totals.bonus_margin == 36


def test_entry_without_column_uses_first_legal_column() -> None:
    game = Game(YAMS, ["Anna"])
    for cell in ("ones", "ones", "chance"):
        game, _ = game.apply(DiceRolled("11123"))
        game, _ = game.apply(Score(cell))
    entries = {cell.to_text() for cell in game.sheets[0].entries}
    assert entries == {"ones@1", "ones@2", "chance@1"}


def test_announced_cell_must_be_entered() -> None:
    game = Game(YAMS, ["Anna"])
    game, _ = game.apply(DiceRolled("11123"))
    game, _ = game.apply(Announce("full_house@4"))
    game, _ = game.apply(RollDice("k111"))
    game, _ = game.apply(DiceRolled("11145"))
    with pytest.raises(IllegalAction, match="announced"):
        game.apply(Score("chance@1"))
    game, events = game.apply(Score("full_house"))
    assert [event.points for event in events if hasattr(event, "points")] == [0]


def test_announcement_is_compulsory_when_no_other_cell_is_open() -> None:
    sheet = Game(YAMS, ["Anna"]).sheets[0]
    for index in range(39):
        sheet = sheet.enter(index, 0)
    game = Game(YAMS, ["Anna"], [sheet])
    game, _ = game.apply(DiceRolled("11123"))
    with pytest.raises(IllegalAction, match="Announce a cell"):
        game.apply(RollDice("k111"))
    assert len(game.legal_actions.announcements) == 13
    assert len(game.legal_actions.entries) == 13


def test_single_roll_column_refuses_second_roll() -> None:
    variant = VARIANTS["kniffel-plain"].replace(max_rolls=1)
    game, _ = Game(variant, ["Anna"]).apply(DiceRolled("11123"))
    with pytest.raises(NoRollsLeft):
        game.apply(RollDice("k111"))
