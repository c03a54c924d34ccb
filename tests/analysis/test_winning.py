"""Win chances over a game: plausible at every turn, and certain at the end."""

from __future__ import annotations

from random import Random

import pytest

from pasch.analysis import analyse, win_curves
from pasch.analysis.figures import figures
from pasch.analysis.winning import moments
from pasch.rules.actions import EnterPoints, TakeBack
from pasch.rules.bonus import UpperBonus
from pasch.rules.category import AllDice, AnyDice, Category, Face, Fixed, Groups, Run
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.solver.duel.winning import win_chances
from pasch.solver.solve import solve
from tests.rules.play import finished

SMALL = Variant(
    key="small",
    dice=3,
    rolls=3,
    upper=(Category("ones", Face(1)), Category("sixes", Face(6))),
    lower=(
        Category("run", Run(3), Fixed(30)),
        Category("kniffel", Groups((3,)), Fixed(20)),
        Category("chance", AnyDice(), AllDice()),
    ),
    upper_bonus=UpperBonus(13, 10),
)


def played(players=("Anna", "Bernd"), games=1) -> Record:
    start = Match.begin(SMALL, players, games)
    _, log = finished(start, Random(4))
    return Record.of(start, log)


def test_curve_has_one_point_per_turn():
    record, solution = played(games=2), solve(SMALL)
    curves = win_curves(record, solution)
    assert len(curves) == 2
    for curve, game in zip(curves, record.games, strict=True):
        assert [point.turn for point in curve] == list(range(11))
        assert [point.seat for point in curve] == [None, *[1, 2] * 5]
        assert [point.round for point in curve] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        mine, other = game.totals
        last, _ = curve[-1].chances
        assert (last.win, last.draw, last.loss) == (mine > other, mine == other, mine < other)
        for point in curve:
            anna, bernd = point.chances
            assert anna.win + anna.draw + anna.loss == pytest.approx(1)
            assert (anna.win, anna.draw) == pytest.approx((bernd.loss, bernd.draw))
            assert point.exact


def test_curve_point_matches_the_chances_of_its_position():
    record, solution = played(), solve(SMALL)
    [curve], [game] = win_curves(record, solution), moments(record)
    for point, moment in zip(curve, game, strict=True):
        assert point.chances == win_chances(solution, moment.game)


@pytest.mark.slow
def test_slow_positions_assume_play_for_points():
    """Under that assumption both players start equal; the end is always exact."""
    [curve] = win_curves(played(), solve(SMALL, exact=True), within=0)
    anna, bernd = curve[0].chances
    assert anna.win == pytest.approx(bernd.win, abs=1e-9)
    assert not curve[0].exact
    assert curve[-1].exact
    [best] = win_curves(played(), solve(SMALL, exact=True))
    assert best[0].exact
    assert best[0].chances[1].win > best[0].chances[0].win, "who comes last knows more"


def test_correction_replaces_the_original_turn():
    start = match = Match.begin(SMALL, ["Anna", "Bernd"])
    log = []
    for step in (EnterPoints("chance", 9), TakeBack(), EnterPoints("chance", 15), EnterPoints("chance", 8)):
        match, events = match.apply(step)
        log += events
    record = Record.of(start, log)
    [game] = moments(record)
    assert [(moment.turn, moment.seat, moment.game.totals) for moment in game] == [
        (0, None, [0, 0]),
        (1, 1, [15, 0]),
        (2, 2, [15, 8]),
    ]
    [curve] = win_curves(record, solve(SMALL))
    assert curve[2].chances[0].win > 0.5


@pytest.mark.parametrize("players", [("Anna",), ("Anna", "Bernd", "Carla")])
def test_only_two_player_games_have_a_curve(players):
    assert win_curves(played(players, games=2), solve(SMALL)) == (None, None)


def test_curve_progress_rises_to_one():
    progress: list[float] = []
    win_curves(played(), solve(SMALL), progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1


def test_figures_contain_plain_win_chances():
    record, solution = played(), solve(SMALL)
    curves = win_curves(record, solution)
    ledger = figures(analyse(record, solution), curves)
    [game] = ledger["games"]
    assert game["win"][0]["seat"] is None
    assert game["win"][3]["chances"][0] == (
        curves[0][3].chances[0].win,
        curves[0][3].chances[0].draw,
        curves[0][3].chances[0].loss,
    )
    assert figures(analyse(record, solution))["games"][0]["win"] is None
