"""Who is there, whose time is up, and pauses, in words."""

from collections.abc import Mapping
from datetime import datetime

from pasch.i18n import Translator
from pasch.words.context import Data, TableContext, Teller, text_in, whole_in, whose_turn


def _seat_away(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if text_in(data, "why") == "closed":
        return t.text("event", "{name} has closed the page.", name=context.name(seat))
    return t.text("event", "{name} has lost the connection.", name=context.name(seat))


def _seat_back(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    return t.text("event", "{name} is back.", name=context.name(seat))


def _seat_held(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if text_in(data, "why") == "time":
        return t.text("event", "A bot plays for {name} until {name} goes on.", name=context.name(seat))
    return t.text("event", "A bot plays for {name} until {name} is back.", name=context.name(seat))


def _absence_decided(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    names = {"name": context.name(seat), "missed": context.name(whole_in(data, "target"))}
    if text_in(data, "choice") == "entry":
        return t.text("event", "{name} decides: the cheapest entry is made for {missed} in each turn.", **names)
    return t.text("event", "{name} decides: the computer plays for {missed}.", **names)


def _seat_returned(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    return t.text("event", "{name} plays again.", name=context.name(seat))


def _time_up(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if text_in(data, "then") == "entry":
        return t.text("event", "The time of {name} is up: what loses least is entered.", name=context.name(seat))
    return t.text("event", "The time of {name} is up.", name=context.name(seat))


def _pause_asked(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if end := _end(t, data):
        return t.text("event", "{name} asks for a pause until {day}, {time} UTC.", name=context.name(seat), **end)
    return t.text("event", "{name} asks for a pause.", name=context.name(seat))


def _end(t: Translator, data: Data) -> dict[str, str]:
    """The end of a pause; a log cannot know where it is read, so it names a time of UTC."""
    if "until" not in data:
        return {}
    at = datetime.fromisoformat(text_in(data, "until"))
    return {"day": t.day(at), "time": f"{at:%H:%M}"}


def _pause_agreed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    return t.text("event", "{name} agrees to the pause.", name=context.name(seat))


def _pause_refused(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if data.get("withdrawn") is True:
        return t.text("event", "{name} does not need the pause any more.", name=context.name(seat))
    return t.text("event", "{name} wants to play on without a pause.", name=context.name(seat))


def _table_paused(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if data.get("idle") is True:
        return t.text("event", "All players are away: the match waits for them.")
    if seat is not None:  # whoever plays there need not ask anybody
        return t.text("event", "The match is interrupted.")
    if end := _end(t, data):
        return t.text("event", "A pause until {day}, {time} UTC: all clocks stand.", **end)
    return t.text("event", "A pause: all clocks stand.")


def _table_resumed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if data.get("idle") is True:
        return " ".join((t.text("event", "The match goes on."), *whose_turn(t, context)))
    if data.get("planned") is True:
        return " ".join((t.text("event", "The pause is over: the match goes on."), *whose_turn(t, context)))
    told = t.text("event", "{name} ends the pause.", name=context.name(seat))
    return " ".join((told, *whose_turn(t, context)))


def _clock_restarted(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    return t.text("event", "The server is back. No player has lost time.")


PRESENCE: Mapping[str, Teller] = {
    "seat_away": _seat_away,
    "seat_back": _seat_back,
    "seat_held": _seat_held,
    "absence_decided": _absence_decided,
    "seat_returned": _seat_returned,
    "time_up": _time_up,
    "pause_asked": _pause_asked,
    "pause_agreed": _pause_agreed,
    "pause_refused": _pause_refused,
    "table_paused": _table_paused,
    "table_resumed": _table_resumed,
    "clock_restarted": _clock_restarted,
}
