"""The golden vectors: scores, situations and whole games that were worked out by hand from the rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pasch.rules.actions import EnterPoints, Score
from pasch.rules.dice import Roll
from pasch.rules.errors import IllegalAction
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.facts import possible_points
from pasch.rules.game import Game
from pasch.rules.mechanics.chip_pool import ChipPool
from pasch.rules.notation.position import Position
from pasch.rules.sheet import Sheet
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, find_variant
from tests.golden import actions

Entry = dict[str, Any]

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())

NO_VARIANT = {"modifier", "yahtzee-joker"}
"""Names in the vectors that mean a house rule or a situation instead."""


def of(part: str) -> list[Any]:
    return [pytest.param(entry, id=entry["id"]) for entry in VECTORS[part]]


def test_every_vector_has_known_variant_and_topic():
    named = {entry["variant"] for part in ("scoring", "state", "games") for entry in VECTORS[part]}
    assert named - NO_VARIANT <= set(VARIANTS)
    assert {entry["topic"] for entry in VECTORS["state"]} == set(TOPICS)


# ------------------------------------------------------------------------------- scoring


@pytest.mark.parametrize("entry", of("scoring"))
def test_points_match_vector(entry: Entry):
    if entry["variant"] == "yahtzee-joker":
        assert joker_entries(entry["dice"])[entry["category"]] == entry["expect"]
        return
    variant = find_variant(entry["variant"])
    more = {name: entry[name] for name in ("rolls", "served") if name in entry}
    assert variant.points(entry["category"], entry["dice"], **more) == entry["expect"]


def joker_entries(dice: list[int]) -> dict[str, int]:
    number = tuple(find_variant("yahtzee").rows)[dice[0] - 1]
    return entries(f"yahtzee; kniffel=0 {number}=0; {text(dice)} 0")


def text(dice: list[int]) -> str:
    return "".join(map(str, dice))


def entries(position: str) -> dict[str, int]:
    """The points of the roll of a position, by category."""
    found = Position.from_text(position).game.legal_actions.entries
    return {cell.category: points for cell, points in found.items()}


# ------------------------------------------------------------------------------- situations


@pytest.mark.parametrize("entry", of("state"))
def test_situation_matches_vector(entry: Entry):
    TOPICS[entry["topic"]](entry["variant"], entry["given"], entry["expect"])


def scored(position: str, cell: str, points: int | None = None) -> Scored:
    """The entry that follows when the cell takes the roll of the position."""
    _, events = Position.from_text(position).game.apply(Score(cell, points))
    (event,) = events
    assert isinstance(event, Scored)
    return event


@cache
def number_entries(total: int, dice: int = 5) -> str:
    """Entries of all six number cells that add up to `total`, as a position writes them."""
    keys = ("ones", "twos", "threes", "fours", "fives", "sixes")
    for counts in product(range(dice + 1), repeat=6):
        points = [face * count for face, count in enumerate(counts, start=1)]
        if sum(points) == total:
            return " ".join(f"{key}={p}" for key, p in zip(keys, points, strict=True))
    raise AssertionError(total)


def upper_bonus(variant: str, given: Entry, expect: Entry) -> None:
    if find_variant(variant).upper_bonus is None:
        assert expect["bonus"] == 0
        assert maximum_sheet(find_variant(variant)).totals.bonus == 0
        return
    if "columnFactor" in given:
        column, total = given["columnFactor"], given["upperMultiplied"]
        bonus = find_variant(variant).upper_bonus
        assert bonus is not None
        assert bonus.earned(total, find_variant(variant).columns[column - 1].factor) == expect["bonus"]
        reached = -(-total // column) if expect["bonus"] else total // column  # the real neighbour of the threshold
        numbers = number_entries(reached).replace("=", f"@{column}=")
        entries = " ".join(f"{cell}={int(points) * column}" for cell, points in map(parted, numbers.split()))
        sheet = Position.from_text(f"{variant}; {entries};").game.sheets[0].columns[column - 1]
        assert (sheet.upper, sheet.bonus) == (reached * column, expect["bonus"])
        return
    game = Position.from_text(f"{variant}; {number_entries(given['upper'], find_variant(variant).dice)};").game
    (sheet,) = game.sheets
    assert (sheet.totals.upper, sheet.totals.bonus) == (given["upper"], expect["bonus"])


def parted(entry: str) -> list[str]:
    return entry.split("=")


def maximum_sheet(variant: Variant) -> Sheet:
    """A sheet with every cell at its maximum."""
    sheet = Sheet.empty(variant)
    for index in range(variant.turns):
        sheet = sheet.enter(index, max(possible_points(variant, index)))
    return sheet


def saldo(variant: str, given: Entry, expect: Entry) -> None:
    decided = " ".join(f"{key}={points}" for key, points in given["decided"].items())
    totals = Position.from_text(f"{variant}; {decided};").game.sheets[0].totals
    assert (totals.bonus_margin, totals.bonus) == (expect["saldo"], expect["bonus"])


def possible(variant: str, given: Entry, expect: Entry) -> None:
    brings = entries(f"{variant}; ; {text(given['dice'])} 2")
    faces = {key: find_variant(variant).category(key).face for key in brings}
    available = [key for key, points in brings.items() if points]
    strong = [key for key in available if brings[key] >= 3 * (faces[key] or 100)]
    assert available == expect["available"]
    assert strong == expect["strong"]
    assert [key for key, points in brings.items() if not points] == expect.get(
        "notAvailable", [key for key in brings if key not in available]
    )
    assert set(expect.get("weak", ())) <= {key for key in available if faces[key] and key not in strong}


def extra_kniffel(variant: str, given: Entry, expect: Entry) -> None:
    if "decision" in given:
        hartard_decision(variant, given, expect)
        return
    number = tuple(find_variant(variant).rows)[given["dice"][0] - 1]
    filled = [f"kniffel={given['kniffelField']}"]
    filled += [] if given["numberFieldFree"] else [f"{number}=0"]
    if given.get("lowerFull"):
        filled += [f"{c.key}=0" for c in find_variant(variant).lower if c.key != "kniffel"]
    position = f"{variant}; {' '.join(filled)}; {text(given['dice'])} 0"
    legal = list(entries(position))
    if expect.get("legal") == "strike any open upper field":
        assert legal == [c.key for c in find_variant(variant).upper if c.key != number]
    else:
        assert legal == expect.get("legal", [number])
    for cell in legal:
        event = scored(position, cell)
        assert (event.points, event.extra) == (expect["points"], expect["extra"])


def hartard_decision(variant: str, given: Entry, expect: Entry) -> None:
    """`akzeptieren` takes the points, `verzichten` forgoes the cell."""
    word, cell = given["decision"].split()
    kniffel = {"verzichtet": "kniffel=0", "free": ""}[given["kniffelField"]]
    position = f"{variant}; {kniffel}; {text(given['dice'])} 1"
    event = scored(position, cell, 0 if word == "verzichten" else None)
    assert (event.points, event.extra) == (expect["fieldPoints"], expect["partieExtra"])


def joker_legal(variant: str, given: Entry, expect: Entry) -> None:
    values = {"kniffel": given["kniffelField"]}
    filled = " ".join(f"{key}={values.get(key, 0)}" for key in given["filled"])
    position = f"{variant}; {filled}; {text(given['dice'])} 0"
    brings = entries(position)
    every = [key for key in find_variant(variant).rows if key not in given["filled"]]
    assert list(brings) == (every if expect["legal"] == "any open box" else expect["legal"])
    for key, points in expect["points"].items():
        event = scored(position, key)
        assert (event.points, event.extra) == (points, expect["bonus"])


def second_spiffel(variant: str, given: Entry, expect: Entry) -> None:
    worth = find_variant(variant).extra.points
    already = f"+{worth * given['already']}" if given["already"] else ""
    position = f"{variant}; kniffel={given['kniffelField']} {already}; {text(given['dice'])} 0"
    cell, _, scratch = given["category"].partition(" ")
    event = scored(position, cell, 0 if scratch else None)
    assert (event.points, event.extra) == (expect["points"], expect["extra"])


def spiffel_value(variant: str, given: Entry, expect: Entry) -> None:
    event = scored(f"{variant}; ; {text(given['dice'])} 0", f"kniffel@{given['columnFactor']}")
    assert event.points == expect["points"]


YAMS_COLUMN = {"down": 2, "up": 3, "announced": 4}


def order(variant: str, given: Entry, expect: Entry) -> None:
    column = YAMS_COLUMN[given["column"]]
    filled = " ".join(f"{key}@{column}=0" for key in given["filled"])
    legal = Position.from_text(f"{variant}; {filled}; 13356 2").game.legal_actions.entries
    assert [cell.category for cell in legal if cell.column == column] == expect["legalNext"]


def announce(variant: str, given: Entry, expect: Entry) -> None:
    only = "onlyOpenColumn" in given
    cells = [cell.to_text() for cell in find_variant(variant).cells if cell.column != YAMS_COLUMN["announced"]]
    filled = " ".join(f"{cell}=0" for cell in cells) if only else ""
    game = Position.from_text(f"{variant}; {filled}; 13356 {3 - given['rollNo']}").game
    if only:
        assert expect["mustAnnounce"] is not bool(game.legal_actions.keeps)
        assert game.legal_actions.announcements
    else:
        assert bool(game.legal_actions.announcements) is expect["mayAnnounce"]


def total_score_points(variant: str, given: Entry, expect: Entry) -> None:
    settlement = find_variant(variant).settlement
    assert settlement is not None
    scratched = dict.fromkeys(find_variant(variant).rows, (0, 0, 0, 0))
    assert settlement.settle(scratched, given["total"]) == expect["points"]
    assert settlement.settle(scratched | {"balut": (0, 0, 0, None)}, given["total"]) == 0


def served_generala(variant: str, given: Entry, expect: Entry) -> None:
    game, _ = Game(find_variant(variant), ["Anna", "Bernd"]).apply(EnterPoints("sixes", 30))
    game, _ = game.apply(DiceRolled(text(given["dice"])))
    assert (game.turn is not None and game.turn.rolls_used) == given["rollNo"]
    game, _ = game.apply(Score(variant))
    assert game.over is expect["gameOver"]
    assert (game.winner, game.ranks) == (2, [2, 1])


def triple_bonus(variant: str, given: Entry, expect: Entry) -> None:
    held = " ".join(f"kniffel@{n}={50 * n} sixes@{n}={18 * n}" for n in (1, 2, 3))
    event = scored(f"{variant}; {held}; {text(given['dice'])} 0", f"{given['category']}@{given['column']}")
    assert event.points + event.extra == expect["points"]


def bank(variant: str, given: Entry, expect: Entry) -> None:
    turn = Position.from_text(f"{variant}; bank={given['bank']};").game.turn
    assert turn is not None
    assert turn.rolls_left == expect["available"]


def roll_limit_column(_variant: str, given: Entry, expect: Entry) -> None:
    for preset in VARIANTS.values():
        if isinstance(preset.mechanic, ChipPool):  # any roll can take its chips
            continue
        variant = preset.replace(max_rolls=given["columnMaxRolls"], announce="none")
        game = Game(variant, ["x"] * variant.seats[0])
        for _ in range(given["rollNo"]):
            if game.legal_actions.keeps:
                game, _ = game.apply(DiceRolled(variant.all_rolls[20], "k-"))
        reached = game.turn is not None and game.turn.rolls_used == given["rollNo"]
        assert (reached and bool(game.legal_actions.entries)) is expect["columnLegal"]


TOPICS: dict[str, Callable[[str, Entry, Entry], None]] = actions.TOPICS | {
    "upperBonus": upper_bonus,
    "saldo": saldo,
    "moeglich": possible,
    "extraKniffel": extra_kniffel,
    "jokerLegal": joker_legal,
    "secondSpiffel": second_spiffel,
    "rollLimitColumn": roll_limit_column,
    "spiffelValue": spiffel_value,
    "order": order,
    "announce": announce,
    "totalScorePoints": total_score_points,
    "servedGenerala": served_generala,
    "bonus": triple_bonus,
    "bank": bank,
}


# ------------------------------------------------------------------------------- whole games


def test_banked_rolls_match_golden_game():
    """The available and saved rolls, turn by turn; the dice and entries do not matter."""
    entry = next(entry for entry in VECTORS["games"] if entry["id"] == "G12")
    game = Game(find_variant(entry["variant"]), ["Anna"])
    for turn, cell in zip(entry["turns"], game.variant.rows, strict=False):
        assert game.turn is not None
        assert game.turn.rolls_left == turn["available"]
        for _ in range(turn["used"]):
            game, _ = game.apply(DiceRolled("112345", "k-"))
        game, _ = game.apply(Score(cell))
        assert game.hands[0].bank == turn["bankAfter"]


ALONE = [entry for entry in of("games") if "dice" in entry.values[0]["turns"][0] and entry.id != "G10"]


@pytest.mark.parametrize("entry", ALONE)
def test_game_totals_match_vector(entry: Entry):
    game = Game(find_variant(entry["variant"]), ["Anna"])
    for turn in entry["turns"]:
        game, _ = game.apply(DiceRolled(Roll(turn["dice"])))
        game, (event,) = game.apply(Score(turn["category"], turn["points"]))
        assert isinstance(event, Scored)
        assert event.extra == turn["extra"], turn
    assert game.over
    totals = game.sheets[0].totals
    assert (totals.upper, totals.bonus, totals.lower) == (entry["upper"], entry["upperBonus"], entry["lower"])
    assert (totals.extra, totals.total) == (entry["extra"], entry["total"])


def test_game_with_points_alone_has_printed_total():
    """The printed sheet of the German Wikipedia, without its dice."""
    entry = next(entry for entry in VECTORS["games"] if entry["id"] == "G01")
    game = Game(find_variant("kniffel"), ["Anna"])
    for turn in entry["turns"]:
        game, _ = game.apply(EnterPoints(turn["category"], turn["points"]))
    assert game.totals == [entry["total"]]
    with pytest.raises(IllegalAction):
        game.apply(EnterPoints("chance", 5))
