"""The simple bot under the mechanics of some games."""

from dataclasses import replace

import pytest

from pasch.bots import bot_action
from pasch.bots.outlook import price_of_roll
from pasch.bots.styles import STYLES, duel, suspicion
from pasch.rules.actions import (
    ActionKind,
    Believe,
    Claim,
    Double,
    Doubt,
    EndTurn,
    RollDice,
    Score,
    TakeNothing,
    UseAction,
)
from pasch.rules.category import Cell
from pasch.rules.dice import Keep
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, Stage, WonDie
from pasch.rules.variants import VARIANTS

KNIFFELIGER, DUEL, LIES = VARIANTS["kniffeliger"], VARIANTS["dice-duel"], VARIANTS["luegenkniffel"]


def chosen(game: Game):
    return bot_action("simple", game)


def sheet(variant, **points: int) -> Sheet:
    filled = Sheet.empty(variant)
    for category, entry in points.items():
        filled = filled.enter(variant.index(Cell(category, 1)), entry)
    return filled


def table(*sheets: Sheet, dice: tuple[ActionKind, ...] = (), stage: Stage | None = None) -> Game:
    """Return a game of Kniffeliger in its third round, in which seat 1 has action dice."""
    hands = [Hand(dice=tuple(WonDie(kind, 1) for kind in dice)), *[Hand()] * (len(sheets) - 1)]
    game = Game(KNIFFELIGER, [str(seat) for seat in range(len(sheets))], sheets, hands)
    return game.with_turn(replace(game.turn, seat=1, round=3, beyond=stage))


def test_styles_belong_to_existing_mechanics():
    assert set(STYLES.parts) <= {type(variant.mechanic) for variant in VARIANTS.values()}


# ------------------------------------------------------------------------------- action dice


def test_bot_steals_a_valuable_entry():
    rich = sheet(KNIFFELIGER, kniffel=50, ones=2)
    assert chosen(table(sheet(KNIFFELIGER), rich, dice=(ActionKind.STEAL,))) == UseAction("steal", 2, "kniffel@1")


def test_bot_does_not_steal_a_cheap_entry():
    poor = sheet(KNIFFELIGER, ones=1, twos=2)
    assert chosen(table(sheet(KNIFFELIGER), poor, dice=(ActionKind.STEAL,))) == RollDice("k-")


def test_bot_crosses_out_the_most_valuable_rival_entry():
    game = table(
        sheet(KNIFFELIGER, chance=20),
        sheet(KNIFFELIGER, chance=22, fours=12),
        sheet(KNIFFELIGER, large_straight=40, ones=1),
        dice=(ActionKind.CROSS_OUT,),
        stage=Stage.ENTERED,
    )
    assert chosen(game) == UseAction("cross_out", 3, "large_straight@1")


def test_bot_saves_a_cross_out_until_the_last_round():
    full = dict.fromkeys(KNIFFELIGER.rows, 0) | {"ones": 2}
    game = table(sheet(KNIFFELIGER), sheet(KNIFFELIGER, **full), dice=(ActionKind.CROSS_OUT,), stage=Stage.ENTERED)
    assert chosen(game) == EndTurn()
    last = game.with_turn(replace(game.turn, round=game.rounds))
    assert chosen(last) == UseAction("cross_out", 2, "ones@1")


def test_bot_freezes_the_most_promising_rival_cell():
    open_ones = {key: 0 for key in KNIFFELIGER.rows if key not in {"ones", "sixes", "kniffel"}}
    game = table(sheet(KNIFFELIGER), sheet(KNIFFELIGER, **open_ones), dice=(ActionKind.FREEZE,), stage=Stage.ENTERED)
    assert chosen(game) == UseAction("freeze", 2, "sixes@1")


@pytest.mark.parametrize(
    ("dice", "sheets", "action"),
    [
        ((ActionKind.SWAP,), [1, 20, 25], UseAction("swap", 3)),
        ((ActionKind.SWAP,), [25, 20, 1], EndTurn()),
        ((ActionKind.SHIFT,), [1, 20, 25], UseAction("shift")),
        ((ActionKind.SHIFT,), [20, 25, 1], EndTurn()),
        ((ActionKind.SHIFT, ActionKind.SWAP), [1, 25, 20], UseAction("swap", 2)),
    ],
)
def test_bot_takes_the_better_sheet(dice, sheets, action):
    """A shift gives each seat the sheet of the previous seat, and the first seat the last sheet."""
    game = table(*(sheet(KNIFFELIGER, chance=points) for points in sheets), dice=dice, stage=Stage.SHIFTING)
    assert chosen(game) == action


# ------------------------------------------------------------------------------- shared chips


def duel_after(dice: str, rolls_left: int = 0) -> Game:
    game, _ = Game(DUEL, ["Anna", "Bernd"]).apply(DiceRolled(dice))
    return game.with_turn(replace(game.turn, rolls_left=rolls_left))


def test_bot_takes_the_most_valuable_chip():
    assert chosen(duel_after("22224")) == Score("four_of_a_kind@1", 40)
    assert chosen(duel_after("11346")) == TakeNothing()


def test_bot_rolls_again_for_a_better_chip():
    """Two red dice of one face lead to four of a kind and to the flush."""
    assert chosen(duel_after("11223", rolls_left=2)) == RollDice(Keep.from_text("k22"))


# ------------------------------------------------------------------------------- cell against cell


def test_bot_enters_low_points_in_an_unwinnable_cell():
    variant = VARIANTS["yatzy-duel"]
    others = {key: 0 for key in variant.rows if key not in {"ones", "sixes"}}
    mine = sheet(variant, **others)
    game = Game(variant, ["Anna", "Bernd"], [mine, sheet(variant, **others, ones=1, sixes=30)])
    game, _ = game.apply(DiceRolled("11666"))
    game = game.with_turn(replace(game.turn, rolls_left=0))
    assert chosen(game) == Score("ones@1", 2)


def test_duel_value_falls_with_the_rival_points():
    variant = VARIANTS["yatzy-duel"]
    row = variant.rows["sixes"]
    worths = [duel(variant, row, points) for points in range(0, 31, 6)]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > 0.9
    assert -1 < worths[-1] < -0.9


# ------------------------------------------------------------------------------- claims and doubts


def lying(dice: str) -> Game:
    game, _ = Game(LIES, ["Anna", "Bernd", "Carla"]).apply(DiceRolled(dice))
    return game.with_turn(replace(game.turn, rolls_left=0))


def test_bot_claims_good_dice_honestly():
    assert chosen(lying("66666")) == Claim("kniffel@1", 50)
    assert chosen(lying("23456")) == Claim("large_straight@1", 40)


@pytest.mark.parametrize(("claim", "answer"), [(Claim("kniffel", 50), Doubt()), (Claim("sixes", 6), Believe())])
def test_bot_doubts_unlikely_claims(claim, answer):
    game, _ = lying("12346").apply(claim)
    assert chosen(game) == answer


def test_bot_doubts_claims_on_its_filled_cell():
    start = Game(LIES, ["A", "B", "C"], [sheet(LIES), sheet(LIES, sixes=6), sheet(LIES)])
    game, _ = start.with_turn(replace(start.turn, seat=1)).apply(DiceRolled("12346"))
    game, _ = game.apply(Claim("sixes", 18))
    assert chosen(game) == Doubt()


def test_suspicion_grows_with_the_claim():
    game = lying("12346")
    row = LIES.index(Cell("chance", 1))
    suspicions = [suspicion(game, row, points) for points in range(5, 31)]
    assert suspicions == sorted(suspicions)
    assert suspicions[0] == 0


# ------------------------------------------------------------------------------- saved and bought rolls


def test_chip_price_falls_with_the_number_of_chips():
    extreme = VARIANTS["kniffel-extreme"]
    prices = [price_of_roll(Sheet.empty(extreme), spare) for spare in (1, 3, 6)]
    assert prices == sorted(prices, reverse=True)
    assert prices[-1] > 0
    few = sheet(extreme, **dict.fromkeys(list(extreme.rows)[2:], 0))
    assert price_of_roll(few, 3) == 0, "more chips than turns: they cost nothing"


def test_saved_roll_has_no_value_in_the_last_turn():
    maxi = VARIANTS["maxi-yatzy"]
    last = sheet(maxi, **{key: 0 for key in maxi.rows if key != "ones"})
    assert price_of_roll(last) == 0
    assert price_of_roll(Sheet.empty(maxi)) > 1


def test_bot_doubles_at_the_first_chance():
    variant = VARIANTS["kniffel"].replace(doubles=1)
    assert chosen(Game(variant, ["Anna"])) == Double()


def test_bot_enters_low_dice_in_the_minimum_row():
    game = Position.from_text("jamb; ones@2=4; 11223 0").game
    assert chosen(game) == Score("min@2", 9)
