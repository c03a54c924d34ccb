"""The record of a table: its game events in the text form that replays through the rules."""

from pasch.rules.errors import IllegalAction
from pasch.rules.match import Match
from pasch.rules.notation.events import event_from_data
from pasch.rules.notation.record import Provenance, Record
from pasch.rules.notation.record_writer import redacted, write_record
from pasch.service.log import PLAYED
from pasch.service.requests import Status
from pasch.service.runtime.cache import LiveTable
from pasch.service.views.redaction import Seats, keeps_secrets, open_to
from pasch.service.views.scene import names


def record_text(live: LiveTable, seats: Seats, lang: str) -> str:
    """The record as the caller may read it. Raises `IllegalAction` before the match has begun.

    As long as the table hides dice, `?` stands for rolls that were not shown.
    """
    record = record_of(live, lang)
    return write_record(redacted(record, open_to(seats)) if keeps_secrets(live.state) else record)


def record_of(live: LiveTable, lang: str) -> Record:
    """The match so far. Raises `IllegalAction` before it has begun."""
    state, row = live.state, live.row
    if state.match is None:
        raise IllegalAction("The match has not begun yet")
    start = Match.begin(state.variant, names(row, state.places, lang), state.games)
    events = [told.event for told in live.log if told.event.type in PLAYED]
    return Record.of(
        start,
        [event_from_data(event.type, event.seat, event.data) for event in events],
        aborted=state.status is Status.ABORTED,
        provenance=_provenance(live),
    )


def _dice(live: LiveTable) -> str:
    """Whose dice they were: `manual` where something was typed in and no roll is the server's."""
    told = [each.event for each in live.log if each.event.type in {"dice_rolled", "scored"}]
    typed = any(event.data.get("by_hand") is True for event in told)
    thrown = any(event.type == "dice_rolled" and event.data.get("by_hand") is not True for event in told)
    return "manual" if typed and not thrown else "server"


def _provenance(live: LiveTable) -> Provenance:
    """Where the dice come from. The seed of the server is told only after the end."""
    row, state = live.row, live.state
    if state.imported is not None:
        return state.imported.origin
    return Provenance(
        date=live.log[0].event.at.date().isoformat(),
        table=live.id,
        dice=_dice(live),
        commitment=state.commitment,
        seed=row.server_seed.hex() if state.status.ended else "",
        seeds=tuple((seat.seat, seat.seed) for seat in row.seats if seat.seed is not None),
    )
