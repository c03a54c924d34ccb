"""The game in the terminal: typed lines in, sentences or events out."""

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from pasch.cli.app import app
from pasch.cli.play.command import seats
from pasch.cli.play.options import PlayOptions
from pasch.cli.play.reading import Keyboard, Request, read
from pasch.cli.play.table import JsonScreen, Screen, SeededDice, Stopped, Table
from pasch.fairness.verify import Proof, logged_rolls, server_seed, verify
from pasch.rules.actions import Announce, RollDice, Score
from pasch.rules.dice import Roll
from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_reader import read_record
from pasch.rules.notation.record_writer import write_record
from pasch.rules.variants import find_variant, variant_with
from pasch.words import category_name
from tests.cli.terminal import pasch
from tests.support.sizes import every_variant

KNIFFEL = find_variant("kniffel")
KEYS = [category.key for category in KNIFFEL.categories]


@dataclass
class ScriptedDice:
    """Dice that fall as written: one text per roll, including the kept dice."""

    faces: list[str]
    fallen: int = field(default=0)

    def __call__(self, _match: Match) -> DiceRolled:
        roll = self.faces[self.fallen % len(self.faces)]
        self.fallen += 1
        return DiceRolled(Roll.from_text(roll))


def table(lines, dice, *, variant="kniffel", names=("Anna",), bots=frozenset(), games=1, lang="en", interactive=False):
    """A table played to its end or stopped, without a terminal."""
    start = Match.begin(find_variant(variant) if isinstance(variant, str) else variant, names, games)
    played = Table(start, ScriptedDice(dice), bots, Screen(lang, names))
    with contextlib.suppress(Stopped):
        played.play(Keyboard(io.StringIO("\n".join(lines) + "\n"), interactive))
    return played


# ------------------------------------------------------------------------------- a game in sentences


def test_turns_are_described_in_sentences(capsys):
    table(["k33", "k335", "five", "chance 0", "q"], ["13356", "23356", "33345", "11111"], lang="en")
    assert capsys.readouterr().out.splitlines() == [
        "The game begins.",
        "Type ? for help, q to stop.",
        "Round 1 of 13: Anna.",
        "Roll 1 of 3: 1, 3, 3, 5, 6.",
        "Possible: Chance 18, Threes 6, Sixes 6, Fives 5, Ones 1.",
        "Anna, keep or entry (2 rolls left):",
        "Roll 2 of 3: 2, 3, 3, 5, 6. Kept: 3, 3.",
        "Possible: Chance 19, Threes 6, Sixes 6, Fives 5, Twos 2.",
        "Anna, keep or entry (1 roll left):",
        "Roll 3 of 3: 3, 3, 3, 4, 5. Kept: 3, 3, 5.",
        "Possible: Three of a kind 18, Chance 18, Threes 9, Fives 5, Fours 4.",
        "Anna, your entry:",
        "Anna enters Fives: 5 points.",
        "Round 2 of 13: Anna.",
        "Roll 1 of 3: 1, 1, 1, 1, 1.",
        "Possible: Kniffel 50, Ones 5, Three of a kind 5, Four of a kind 5, Chance 5.",
        "Anna, keep or entry (2 rolls left):",
        "Anna crosses out Chance.",
        "Round 3 of 13: Anna.",
        "Roll 1 of 3: 1, 3, 3, 5, 6.",
        "Possible: Threes 6, Sixes 6, Ones 1.",
        "Anna, keep or entry (2 rolls left):",
    ]


def test_impossible_input_is_explained_and_asked_again(capsys):
    lines = [
        "k44",
        "gamble",
        "full_house 7",
        "!chance",
        "s",
        "?",
        "",
        "k333333333333333333333",
        "c",
        "chance@2",
        "k13356",
    ]
    played = table(lines, ["13356"])
    said = capsys.readouterr().out
    assert played.events[0].roll == Roll.from_text("13356")
    assert len(played.events) == 3, "“c” begins one name alone; nothing else was an action"
    for sentence in (
        "4, 4 cannot be kept: the dice show 1, 3, 3, 5, 6",
        "Kniffel has no category “gamble”",
        "Full house scores 0 points with this roll, or 0 when crossed out, not 7",
        "Nothing can be announced now",
        "k33 keeps 3, 3 and rolls the others",
        "“k333333333333333333333” is not a keep",
        "Kniffel has no column 2; the last one is 1",
        "At least one die must be rolled; to keep all, make an entry",
    ):
        assert sentence in said, sentence


def test_scratch_by_bare_name_asks_for_confirmation_at_a_keyboard(capsys):
    refused = table(["full_house", "n", "q"], ["13356"], interactive=True)
    assert len(refused.events) == 1
    assert "This roll scores nothing there. Cross out Full house? (y/n)" in capsys.readouterr().out
    scratched = table(["full_house", "y", "q"], ["13356"], interactive=True)
    assert scratched.events[1].points == 0
    at_once = table(["full_house 0", "q"], ["13356"], interactive=True)
    assert at_once.events[1].points == 0
    in_a_pipe = table(["full_house", "q"], ["13356"])
    assert in_a_pipe.events[1].points == 0


def test_announcement_is_offered_when_the_rules_allow_it(capsys):
    played = table(
        ["?", "!full", "k33", "full"], ["13356"], variant=variant_with("kniffel", {"announce": "after_first_roll"})
    )
    assert "!category announces a cell after the first roll." in capsys.readouterr().out
    assert [type(event).__name__ for event in played.events[:4]] == ["DiceRolled", "Announced", "DiceRolled", "Scored"]


def test_match_continues_from_game_to_game(capsys):
    played = table(cycle_of(KEYS, 26), ["13356"], games=2, lang="de")
    assert played.match.over
    said = capsys.readouterr().out
    assert "Spiel 1 von 2 ist zu Ende. Anna hat 36 Punkte." in said
    assert "Spiel 2 von 2 beginnt." in said
    assert said.splitlines()[-1] == "Die Partie ist zu Ende. Anna hat 72 Punkte."


def cycle_of(items, count):
    endless = cycle(items)
    return [next(endless) for _ in range(count)]


@dataclass(frozen=True)
class RandomTypist:
    """A person who types one of the legal actions, in its text form or by name."""

    match: Callable[[], Match]
    rng: Random
    lang: str
    interactive: bool = False

    def ask(self, _question: str) -> str:
        game = self.match().game
        kinds = {}
        for action in game.legal_actions:
            kinds.setdefault(type(action), []).append(action)
        action = self.rng.choice(self.rng.choice(list(kinds.values())))
        text = game.variant.action_text(action)
        if isinstance(action, Score) and self.rng.random() < 0.5:
            name = category_name(game.variant, action.cell.category, self.lang)
            return f"{name}@{action.cell.column} {action.points}"
        return text


@pytest.mark.parametrize("screen", [Screen, JsonScreen])
@pytest.mark.parametrize("key", every_variant())
def test_typed_actions_play_every_variant_to_its_end(key, screen):
    """Every legal action can be typed, and none is refused."""
    variant = find_variant(key)
    start = Match.begin(variant, ["Anna", "Bernd", "Clara"][: max(2, variant.seats[0])])
    played = Table(start, SeededDice().land, frozenset(), screen("de", start.players))
    played.screen.refused = pytest.fail
    played.play(RandomTypist(lambda: played.match, Random(key), "de"))
    assert played.match.over
    record = read_record(write_record(Record.of(start, played.events)))
    assert record.totals == played.match.totals


def test_bot_plays_its_seats():
    start = Match.begin(KNIFFEL, ["Anna", "Computer"])
    played = Table(start, SeededDice().land, frozenset({2}), Screen("en", start.players))
    played.play(Keyboard(io.StringIO("\n".join(KEYS)), interactive=False))
    assert played.match.over
    assert played.match.totals[1] > 50


# ------------------------------------------------------------------------------- parsing of typed lines


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", Request.NOTHING),
        ("  ", Request.NOTHING),
        ("?", Request.HELP),
        ("HILFE", Request.HELP),
        ("q", Request.QUIT),
        ("s", Request.SHEET),
        ("roll", RollDice()),
        ("k-", RollDice("k-")),
        ("k335", RollDice("k335")),
        (" k 3 3 5 ", InvalidInput),
        ("k112/0", RollDice("k112/0")),
        ("chance", Score("chance")),
        ("chance 0", Score("chance", 0)),
        ("Chance 22", Score("chance", 22)),
        ("full_house@1", Score("full_house@1")),
        ("Full House", Score("full_house")),
        ("Große Straße", Score("large_straight")),
        ("grosse strasse 0", Score("large_straight", 0)),
        ("kl", Score("small_straight")),
        ("kniffel", Score("kniffel")),
        ("k", InvalidInput),
        ("!chance", Announce("chance")),
        ("! Full House", Announce("full_house")),
        ("dreier", Score("threes")),
        ("dreierp", Score("three_of_a_kind")),
        ("gamble", Score("gamble")),
        ("§$%", InvalidInput),
        ("9" * 5000, InvalidInput),
    ],
)
def test_typed_line_is_parsed(line, meaning):
    if isinstance(meaning, type):
        with pytest.raises(meaning):
            read(line, KNIFFEL, "de")
    else:
        assert read(line, KNIFFEL, "de") == meaning


def test_ambiguous_prefix_error_lists_the_matching_names():
    with pytest.raises(InvalidInput, match="“f” begins several categories: fours, fives, four_of_a_kind, full_house"):
        read("f", KNIFFEL, "en")


def test_player_names_are_trimmed_distinct_and_filled_in():
    options = PlayOptions(KNIFFEL, (" Anna ", "Anna", ""), 2, 1, None, "de")
    assert seats(options) == (("Anna", "Anna 2", "Spieler 3", "Computer", "Computer 2"), frozenset({4, 5}))


# ------------------------------------------------------------------------------- real dice


def with_real_dice(typed, *arguments, **environment):
    """Play Anna and Bernd with real dice, line by line; return the output."""
    people = ("--plain", "--players", "Anna,Bernd", "--lang", "en")
    return pasch("play", *people, *arguments, stdin="".join(f"{line}\n" for line in typed), **environment)


def test_typed_real_dice_and_points_can_be_corrected(tmp_path: Path):
    file = tmp_path / "record"
    typed = [
        "13356",
        "k33 33356",
        "chance",
        "ones 3",
        "^",
        "^1.1 33366",
        "^1.1 full",
        "^1.2 11135",
        "^",
        "^ 1.2 1",
        "q",
    ]
    ran = with_real_dice(typed, "--real-dice", "--record", str(file))
    assert (ran.code, ran.err) == (0, "")
    said = ran.out.splitlines()
    for sentence in (
        "Anna enters the dice 3, 3, 3, 5, 6. Kept: 3, 3.",
        "1.1 Anna · Chance: 20 (3, 3, 3, 5, 6)",
        "1.2 Bernd · Ones: 3 (only the points are known)",
        "Anna corrects round 1: Full house 25 points (3, 3, 3, 6, 6). It was: Chance 21 points (3, 3, 3, 6, 6).",
        "1.2 Bernd · Ones: 3 (1, 1, 1, 3, 5) ^",
    ):
        assert sentence in said, sentence
    assert said[-2:] == ["Stopped.", f"Record saved to {file}."]
    record = read_record(file.read_text("utf-8"))
    assert record.ending.value == "aborted"
    assert record.match.totals == [25, 1]
    assert "^1.1 ~13356 k33 ~33366 > full_house 25" in file.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("^9.1 13356", "Game 1 has no turn 9.1 that could be corrected"),
        ("^1.9 13356", "There is no seat 9"),
        ("^2.1.1 13356", "Game 2 has no turn 1.1 that could be corrected"),
        ("^1.1 13356", "The correction changes nothing"),
        ("^1.1 1335", "1335 points are not possible in Chance"),
        ("^1.1 ones 7", "7 points are not possible in Ones"),
        ("^1.1 gamble", "Kniffel has no category “gamble”"),
        ("^1.1 13356 13355", "Write a correction as ^3.1"),
        ("^1.1 13356/0/", "Write a correction as ^3.1"),
        ("^" + "9" * 5000, "Write a correction as ^3.1"),
        ("^0.1 13356", "round"),
        ("^x", "Write a correction as ^3.1"),
    ],
)
def test_invalid_correction_is_refused_and_changes_nothing(line, refusal, tmp_path: Path):
    file = tmp_path / "record"
    ran = with_real_dice(["13356", "chance", "ones 3", line, "q"], "--real-dice", "--record", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert refusal in ran.out
    assert "^" not in file.read_text("utf-8")


def test_only_named_players_have_real_dice():
    ran = with_real_dice(["r", "chance", "?", "13356", "chance", "13356", "q"], "--real-for", "Bernd", "--json")
    *events, result = map(json.loads, ran.out.splitlines())
    throws = [event["data"].get("by_hand", False) for event in events if event["type"] == "dice_rolled"]
    assert throws == [False, True]
    assert result["finished"] is False
    assert result["result"][1] == 18
    assert "^ lists what was typed in" not in ran.err
    assert "13356 says what your dice show" in ran.err
    assert "is not a cell" in ran.err, "Anna's dice are rolled for her"


def test_game_without_real_dice_has_nothing_to_correct(capsys):
    table(["^", "q"], ["13356"], lang="de")
    assert "Hier wurde nichts eingetippt, was sich berichtigen ließe." in capsys.readouterr().out


@pytest.mark.slow
def test_ten_sided_die_is_typed_after_a_slash():
    ran = pasch(
        "play", "kniffel-extreme", "--plain", "--real-dice", "--lang", "en", stdin="11125/0\nk111/0 11133/0\nq\n"
    )
    assert "enters the dice 1, 1, 1, 3, 3, 0. Kept: 1, 1, 1, 0." in ran.out


@pytest.mark.slow
def test_game_with_real_dice_is_played_to_its_end():
    scratched = [f"{key} 0" for key in KEYS for _ in range(2)]
    assert with_real_dice(scratched, "--real-dice").out.splitlines()[-1].startswith("The game is over.")
    result = json.loads(with_real_dice(scratched, "--real-dice", "--json").out.splitlines()[-1])
    assert result == {"result": [0, 0], "grand_totals": [0, 0], "ranks": [1, 1], "finished": True}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["luegenkniffel", "--real-dice", "--players", "A,B"], "this game needs server dice"),
        (["--real-for", "Otto", "--players", "Anna"], "--real-for names players from --players"),
        (["--guests", "1"], "--guests needs a table on a server: name one with --server"),
        (["--public"], "--public needs a table on a server: name one with --server"),
        (["yatzy", "--server", "localhost:1"], "VARIANT needs a new table: open one with --guests"),
        (["--server", "localhost:1", "--bots", "2"], "--bots needs a new table: open one with --guests"),
        (["--server", "localhost:1/t/x", "--games", "2"], "--games needs a new table: the table at this address"),
        (["--server", "localhost:1/t/x", "--guests", "2"], "--guests needs a new table: the table at this address"),
        (["--server", "localhost:1/t/x", "--players", "A,B"], "Only one player can join another player’s table"),
    ],
)
def test_ineffective_options_are_refused_before_play(arguments, refusal, tmp_path: Path):
    file = tmp_path / "record"
    ran = pasch("play", *arguments, "--lang", "en", "--record", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert refusal in ran.err
    assert not file.exists()


# ------------------------------------------------------------------------------- the command


def test_end_of_input_stops_the_game_cleanly(tmp_path: Path):
    file = tmp_path / "record"
    ran = pasch("play", "--players", "Anna,Bernd", "--record", str(file), "--lang", "de", stdin="chance\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-2:] == ["Aufgehört.", f"Die Aufzeichnung steht in {file}."]
    record = read_record(file.read_text("utf-8"))
    assert record.ending.value == "aborted"
    assert "chance" in {cell.category for cell in record.match.game.sheets[0].entries}
    assert pasch("play", stdin="").out.splitlines()[-1] == "Stopped."


def test_events_and_result_are_printed_as_json(tmp_path: Path):
    file = tmp_path / "record"
    arguments = ("--players", "Anna", "--bots", "1", "--json", "--lang", "de", "--record", str(file))
    ran = pasch("play", "yatzy", *arguments, stdin="\n".join(c.key for c in find_variant("yatzy").categories))
    assert ran.code == 0
    *events, result = map(json.loads, ran.out.splitlines())
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert all(set(event) == {"seq", "type", "seat", "data", "text"} and event["text"] for event in events)
    assert [event["type"] for event in events[:2]] == ["table_started", "dice_rolled"]
    assert [event["type"] for event in events[-2:]] == ["game_finished", "match_finished"]
    assert result == {
        "result": events[-1]["data"]["totals"],
        "grand_totals": events[-1]["data"]["grand_totals"],
        "ranks": events[-1]["data"]["ranks"],
        "finished": True,
    }
    replayed = json.loads(pasch("replay", str(file), "--json").out)
    assert replayed["totals"] == result["result"]
    assert "behalten oder eintragen" in ran.err


def test_dice_of_a_record_can_be_verified(tmp_path: Path):
    file = tmp_path / "record"
    assert pasch("play", "--players", "", "--bots", "2", "--record", str(file)).code == 0
    record = read_record(file.read_text("utf-8"))
    origin = record.provenance
    proof = Proof(origin.table, origin.commitment, server_seed(origin.seed))
    verdict = verify(proof, logged_rolls(record.start, record.events))
    assert verdict.holds
    assert verdict.checked >= 26


def test_dice_land_only_during_a_roll():
    with pytest.raises(ValueError, match="in the air"):
        SeededDice().land(Match.begin(KNIFFEL, ["Anna"]))


def test_house_rules_apply_in_the_terminal():
    done = CliRunner().invoke(app, ["play", "--set", "order=down", "--lang", "en"], input="chance\nones\nq\n")
    assert "Chance is not due yet: the order requires Ones first" in done.stdout
    assert "enters Ones" in done.stdout or "crosses out Ones" in done.stdout


def test_unwritable_record_is_refused_before_the_first_roll(tmp_path: Path):
    done = CliRunner().invoke(app, ["play", "--record", str(tmp_path), "--lang", "en"], input="q\n")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "cannot be written: Is a directory" in done.stderr


def test_refusal_during_play_does_not_end_the_game():
    with pytest.raises(PaschError):
        KNIFFEL.category("gamble")
    assert pasch("play", stdin=b"\xff\xfe gamble\n" * 3 + b"x" * 1_000_000 + b"\nq\n").code == 0
