"""Events of a table, each in one or two sentences."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pasch.i18n import Translator, translator
from pasch.rules.actions import EnterPoints, Score
from pasch.rules.columns import DoubleWhen
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.turns import TurnText
from pasch.rules.state import Stage
from pasch.words.context import (
    Data,
    TableContext,
    Teller,
    and_turn,
    choose,
    numbers_in,
    say,
    text_in,
    whole_in,
    whose_turn,
)
from pasch.words.mechanic import TELLERS, WORDS
from pasch.words.names import cell_name, dice_words, kniffel_name, points_text, variant_name
from pasch.words.results import places_text


def typing_text(lang: str, names: Sequence[str], match: Match) -> str | None:
    """The hint before the first roll of a turn with real dice; None at any other time."""
    turn = match.game.turn
    if turn is None or turn.stage is not Stage.READY:
        return None
    t, name = translator(lang), names[turn.seat - 1]
    if not match.variant.last_dice_suffice:
        return t.text("hint", "{name} rolls: enter every roll.", name=name)
    return t.text("hint", "{name} rolls: enter the dice or the points.", name=name)


def typed_roll(t: Translator, context: TableContext, seat: int | None, dice: Roll, keep: Keep) -> str:
    """The sentence for typed-in dice."""
    name, lying, kept = context.name(seat), *(dice_words(t, context.variant, each) for each in (dice, keep))
    if not keep:
        return t.text("event", "{name} enters the dice {dice}.", name=name, dice=lying)
    return t.text("event", "{name} enters the dice {dice}. Kept: {kept}.", name=name, dice=lying, kept=kept)


def _turn_corrected(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, round_ = context.name(seat), whole_in(data, "round")
    now, was = (_turn(t, context, text_in(data, key)) for key in ("turn", "was"))
    t = t.given(name=name, round=round_, now=now, was=was)
    if context.games > 1:
        game = whole_in(data, "game")
        return t.text("event", "{name} corrects game {game}, round {round}: {now}. It was: {was}.", game=game)
    return t.text("event", "{name} corrects round {round}: {now}. It was: {was}.")


def _turn(t: Translator, context: TableContext, text: str) -> str:
    """The dice of a turn, and its entry."""
    try:
        steps = TurnText.from_text(text).steps
    except PaschError:
        return text
    rolls = [step for step in steps if isinstance(step, DiceRolled)]
    entry = next((step for step in steps if isinstance(step, Score | EnterPoints)), None)
    dice = [dice_words(t, context.variant, rolls[-1].roll)] if rolls else []
    if entry is None:
        return ", ".join(dice) or t.text("event", "no dice yet")
    cell, points = cell_name(context.variant, entry.cell, t.language), points_text(t, entry.points or 0)
    return t.text("event", "{cell} {points}", cell=cell, points=points) + "".join(f" ({each})" for each in dice)


# ------------------------------------------------------------------------------- events


def event_text(lang: str, context: TableContext, type: str, seat: int | None, data: Data) -> str:
    """The sentence for an event of the log; empty for types without a sentence."""
    teller = _TELLERS.get(type) or TELLERS.get(type)
    return teller(translator(lang), context, seat, data) if teller else ""


# ------------------------------------------------------------------------------- within a game


def _dice_rolled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    roll, left = whole_in(data, "roll"), whole_in(data, "rolls_left")
    if data.get("dice") is None:
        return _hidden_roll(t, context.name(seat), roll, roll + left, whole_in(data, "kept_count"))
    dice = dice_words(t, context.variant, Roll.from_text(text_in(data, "dice")))
    kept = data.get("keep")
    keep = Keep.from_text(kept) if isinstance(kept, str) else Keep()
    if data.get("by_hand"):
        return typed_roll(t, context, seat, Roll.from_text(text_in(data, "dice")), keep)
    t = t.given(roll=roll, rolls=roll + left, dice=dice)
    if not keep:
        return t.text("event", "Roll {roll} of {rolls}: {dice}.")
    return t.text("event", "Roll {roll} of {rolls}: {dice}. Kept: {kept}.", kept=dice_words(t, context.variant, keep))


def _hidden_roll(t: Translator, name: str, roll: int, rolls: int, kept: int) -> str:
    """The public view of a roll under a cup: the number of dice that stay there."""
    t = t.given(name=name, roll=roll, rolls=rolls)
    if roll == 1:
        return t.text("event", "{name} rolls under the cup: roll {roll} of {rolls}.")
    if not kept:
        return t.text("event", "{name} rolls all dice again: roll {roll} of {rolls}.")
    return t.count(
        "event",
        "{name} rolls under the cup: roll {roll} of {rolls}. {count} die stays.",
        "{name} rolls under the cup: roll {roll} of {rolls}. {count} dice stay.",
        kept,
    )


def _announced(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    return t.text("event", "{name} announces {cell}.", name=context.name(seat), cell=cell)


def _doubled(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if context.variant.double_when is DoubleWhen.BEFORE_ANY_ROLL:
        return t.text("event", "{name} doubles the dice of the next roll.", name=context.name(seat))
    return t.text("event", "{name} doubles this turn’s entry.", name=context.name(seat))


def _scored(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    extra = _extra(t, context, whole_in(data, "extra"))
    continues = WORDS.of(context.variant).continues(context, seat, data)
    return " ".join((_entry(t, context, seat, data), *extra, *(() if continues else whose_turn(t, context, seat))))


def _entry(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, points = context.name(seat), whole_in(data, "points")
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    own = WORDS.of(context.variant).scored(t, name, cell, points)
    if own:
        return own
    t = t.given(name=name, cell=cell)
    if not points:
        return t.text("event", "{name} crosses out {cell}.")
    return t.count("event", "{name} enters {cell}: {count} point.", "{name} enters {cell}: {count} points.", points)


def _extra(t: Translator, context: TableContext, extra: int) -> tuple[str, ...]:
    if not extra:
        return ()
    kniffel = kniffel_name(t, context.variant)
    return (t.text("event", "{kniffel} bonus: {points}.", kniffel=kniffel, points=points_text(t, extra)),)


def _entry_taken_back(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    cell = cell_name(context.variant, text_in(data, "cell"), t.language)
    name = context.name(seat)
    own = WORDS.of(context.variant).taken_back(t, name, cell)
    return own or t.text("event", "{name} takes back the entry in {cell}.", name=name, cell=cell)


# ------------------------------------------------------------------------------- games and match


def _game_started(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if context.games == 1:
        return t.text("event", "The game begins.")
    number = whole_in(data, "game") or 1  # the start of a table does not name its first game
    return t.text("event", "Game {game} of {games} begins.", game=number, games=context.games)


def _game_finished(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if context.games == 1:
        sentence = t.text("event", "The game is over.")
    else:
        sentence = t.text("event", "Game {game} of {games} is over.", game=context.game, games=context.games)
    return " ".join((sentence, *places_text(t, context, numbers_in(data, "totals"), numbers_in(data, "ranks"))))


def _match_finished(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    sentence = t.text("event", "The final result.") if context.games == 1 else t.text("event", "The match is over.")
    totals = numbers_in(data, "grand_totals") or numbers_in(data, "totals")
    return " ".join((sentence, *places_text(t, context, totals, numbers_in(data, "ranks"))))


# ------------------------------------------------------------------------------- the table


def _table_opened(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    name = variant_name(context.variant, t.language)
    sentence = t.count(
        "event",
        "A table for {variant} is open: {count} game.",
        "A table for {variant} is open: {count} games.",
        context.games,
        variant=name,
    )
    rules = data.get("rules_name")
    return sentence if not rules else f"{sentence} {t.text('event', 'House rules: {name}.', name=str(rules))}"


def _seat_taken(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    values: dict[str, str | int] = {"name": str(data.get("name") or context.name(seat)), "seat": seat or 0}
    if data.get("shared"):
        return t.text("event", "{name} takes seat {seat}, on a device that another player uses.", **values)
    return t.text("event", "{name} takes seat {seat}.", **values)


def _seat_left(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    return t.text("event", "{name} leaves the table.", name=str(data.get("name") or context.name(seat)))


def _seat_opened(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if data.get("declined") is True:
        return t.text("event", "The player of seat {seat} does not join this time. The seat is open.", seat=seat or 0)
    return t.text("event", "Seat {seat} is open.", seat=seat or 0)


def _by_seat(then: Teller, otherwise: Teller) -> Teller:
    """A teller that uses `then` if a player caused the event, else `otherwise`."""
    return lambda t, context, seat, data: (otherwise if seat is None else then)(t, context, seat, data)


# ------------------------------------------------------------------------------- absences and pauses


def _absence_decided(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    names = {"name": context.name(seat), "missed": context.name(whole_in(data, "target"))}
    if text_in(data, "choice") == "entry":
        return t.text("event", "{name} decides: the cheapest entry is made for {missed} in each turn.", **names)
    return t.text("event", "{name} decides: the computer plays for {missed}.", **names)


def _pause_asked(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if end := _end(t, data):
        return t.text("event", "{name} asks for a pause until {day}, {time} UTC.", name=context.name(seat), **end)
    return t.text("event", "{name} asks for a pause.", name=context.name(seat))


def _end(t: Translator, data: Data) -> dict[str, str]:
    """The end of a pause, in UTC because a log does not know its reader's time zone."""
    if "until" not in data:
        return {}
    at = datetime.fromisoformat(text_in(data, "until"))
    return {"day": t.day(at), "time": f"{at:%H:%M}"}


def _table_paused(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:  # noqa: ARG001
    if data.get("idle") is True:
        return t.text("event", "All players are away: the match waits for them.")
    if seat is not None:  # interrupted by a player who needs no consent
        return t.text("event", "The match is interrupted.")
    if end := _end(t, data):
        return t.text("event", "Paused until {day}, {time} UTC. All clocks are stopped.", **end)
    return t.text("event", "Paused. All clocks are stopped.")


def _table_resumed(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    if data.get("idle") is True:
        sentence = t.text("event", "The match continues.")
    elif data.get("planned") is True:
        sentence = t.text("event", "The pause is over. The match continues.")
    else:
        sentence = t.text("event", "{name} ends the pause.", name=context.name(seat))
    return " ".join((sentence, *whose_turn(t, context)))


_TELLERS: Mapping[str, Teller] = {
    "table_opened": _table_opened,
    "seat_taken": _seat_taken,
    "seat_left": _seat_left,
    "seat_opened": _seat_opened,
    "seat_moved": say("event", "{name} changes devices."),
    "seat_ready": choose("ready", say("event", "{name} is ready."), say("event", "{name} is no longer ready.")),
    "sheet_frozen": and_turn(say("event", "The sheet of {name} stays as it is.")),
    "table_started": and_turn(_game_started),
    "game_started": and_turn(_game_started),
    "dice_rolled": _dice_rolled,
    "announced": _announced,
    "doubled": _doubled,
    "scored": _scored,
    "entry_taken_back": _entry_taken_back,
    "game_finished": _game_finished,
    "match_finished": _match_finished,
    "table_aborted": _by_seat(
        say("event", "{name} ended the match early."), say("event", "The match was ended early.")
    ),
    "rematch_asked": _by_seat(say("event", "{name} wants to play again."), say("event", "The table is open again.")),
    "seat_away": choose(
        "why",
        say("event", "{name} closed the page."),
        say("event", "{name} lost the connection."),
        when="closed",
    ),
    "seat_back": say("event", "{name} is back."),
    "seat_held": choose(
        "why",
        say("event", "A bot plays for {name} until {name} continues."),
        say("event", "A bot plays for {name} until {name} is back."),
        when="time",
    ),
    "absence_decided": _absence_decided,
    "seat_returned": say("event", "{name} plays again."),
    "time_up": choose(
        "then",
        say("event", "{name}’s time is up: the cheapest entry is made."),
        say("event", "{name}’s time is up."),
        when="entry",
    ),
    "pause_asked": _pause_asked,
    "pause_agreed": say("event", "{name} agrees to the pause."),
    "pause_refused": choose(
        "withdrawn",
        say("event", "{name} withdraws the pause request."),
        say("event", "{name} wants to keep playing."),
    ),
    "table_paused": _table_paused,
    "table_resumed": _table_resumed,
    "clock_restarted": say("event", "The server is back. No player has lost time."),
    "turn_corrected": _turn_corrected,
}
