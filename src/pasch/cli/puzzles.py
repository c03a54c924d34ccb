"""`pasch puzzle`: puzzles in lines, rated in a file of the user's data folder."""

import asyncio
import sys

from pasch.cli.console import Refused, print_json, print_table, reason, visible
from pasch.cli.play.reading import Request, read
from pasch.cli.play.remote import Tokens
from pasch.cli.service import service_on
from pasch.i18n import translator
from pasch.rules.errors import PaschError
from pasch.rules.notation.position import Position
from pasch.service.errors import Unauthenticated
from pasch.service.puzzles import Theme
from pasch.service.requests import Session
from pasch.service.service import Service
from pasch.service.views.schema.coach import PuzzleAnswer, PuzzleTask, PuzzleTheme
from pasch.words import error_text

BEST = 5
"""The number of actions listed after an answer."""


def ask_puzzles(theme: PuzzleTheme | None, lang: str, *, as_json: bool) -> None:
    """Ask puzzles until the input ends. Raises `InvalidInput` when all are tried, `Refused` without a data folder."""
    asyncio.run(_ask(None if theme is None else Theme(theme), lang, as_json=as_json))


async def _ask(theme: Theme | None, lang: str, *, as_json: bool) -> None:
    from platformdirs import user_data_path

    folder = user_data_path("pasch", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            "The folder {folder} cannot be created: {reason}", folder=str(folder), reason=reason(error)
        ) from None
    async with service_on(f"sqlite:///{folder / 'puzzles.sqlite3'}") as service:
        caller = await _caller(service, Tokens(folder / "terminal.json"))
        while True:
            task = await service.puzzles.next(caller, theme, lang)
            _print_task(task, lang, as_json=as_json)
            action = await _typed(task, lang, as_json=as_json)
            if action is None:
                return
            _print_answer(await service.puzzles.answer(caller, task["id"], action, lang), task, lang, as_json=as_json)


async def _caller(service: Service, tokens: Tokens) -> Session:
    """The guest whose rating the file has."""
    try:
        return await service.sessions.find(tokens.find("puzzles"))
    except Unauthenticated:
        opened = await service.sessions.open()
        tokens.keep("puzzles", opened.token)
        return await service.sessions.find(opened.token)


# ------------------------------------------------------------------------------- answers


async def _typed(task: PuzzleTask, lang: str, *, as_json: bool) -> str | None:
    """The action that is typed; None at the end."""
    variant = Position.from_text(task["position"]).game.variant
    while True:
        if not as_json:
            print("> ", end="", flush=True)
        line = await asyncio.to_thread(sys.stdin.readline)
        try:
            typed = read(line, variant, lang)
            text = "" if isinstance(typed, Request) else variant.action_text(typed)
        except PaschError as error:
            print(visible(error_text(error, lang)), file=sys.stderr)
            continue
        if not line or typed is Request.QUIT:
            return None
        if typed is Request.NOTHING:
            continue
        possible = {action["action"] for action in task["actions"]}
        # A cell in which the roll scores nothing needs no 0.
        if action := next((each for each in (text, f"{text} 0") if each in possible), None):
            return action
        shown = visible(line.strip()[:40])
        print(translator(lang).text("puzzle", "“{text}” is not possible here.", text=shown), file=sys.stderr)


# ------------------------------------------------------------------------------- printing


def _print_task(task: PuzzleTask, lang: str, *, as_json: bool) -> None:
    if as_json:
        print_json(task)
        return
    t, situation = translator(lang), task["situation"]
    cells, left = situation["cells"], situation["rolls_left"]
    dice = " ".join(situation["dice"] or "")
    print(f"\n{situation['variant_name']}\n")
    rows = [(cell["name"], str(cells.get(cell["key"], ""))) for cell in situation["sheet"]["categories"]]
    print_table((t.text("puzzle", "Cell"), t.text("puzzle", "Points")), rows, numbers=1)
    print()
    print(t.count("puzzle", "Dice: {dice}. {count} roll left.", "Dice: {dice}. {count} rolls left.", left, dice=dice))
    print(task["task"])
    print(t.text("puzzle", "Type k44 to keep two fours, the name of a cell to enter it, or q to stop."))


def _print_answer(answer: PuzzleAnswer, task: PuzzleTask, lang: str, *, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    t = translator(lang)
    t = t.given(
        loss=t.decimal(answer["loss"]),
        percent=round(100 * answer["errors"]),
        before=str(answer["before"]),
        after=str(answer["you"]["rating"]),
        puzzle=str(answer["puzzle_rating"]),
    )
    if answer["right"]:
        print(t.text("puzzle", "Right."))
    elif task["goal"] == "win":
        print(t.text("puzzle", "The best action wins {loss}% of the games more."))
    else:
        print(t.text("puzzle", "The best action scores {loss} points more on average."))
    print(answer["advice"]["text"])
    print(t.text("puzzle", "A regular player errs here in {percent}% of the cases."))
    print()
    head = (t.text("puzzle", "Action"), t.text("puzzle", "Value"), t.text("puzzle", "Loss"))
    best = answer["advice"]["actions"][:BEST]
    rows = [(each["words"], t.decimal(each["value"], 2), t.decimal(each["regret"], 2)) for each in best]
    print_table(head, rows, numbers=2)
    print()
    print(t.text("puzzle", "Your rating: {before} → {after}. This puzzle: {puzzle}."))
