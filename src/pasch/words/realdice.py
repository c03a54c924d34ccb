"""Real dice in words: what is typed in, and what is corrected."""

from collections.abc import Mapping, Sequence

from pasch.i18n import Translator, translator
from pasch.rules.actions import EnterPoints, Score
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import PaschError
from pasch.rules.events import DiceRolled
from pasch.rules.match import Match
from pasch.rules.notation.turns import TurnText
from pasch.rules.turn import Stage
from pasch.words.context import Data, TableContext, Teller, text_in, whole_in
from pasch.words.names import cell_name, dice_words, points_text


def typing_text(lang: str, names: Sequence[str], match: Match) -> str | None:
    """The hint for a turn with real dice that has not begun; None for every other moment."""
    turn = match.game.turn
    if turn is None or turn.stage is not Stage.READY:
        return None
    t, name = translator(lang), names[turn.seat - 1]
    if not match.variant.last_dice_suffice:
        return t.text("hint", "{name} rolls: type in every roll, because its number counts here.", name=name)
    return t.text("hint", "{name} rolls: type in the dice, or the points.", name=name)


def typed_roll(t: Translator, context: TableContext, seat: int | None, dice: Roll, keep: Keep) -> str:
    """The sentence for dice that were typed in."""
    name, lying, kept = context.name(seat), *(dice_words(t, context.variant, each) for each in (dice, keep))
    if not keep:
        return t.text("event", "{name} types in: {dice}.", name=name, dice=lying)
    return t.text("event", "{name} types in: {dice}. Kept: {kept}.", name=name, dice=lying, kept=kept)


def _turn_corrected(t: Translator, context: TableContext, seat: int | None, data: Data) -> str:
    name, round_ = context.name(seat), whole_in(data, "round")
    now, was = (_turn(t, context, text_in(data, key)) for key in ("turn", "was"))
    if context.games > 1:
        return t.text(
            "event",
            "{name} corrects game {game}, round {round}: {now}. It was: {was}.",
            name=name,
            game=whole_in(data, "game"),
            round=round_,
            now=now,
            was=was,
        )
    return t.text(
        "event", "{name} corrects round {round}: {now}. It was: {was}.", name=name, round=round_, now=now, was=was
    )


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


CORRECTIONS: Mapping[str, Teller] = {"turn_corrected": _turn_corrected}
"""The sentences of what is corrected."""
