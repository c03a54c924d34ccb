"""Every bot with every variant: legal to the end, whoever sits beside it, and the same choice for the same game."""

from random import Random

import pytest

from pasch.bots import BOTS, find_bot
from pasch.rules.actions import RollDice
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.variants import VARIANTS
from tests.rules.play import choose, fall


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_beside_somebody_who_plays_at_random(name, key):
    bot, rng = find_bot(name), Random(5)
    assert bot.key == name
    match = Match.begin(VARIANTS[key], ["Bot", "Anybody"])
    while not match.over:
        game = match.game
        action = bot.choose(game) if game.turn.seat == 1 else choose(match, rng)
        assert action in game.legal_actions
        if game.turn.seat == 1:
            assert bot.choose(game) == action
        if isinstance(action, RollDice):
            match, _ = match.apply(action)
            action = DiceRolled(fall(match.variant, match.game.turn.thrown, rng))
        match, _ = match.apply(action)
    assert match.game.winner or all(sheet.full for sheet in match.game.sheets)


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_takes_what_nobody_would_leave(name, key):
    """With one cell left and all dice equal there, no bot throws again and none strikes the cell."""
    cells = [cell for cell in VARIANTS[key].rows if cell != "kniffel"]
    filled = " ".join(f"{cell}=0" for cell in cells)
    game = Position.from_text(f"{key} {{order=free}}; {filled}; 66666 2").game
    after, _ = game.apply(find_bot(name).choose(game))
    assert after.totals == [50]
