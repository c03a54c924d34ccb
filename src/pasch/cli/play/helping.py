"""The help: what can be typed."""

from collections.abc import Iterator, Mapping

from pasch.cli.sheets import column_mark
from pasch.i18n import Translator
from pasch.rules.actions import Believe, Claim, Double, Doubt, EndTurn, TakeNothing, UseAction
from pasch.rules.game import Game
from pasch.words import sheet_layout


def help_lines(t: Translator, game: Game) -> Iterator[str]:
    """One sentence for each thing that can be typed at this moment."""
    yield from typing_lines(t, _kinds(game))
    yield from _columns(t, game, t.language) if len(game.variant.columns) > 1 else ()


def _kinds(game: Game) -> frozenset[str]:
    """The types of the legal actions, as they are called on the wire."""
    legal = game.legal_actions
    found = {WIRE_NAMES[type(action)] for action in legal.others if type(action) in WIRE_NAMES}
    found |= {"roll"} if legal.keeps else set()
    found |= {"score"} if legal.entries else set()
    return frozenset(found | ({"announce"} if legal.announcements else set()))


WIRE_NAMES: Mapping[type, str] = {
    Claim: "claim",
    Double: "double",
    UseAction: "use_action",
    EndTurn: "end_turn",
    Believe: "believe",
    Doubt: "doubt",
    TakeNothing: "take_nothing",
}
"""What the actions that only some games know are called on the wire."""


def typing_lines(t: Translator, can: frozenset[str]) -> Iterator[str]:
    """One sentence for each thing that can be typed where actions of these types are legal."""
    if "roll" in can:
        yield t.text("play", "k33 keeps 3, 3 and rolls the others; k- rolls all of them.")
    if "claim" in can:
        yield t.text("play", "A cell and points make the claim, true or not; with 0 behind it the cell is crossed out.")
    elif "score" in can:
        yield t.text(
            "play",
            "The name of a category, or its beginning, makes the entry; with 0 behind it the cell is crossed out.",
        )
    yield from _real_dice(t, can)
    if "announce" in can:
        yield t.text("play", "!category announces a cell after the first roll.")
    if "double" in can:
        yield t.text("play", "!x2 says before a roll that dice count twice.")
    if "use_action" in can:
        yield t.text("play", "*steal 2 chance uses an action die; a player's name will do for the seat.")
    if "end_turn" in can:
        yield t.text("play", "Enter alone ends the turn.")
    if "believe" in can:
        yield t.text("play", "believe lets the claim pass, doubt asks to see the dice.")
    if "take_nothing" in can:
        yield t.text("play", "- passes the dice on without a chip.")
    yield t.text("play", "s shows the sheets, q stops.")


def _real_dice(t: Translator, can: frozenset[str]) -> Iterator[str]:
    if "enter_dice" in can:
        yield t.text("play", "13356 says what your dice show; k33 13336 that 3, 3 were not rolled again.")
    if "enter_points" in can:
        yield t.text("play", "A cell and points enter the points alone, such as chance 22.")
    if "correct" in can:
        yield t.text("play", "^ lists what was typed in; ^3.1 13356 corrects round 3, seat 1: dice, a cell, or points.")


def _columns(t: Translator, game: Game, lang: str) -> Iterator[str]:
    """What binds the cells of each column, and how one of them is named."""
    layout = sheet_layout(game.variant, lang)["columns"]
    if not any(column["hint"] for column in layout):
        return
    yield t.text(
        "play",
        "A cell without its column goes to the first that is possible; {cell} is exact.",
        cell=game.variant.cell_text(game.variant.cells[-1]),
    )
    for number, (column, told) in enumerate(zip(game.variant.columns, layout, strict=True), start=1):
        hint = told["hint"] or t.text("play", "Free.")
        yield f"{column_mark(number, column)}: {hint}"
