"""The key bindings, including those that depend on the legal actions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import get_args

from pasch.i18n import Translator
from pasch.rules.actions import ActionKind
from pasch.rules.columns import DoubleWhen
from pasch.service.views.schema.actions import (
    AnnounceAction,
    ClaimAction,
    EnterPointsAction,
    LegalAction,
    ScoreAction,
    UseActionAction,
)
from pasch.service.views.schema.table import Snapshot
from pasch.tui.model import Model, Movement
from pasch.tui.offers import ENDINGS, Offer, body_of, kinds, mine, mover, of_kind, seat_of
from pasch.tui.server.link import Body
from pasch.tui.sheet import cell_words
from pasch.tui.typed import typed_turns
from pasch.words import action_name


@dataclass(frozen=True)
class KeyBinding:
    """The action of a key. `body` is the command it sends; without one the screen opens `name`."""

    key: str
    name: str
    words: str
    body: Body = field(default_factory=dict)


def key_bindings(t: Translator, model: Model) -> list[KeyBinding]:
    """The possible actions, the next step first."""
    snapshot = model.snapshot
    match snapshot["status"]:
        case "waiting":
            return list(_waiting(t, snapshot))
        case "finished" | "aborted":
            return list(_ended(t, snapshot))
        case "paused":
            words = t.text("tui", "Continue the match")
            return [KeyBinding("P", "resume", words, {"type": "resume"})] if mine(snapshot) else []
        case _:
            return list(_running(t, model))


def _waiting(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    open_seats = [seat["seat"] for seat in snapshot["seats"] if seat["open"] and seat["kept"] != "another"]
    if snapshot["can_start"]:
        yield KeyBinding("S", "start", t.text("tui", "Begin"))
    if open_seats and not mine(snapshot):
        yield KeyBinding("J", "sit", t.text("tui", "Take a seat"))
    if open_seats and snapshot["bots"] and _opened_here(snapshot):
        yield KeyBinding("B", "fill", t.text("tui", "Add a bot"))
    if not all(seat["ready"] for seat in mine(snapshot)) and len(mine(snapshot)) < len(snapshot["seats"]):
        yield KeyBinding("E", "ready", t.text("tui", "I am ready"), {"type": "ready"})


def _opened_here(snapshot: Snapshot) -> bool:
    return snapshot["opener"] is not None and seat_of(snapshot, snapshot["opener"])["mine"]


def _ended(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    if mine(snapshot):
        yield KeyBinding("N", "again", t.text("tui", "Play again"))
    yield from _corrections(t, snapshot)
    yield KeyBinding("T", "results", t.text("tui", "All games"))
    yield KeyBinding("Q", "quit", t.text("tui", "Stop"))


def _running(t: Translator, model: Model) -> Iterator[KeyBinding]:
    snapshot, can = model.snapshot, kinds(model.snapshot)
    substituted = next((seat for seat in mine(snapshot) if seat["held"] is not None), None)
    if substituted is not None:
        yield KeyBinding(
            "R", "return", t.text("tui", "Take your seat back"), {"type": "return", "seat": substituted["seat"]}
        )
        return
    if model.covered:
        seat = mover(snapshot)
        assert seat is not None
        yield KeyBinding("Enter", "uncover", t.text("tui", "Only {name} looks", name=seat["name"]))
        return
    if "roll" in can:
        yield KeyBinding("R", "roll", _roll_words(t, snapshot))
    if "enter_dice" in can:
        yield KeyBinding("W", "dice", t.text("tui", "Enter what the dice show"))
    yield from _answers(t, can)
    yield from _entries(t, model)
    if "announce" in can or "use_action" in can:
        yield KeyBinding("A", "more", _more_words(t, can))
    if "double" in can:
        yield KeyBinding("X", "double", _double_words(t, snapshot), {"type": "double"})
    for action in of_kind(snapshot, *ENDINGS):
        yield KeyBinding("E", action["type"], _ending_words(t, snapshot, action["type"]), body_of(action))
    if snapshot["can_take_back"]:
        yield KeyBinding("U", "take_back", t.text("tui", "Take back the entry"), {"type": "take_back"})
    yield from _corrections(t, snapshot)


def _corrections(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    if typed_turns(snapshot):
        yield KeyBinding("K", "correct", t.text("tui", "Correct an entry"))


def _answers(t: Translator, can: frozenset[str]) -> Iterator[KeyBinding]:
    if "believe" in can:
        yield KeyBinding("B", "believe", t.text("tui", "Believe it"), {"type": "believe"})
    if "doubt" in can:
        yield KeyBinding("D", "doubt", t.text("tui", "Doubt it"), {"type": "doubt"})


def _entries(t: Translator, model: Model) -> Iterator[KeyBinding]:
    """The actions of Enter at the current cell."""
    if model.cursor is None or model.cursor not in model.offers:
        return
    cell = cell_words(t, model.snapshot["sheet"], model.cursor)
    offer = model.offers[model.cursor]
    yield KeyBinding("Enter", "write", _entry_words(t, offer, cell))
    if offer.score is not None and offer.forgoing:
        yield KeyBinding("Z", "scratch", _scratch_words(t, offer.forgoing, cell))


def _entry_words(t: Translator, offer: Offer, cell: str) -> str:
    if offer.claims:
        return t.text("tui", "Claim {cell}", cell=cell)
    if offer.points and offer.score is None:
        return t.text("tui", "{cell}: enter only the points", cell=cell)
    if offer.score is not None:
        return t.text("tui", "Enter {cell}: {points}", cell=cell, points=offer.score["points"])
    if offer.scratch is not None:
        return _scratch_words(t, offer.forgoing, cell)
    return t.text("tui", "Announce {cell}", cell=cell)


def _scratch_words(t: Translator, extra: int, cell: str) -> str:
    if not extra:
        return t.text("tui", "Cross out {cell}", cell=cell)
    return t.text("tui", "Cross out {cell}: +{extra} extra", cell=cell, extra=extra)


def _roll_words(t: Translator, snapshot: Snapshot) -> str:
    turn, seat = snapshot["turn"], mover(snapshot)
    assert turn is not None
    assert seat is not None
    if turn["rolls_left"] == 0:
        return t.count("tui", "Roll once more for your chip", "Roll once more for one of {count} chips", seat["chips"])
    return t.count("tui", "Roll ({count} left)", "Roll ({count} left)", turn["rolls_left"])


def _double_words(t: Translator, snapshot: Snapshot) -> str:
    if snapshot["sheet"]["double_when"] == DoubleWhen.BEFORE_ANY_ROLL.value:
        return t.text("tui", "Double the next roll")
    return t.text("tui", "Double the entry")


def _more_words(t: Translator, can: frozenset[str]) -> str:
    if "announce" not in can:
        return t.text("tui", "Use an action die …")
    if "use_action" not in can:
        return t.text("tui", "Announce a cell …")
    return t.text("tui", "Announce, or use an action die …")


def _ending_words(t: Translator, snapshot: Snapshot, kind: str) -> str:
    match kind:
        case "next_game":
            return t.text("tui", "Start game {game}", game=snapshot["game"] + 1)
        case "take_nothing":
            return t.text("tui", "Take no chip")
        case _ if snapshot["turn"] is not None and snapshot["turn"]["stage"] == "shifting":
            return t.text("tui", "Leave the sheets as they are")
        case _:
            return t.text("tui", "End the turn")


def action_words(t: Translator, snapshot: Snapshot, action: LegalAction) -> str:
    """The words for a legal action in a list."""
    match action["type"]:
        case "use_action":
            return _use_words(t, snapshot, action)
        case "announce" | "claim" | "enter_points" | "score":
            return _cell_words(t, action, cell_words(t, snapshot["sheet"], action["cell"]))
        case kind:
            raise TypeError(f"{kind!r} is in no list")


def _cell_words(
    t: Translator, action: AnnounceAction | ClaimAction | EnterPointsAction | ScoreAction, cell: str
) -> str:
    match action["type"]:
        case "announce":
            return t.text("tui", "Announce {cell}", cell=cell)
        case "claim" if action["honest"]:
            return t.text("tui", "{points} – true", points=action["points"])
        case "claim":
            return t.text("tui", "{points} – a lie", points=action["points"])
        case "enter_points" if action["points"]:
            extra = action.get("extra", 0)
            return t.number(action["points"]) + (f" +{t.number(extra)}" if extra else "")
        case "score" if action["points"]:
            return t.text("tui", "Enter {points}", points=action["points"])
        case "score" | "enter_points":
            return _scratch_words(t, action.get("extra", 0), cell)


def _use_words(t: Translator, snapshot: Snapshot, action: UseActionAction) -> str:
    parts = [action_name(ActionKind(action["action"]), t.language)]
    if "target" in action:
        parts.append(seat_of(snapshot, action["target"])["name"])
    if "cell" in action:
        cell, points = cell_words(t, snapshot["sheet"], action["cell"]), action.get("points")
        parts.append(f"{cell} ({t.number(points)})" if points else cell)
    return " · ".join(parts)


MOVES: Mapping[str, Movement] = {name: name for name in get_args(Movement)}
SHIFTED: Mapping[str, int] = {
    "!": 1, '"': 2, "@": 2, "§": 3, "#": 3, "$": 4, "%": 5, "&": 6, "^": 6, "/": 7, "(": 8,
}  # fmt: skip
"""Shift and a digit, as a German and an American keyboard write it: terminals send only the character."""
KEY = 9
"""The width of the keys in their list."""
LARGER_STEP = 10
"""Rows that Page Up and Page Down scroll."""


def help_lines(t: Translator, *, marks_rolls: bool = False) -> Iterator[str]:
    """All keys, one a line, and the meaning of signs; `marks_rolls`: the dice to roll again are marked."""
    keys = {
        "R": t.text("tui", "roll (also Space); kept dice are not rolled"),
        "1–6": t.text("tui", "mark a die to roll again, or not; with Shift all dice of its face")
        if marks_rolls
        else t.text("tui", "keep or release a die; with Shift all dice of its face"),
        "↑ ↓ ← →": t.text("tui", "to the next open cell; Home and End"),
        "Enter": t.text("tui", "enter, announce or claim there"),
        "Z": t.text("tui", "cross out the cell"),
        "A": t.text("tui", "announce a cell, use an action die"),
        "W": t.text("tui", "enter what real dice show"),
        "K": t.text("tui", "correct an entry of any turn"),
        "E": t.text("tui", "end the turn, take no chip, start the next game"),
        "B D": t.text("tui", "believe a claim, doubt it"),
        "X": t.text("tui", "double the entry of this turn"),
        "U": t.text("tui", "take back the last entry"),
        "Tab": t.text("tui", "the next player’s sheet; Page Up and Page Down scroll"),
        "H": t.text("tui", "show the best move"),
        "T": t.text("tui", "all games of the match"),
        "L": t.text("tui", "the log"),
        "C": t.text("tui", "the chat"),
        "P": t.text("tui", "a pause; end it"),
        "Q": t.text("tui", "stop, leave, end the match"),
    }
    yield from (f"{key:<{KEY}}{words}" for key, words in keys.items())
    yield ""
    yield t.text(
        "tui", "On the sheet: [12] is what the roll would score, › marks your position, → what a sum would become."
    )
    yield t.text(
        "tui",
        "– crossed out, • last entry, ~ real dice, ^ corrected, ! announced, * frozen, L a lie exposed, ▶ whose turn.",
    )
    if marks_rolls:
        yield t.text("tui", "Dice: ▼ and the heavy frame mean that the die is rolled again.")
        return
    yield t.text("tui", "Dice: ▲ and the heavy frame mean that the die is kept, ■ that it may not be rolled again.")


@dataclass(frozen=True)
class Way:
    """A way out: the command it sends, the seat's future (`leave`), and whether the screen closes.

    `interrupts`: the match is interrupted, and its key is shown. `really` is the question that asks for confirmation.
    """

    words: str
    body: Body = field(default_factory=dict)
    leave: str | None = None
    interrupts: bool = False
    really: str = ""
    closes: bool = False


def ways_out(t: Translator, snapshot: Snapshot, *, here: bool) -> Iterator[Way]:
    """The possible ways out, the mildest first. `here`: the table is in this process and ends with it."""
    playing, ended = bool(mine(snapshot)), snapshot["status"] in {"finished", "aborted"}
    if here or ended or not playing:
        yield Way(_stop_words(t, here=here, ended=ended), {} if ended or not here else {"type": "abort"}, closes=True)
        return
    yield Way(t.text("tui", "Close the screen: the table stays open and keeps your seat"), closes=True)
    yield Way(t.text("tui", "Interrupt the match and show the key to continue elsewhere"), interrupts=True)
    yield from _pause(t, snapshot)
    if snapshot["status"] == "waiting":
        yield Way(t.text("tui", "Leave: the seat is free again"), leave="", closes=True)
        return
    yield Way(t.text("tui", "Leave for good: a bot plays on"), leave="bot", closes=True)
    yield Way(t.text("tui", "Leave for good: the sheet stays as it is"), leave="freeze", closes=True)
    yield Way(
        t.text("tui", "End the match for everyone, unfinished"),
        {"type": "abort"},
        really=t.text("tui", "Really? The match ends for everyone, for good."),
    )


def _stop_words(t: Translator, *, here: bool, ended: bool) -> str:
    if here and not ended:
        return t.text("tui", "Stop: the match ends here, unfinished")
    return t.text("tui", "Close the screen")


def _pause(t: Translator, snapshot: Snapshot) -> Iterator[Way]:
    pause = snapshot["pause"]
    if snapshot["status"] == "paused":
        yield Way(t.text("tui", "Continue the match"), {"type": "resume"})
    elif snapshot["status"] == "running" and pause is None:
        yield Way(t.text("tui", "Ask for a pause"), {"type": "pause"})
    elif pause is not None:
        yield Way(t.text("tui", "Agree to the pause"), {"type": "agree"})
        yield Way(t.text("tui", "Keep playing"), {"type": "refuse"})
