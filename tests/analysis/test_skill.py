"""Skill: the mean loss and its error; stored results give the loss in the ledger."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from pasch.analysis import analyse
from pasch.analysis.rating import LEAST, skill_of
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.solver.store import solve
from tests.rules.play import finished


def test_skill_has_mean_loss_and_standard_error():
    skill = skill_of([4.0, 8.0, 6.0, 10.0, 2.0])
    assert skill is not None
    assert (skill.games, skill.loss) == (5, 6.0)
    assert skill.error == pytest.approx(sqrt(10 / 5))
    assert skill_of([7.0] * (LEAST - 1)) is None


def test_score_and_luck_determine_the_loss():
    solution = solve("kniffel-plain")
    start = Match.begin(solution.variant, ["Anna", "Bernd"], 2)
    record = Record.of(start, finished(start, Random(6))[1])
    for game in analyse(record).games:
        for seat in game.seats:
            assert solution.value + seat.luck - seat.score == pytest.approx(seat.loss, abs=0.01)
            assert sum(seat.losses.values()) == pytest.approx(seat.loss)
