"""The question to the seat to move, its possible answers, and the help."""

from collections.abc import Iterator, Mapping, Sequence

from pasch.cli.sheets import column_mark
from pasch.i18n import Translator
from pasch.rules.actions import ActionKind, Believe, Claim, Double, Doubt, EndTurn, TakeNothing, UseAction
from pasch.rules.bonus import ExtraWhen
from pasch.rules.category import Cell
from pasch.rules.columns import DoubleWhen
from pasch.rules.game import Game
from pasch.rules.legal import honest_points
from pasch.rules.state import Stage
from pasch.words import action_name, category_name, cell_name, sheet_layout


def question(t: Translator, game: Game, name: str) -> str:
    """The question, with a blank at its end. `name` is the player to answer."""
    t = t.given(name=name)
    match game.stage:
        case Stage.READY:
            return t.text("play", "{name}, Enter rolls, or something before it: ")
        case Stage.ENTERED:
            return t.text("play", "{name}, an action, or Enter ends the turn: ")
        case Stage.SHIFTING:
            return t.text("play", "{name}, shift or swap, or press Enter to continue: ")
        case Stage.CLAIMED:
            return t.text("play", "{name}, believe or doubt? ")
        case _:
            return _rolled(t, game)


def _rolled(t: Translator, game: Game) -> str:
    turn, legal = game.acting()[0], game.legal_actions
    claims = any(isinstance(action, Claim) for action in legal.others)
    if not legal.keeps:
        if claims:
            return t.text("play", "{name}, your claim: ")
        if legal.announcements:
            return t.text("play", "{name}, announce a cell or make your entry: ")
        return t.text("play", "{name}, your entry: ")
    if claims:
        return t.count(
            "play",
            "{name}, keep or claim ({count} roll left): ",
            "{name}, keep or claim ({count} rolls left): ",
            turn.rolls_left,
        )
    if game.pool is not None and legal.entries:
        return t.count(
            "play",
            "{name}, keep or chip ({count} roll left): ",
            "{name}, keep or chip ({count} rolls left): ",
            turn.rolls_left,
        )
    if game.pool is not None:
        return t.count(
            "play",
            "{name}, keep, or - for no chip ({count} roll left): ",
            "{name}, keep, or - for no chip ({count} rolls left): ",
            turn.rolls_left,
        )
    if not turn.rolls_left:
        return t.count(
            "play",
            "{name}, your entry, or keep and roll for your chip: ",
            "{name}, your entry, or keep and roll for one of {count} chips: ",
            game.hands[turn.seat - 1].chips,
        )
    return t.count(
        "play",
        "{name}, keep or entry ({count} roll left): ",
        "{name}, keep or entry ({count} rolls left): ",
        turn.rolls_left,
    )


# ------------------------------------------------------------------------------- what the dice score


def points_by_cell(game: Game) -> Mapping[Cell, int]:
    """The points of the current roll in the open cells, also where the player would have to claim them."""
    claims = dict.fromkeys(action.cell for action in game.legal_actions.others if isinstance(action, Claim))
    return {cell: honest_points(game, cell) for cell in claims} or game.legal_actions.entries


def possible(t: Translator, game: Game) -> str:
    """The cells that the roll fits, those with the most points first."""
    found: dict[tuple[str, int], list[str]] = {}
    for cell, points in points_by_cell(game).items():
        if points:
            found.setdefault((cell.category, points), []).append(f"@{cell.column}")
    if not found:
        return t.text("play", "This roll fits no open cell.")
    several = len(game.variant.columns) > 1 and (game.variant.mechanic is None or game.variant.mechanic.scratches)
    shown = []
    for (category, points), columns in sorted(found.items(), key=lambda pair: -pair[0][1]):
        where = f" ({', '.join(columns)})" if several else ""
        shown.append(f"{category_name(game.variant, category, t.language)} {t.number(points)}{where}")
    return t.text("play", "Possible: {entries}.", entries=", ".join(shown))


# ------------------------------------------------------------------------------- what else there is


def _forgoing(game: Game) -> int:
    """The extra points for scratching a cell with this roll, if scoring there would earn none."""
    turn, sheet = game.acting()
    if turn.roll is None or game.variant.extra.when is not ExtraWhen.SCRATCH:
        return 0
    cells = map(game.variant.index, game.legal_actions.entries)
    return max((sheet.extra_points(cell, turn.roll, 0) for cell in cells), default=0)


def notes(t: Translator, game: Game, names: Sequence[str]) -> Iterator[str]:
    """The restrictions of this turn, and the possible answers besides a keep and an entry."""
    turn, _ = game.acting()
    legal = game.legal_actions
    any_roll = game.variant.double_when is DoubleWhen.BEFORE_ANY_ROLL
    if turn.doubled and any_roll:
        yield t.text("play", "These dice count twice.")
    elif turn.doubled:
        yield t.text("play", "The entry of this turn counts twice.")
    if turn.doubles_next:
        yield t.text("play", "The dice of the next roll count twice.")
    if forgoing := _forgoing(game):
        yield t.text("play", "Every cell that you cross out earns {count} extra points.", count=forgoing)
    if turn.announced is not None:
        cell = cell_name(game.variant, turn.announced, t.language)
        yield t.text("play", "Announced: {cell}.", cell=cell)
    if legal.announcements:
        yield _announceable(t, game, legal.announcements)
    if Double() in legal.others:
        yield t.text("play", "!x2 says before a roll that dice count twice.")
    yield from _uses(t, game, names)


def _announceable(t: Translator, game: Game, cells: Sequence[Cell]) -> str:
    column = cells[0].column or 1
    example = category_name(game.variant, cells[0].category, t.language)
    if len(game.variant.columns) == 1:
        return t.text("play", "Before the next roll you may announce a cell, such as !{cell}.", cell=example)
    numbers = dict.fromkeys(cell.column or 1 for cell in cells)
    columns = ", ".join(f"@{number}" for number in numbers)
    return t.text(
        "play",
        "Before the next roll you may announce a cell of {columns}, such as !{cell}.",
        columns=columns,
        cell=f"{example}@{column}",
    )


def _uses(t: Translator, game: Game, names: Sequence[str]) -> Iterator[str]:
    """Every usable action die, one line per action and victim."""
    reached: dict[tuple[ActionKind, int | None], list[str]] = {}
    for action in game.legal_actions.others:
        if isinstance(action, UseAction):
            cells = reached.setdefault((action.action, action.target), [])
            if action.cell is not None and action.target is not None:
                cells.append(_cell_reached(t, game, action.target, action.cell))
    for (kind, target), cells in reached.items():
        yield _use(t, kind, target, names, cells)


def _cell_reached(t: Translator, game: Game, target: int, cell: Cell) -> str:
    points: Mapping[Cell, int] = game.sheets[target - 1].entries
    name = cell_name(game.variant, cell, t.language)
    return f"{name} {t.number(points[cell])}" if cell in points else name


def _use(t: Translator, kind: ActionKind, target: int | None, names: Sequence[str], cells: list[str]) -> str:
    t = t.given(action=action_name(kind, t.language))
    if target is None:
        return t.text("play", "*{typed}: {action}.", typed=kind.value)
    t = t.given(typed=f"{kind.value} {target}", victim=names[target - 1])
    if not cells:
        return t.text("play", "*{typed}: {action}, {victim}.")
    return t.text("play", "*{typed} cell: {action}, {victim}: {cells}.", cells=", ".join(cells))


def help_lines(t: Translator, game: Game) -> Iterator[str]:
    """One sentence for each possible answer."""
    yield from typing_lines(t, _kinds(game))
    yield from _columns(t, game) if len(game.variant.columns) > 1 else ()


def _kinds(game: Game) -> frozenset[str]:
    """The types of the legal actions, by their names on the wire."""
    legal = game.legal_actions
    found = {WIRE_NAMES[type(action)] for action in legal.others if type(action) in WIRE_NAMES}
    usual = {"roll": legal.keeps, "score": legal.entries, "announce": legal.announcements}
    return frozenset(found | {kind for kind, actions in usual.items() if actions})


WIRE_NAMES: Mapping[type, str] = {
    Claim: "claim",
    Double: "double",
    UseAction: "use_action",
    EndTurn: "end_turn",
    Believe: "believe",
    Doubt: "doubt",
    TakeNothing: "take_nothing",
}
"""The names on the wire of actions that only some games have."""


def typing_lines(t: Translator, can: frozenset[str]) -> Iterator[str]:
    """One sentence for each possible answer if actions of these types are legal."""
    sentences = {
        "roll": t.text("play", "k33 keeps 3, 3 and rolls the others; k- rolls all of them."),
        "claim": t.text("play", "A cell and points make the claim, true or not; 0 points cross the cell out."),
        "score": t.text(
            "play", "The name of a category, or its beginning, makes the entry; add 0 to cross the cell out."
        ),
        "enter_dice": t.text("play", "13356 says what your dice show; k33 13336 that 3, 3 were not rolled again."),
        "enter_points": t.text("play", "A cell and points enter only the points, such as chance 22."),
        "correct": t.text(
            "play", "^ lists the entries made by hand; ^3.1 13356 corrects round 3, seat 1: dice, a cell, or points."
        ),
        "announce": t.text("play", "!category announces a cell after the first roll."),
        "double": t.text("play", "!x2 says before a roll that dice count twice."),
        "use_action": t.text("play", "*steal 2 chance uses an action die; a player’s name works as the seat."),
        "end_turn": t.text("play", "Enter alone ends the turn."),
        "believe": t.text("play", "believe lets the claim pass, doubt asks to see the dice."),
        "take_nothing": t.text("play", "- passes the dice on without a chip."),
    }
    if "claim" in can:
        del sentences["score"]  # the same words make a claim
    yield from (sentence for kind, sentence in sentences.items() if kind in can)
    yield t.text("play", "s shows the sheets, q stops.")


def _columns(t: Translator, game: Game) -> Iterator[str]:
    """The rules of each column, and how to name a cell in it."""
    layout = sheet_layout(game.variant, t.language)["columns"]
    if not any(column["hint"] for column in layout):
        return
    yield t.text(
        "play",
        "A cell without its column goes to the first that is possible; {cell} is exact.",
        cell=game.variant.cell_text(game.variant.cells[-1]),
    )
    for number, (column, words) in enumerate(zip(game.variant.columns, layout, strict=True), start=1):
        hint = words["hint"] or t.text("play", "Free.")
        yield f"{column_mark(number, column)}: {hint}"
