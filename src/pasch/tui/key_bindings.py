"""What can be done now, by key: each with its words, and the command that it sends or what it opens."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pasch.i18n import Translator
from pasch.rules.actions import ActionKind
from pasch.rules.columns import DoubleWhen
from pasch.service.views.schema import ActionView, Snapshot
from pasch.tui.drawing.sheet import cell_words
from pasch.tui.model import Model
from pasch.tui.offers import ENDINGS, Offer, body_of, kinds, mine, mover, of_kind, seat_of
from pasch.tui.server.link import Body
from pasch.tui.typed import typed_turns
from pasch.words import action_name


@dataclass(frozen=True)
class KeyBinding:
    """Something that a key does. `body` is the command it sends; without one the screen knows what `name` opens."""

    key: str
    name: str
    words: str
    body: Body = field(default_factory=dict)


def key_bindings(t: Translator, model: Model) -> list[KeyBinding]:
    """What can be done, the next step first."""
    snapshot = model.snapshot
    match snapshot["status"]:
        case "waiting":
            return list(_waiting(t, snapshot))
        case "finished" | "aborted":
            return list(_ended(t, snapshot))
        case "paused":
            words = t.text("tui", "Go on with the match")
            return [KeyBinding("P", "resume", words, {"type": "resume"})] if mine(snapshot) else []
        case _:
            return list(_running(t, model))


def _waiting(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    open_seats = [seat["seat"] for seat in snapshot["seats"] if seat["open"] and seat["kept"] != "another"]
    if snapshot["can_start"]:
        yield KeyBinding("S", "start", t.text("tui", "Begin"))
    if open_seats and not mine(snapshot):
        yield KeyBinding("J", "sit", t.text("tui", "Sit down"))
    if open_seats and snapshot["bots"] and _opened_here(snapshot):
        yield KeyBinding("B", "fill", t.text("tui", "Let a bot sit down"))
    yield from _getting_ready(t, snapshot)


def _opened_here(snapshot: Snapshot) -> bool:
    return snapshot["opener"] is not None and seat_of(snapshot, snapshot["opener"])["mine"]


def _getting_ready(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    waiting = [seat for seat in mine(snapshot) if not seat["ready"]]
    if waiting and len(mine(snapshot)) < len(snapshot["seats"]):
        yield KeyBinding("E", "ready", t.text("tui", "I am ready"), {"type": "ready"})


def _ended(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    if mine(snapshot):
        yield KeyBinding("N", "again", t.text("tui", "Play again"))
    yield from _corrections(t, snapshot)
    yield KeyBinding("T", "results", t.text("tui", "All games"))
    yield KeyBinding("Q", "quit", t.text("tui", "Stop"))


def _running(t: Translator, model: Model) -> Iterator[KeyBinding]:
    snapshot, can = model.snapshot, kinds(model.snapshot)
    held = next((seat for seat in mine(snapshot) if seat["held"] is not None), None)
    if held is not None:
        yield KeyBinding(
            "R", "return", t.text("tui", "Play for yourself again"), {"type": "return", "seat": held["seat"]}
        )
        return
    if model.covered:
        seat = mover(snapshot)
        assert seat is not None
        yield KeyBinding("Enter", "uncover", t.text("tui", "{name} looks alone", name=seat["name"]))
        return
    if "roll" in can:
        yield KeyBinding("R", "roll", _roll_words(t, snapshot))
    if "enter_dice" in can:
        yield KeyBinding("W", "dice", t.text("tui", "Type in what the dice show"))
    yield from _answers(t, can)
    yield from _entries(t, model)
    if "announce" in can or "use_action" in can:
        yield KeyBinding("A", "more", _more_words(t, can))
    if "double" in can:
        yield KeyBinding("X", "double", _double_words(t, snapshot), {"type": "double"})
    for action in of_kind(snapshot, *ENDINGS):
        yield KeyBinding("E", action["type"], _ending_words(t, snapshot, action["type"]), body_of(action))
    if snapshot["can_take_back"]:
        yield KeyBinding("U", "take_back", t.text("tui", "Take the entry back"), {"type": "take_back"})
    yield from _corrections(t, snapshot)


def _corrections(t: Translator, snapshot: Snapshot) -> Iterator[KeyBinding]:
    if typed_turns(snapshot):
        yield KeyBinding("K", "correct", t.text("tui", "Correct what was typed in"))


def _answers(t: Translator, can: frozenset[str]) -> Iterator[KeyBinding]:
    if "believe" in can:
        yield KeyBinding("B", "believe", t.text("tui", "Believe it"), {"type": "believe"})
    if "doubt" in can:
        yield KeyBinding("D", "doubt", t.text("tui", "Doubt it"), {"type": "doubt"})


def _entries(t: Translator, model: Model) -> Iterator[KeyBinding]:
    """What Enter does at the cell that is pointed at."""
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
        return t.text("tui", "{cell}: type in the points alone", cell=cell)
    if offer.score is not None:
        return t.text("tui", "Write {cell}: {points}", cell=cell, points=offer.score["points"])
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
    if snapshot["sheet"]["double_when"] == DoubleWhen.BEFORE_ANY_ROLL:
        return t.text("tui", "Let the next roll count twice")
    return t.text("tui", "Let the entry count twice")


def _more_words(t: Translator, can: frozenset[str]) -> str:
    if "announce" not in can:
        return t.text("tui", "Use an action die …")
    if "use_action" not in can:
        return t.text("tui", "Announce a cell …")
    return t.text("tui", "Announce, or use an action die …")


def _ending_words(t: Translator, snapshot: Snapshot, kind: str) -> str:
    match kind:
        case "next_game":
            return t.text("tui", "Begin game {game}", game=snapshot["game"] + 1)
        case "take_nothing":
            return t.text("tui", "Take nothing")
        case _ if snapshot["turn"] is not None and snapshot["turn"]["stage"] == "shifting":
            return t.text("tui", "Leave the sheets where they are")
        case _:
            return t.text("tui", "End the turn")


def action_words(t: Translator, snapshot: Snapshot, action: ActionView) -> str:
    """A legal action of a list, in words."""
    cell = cell_words(t, snapshot["sheet"], action["cell"]) if "cell" in action else ""
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
            return t.text("tui", "Write {points}", points=action["points"])
        case "score" | "enter_points":
            return _scratch_words(t, action.get("extra", 0), cell)
        case _:
            return _use_words(t, snapshot, action, cell)


def _use_words(t: Translator, snapshot: Snapshot, action: ActionView, cell: str) -> str:
    parts = [action_name(ActionKind(action["action"]), t.language)]
    if "target" in action:
        parts.append(seat_of(snapshot, action["target"])["name"])
    if cell:
        points = action.get("points")
        parts.append(f"{cell} ({t.number(points)})" if points else cell)
    return " · ".join(parts)
