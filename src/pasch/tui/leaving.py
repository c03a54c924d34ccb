"""How a table can be interrupted or left, each way with what it means for the others."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pasch.i18n import Translator
from pasch.service.views.schema import Snapshot
from pasch.tui.offers import mine
from pasch.tui.server.link import Body


@dataclass(frozen=True)
class Way:
    """A way out: the command it sends, what becomes of the seat (`leave`), and whether the screen closes.

    `interrupts`: the match is interrupted, and its key is shown. `really` is asked before it is done.
    """

    words: str
    body: Body = field(default_factory=dict)
    leave: str | None = None
    interrupts: bool = False
    really: str = ""
    closes: bool = False


def ways_out(t: Translator, snapshot: Snapshot, *, here: bool) -> Iterator[Way]:
    """What can be chosen, the mildest first. `here`: the table lives in this process and ends with it."""
    playing, ended = bool(mine(snapshot)), snapshot["status"] in {"finished", "aborted"}
    if here or ended or not playing:
        yield Way(_stop_words(t, here=here, ended=ended), {} if ended or not here else {"type": "abort"}, closes=True)
        return
    yield Way(t.text("tui", "Close the screen: the table stays, your seat waits for you"), closes=True)
    yield Way(t.text("tui", "Interrupt the match and show the key to go on elsewhere"), interrupts=True)
    yield from _pause(t, snapshot)
    if snapshot["status"] == "waiting":
        yield Way(t.text("tui", "Get up: the seat is free again"), leave="", closes=True)
        return
    yield Way(t.text("tui", "Get up for good: a bot plays on"), leave="bot", closes=True)
    yield Way(t.text("tui", "Get up for good: the sheet stays as it is"), leave="freeze", closes=True)
    yield Way(
        t.text("tui", "End the match for everybody, unfinished"),
        {"type": "abort"},
        really=t.text("tui", "Really? It ends for everybody, and for good."),
    )


def _stop_words(t: Translator, *, here: bool, ended: bool) -> str:
    if here and not ended:
        return t.text("tui", "Stop: the match ends here, unfinished")
    return t.text("tui", "Close the screen")


def _pause(t: Translator, snapshot: Snapshot) -> Iterator[Way]:
    pause = snapshot["pause"]
    if snapshot["status"] == "paused":
        yield Way(t.text("tui", "Go on with the match"), {"type": "resume"})
    elif snapshot["status"] == "running" and pause is None:
        yield Way(t.text("tui", "Ask the others for a pause"), {"type": "pause"})
    elif pause is not None:
        yield Way(t.text("tui", "Agree to the pause"), {"type": "agree"})
        yield Way(t.text("tui", "Play on without a pause"), {"type": "refuse"})
