"""Verification recomputes a whole match and finds one changed die."""

from dataclasses import replace

import pytest

from pasch.fairness.stream import ACTION_DIE, RollId, commitment, rolled
from pasch.fairness.verify import Proof, landed, logged_rolls, server_seed, verify
from pasch.rules.actions import EndTurn, NextGame, RollDice, Score
from pasch.rules.dice import NOTHING, Roll
from pasch.rules.errors import InvalidInput
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.match import Match
from pasch.rules.variants import find_variant

SEED = bytes(range(100, 132))
PROOF = Proof("table", commitment(SEED), SEED, ("aa", "bb"))


def played(games=2):
    """A match with verifiable dice: two rolls a turn, the lowest die kept, first cell entered."""
    start = match = Match.begin(find_variant("kniffel"), ["1", "2"], games)
    log = []
    while not match.over:
        step = NextGame() if match.between_games else next_step(match)
        match, events = match.apply(step)
        if match.game.to_roll:
            turn = match.game.turn
            throw = RollId("table", PROOF.seeds, len(match.games), turn.number, turn.rolls_used + 1)
            match, events = match.apply(DiceRolled(landed(turn.staying, rolled(SEED, throw, match.game.to_roll))))
        log += events
    return start, log


def next_step(match):
    turn = match.game.turn
    if turn.roll is None:
        return RollDice()
    if turn.rolls_used == 1:
        return RollDice(f"k{turn.roll.faces[0]}")
    return Score(next(iter(match.game.legal_actions.entries)))


@pytest.fixture(scope="module")
def rolls():
    found = logged_rolls(*played())
    assert len(found) == 2 * 2 * 13 * 2
    return found


def test_match_played_with_its_seeds_passes_verification(rolls):
    verdict = verify(PROOF, rolls)
    assert verdict.holds
    assert verdict.checked == len(rolls)


@pytest.mark.parametrize("place", [0, 17, 103])
def test_verification_names_the_changed_roll(rolls, place):
    honest = rolls[place]
    others = [face % 6 + 1 for face in honest.dice.faces[1:]]
    changed = replace(honest, dice=Roll((honest.dice.faces[0], *others)))
    verdict = verify(PROOF, [*rolls[:place], changed, *rolls[place + 1 :]])
    assert not verdict.holds
    assert (verdict.first_wrong, verdict.right, verdict.checked) == (changed, honest.dice, place)


def test_wrong_server_seed_fails_the_commitment(rolls):
    verdict = verify(replace(PROOF, server_seed=bytes(32)), rolls)
    assert not verdict.committed
    assert not verdict.holds
    assert verdict.first_wrong == rolls[0]


def test_seat_seeds_affect_the_dice(rolls):
    verdict = verify(replace(PROOF, seeds=()), rolls)
    assert verdict.committed
    assert verdict.first_wrong == rolls[0]


def test_first_roll_is_numbered_and_verified():
    match = Match.begin(find_variant("yatzy"), ["1"])
    first = DiceRolled(rolled(SEED, RollId("table", PROOF.seeds, 1, 1, 1), 5), NOTHING)
    _, one = match.apply(first)
    assert [(r.game, r.turn, r.roll) for r in logged_rolls(match, one)] == [(1, 1, 1)]
    assert verify(PROOF, logged_rolls(match, one)).holds


def test_manually_entered_dice_are_not_verified():
    match = Match.begin(find_variant("kniffel"), ["1"])
    _, events = match.apply(DiceRolled("11111", by_hand=True))
    assert logged_rolls(match, events) == []


def test_server_seed_is_parsed_from_hexadecimal():
    assert server_seed(SEED.hex()) == SEED


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_invalid_server_seed_is_refused(text):
    with pytest.raises(InvalidInput, match="64"):
        server_seed(text)


# ------------------------------------------------------------------------------- action dice


@pytest.fixture(scope="module")
def action_dice():
    """Two rounds of Kniffeliger in which each roll earns an action die."""
    start = match = Match.begin(find_variant("kniffeliger"), ["1", "2"])
    log = []
    for cell in ("sixes", "sixes", "chance", "chance"):
        number = match.game.turn.number
        face = rolled(SEED, RollId("table", PROOF.seeds, 1, number, ACTION_DIE), 1).faces[0]
        for step in (DiceRolled("66666"), Score(cell), ActionDieRolled(face), EndTurn()):
            match, events = match.apply(step)
            log += events
    return start, log


def test_action_die_is_roll_zero_of_its_turn(action_dice):
    rolls = [roll for roll in logged_rolls(*action_dice) if roll.roll == ACTION_DIE]
    assert [(roll.game, roll.turn, len(roll.dice), roll.keep) for roll in rolls] == [
        (1, turn, 1, NOTHING) for turn in (1, 2, 3, 4)
    ]
    assert verify(PROOF, rolls).holds


def test_changed_action_die_fails_verification(action_dice):
    start, log = action_dice
    place = [isinstance(event, ActionDieRolled) for event in log].index(True)
    changed = replace(log[place], face=log[place].face % 6 + 1)
    rolls = [
        roll for roll in logged_rolls(start, [*log[:place], changed, *log[place + 1 :]]) if roll.roll == ACTION_DIE
    ]
    verdict = verify(PROOF, rolls)
    assert not verdict.holds
    assert (verdict.first_wrong, verdict.right) == (rolls[0], Roll((log[place].face,)))


def test_action_die_differs_from_rolls_of_its_turn():
    faces = {rolled(SEED, RollId("table", (), 1, 1, roll), 1) for roll in (ACTION_DIE, 1, 2, 3)}
    assert len(faces) > 1


def test_action_die_after_manual_dice_is_not_verified():
    match = Match.begin(find_variant("kniffeliger"), ["1", "2"])
    after, events = match, []
    for step in (DiceRolled("66666", by_hand=True), Score("sixes"), ActionDieRolled(3)):
        after, added = after.apply(step)
        events += added
    assert logged_rolls(match, events) == []
