"""A game by example: turns, refusals with their reasons, taking back, ties, places."""

from __future__ import annotations

import copy
import pickle

import pytest

from pasch.rules.actions import Announce, EnterPoints, NextGame, RollDice, Score, TakeBack
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import (
    CellFilled,
    DamagedRecord,
    IllegalAction,
    InvalidInput,
    NoRollsLeft,
    NotRolled,
    PaschError,
)
from pasch.rules.events import Announced, DiceRolled, EntryTakenBack, GameStarted, Scored
from pasch.rules.game import Game, places
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.state import Stage
from pasch.rules.variants import VARIANTS, find_variant
from tests.rules.sketches import BY_ROLL, SIX_DICE, SPIFFEL_123, TRIPLE, YAMS


def play(state, *steps):
    """The state after these steps; a text is a roll, a text with a keep in front is a later roll."""
    for step in steps:
        if isinstance(step, str):
            first, _, roll = step.rpartition(" ")
            step = DiceRolled(roll, first or None)  # noqa: PLW2901 — the short form replaces the step
        state, _ = state.apply(step)
    return state


def at(text: str) -> Game:
    return Position.from_text(text).game


def test_turn_runs_from_first_roll_to_entry():
    game = Game(find_variant("kniffel"), ["Anna", "Bernd"])
    assert game.stage is Stage.READY
    assert list(game.legal_actions) == [RollDice("k-")]
    in_the_air, events = game.apply(RollDice())
    assert (in_the_air.stage, events, in_the_air.to_roll) == (Stage.IN_THE_AIR, (), 5)
    game, events = in_the_air.apply(DiceRolled("63135"))
    assert events == (DiceRolled("13356", "k-", 1),)
    game, events = game.apply(RollDice("k33"))
    assert game.to_roll == 3
    game = play(game, DiceRolled("33466"), "k3366 33366")
    assert (game.stage, game.turn.rolls_left, game.turn.rolls_used) == (Stage.ENTRY_DUE, 0, 3)
    with pytest.raises(NoRollsLeft, match="All rolls of this turn are used"):
        game.apply(RollDice())
    game, events = game.apply(Score("full_house"))
    assert events == (Scored(1, Cell("full_house", 1), 25),)
    assert (game.turn.seat, game.turn.round, game.turn.number, game.totals) == (2, 1, 2, [25, 0])
    with pytest.raises(NotRolled):
        game.apply(Score("chance"))
    game = play(game, "11111", Score("kniffel"), "12345")
    with pytest.raises(CellFilled, match="full_house already has an entry"):
        game.apply(Score("full_house"))


def test_apply_returns_new_game_and_keeps_the_old():
    game = Game(find_variant("kniffel"), ["Anna"])
    twin = copy.deepcopy(game)
    rolled, _ = game.apply(DiceRolled("13356"))
    assert game == twin != rolled
    assert pickle.loads(pickle.dumps(rolled)) == rolled
    assert len({game, twin, rolled}) == 2


@pytest.mark.parametrize("players", [[], ["x"] * 9])
def test_wrong_number_of_players_is_refused(players):
    with pytest.raises(InvalidInput, match="kniffel is for 1 to 8 players"):
        Game(find_variant("kniffel"), players)


@pytest.mark.parametrize("length", [0, 7, -1])
def test_match_length_outside_one_to_six_is_refused(length):
    with pytest.raises(InvalidInput, match="1 to 6 games"):
        Match.begin(find_variant("kniffel"), ["Anna"], length)


@pytest.mark.parametrize(
    "value",
    [
        RollDice(),
        RollDice("k335"),
        RollDice(Keep((1,), (0,))),
        Announce("full_house@2"),
        Score("chance"),
        Score("chance@1", 0),
        EnterPoints("chance", 22, 50),
        TakeBack(),
        NextGame(),
        DiceRolled("13356"),
        DiceRolled("13356", "k33", 2, by_hand=True),
        Announced(1, Cell("chance", 4)),
        Scored(2, Cell("chance", 1), 22, 100, by_hand=True),
        EntryTakenBack(1, Cell("chance", 1), 22),
        GameStarted(2),
        Roll((1, 2), (0,)),
        Keep(),
    ],
    ids=repr,
)
def test_repr_rebuilds_the_value(value):
    names = {kind.__name__: kind for kind in (RollDice, Announce, Score, EnterPoints, TakeBack, NextGame, DiceRolled)}
    names |= {kind.__name__: kind for kind in (Announced, Scored, EntryTakenBack, GameStarted, Roll, Keep, Cell)}
    assert eval(repr(value), names) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert hash(eval(repr(value), names)) == hash(value)


def test_legal_actions_support_membership_indexing_and_repr():
    game = at("kniffel; ones=3 chance=20; 12344 0")
    legal = game.legal_actions
    assert Score("twos", 2) in legal
    assert Score("twos") in legal
    assert Score("twos", 0) in legal
    assert Score("twos@1") in legal
    for wrong in (Score("twos", 4), Score("ones"), Score("twos@2"), RollDice(), TakeBack(), NextGame(), "twos", None):
        assert wrong not in legal
    assert legal[0] == Score(Cell("twos", 1), 2)
    assert legal[:2] == (Score(Cell("twos", 1), 2), Score(Cell("twos", 1), 0))
    assert len(legal) == len(list(legal)) == 15
    assert repr(legal) == (
        "<LegalActions twos, twos 0, threes, threes 0, fours, fours 0, fives 0, sixes 0, three_of_a_kind 0,"
        " four_of_a_kind 0, full_house 0, small_straight, small_straight 0, large_straight 0, kniffel 0>"
    )
    assert repr(Game(VARIANTS["kniffel"], ["Anna"]).legal_actions) == "<LegalActions k->"


# ------------------------------------------------------------------------------- taking back


def test_entry_can_be_taken_back_until_next_roll():
    rolled = play(Match.begin(find_variant("kniffel"), ["Anna", "Bernd"]), "13356", "k33 33356")
    entered, _ = rolled.apply(Score("ones"))
    back, events = entered.apply(TakeBack())
    assert events == (EntryTakenBack(1, Cell("ones", 1), 0),)
    assert back == rolled
    assert back.game.turn.roll == Roll.from_text("33356")
    again = play(back, Score("threes"))
    assert again.game.sheets[0].entries == {Cell("threes", 1): 9}
    for later in (play(entered, RollDice()), play(entered, "12345")):
        with pytest.raises(IllegalAction):
            later.apply(TakeBack())
    with pytest.raises(IllegalAction, match="no entry"):
        Match.begin(find_variant("kniffel"), ["Anna"]).apply(TakeBack())


def test_only_one_entry_can_be_taken_back():
    match = play(Match.begin(find_variant("kniffel"), ["Anna"]), "13356", Score("ones"), "13356", Score("chance"))
    back = play(match, TakeBack())
    with pytest.raises(IllegalAction):
        back.apply(TakeBack())
    assert back.game.before_latest is None


def test_only_one_points_entry_can_be_taken_back():
    game = play(Game(find_variant("kniffel"), ["Anna"]), EnterPoints("ones", 3), EnterPoints("twos", 6), TakeBack())
    assert game.totals == [3]
    with pytest.raises(IllegalAction):
        game.apply(TakeBack())


def test_last_entry_of_game_can_be_taken_back():
    match = Match.begin(find_variant("kniffel-plain"), ["Anna"], 2)
    for category in match.variant.rows:
        match = play(match, "66666", Score(category))
    assert match.between_games
    back = play(match, TakeBack())
    assert not back.game.over
    assert play(back, Score("chance", 0)).totals == [match.totals[0] - 30]
    with pytest.raises(IllegalAction):
        play(match, NextGame()).apply(TakeBack())


def test_take_back_reverts_banked_rolls():
    game = play(Game(SIX_DICE, ["Anna"]), "123456", Score("chance"))
    assert game.turn.rolls == 5
    assert play(game, TakeBack()).turn.rolls == 3


# ------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("results", "expected"),
    [([], []), ([5], [1]), ([5, 5, 3, 1], [1, 1, 3, 4]), ([1, 2, 3], [3, 2, 1]), ([0, 0, 0], [1, 1, 1])],
)
def test_equal_results_share_a_place(results, expected):
    assert places(results) == expected


def test_hartard_bonus_kniffels_count_in_match_only():
    match = Match.begin(find_variant("hartard"), ["Anna", "Bernd"], 6)
    for category in sorted(match.variant.rows, key=lambda key: key != "kniffel"):
        match = play(match, "66666", Score(category), "12345", Score(category))
    # Ones to fives, full house and both straights were forgone with five sixes on the table.
    assert [sheet.totals.extra for sheet in match.game.sheets] == [800, 0]
    assert match.totals == [50 + 30 + 3 * 30, 15 + 15 + 30 + 40]
    assert match.grand_totals == [match.totals[0] + 800, match.totals[1]]
    assert match.ranks == places(match.grand_totals)
    assert not match.over
    with pytest.raises(IllegalAction, match="game is over"):
        match.apply(RollDice())


# ------------------------------------------------------------------------------- bonus Kniffels, by variant


@pytest.mark.parametrize(
    ("position", "legal"),
    [
        ("kniffel; kniffel=50; 44444 2", {"fours": (20, 50)}),
        ("kniffel; kniffel=0; 44444 2", {"fours": (20, 0)}),
        ("kniffel; kniffel=50 fours=8 chance=20; 44444 0", {
            "three_of_a_kind": (20, 0), "four_of_a_kind": (20, 0), "full_house": (25, 0),
            "small_straight": (30, 0), "large_straight": (40, 0),
        }),
        ("kniffel {joker=none}; kniffel=50 fours=8 chance=20 ones=3 twos=6 threes=9 fives=15 sixes=18; 44444 0", {
            "three_of_a_kind": (20, 0), "four_of_a_kind": (20, 0), "full_house": (0, 0),
            "small_straight": (0, 0), "large_straight": (0, 0),
        }),
        ("yahtzee; kniffel=50 fours=8 three_of_a_kind=0 four_of_a_kind=0 chance=20; 44444 0", {
            "full_house": (25, 100), "small_straight": (30, 100), "large_straight": (40, 100),
        }),
        ("yahtzee-free; kniffel=50 ones=0 twos=0 threes=0 fives=0 sixes=0 chance=5 three_of_a_kind=0; 44444 0", {
            "fours": (20, 100), "four_of_a_kind": (20, 100), "full_house": (0, 100),
            "small_straight": (0, 100), "large_straight": (0, 100),
        }),
        ("yahtzee-free; kniffel=0 ones=0 twos=0 threes=0 fours=0 sixes=0 chance=5 three_of_a_kind=0; 44444 0", {
            "fives": (0, 0), "four_of_a_kind": (20, 0), "full_house": (25, 0),
            "small_straight": (30, 0), "large_straight": (40, 0),
        }),
        ("yatzy {joker=forced}; kniffel=50 fours=16 chance=9 one_pair=8 two_pairs=12 three_of_a_kind=9; 44444 0", {
            "four_of_a_kind": (16, 0), "small_straight": (15, 0), "large_straight": (20, 0), "full_house": (20, 0),
        }),
        ("hartard; kniffel=0 ones=0 twos=0 threes=0 fives=0 sixes=0 chance=5 three_of_a_kind=0; 44444 0", {
            "fours": (20, 0), "four_of_a_kind": (20, 0), "full_house": (0, 100),
            "small_straight": (0, 100), "large_straight": (0, 100),
        }),
        # The order leaves the open number cell not due, so the roll is an ordinary one.
        ("yahtzee {order=both_ends}; kniffel=50 chance=20; 44444 0", {"ones": (0, 100), "large_straight": (0, 100)}),
        ("yahtzee {order=up}; kniffel=50 chance=20; 44444 0", {"large_straight": (0, 100)}),
        # The lower section comes first, so the open number cell is not due either.
        (
            "yahtzee {order=lower_first}; kniffel=50 chance=20 large_straight=40; 44444 0",
            {
                "three_of_a_kind": (20, 100), "four_of_a_kind": (20, 100),
                "full_house": (0, 100), "small_straight": (0, 100),
            },
        ),
        ("yahtzee {order=upper_first}; kniffel=50 ones=3; 44444 0", {"fours": (20, 100)}),
    ],
)  # fmt: skip
def test_bonus_kniffel_scores_by_joker_rule(position, legal):
    game = at(position)
    found = {}
    for cell in game.legal_actions.entries:
        _, (event,) = game.apply(Score(cell))
        found[cell.category] = (event.points, event.extra)
    assert found == legal


def test_scratching_with_second_spiffel_keeps_the_bonus():
    game = play(at("spiffel; kniffel=50; 44444 0"), Score("large_straight"), "44444", Score("fours"))
    assert game.sheets[0].totals.extra == 100
    game = play(game, "33333", Score("threes"))
    assert game.sheets[0].totals.extra == 100


def test_triple_yahtzee_bonus_requires_all_three_yahtzees():
    """All three Yahtzee cells are filled; the fourth Yahtzee scores in large_straight@3: (40 + 100) × 3."""
    fives = " ".join(f"kniffel@{c}={50 * c}" for c in (1, 2, 3))
    sixes = " ".join(f"sixes@{c}={18 * c}" for c in (1, 2, 3))
    game = Game(TRIPLE, ["Anna"], [sheet_of(TRIPLE, f"{fives} {sixes}")])
    _, (event,) = play(game, "66666").apply(Score("large_straight@3"))
    assert event.points + event.extra == 420
    two = Game(TRIPLE, ["Anna"], [sheet_of(TRIPLE, f"kniffel@1=50 kniffel@2=100 {sixes}")])
    _, (event,) = play(two, "66666").apply(Score("large_straight@3"))
    assert (event.points, event.extra) == (0, 0)


def sheet_of(variant, text):
    sheet = Game(variant, ["x"]).sheets[0]
    for token in text.split():
        cell, _, points = token.partition("=")
        sheet = sheet.enter(variant.index(Cell.from_text(cell)), int(points))
    return sheet


# ------------------------------------------------------------------------------- columns, orders, announcements


def test_column_rules_determine_legal_cells():
    game = play(Game(YAMS, ["Anna"]), "12345")
    by_column = {n: [c.category for c in game.legal_actions.entries if c.column == n] for n in range(1, 8)}
    every = list(YAMS.rows)
    assert by_column == {
        1: every,
        2: ["ones"],
        3: ["chance"],
        4: every,  # entering at once counts as announcing
        5: every,
        6: ["ones", "chance"],
        7: ["sixes", "three_of_a_kind"],
    }
    assert [c.column for c in game.legal_actions.announcements] == [4] * 13
    later = play(game, "k1 12345")
    assert {c.column for c in later.legal_actions.entries} == {1, 2, 3, 6, 7}
    assert not later.legal_actions.announcements
    assert {c.column for c in play(later, "k1 12345").legal_actions.entries} == {1, 2, 3, 7}


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("fives@2", "fives@2 is not due yet: the order requires ones@2 first"),
        ("chance@4", "chance@4 had to be announced after the first roll"),
        ("chance@5", "chance@5 takes only entries after at most 1 rolls"),
        ("twos@6", "twos@6 is not due yet: the order requires ones@6, chance@6 first"),
    ],
)
def test_entry_refusal_names_the_reason(cell, reason):
    game = play(Game(YAMS, ["Anna"]), "12345", "k1 12345")
    with pytest.raises(IllegalAction) as refused:
        game.apply(Score(cell))
    assert str(refused.value) == reason


def test_announced_cell_must_be_entered():
    game = play(Game(YAMS, ["Anna"]), "12345", Announce("fives@4"))
    assert list(game.legal_actions.entries) == [Cell("fives", 4)]
    with pytest.raises(IllegalAction, match="fives@4 was announced and must be entered"):
        game.apply(Score("fives@1"))
    with pytest.raises(IllegalAction, match="Nothing can be announced now"):
        game.apply(Announce("sixes@4"))
    game = play(game, "k5 11555", "k555 55555")
    assert play(game, Score("fives")).sheets[0].entries == {Cell("fives", 4): 25}


def test_second_roll_waits_for_announcement_when_nothing_else_is_open():
    sheet = sheet_of(YAMS, " ".join(f"{c.to_text()}=0" for c in YAMS.cells if c.column != 4))
    game = play(Game(YAMS, ["Anna"], [sheet]), "12345")
    assert not game.legal_actions.keeps
    with pytest.raises(IllegalAction, match="Announce a cell before the second roll"):
        game.apply(RollDice())
    assert play(game, Announce("ones@4")).legal_actions.keeps


def test_entry_without_column_uses_first_legal_column():
    game = play(Game(BY_ROLL, ["Anna"]), "12345", "k1 12345")
    assert play(game, Score("ones")).sheets[0].entries == {Cell("ones", 2): 1}


def test_unused_rolls_are_banked_for_later_turns():
    game = Game(SIX_DICE, ["Anna"])
    for category, used, available, bank in (
        ("ones", 1, 3, 2), ("twos", 4, 5, 1), ("threes", 4, 4, 0), ("fours", 3, 3, 0), ("fives", 2, 3, 1),
    ):  # fmt: skip
        assert game.turn.rolls == available
        game = play(game, *["k- 123456"] * used, Score(category))
        assert game.hands[0].bank == bank


def test_by_roll_category_pays_by_roll_number():
    game = play(Game(BY_ROLL, ["Anna"]), "12345")
    assert game.legal_actions.entries[Cell("kenta", 1)] == 71
    assert play(game, "k- 12345").legal_actions.entries.get(Cell("kenta", 1)) is None
    announced = play(game, Announce("kenta@1"))
    assert play(announced, "k- 12345").legal_actions.entries == {Cell("kenta", 1): 61}
    assert play(announced, "k5 12345").legal_actions.entries == {Cell("kenta", 1): 56}


# ------------------------------------------------------------------------------- typed dice


def test_points_without_dice_must_be_possible():
    game = play(Game(find_variant("kniffel"), ["Anna"]), EnterPoints("kniffel", 50), EnterPoints("fives", 25, 50))
    assert game.totals == [125]
    for wrong in (
        EnterPoints("chance", 4), EnterPoints("chance", 31), EnterPoints("sixes", 7), EnterPoints("full_house", 24),
        EnterPoints("kniffel", 50), EnterPoints("sixes", 30, 49), EnterPoints("sixes", 24, 50),
        EnterPoints("ones", 5, -50),
    ):  # fmt: skip
        with pytest.raises(IllegalAction):
            game.apply(wrong)
    assert play(game, EnterPoints("sixes", 30, 50)).totals == [205]
    assert play(game, EnterPoints("sixes", 30)).totals == [155]


def test_points_without_dice_include_the_column_factor():
    game = play(Game(SPIFFEL_123, ["Anna"]), EnterPoints("kniffel@3", 150))
    assert game.totals == [150]
    for wrong in (EnterPoints("kniffel@2", 50), EnterPoints("fives@3", 5)):
        with pytest.raises(IllegalAction, match="points are not possible"):
            game.apply(wrong)
    assert play(game, EnterPoints("fives@3", 75, 300)).totals == [525]


def test_typed_dice_are_marked():
    game, events = Game(find_variant("kniffel"), ["Anna"]).apply(DiceRolled("13356", by_hand=True))
    assert events == (DiceRolled("13356", "k-", 1, by_hand=True),)
    assert game.turn.by_hand


# ------------------------------------------------------------------------------- errors


def test_errors_keep_their_template_and_values():
    with pytest.raises(PaschError) as refused:
        Game(find_variant("kniffel"), [])
    error = refused.value
    assert error.template.format(**error.values) == str(error)
    assert isinstance(error, ValueError)


def test_errors_survive_pickling():
    odd = CellFilled("{cell} has {entry}", cell="{x}", entry=3)
    for error in (odd, DamagedRecord(4, odd)):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.template, again.values) == (str(error), error.template, error.values)
    assert str(again.cause) == "{x} has 3"
    assert again.line == 4


@pytest.mark.parametrize(("kind", "code"), [(CellFilled, "cell_filled"), (NoRollsLeft, "no_rolls_left")])
def test_error_classes_have_codes(kind, code):
    assert kind.code == code
    assert issubclass(kind, IllegalAction)
