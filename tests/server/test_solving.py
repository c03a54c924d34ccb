"""The server's solver: bots without a table, chances to win, solving in advance, disk space."""

from __future__ import annotations

import os
from collections import OrderedDict

import numpy as np
import pytest

from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variants import VARIANTS, variant_with
from pasch.server.configuration.settings import Rate, Solving
from pasch.server.solver import Bounds, ServerSolver, trim_cache
from pasch.service.errors import NotReady, RateLimited
from pasch.solver import cache, store
from tests.server.test_limits import ManualTimer
from tests.server.workers import ScriptedWorker, solve_in_process

pytestmark = pytest.mark.anyio

TWO = """pasch-record 1
variant: kniffel-plain
player 1: Anna
player 2: Bernd
1.1 12344 k44 34456 k44 14466 > fours 8
1.2 55566 > full_house 25
2.1 11111 > kniffel 50
result: *
"""


def position(text):
    return Position.from_text(text).game


class SolverHarness:
    """A solver whose process and time the test controls."""

    def __init__(self, **settings):
        self.worker, self.watch = ScriptedWorker(), ManualTimer()
        self.solver = ServerSolver(Solving(**{"ahead": 0, **settings}), lambda: self.worker, self.watch)
        self.queue = self.solver.queue

    def request(self):
        """The next request to the process."""
        return self.worker.asked.get(timeout=60)

    def says(self, answer):
        """Answer the request; returns when the answer has arrived."""
        self.worker.script.put(answer)
        with self.queue.changed:
            assert self.queue.changed.wait_for(lambda: self.queue.waiting == 0, timeout=60)


@pytest.fixture
def solver_harness():
    made = SolverHarness()
    yield made
    made.queue.close()


@pytest.fixture(scope="session")
def solved(tables):
    return store.solve("kniffel-plain")


# ------------------------------------------------------------------------------- bots


@pytest.mark.parametrize(("key", "points"), [("beginner", 16), ("regular", 17), ("expert", 18), ("perfect", 19)])
def test_bot_waits_for_its_solver_table(solver_harness, key, points):
    game = position(f"crag {{rolls=3 upper_bonus={points}}}; ; 123 2")
    with pytest.raises(NotReady):
        solver_harness.solver.bots[key].choose(game)
    assert solver_harness.request()["do"] == "solve"
    solver_harness.says(solve_in_process)
    assert solver_harness.solver.bots[key].choose(game) in game.legal_actions


def test_bot_plays_without_solver_table_after_its_patience(solver_harness):
    game = position("crag {rolls=3 upper_bonus=20}; ; 126 2")
    perfect, simple = solver_harness.solver.bots["perfect"], solver_harness.solver.bots["simple"]
    with pytest.raises(NotReady):
        perfect.choose(game)
    solver_harness.watch.now += Solving().patience
    assert perfect.choose(game) == simple.choose(game)
    solver_harness.says(solve_in_process)
    assert perfect.choose(game) in game.legal_actions


def test_bot_plays_at_once_for_an_unsolvable_variant(solver_harness):
    game = position("balut; ; 12344 2")
    assert solver_harness.solver.bots["perfect"].choose(game) == solver_harness.solver.bots["simple"].choose(game)
    assert solver_harness.worker.asked.empty()


def test_bots_share_a_limit_on_solves():
    solver_harness = SolverHarness(solves=Rate(burst=1, per_second=1e-9))
    with pytest.raises(NotReady):
        solver_harness.solver.bots["expert"].choose(position("crag {rolls=3 upper_bonus=21}; ; 123 2"))
    game = position("crag {rolls=3 upper_bonus=22}; ; 123 2")
    assert solver_harness.solver.bots["expert"].choose(game) in game.legal_actions
    solver_harness.queue.close()


def test_winner_bot_uses_chances_from_the_solving_process(solver_harness, solved):
    rest = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=22 four_of_a_kind=0 full_house=25"
    rest += " small_straight=30 large_straight=0 kniffel=0"
    game = position(f"kniffel-plain; {rest} / {rest} chance=24; 12366 1")
    winner = solver_harness.solver.bots["winner"]
    with pytest.raises(NotReady):
        winner.choose(game)
    request = solver_harness.request()
    assert (request["do"], request["position"]) == ("judge", f"kniffel-plain; {rest} / {rest} chance=24; 12366 1")
    texts = [game.variant.action_text(action) for action in game.legal_actions]
    solver_harness.says({"chances": {text: float(text == "k123") for text in texts}})
    assert game.variant.action_text(winner.choose(game)) == "k123"  # only these chances favour this action


def test_winner_bot_plays_for_points_when_chances_are_late(solver_harness, solved):
    rest = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=22 four_of_a_kind=0 full_house=25"
    rest += " small_straight=30 large_straight=0"
    game = position(f"kniffel-plain; {rest} / {rest} chance=24; 12366 1")
    with pytest.raises(NotReady):
        solver_harness.solver.bots["winner"].choose(game)
    solver_harness.watch.now += Solving().patience
    assert solver_harness.solver.bots["winner"].choose(game) == solver_harness.solver.bots["perfect"].choose(game)


# ------------------------------------------------------------------------------- chances to win


async def test_win_curve_orders_chances_by_seat(solver_harness, solved):
    record = read_record(TWO)
    with pytest.raises(NotReady) as later:
        await solver_harness.solver.win_curves(record, "anna")
    assert later.value.progress == 0
    positions = solver_harness.request()["positions"]
    assert [text.count("=") for text in positions] == [0, 1, 2, 3]
    solver_harness.says({"outcomes": [{"chances": [[0.6, 0.1, 0.3], [0.3, 0.1, 0.6]], "exact": False}] * 4})
    [curve] = await solver_harness.solver.win_curves(record, "anna")
    assert [(point["turn"], point["round"], point["seat"]) for point in curve] == [
        (0, 0, None),
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 1),
    ]
    # Seat 2 moves after an odd number of turns, and the process lists the chances of the moving seat first.
    assert [point["chances"][0][0] for point in curve] == [0.6, 0.3, 0.6, 0.3]


async def test_single_player_record_has_no_win_curve(solver_harness, solved):
    record = read_record("pasch-record 1\nvariant: kniffel-plain\nplayer 1: Anna\n1.1 12344 > ones 1\nresult: *\n")
    assert await solver_harness.solver.win_curves(record, "anna") == [None]


async def test_win_curves_share_the_solve_limit(solved):
    solver_harness = SolverHarness(solves=Rate(burst=1, per_second=1e-9))
    with pytest.raises(NotReady):
        await solver_harness.solver.win_curves(read_record(TWO), "anna")
    other = TWO.replace("fours 8", "ones 1")
    with pytest.raises(RateLimited):
        await solver_harness.solver.win_curves(read_record(other), "anna")
    solver_harness.queue.close()


# ------------------------------------------------------------------------------- solving ahead, and cache space


def test_presets_solvable_in_seconds_are_solved_ahead(monkeypatch, tmp_path):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    monkeypatch.setattr(store, "_cached", OrderedDict())  # other tests leave no entries
    solver_harness = SolverHarness(ahead=10)
    with solver_harness.solver.working():
        keys = []
        for _ in VARIANTS:
            request = solver_harness.request()
            keys.append(request["variant"])
            assert request["threads"] == 1, "games go on meanwhile"
            solver_harness.worker.script.put({"kept": True})
            if keys[-1] == "centre-up-down":
                break
    assert keys[0] == "kniffel"
    assert {"kniffel-plain", "yahtzee", "yatzy", "crag"} <= set(keys)
    assert "spiffel-6" not in keys
    assert "balut" not in keys


def test_preset_estimates_are_stored_across_restarts(monkeypatch, tmp_path):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    preset, house = variant_with("crag", {}), variant_with("crag", {"rolls": 3})
    assert all(Bounds(Solving()).within(variant, 10) for variant in (preset, house))
    [stored] = tmp_path.iterdir()
    cache.save(stored, preset, np.array([1.0, 99.0]), {})
    assert not Bounds(Solving()).within(preset, 98), "it is read, not computed"


def test_cache_removes_the_longest_unused_tables(monkeypatch, tmp_path):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    for age, name in enumerate(["new.table", "old.table", "oldest.table", ".new-left", ".new-being-made"]):
        (tmp_path / name).write_bytes(bytes(1000))
        if name != ".new-being-made":
            os.utime(tmp_path / name, (1e9 - 1000 * age,) * 2)
    trim_cache(2000, largest=5000)
    assert {file.name for file in tmp_path.iterdir()} == {"new.table", "old.table", ".new-being-made"}
    trim_cache(2000, largest=5000)
    trim_cache(0, largest=5000)
    assert {file.name for file in tmp_path.iterdir()} == {".new-being-made"}


def test_cache_preserves_tables_too_large_for_a_server(monkeypatch, tmp_path):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    (tmp_path / "large.table").write_bytes(bytes(6000))
    trim_cache(0, largest=5000)
    assert (tmp_path / "large.table").exists()


def test_missing_cache_folder_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "nowhere"))
    trim_cache(0, largest=5000)


def test_missing_solver_table_is_solved_again(solver_harness):
    game = position("crag {rolls=3 upper_bonus=23}; ; 126 2")
    perfect = solver_harness.solver.bots["perfect"]
    for _ in range(2):
        with pytest.raises(NotReady):
            perfect.choose(game)
        assert solver_harness.request()["do"] == "solve"
        solver_harness.says({"kept": True})  # but it does not exist


def test_unstorable_solver_table_is_not_solved_again(solver_harness):
    game = position("crag {rolls=3 upper_bonus=24}; ; 126 2")
    with pytest.raises(NotReady):
        solver_harness.solver.bots["perfect"].choose(game)
    solver_harness.request()
    solver_harness.says({"kept": False})
    with pytest.raises(NotReady, match="cannot be stored"):
        solver_harness.solver.bots["perfect"].choose(game)
    assert solver_harness.worker.asked.empty()
