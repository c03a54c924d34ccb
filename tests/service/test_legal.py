"""A snapshot lists exactly the legal actions of the rules, in every game."""

from dataclasses import replace
from random import Random

import pytest

from pasch.rules.actions import RollDice
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.variants import VARIANTS
from pasch.service.ids import TableId
from pasch.service.requests import OpenSeat, OpenTable, SeatKind, Status
from pasch.service.table.seats import new_table
from pasch.service.views.actions import legal_actions
from tests.rules.play import steps
from tests.service.harness import ANNA, action_of
from tests.support.sizes import every_variant


def running(variant):
    """A running table, with the fewest seats but at least two if the variant allows it."""
    low, high = variant.seats
    seats = (OpenSeat(SeatKind.LOCAL),) * max(low, min(2, high))
    wish = OpenTable(variant.key, seats, dict(variant.switches))
    _, state = new_table(ANNA, TableId("table"), bytes(32), wish)
    return replace(state, status=Status.RUNNING, match=state.begun())


def expected(game):
    """The legal actions of the rules, plus a roll without a keep, which is the only roll at the start of a turn."""
    legal = {*game.legal_actions}
    if game.turn.roll is None:
        return {RollDice() if isinstance(action, RollDice) else action for action in legal}
    return legal | ({RollDice()} if game.legal_actions.keeps else set())


@pytest.mark.parametrize("doubles", [0, 2])
@pytest.mark.parametrize("key", every_variant())
def test_listed_actions_match_the_rules(key, doubles):
    state = running(VARIANTS[key].replace(doubles=doubles) if doubles else VARIANTS[key])
    all_seats = tuple(range(1, len(state.places) + 1))
    for match, _ in steps(state.match, Random(f"{key} {doubles}")):
        game = match.game
        if game.to_roll or match.between_games or not game.legal_actions:
            continue  # the dice are still rolling: no seat has the move
        now = replace(state, match=match)
        text = match.variant.action_text
        shown = [text(action_of(view)) for view in legal_actions(now, all_seats).all_actions]
        assert sorted(shown) == sorted(map(text, expected(game)))
        assert legal_actions(now, ()).all_actions == []
        assert legal_actions(now, tuple(seat for seat in all_seats if seat != game.to_move)).all_actions == []


@pytest.mark.parametrize(
    ("position", "scratches_with_extra"),
    [
        ("hartard; kniffel=50; 22222 1", 12),  # a scratch of any open cell scores 100 points
        ("hartard; ones=3; 22222 1", 0),
        ("kniffel; kniffel=50; 22222 1", 1),  # the duty: its number cell
        ("yahtzee; kniffel=50 twos=6; 22222 1", 6),  # a joker: all cells of the lower section
        ("yahtzee; kniffel=0 twos=6; 22222 1", 0),
    ],
)
def test_listed_entries_include_bonus_kniffel_points(position, scratches_with_extra):
    game = Position.from_text(position).game
    state = running(game.variant)
    views = legal_actions(replace(state, match=replace(state.match, games=(game,))), (1, 2)).all_actions
    entries = [view for view in views if view["type"] == "score"]
    for view in entries:
        _, (scored, *_) = game.apply(action_of(view))
        assert view.get("extra", 0) == scored.extra, view
    assert sum("extra" in view for view in entries if view["points"] == 0) == scratches_with_extra


def test_only_the_next_player_may_start_the_next_game():
    state = running(VARIANTS["kniffel"])
    begun = Match.begin(VARIANTS["kniffel"], ["1", "2"], 2)
    for match, _ in steps(begun, Random(1)):
        if match.between_games:
            assert legal_actions(replace(state, match=match, games=2), (2,)).all_actions == [{"type": "next_game"}]
            return
    raise AssertionError("the first game never ended")
