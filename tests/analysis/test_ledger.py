"""The ledger: its sums add up, mean luck is zero, and perfect play has no loss."""

from __future__ import annotations

from random import Random

import pytest

from pasch.analysis import analyse
from pasch.analysis.figures import figures
from pasch.analysis.worker import luck
from pasch.rules.actions import EnterPoints, RollDice, Score, TakeBack
from pasch.rules.dice import NOTHING
from pasch.rules.errors import InvalidInput
from pasch.rules.events import DiceRolled
from pasch.rules.game import Game
from pasch.rules.legal import playable_cells
from pasch.rules.match import Match
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import find_variant
from pasch.solver.advice import advise
from pasch.solver.solve import solve as solve_now
from pasch.solver.store import solve
from pasch.solver.turn import turn_values
from tests.rules.play import fall, finished
from tests.support.sizes import cases

KEYS = ("kniffel", "yahtzee-free", "hartard", "yams-fr", "crag")
"""The variants cover forced and free jokers, other category sets and three dice."""


RULES = [{}, {"joker": "free"}, {"extra_points": 40, "extra_when": "always"}]


def played(variant, players=("Anna", "Bernd"), games=1, seed=3) -> Record:
    start = Match.begin(variant, players, games)
    _, log = finished(start, Random(seed))
    return Record.of(start, log)


def played_perfectly(solution, seed) -> Record:
    chance = Random(seed)
    start = match = Match.begin(solution.variant, ["Anna"])
    log = []
    while not match.over:
        action = advise(solution, match.game).best.action
        match, events = match.apply(action)
        log += events
        if isinstance(action, RollDice):
            match, events = match.apply(DiceRolled(fall(match.variant, match.game.turn.staying, chance)))
            log += events
    return Record.of(start, log)


# ------------------------------------------------------------------------------- sums


@pytest.mark.parametrize("key", cases(KEYS, default={"kniffel", "crag"}))
def test_ledger_sums_add_up(key):
    record = played(find_variant(key), games=2)
    ledger = analyse(record, solve)
    assert [player.score for player in ledger.players] == record.totals
    for player in ledger.players:
        assert player.finished
        assert player.score == pytest.approx(player.start + player.luck - player.loss, abs=0.01)
        assert player.value == pytest.approx(player.score, abs=0.01)
    for game, result in zip(ledger.games, record.games, strict=True):
        for seat, total in zip(game.seats, result.totals, strict=True):
            assert seat.score == total
            assert seat.start + seat.luck - seat.loss == pytest.approx(total, abs=0.01)
            assert len(seat.turns) == record.match.variant.turns


@pytest.mark.slow
def test_float64_ledger_sums_add_up_to_a_millionth():
    solution = solve_now("yahtzee", exact=True)
    for seed in range(3):
        [player] = analyse(played(solution.variant, ["Anna"], seed=seed), solution).players
        assert player.start == solution.value
        assert player.start + player.luck - player.loss == pytest.approx(player.score, abs=1e-6)


@pytest.mark.slow
def test_mean_luck_of_a_roll_is_zero():
    solution = solve_now("kniffel-plain", exact=True)
    game = Game(solution.variant, ["Anna"])
    values = turn_values(solution, game.sheet)
    dice = solution.program.dice
    luck = 0.0
    for roll in solution.variant.all_rolls:
        chance = float(dice.chances[dice.number[roll.faces]])
        luck += chance * (advise(solution, game.apply(DiceRolled(roll))[0]).value - values.start)
    assert luck == pytest.approx(0, abs=1e-9)


def test_one_game_of_a_match_is_judged_alone():
    record = played(find_variant("crag"), games=3, seed=9)
    whole, alone = analyse(record, solve), analyse(record, solve, only=2)
    assert alone.games[1] == whole.games[1]
    assert [seat.turns for number in (0, 2) for seat in alone.games[number].seats] == [()] * 4
    request = {"record": write_record(record), "game": 2}
    first, second, third = luck(request, lambda _: None)["luck"]
    assert first == third == [None, None]
    assert second == luck({**request, "game": None}, lambda _: None)["luck"][1]
    assert [found["luck"] for found in second] == [seat.luck for seat in whole.games[1].seats]


def test_each_turn_starts_at_the_value_of_the_previous():
    ledger = analyse(played(find_variant("kniffel"), games=2, seed=9), solve)
    for game in ledger.games:
        for seat in game.seats:
            before = seat.start
            for turn in seat.turns:
                assert turn.start == before
                assert turn.end == pytest.approx(turn.start + turn.luck - turn.loss, abs=1e-6)
                assert all(choice.loss >= 0 for choice in turn.choices)
                before = turn.end
            assert before == seat.score
            assert [point.value for point in seat.curve][:: len(seat.curve) - 1] == [seat.start, seat.score]


def test_perfect_play_has_no_loss():
    solution = solve("kniffel")
    [player] = analyse(played_perfectly(solution, 5), solution).players
    assert player.loss == 0
    assert player.lessons == ()
    assert player.score == pytest.approx(player.start + player.luck, abs=0.01)


def played_anyhow(variant, chance) -> Record:
    """Return a game in which some turns contain only points and some entries are taken back."""
    start = match = Match.begin(variant, ["Anna", "Bernd"])
    log = []
    while not match.over:
        game, wish = match.game, chance.random()
        if game.turn.roll is None and wish < 0.1:
            step = EnterPoints(chance.choice(sorted({cell.category for cell in entered_by_hand(game)})), 0)
        elif game.turn.roll is None and wish < 0.2 and game.latest is not None:
            step = TakeBack()
        elif game.legal_actions.keeps and wish < 0.7:
            keep = chance.choice(game.legal_actions.keeps)
            step = DiceRolled(fall(variant, keep, chance), keep)
        elif game.turn.roll is None:
            step = DiceRolled(fall(variant, NOTHING, chance))
        else:
            cell, points = chance.choice(list(game.legal_actions.entries.items()))
            step = Score(cell, chance.choice([points, 0]))
        match, events = match.apply(step)
        log += events
    return Record.of(start, log)


def entered_by_hand(game) -> list:
    return [game.variant.cells[index] for index in playable_cells(game.sheet, game.turn, 1)]


@pytest.mark.parametrize("rules", cases(RULES, default=RULES[2:]), ids=str)
@pytest.mark.parametrize("key", cases(["yahtzee", "spiffel", "kniffel"], default=()))
def test_ledger_sums_add_up_with_hand_entries_and_corrections(key, rules):
    solution = solve_now(find_variant(key).replace(**rules), exact=True)
    for seed in range(3):
        record = played_anyhow(solution.variant, Random(seed))
        assert read_record(write_record(record)) == record
        for player in analyse(record, solution).players:
            assert player.start + player.luck - player.loss == pytest.approx(player.score, abs=1e-6)


# ------------------------------------------------------------------------------- decisions


RECORD = """pasch-record 1
variant: kniffel-plain
player 1: Anna
player 2: Bernd
1.1 12344 k1234 12345 > large_straight 40
1.2 22255 > twos 6
2.1 ? > chance 22
2.2 66666 k6666 26666 > chance 26
3.1 11111 k111 11123
result: *
"""


def test_ledger_shows_choices_and_best_actions():
    ledger = analyse(read_record(RECORD), solve)
    anna, bernd = ledger.games[0].seats
    first = anna.turns[0]
    assert [roll.dice.to_text() for roll in first.rolls] == ["12344", "12345"]
    assert [choice.text for choice in first.choices] == ["k1234", "large_straight"]
    assert first.choices[0].best_text == "k44"
    assert (first.choices[0].loss, first.choices[1].loss) == (pytest.approx(0.7566, abs=0.01), 0)
    assert (first.cell, first.points, first.extra) == ("large_straight", 40, 0)
    assert first.luck == pytest.approx(-1.816 + 10.183, abs=0.01)
    lessons = ledger.players[1].lessons
    assert [lesson.text for lesson in lessons] == ["chance", "k6666", "twos"]
    assert [lesson.best_text for lesson in lessons[:2]] == ["k6666", "kniffel"]
    assert lessons[1].position == "kniffel-plain; twos=6; 66666 2"
    assert [lesson.loss for lesson in lessons] == sorted((lesson.loss for lesson in lessons), reverse=True)
    assert bernd.turns[0].choices[0].text == "twos"


def test_decision_value_equals_advice():
    ledger = analyse(read_record(RECORD), solve)
    choices = [c for game in ledger.games for seat in game.seats for turn in seat.turns for c in turn.choices]
    assert len(choices) == 6
    for choice in choices:
        advice = advise(solve("kniffel-plain"), choice.position)
        assert advice.value == choice.best_value
        assert {option.text: option.value for option in advice.actions}[choice.text] == choice.value
        assert Position.from_text(choice.position).to_text() == choice.position


def test_turn_without_known_dice_counts_as_luck():
    anna = analyse(read_record(RECORD), solve).games[0].seats[0]
    turn = anna.turns[1]
    assert (turn.known, turn.rolls, turn.loss, turn.cell, turn.points) == (False, (), 0, "chance", 22)
    assert turn.luck == turn.end - turn.start


def test_running_game_has_its_current_value():
    anna, bernd = analyse(read_record(RECORD), solve).players
    assert not anna.finished
    assert (anna.score, bernd.score) == (62, 32)
    latest = anna.games[0].turns[-1]
    assert (latest.cell, latest.rolls[-1].choice) == (None, None)
    assert anna.value == pytest.approx(latest.rolls[-1].value, abs=1e-6)


def test_corrected_entry_is_ignored():
    taken_back = RECORD.replace("2.1 ?", "^1.2 22255 > full_house 25\n2.1 ?")
    once = RECORD.replace("twos 6", "full_house 25")
    ledger, other = (figures(analyse(read_record(text), solve)) for text in (taken_back, once))
    assert ledger == other


def test_points_taken_back_are_ignored():
    match = Match.begin(find_variant("kniffel-plain"), ["Anna"])
    begun = match
    log = []
    for points in (22, 23):
        match, events = begun.apply(EnterPoints("chance", points))
        log += events
        if points == 22:
            match, events = match.apply(TakeBack())
            log += events
            begun = match
    [seat] = analyse(Record.of(Match.begin(match.variant, ["Anna"]), log), solve).games[0].seats
    assert [(turn.cell, turn.points) for turn in seat.turns] == [("chance", 23)]


def test_house_rules_use_their_own_table():
    variant = find_variant("kniffel").replace(order="down", five_equal_is_full_house=True)
    [player] = analyse(played(variant, ["Anna"]), solve).players
    assert player.start == solve(variant).value
    assert player.start + player.luck - player.loss == pytest.approx(player.score, abs=0.01)


def test_figures_contain_curve_rolls_and_lessons():
    ledger = figures(analyse(read_record(RECORD), solve))
    assert (ledger["variant"], ledger["rules"]) == ("kniffel-plain", {})
    anna = ledger["games"][0]["seats"][0]
    assert anna["curve"][0] == {"round": 0, "roll": 0, "value": anna["start"]}
    assert [(point["round"], point["roll"]) for point in anna["curve"][1:]] == [
        *((1, 1), (1, 2), (1, 0)),
        (2, 0),
        *((3, 1), (3, 2)),
    ]
    first = anna["turns"][0]["rolls"][0]
    assert set(first) == {"dice", "luck", "value", "choice"}
    assert set(first["choice"]) == {"position", "action", "value", "best", "best_value", "loss"}
    assert [
        set(player) >= {"seat", "name", "start", "luck", "loss", "score", "lessons"} for player in ledger["players"]
    ]


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("balut", "balut cannot be solved exactly: no table for a settlement"),
        ("kniffel-extreme", "kniffel-extreme cannot be solved exactly: no table for chips that buy a roll"),
        ("kniffeliger", "There is no ledger for kniffeliger: its result depends on more than a sheet"),
        ("kismet", "There is no ledger for kismet: its result depends on more than a sheet"),
        ("generala", "There is no ledger for generala: its result depends on more than a sheet"),
        ("maxi-yatzy", "There is no ledger for maxi-yatzy: its result depends on more than a sheet"),
    ],
)
def test_unsupported_variant_is_refused(key, reason):
    variant = find_variant(key)
    record = Record.of(Match.begin(variant, ["Anna", "Bernd", "Clara"][: max(variant.seats[0], 1)]), [])
    with pytest.raises(InvalidInput, match=f"^{reason}$"):
        analyse(record)


def test_match_without_turns_has_the_start_value():
    [player] = analyse(Record.of(Match.begin(find_variant("yacht"), ["Anna"]), [])).players
    assert (player.luck, player.loss, player.score, player.finished) == (0, 0, 0, False)
    assert player.value == player.start == solve("yacht").value


def test_each_turn_has_one_judged_entry():
    record = played(find_variant("yacht"), ["Anna"])
    [player] = analyse(record, solve).players
    entries = [c for turn in player.games[0].turns for c in turn.choices if isinstance(c.action, Score)]
    assert len(entries) == len(player.games[0].turns)
