"""Mechanics of some games in the terminal: typed input, questions, output, and hidden dice."""

import io
import json
from contextlib import suppress
from dataclasses import replace

import pytest

from pasch.cli.play.asking import help_lines, notes, possible, question
from pasch.cli.play.reading import Keyboard, read
from pasch.cli.play.table import JsonScreen, Screen, SeededDice, Stopped, Table
from pasch.cli.sheets import Sheets, print_sheets
from pasch.fairness.verify import Proof, logged_rolls, verify
from pasch.i18n import translator
from pasch.rules.actions import ActionKind, Believe, Claim, Double, Doubt, EndTurn, RollDice, TakeNothing, UseAction
from pasch.rules.category import Cell
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, Stage, WonDie
from pasch.rules.variants import VARIANTS, variant_with

NAMES = ("Anna", "Bernd", "Clara")
DE = translator("de")


class ScriptedDice:
    """Dice and action dice that fall in the written order."""

    def __init__(self, *fallen):
        self.fallen = list(fallen)

    def __call__(self, _match):
        now = self.fallen.pop(0)
        return ActionDieRolled(now) if isinstance(now, int) else DiceRolled(Roll.from_text(now))


def played(key, lines, *fallen, bots=frozenset(), interactive=False, screen=Screen, names=NAMES, lang="de"):
    """Return a table after these typed lines and these rolls."""
    start = Match.begin(VARIANTS[key], names)
    table = Table(start, ScriptedDice(*fallen), bots, screen(lang, names, bots))
    with suppress(Stopped, IndexError):
        table.play(Keyboard(io.StringIO("".join(f"{line}\n" for line in lines)), interactive, screen is JsonScreen))
    return table


# ------------------------------------------------------------------------------- parsing of typed lines


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("*steal 2 chance", UseAction("steal", 2, "chance")),
        ("* steal 2 chance", UseAction("steal", 2, "chance")),
        ("*stehlen bernd große straße", UseAction("steal", 2, "large_straight")),
        ("*einf cl dreierp", UseAction("freeze", 3, "three_of_a_kind")),
        ("*cross 3 pi", UseAction("cross_out", 3, "pi")),
        ("*shift", UseAction("shift")),
        ("*tauschen clara", UseAction("swap", 3)),
        ("*s 2", InvalidInput),
        ("*", InvalidInput),
        ("*swap dora", InvalidInput),
        ("end_turn", EndTurn()),
        ("Weiter", EndTurn()),
        ("claim full_house 25", Claim("full_house", 25)),
        ("behaupte full 25", Claim("full_house", 25)),
        ("claim full_house", InvalidInput),
        ("claim", InvalidInput),
        ("glauben", Believe()),
        ("DOUBT", Doubt()),
        ("-", TakeNothing()),
        ("!x2", Double()),
        ("würfeln", RollDice()),
    ],
)
def test_typed_line_is_parsed(line, meaning):
    if isinstance(meaning, type):
        with pytest.raises(meaning):
            read(line, VARIANTS["kniffeliger"], "de", NAMES)
    else:
        assert read(line, VARIANTS["kniffeliger"], "de", NAMES) == meaning


# ------------------------------------------------------------------------------- action dice


def reaching(*kinds, stage=None):
    """Kniffeliger in its third round; Anna has action dice, Bernd a valuable entry."""
    variant = VARIANTS["kniffeliger"]
    rich = Sheet.empty(variant).enter(variant.index(Cell("chance", 1)), 24)
    hands = [Hand(dice=tuple(WonDie(ActionKind(kind), 1) for kind in kinds)), Hand(), Hand()]
    game = Game(variant, NAMES, [Sheet.empty(variant), rich, Sheet.empty(variant)], hands)
    return game.with_turn(replace(game.turn, seat=1, round=3, beyond=stage))


def test_action_die_is_won_announced_and_used_next_round(capsys):
    table = played(
        "kniffeliger",
        ["chance", "chance", "chance", "*st b chance", "", "q"],
        *("13356", 1, "22255", "12346", "12346"),
    )
    assert table.match.game.sheets[0].entries == {Cell("chance", 1): 18}
    said = capsys.readouterr().out
    assert "Anna gewinnt einen Aktionswürfel: Stehlen.\nAnna ist fertig. Bernd ist dran." in said
    assert "*steal 2 Feld: Stehlen, Bernd: " not in said, "the thief's own cell is filled"


def test_targets_of_action_dice_are_listed():
    game = reaching("steal", "freeze")
    assert question(DE, game, "Anna") == "Anna, Enter würfelt, oder vorher etwas anderes: "
    lines = list(notes(DE, game, NAMES))
    assert lines[0] == "*steal 2 Feld: Stehlen, Bernd: Chance 24."
    assert lines[1].startswith("*freeze 2 Feld: Einfrieren, Bernd: Einser, Zweier, ")
    assert any(line.startswith("*steal 2 chance setzt") for line in help_lines(DE, game))


def test_sheet_moves_are_offered_between_rounds():
    game = reaching("swap", "shift", stage=Stage.SHIFTING)
    assert list(notes(DE, game, NAMES)) == [
        "*shift: Weiterreichen.",
        "*swap 2: Tauschen, Bernd.",
        "*swap 3: Tauschen, Clara.",
    ]
    assert question(DE, game, "Anna") == "Anna, weiterreichen oder tauschen, oder weiter mit Enter: "


def test_turn_without_action_dice_ends_automatically(capsys):
    assert question(DE, reaching("freeze", stage=Stage.ENTERED), "Anna").endswith("oder Enter beendet den Zug: ")
    played("kniffeliger", ["chance", "q"], "13355", "22256")
    assert "Anna ist fertig. Bernd ist dran." in capsys.readouterr().out


def test_sheets_show_frozen_cells_and_action_dice(capsys):
    game = reaching("steal", "steal")
    sheets = (replace(game.sheets[0], frozen=frozenset({0})), *game.sheets[1:])
    print_sheets(game.having(game.turn, sheets=sheets), "de")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["Einser", "*", ".", "."]
    assert lines[-2:] == [
        "* ist eingefroren, bis der Zug seines Besitzers vorbei ist.",
        "Anna hat 2 × Stehlen.",
    ]


def test_record_with_action_dice_can_be_verified():
    dice, start = SeededDice("a table", bytes(32)), Match.begin(VARIANTS["kniffeliger"], NAMES)
    table = Table(start, dice.land, frozenset({1, 2, 3}), Screen("en", NAMES))
    table.play(Keyboard(io.StringIO(), interactive=False))
    origin = dice.provenance("2026-11-21")
    rolls = logged_rolls(start, table.events)
    assert verify(Proof(origin.table, origin.commitment, dice.seed), rolls).holds
    assert any(roll.roll == 0 for roll in rolls)


# ------------------------------------------------------------------------------- chips


def test_extra_roll_costs_a_chip(capsys):
    played("kniffel-extreme", ["k-", "k-", "?", "k-", "q"], *["11235/7"] * 4, names=("Anna",))
    said = capsys.readouterr().out
    assert "Anna, eintragen, oder behalten und für einen von 3 Chips würfeln:" in said
    assert "Wurf 4 von 4: 1, 1, 2, 3, 5, 7." in said


def test_chips_are_shown_and_taken_or_declined(capsys):
    played("dice-duel", ["two", "-", "s", "q"], "11223", "11346", "22255", names=("Anna", "Bernd"))
    said = capsys.readouterr().out
    assert "Runde 1: Anna." in said
    assert "Möglich: Zwei Paare 5." in said
    assert "Bernd, behalten, oder - für keinen Chip (noch 2 Würfe):" in said
    assert "Anna, behalten oder Chip nehmen (noch 2 Würfe):" in said
    assert "Chips auf dem Tisch: Zwei Paare 3, Drilling 4" in said


# ------------------------------------------------------------------------------- claims


def test_players_are_asked_about_a_claim_in_turn(capsys):
    table = played("luegenkniffel", ["full 25", "glauben", "zweifeln", "q"], "13356", "22255")
    assert table.match.game.sheets[0].entries == {Cell("full_house", 1): 0}
    assert table.match.game.sheets[2].entries == {Cell("full_house", 1): 25}
    said = capsys.readouterr().out
    for line in (
        "Anna, behalten oder behaupten (noch 2 Würfe):",
        "Anna behauptet: Full House, 25 Punkte. Bernd ist gefragt.",
        "Bernd, glauben oder zweifeln?",
        "Clara, glauben oder zweifeln?",
    ):
        assert line in said.splitlines()


def test_bare_name_claims_the_real_points_or_confirms_a_scratch():
    table = played("luegenkniffel", ["dreier", "q"], "13356")
    assert table.match.game.turn.claim.points == 6
    scratched = played("luegenkniffel", ["full", "q"], "13356", "22255")
    assert scratched.match.game.sheets[0].entries == {Cell("full_house", 1): 0}
    kept = played("luegenkniffel", ["", "full", "n", "q"], "13356", interactive=True)
    assert not kept.match.game.sheets[0].entries


def test_offered_points_match_the_dice():
    table = played("luegenkniffel", ["k33", "q"], "13356", "33345")
    assert possible(DE, table.match.game).startswith("Möglich: Dreierpasch 18, Chance 18, Dreier 9, ")


def test_screen_is_handed_over_before_dice_are_shown(capsys):
    played("luegenkniffel", ["", "full 25", "glauben", "glauben", "", "q"], "13356", "22255", interactive=True)
    said = capsys.readouterr().out
    anna, bernd = (
        "Anna, drück Enter, wenn sonst niemand hinsieht: ",
        "Bernd, drück Enter, wenn sonst niemand hinsieht: ",
    )
    assert said.index(anna) < said.index("1, 3, 3, 5, 6") < said.index(bernd) < said.index("2, 2, 2, 5, 5")


def test_single_person_among_bots_sees_no_handover(capsys):
    played("luegenkniffel", ["q"], "13356", bots=frozenset({2, 3}), interactive=True)
    assert "drück Enter" not in capsys.readouterr().out


@pytest.mark.parametrize("screen", [Screen, JsonScreen])
def test_dice_of_bots_stay_hidden(capsys, screen):
    lines = ["chance 20", *["glauben"] * 30]
    table = played("luegenkniffel", lines, *["22255"] * 20, bots=frozenset({2, 3}), screen=screen)
    assert sum(isinstance(event, DiceRolled) and event.seat == 2 for event in table.events)
    printed = capsys.readouterr().out
    if screen is JsonScreen:
        rolls = [event for event in map(json.loads, printed.splitlines()) if event["type"] == "dice_rolled"]
        assert {event["seat"]: event["data"]["dice"] for event in rolls} == {1: "22255", 2: None, 3: None}
    else:
        assert "Bernd würfelt verdeckt: Wurf 1 von 3." in printed
        mine = sum(isinstance(event, DiceRolled) and event.seat == 1 for event in table.events)
        assert sum(line.startswith("Wurf ") for line in printed.splitlines()) == mine


# ------------------------------------------------------------------------------- columns and announcements


def test_columns_are_shown_side_by_side_with_their_marks():
    variant = VARIANTS["yams"]
    sheets = Sheets(Game(variant, NAMES), "de")
    (first, second) = sheets.blocks()
    assert [place.seat for place in first] == [1] * 4 + [2] * 4
    assert sheets.heads(second) == ["Clara", "", "", ""]
    assert sheets.marks(second) == ["@1", "@2 ↓", "@3 ↑", "@4 !"]


def test_factors_and_limits_are_marked():
    assert Sheets(Game(VARIANTS["spiffel-123"], ["Anna"]), "de").marks(
        Sheets(Game(VARIANTS["spiffel-123"], ["Anna"]), "de").blocks()[0]
    ) == ["@1", "@2 ×2", "@3 ×3"]
    limited = variant_with("spiffel-2s", {"max_rolls": 1})
    sheets = Sheets(Game(limited, ["Anna"]), "de")
    assert sheets.marks(sheets.blocks()[0]) == ["@1 ≤1", "@2 ≤1"]


def test_announcement_is_offered_with_an_example_and_shown(capsys):
    played("yams", ["!Große Straße", "k-", "q"], "13356", "22255", names=("Anna",))
    said = capsys.readouterr().out
    assert "Vor dem nächsten Wurf kannst du ein Feld von @4 ansagen, zum Beispiel !Einser@4." in said
    assert "Anna sagt Große Straße in Spalte 4 an." in said
    assert said.count("Angesagt: Große Straße in Spalte 4.") == 2


def test_prompt_asks_for_a_required_announcement():
    variant = variant_with("kniffel", {"announce": "after_first_roll"})
    game, _ = Game(variant, ["Anna"]).apply(DiceRolled("13356"))
    assert question(DE, game, "Anna") == "Anna, ansagen oder eintragen: "


def test_possible_points_cover_several_columns():
    game, _ = Game(VARIANTS["spiffel-123"], ["Anna"]).apply(DiceRolled("23456"))
    assert possible(DE, game).startswith(
        "Möglich: Große Straße 120 (@3), Kleine Straße 90 (@3), Große Straße 80 (@2), "
    )


def test_result_row_appears_only_if_it_differs_from_the_sum():
    rows = dict(Sheets(Game(VARIANTS["yatzy-duel"], NAMES[:2]), "de").rows([]))
    assert "Ergebnis" not in rows
    balut = Sheets(Game(VARIANTS["balut"], ["Anna"]), "de")
    labels = [name for name, _ in balut.rows(balut.blocks()[0])]
    assert labels[-3:] == ["Spalte", "Summe", "Ergebnis"]


def test_doubling_is_offered_before_the_first_roll(capsys):
    variant = variant_with("kniffel", {"doubles": 1})
    start = Match.begin(variant, ["Anna"])
    table = Table(start, ScriptedDice("13356", "22255"), frozenset(), Screen("de", start.players))
    with suppress(Stopped):
        table.play(Keyboard(io.StringIO("!x2\nchance\nq\n"), interactive=False))
    said = capsys.readouterr().out
    assert "!x2 sagt vor einem Wurf an, dass Würfel doppelt zählen." in said
    assert "Der Eintrag dieses Zuges zählt doppelt." in said
    assert "Anna schreibt Chance: 36 Punkte." in said
