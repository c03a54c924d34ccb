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
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.variants import VARIANTS, find_variant

Entry = dict[str, Any]

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())

# Variants that have vectors and no rules yet. Who declares one takes it from this list, and its vectors run.
NOT_DECLARED = {
    "balut", "cheerio", "crag", "dice-duel", "escalero", "generala", "jamb", "kismet", "kniffel-extreme", "kniffeliger",
    "kniffeliger-program", "maxi-yatzy", "spiffel-123", "spiffel-6", "triple-yahtzee", "yacht", "yams", "yams-fr",
}  # fmt: skip

NO_VARIANT = {"modifier", "yahtzee-joker"}
"""Names in the vectors that mean a house rule or a situation instead."""


def of(part: str) -> list[Any]:
    entries = [entry for entry in VECTORS[part] if entry["variant"] not in NOT_DECLARED]
    return [pytest.param(entry, id=entry["id"]) for entry in entries]


def test_every_vector_runs_or_waits_for_a_variant_that_is_not_declared():
    named = {entry["variant"] for part in ("scoring", "state", "games") for entry in VECTORS[part]}
    assert named - NO_VARIANT - set(VARIANTS) == NOT_DECLARED


# ------------------------------------------------------------------------------- scoring


@pytest.mark.parametrize("entry", of("scoring"))
def test_scoring(entry: Entry):
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
    """What the roll of a position brings, by category."""
    found = Position.from_text(position).game.legal_actions.entries
    return {cell.category: points for cell, points in found.items()}


# ------------------------------------------------------------------------------- situations


@pytest.mark.parametrize("entry", of("state"))
def test_situation(entry: Entry):
    TOPICS[entry["topic"]](entry["variant"], entry["given"], entry["expect"])


def scored(position: str, cell: str, points: int | None = None) -> Scored:
    """The entry that follows when the cell takes the roll of the position."""
    _, events = Position.from_text(position).game.apply(Score(cell, points))
    (event,) = events
    assert isinstance(event, Scored)
    return event


@cache
def number_entries(total: int) -> str:
    """Entries of all six number cells that add up to `total`, as a position writes them."""
    keys = ("ones", "twos", "threes", "fours", "fives", "sixes")
    for counts in product(range(6), repeat=6):
        points = [face * count for face, count in enumerate(counts, start=1)]
        if sum(points) == total:
            return " ".join(f"{key}={p}" for key, p in zip(keys, points, strict=True))
    raise AssertionError(total)


def upper_bonus(variant: str, given: Entry, expect: Entry) -> None:
    game = Position.from_text(f"{variant}; {number_entries(given['upper'])};").game
    (sheet,) = game.sheets
    assert (sheet.totals.upper, sheet.totals.bonus) == (given["upper"], expect["bonus"])


def saldo(variant: str, given: Entry, expect: Entry) -> None:
    decided = " ".join(f"{key}={points}" for key, points in given["decided"].items())
    totals = Position.from_text(f"{variant}; {decided};").game.sheets[0].totals
    assert (totals.saldo, totals.bonus) == (expect["saldo"], expect["bonus"])


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
    already = f"+{100 * given['already']}" if given["already"] else ""
    position = f"{variant}; kniffel={given['kniffelField']} {already}; {text(given['dice'])} 0"
    cell, _, strike = given["category"].partition(" ")
    event = scored(position, cell, 0 if strike else None)
    assert (event.points, event.extra) == (expect["points"], expect["extra"])


def roll_limit_column(_variant: str, given: Entry, expect: Entry) -> None:
    for preset in VARIANTS.values():
        game = Game(preset.replace(max_rolls=given["columnMaxRolls"]), ["Anna"])
        for _ in range(given["rollNo"]):
            if game.legal_actions.keeps:
                game, _ = game.apply(DiceRolled("13356", "k-"))
        reached = game.turn is not None and game.turn.rolls_used == given["rollNo"]
        assert (reached and bool(game.legal_actions.entries)) is expect["columnLegal"]


TOPICS: dict[str, Callable[[str, Entry, Entry], None]] = {
    "upperBonus": upper_bonus,
    "saldo": saldo,
    "moeglich": possible,
    "extraKniffel": extra_kniffel,
    "jokerLegal": joker_legal,
    "secondSpiffel": second_spiffel,
    "rollLimitColumn": roll_limit_column,
}


# ------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("entry", of("games"))
def test_game(entry: Entry):
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


def test_a_game_of_which_only_the_points_are_known():
    """The printed sheet of the German Wikipedia, without its dice."""
    entry = next(entry for entry in VECTORS["games"] if entry["id"] == "G01")
    game = Game(find_variant("kniffel"), ["Anna"])
    for turn in entry["turns"]:
        game, _ = game.apply(EnterPoints(turn["category"], turn["points"]))
    assert game.totals == [entry["total"]]
    with pytest.raises(IllegalAction):
        game.apply(EnterPoints("chance", 5))
