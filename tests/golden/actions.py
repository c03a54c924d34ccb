"""The vectors of Kniffeliger's action dice, checked for the manual's game and the program's."""

from __future__ import annotations

from typing import Any

from pasch.rules.actions import EndTurn, RollDice, Score, UseAction
from pasch.rules.errors import PaschError
from pasch.rules.events import ActionDieRolled, DiceRolled
from pasch.rules.game import Game
from pasch.rules.state import Stage
from tests.rules.mechanics.tables import held, stock, table

Entry = dict[str, Any]

BOTH = ("kniffeliger", "kniffeliger-program")

FILLER = {"ones": 1}
"""An entry of every seat that no vector mentions."""


def legal(game: Game, use: UseAction) -> bool:
    """Whether an action is legal; the list of legal actions and the check of a move agree."""
    try:
        game.apply(use)
    except PaschError:
        assert use not in tuple(game.legal_actions)
        return False
    assert use in tuple(game.legal_actions)
    return True


def action_die_roll(_variant: str, given: Entry, expect: Entry) -> None:
    for key in BOTH:
        game, _ = table(key).apply(DiceRolled("11112"))
        game, _ = game.apply(Score("chance"))
        assert game.stage is Stage.DIE_IN_THE_AIR
        game, (event,) = game.apply(ActionDieRolled(given["roll"]))
        assert (event.face, event.seat) == (given["roll"], 1)
        assert stock(game, 1) == expect["gained"]


def steal(_variant: str, given: Entry, expect: Entry) -> None:
    for key in BOTH:
        game = two_sheets(key, given["thief"], given["victim"], "steal")
        (cell,) = given["victim"]
        assert legal(game, UseAction("steal", 2, f"{cell}@1")) is expect["legal"]


def freeze(_variant: str, given: Entry, expect: Entry) -> None:
    for key in BOTH:
        victim = given.get("victim", {"fives": None})
        game = two_sheets(key, {}, victim, "freeze", round_=given["round"])
        (cell,) = victim
        assert legal(game, UseAction("freeze", 2, f"{cell}@1")) is expect["legal"]
        if given["round"] > 12:  # legal in an earlier round: the round alone is the reason
            assert legal(two_sheets(key, {}, victim, "freeze", round_=12), UseAction("freeze", 2, f"{cell}@1"))


def cross_out(_variant: str, given: Entry, expect: Entry) -> None:
    ((cell, _),) = given["victim"].items()
    use = UseAction("cross_out", 2, f"{cell}@1")
    for key, allowed in zip(BOTH, (expect["legalManual"], expect["legalProgram"]), strict=True):
        game = two_sheets(key, {}, given["victim"], "cross_out")
        assert legal(game, use) is allowed
        if allowed:
            game, _ = game.apply(use)
            assert held(game, 2)[cell] == expect["victim"][cell]
            assert (game.variant.index(use.cell) not in game.sheets[1].open) is expect["victim"]["closed"]


def shift(_variant: str, given: Entry, expect: Entry) -> None:
    for key in BOTH:
        game, _ = three_sheets(key, given["sheets"], {1: ["shift"]}).apply(UseAction("shift"))
        assert sums(game) == list(expect["sheets"].values())


def swap(_variant: str, given: Entry, expect: Entry) -> None:
    for key in BOTH:
        stocks = {1: ["swap", "steal"], 3: ["freeze", "shift"]}
        game = three_sheets(key, given["sheets"], stocks)
        seats = list(given["sheets"])
        assert game.to_move == seats.index(given["player"]) + 1
        game, _ = game.apply(UseAction("swap", seats.index(given["victim"]) + 1))
        assert sums(game) == list(expect["sheets"].values())
        kept = (stock(game, 1), stock(game, 3)) == (["steal"], ["freeze", "shift"])
        assert kept is expect["actionDiceStay"]


def saved_dice(_variant: str, given: Entry, expect: Entry) -> None:
    """The dice are a multiset: those at the saved places stay, all others are rolled."""
    for key in BOTH:
        game, _ = table(key).apply(DiceRolled("12345"))
        faces = game.turn.roll.faces
        keep = "k" + "".join(str(faces[place]) for place in given["saved"])
        game, _ = game.apply(RollDice(keep))
        assert game.turn.rolls_used + 1 == given["roll"]
        assert game.to_roll == len(expect["rolledIndices"])
        game, _ = game.apply(DiceRolled("12666"))
        unsaved = [k for k in game.legal_actions.keeps if not k.holds(game.turn.kept)]
        assert bool(unsaved) is expect["unsaveLegal"]
        try:
            game.apply(RollDice("k666"))
        except PaschError:
            return
        raise AssertionError("a saved die was taken up again")


def two_sheets(key: str, mine: Entry, theirs: Entry, die: str, *, round_: int = 5) -> Game:
    """Seat 1 before its first roll with one action die; None is an open cell, "frozen" an open and frozen one."""
    entries = {1: FILLER | whole(mine), 2: FILLER | whole(theirs)}
    frozen = {1: [cell for cell, points in mine.items() if points == "frozen"]}
    return table(key, entries=entries, frozen=frozen, dice={1: [die]}, round_=round_)


def whole(entries: Entry) -> dict[str, int]:
    return {cell: points for cell, points in entries.items() if isinstance(points, int)}


def three_sheets(key: str, wanted: dict[str, int], stocks: dict[int, list[str]]) -> Game:
    """The shifting phase of three sheets with the required sums."""
    parts = {
        100: {"kniffel": 50, "large_straight": 40, "fives": 10},
        50: {"kniffel": 50, "ones": 0, "twos": 0},
        10: {"chance": 10, "ones": 0, "twos": 0},
    }
    entries = {seat: parts[total] for seat, total in enumerate(wanted.values(), start=1)}
    game = table(key, 3, entries=entries, dice=stocks, round_=4, seat=3)
    for step in (DiceRolled("11123"), Score("sixes", 0), EndTurn()):
        game, _ = game.apply(step)
    assert game.stage is Stage.SHIFTING
    assert sums(game) == list(wanted.values())
    return game


def sums(game: Game) -> list[int]:
    """The entries on the sheet of each seat."""
    return [sheet.total for sheet in game.sheets]


TOPICS = {
    "actionDieRoll": action_die_roll,
    "steal": steal,
    "freeze": freeze,
    "cross_out": cross_out,
    "shift": shift,
    "swap": swap,
    "savedDice": saved_dice,
}
