"""The current options in one sentence, for the line under the table."""

from collections.abc import Sequence

from pasch.i18n import Translator, translator
from pasch.rules.actions import Double
from pasch.rules.bonus import ExtraNeeds, JokerRule
from pasch.rules.columns import DoubleWhen
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.state import Stage, Turn
from pasch.words.mechanic import WORDS
from pasch.words.names import cell_name, kniffel_name


def hint_text(lang: str, names: Sequence[str], match: Match) -> str:
    """The current hint. `names` are the players by seat."""
    t, game = translator(lang), match.game
    if match.over:
        return t.text("hint", "The match is over.")
    if game.turn is None:
        return t.text("hint", "Game {game} of {games} is over.", game=len(match.games), games=match.length)
    name = names[game.turn.seat - 1]
    return " ".join(
        (
            _now(t, names, game, game.turn),
            *_doubling(t, game, game.turn, name),
            *WORDS.of(game.variant).restrictions(t, game, game.turn),
        )
    )


def _now(t: Translator, names: Sequence[str], game: Game, turn: Turn) -> str:
    name = names[turn.seat - 1]
    own = WORDS.of(game.variant).hint(t, names, game, turn)
    if own:
        return own
    match game.stage:
        case Stage.READY:
            return _ready(t, game, turn, name)
        case Stage.IN_THE_AIR:
            return t.text("hint", "The dice are rolling.")
        case _ if not turn.rolls_left and game.legal_actions.keeps:
            return t.text("hint", "{name} buys one more roll with a chip, or makes an entry.", name=name)
        case _:
            return _before_entry(t, game, turn, name)


def waiting_text(lang: str, open_seats: int) -> str:
    """The hint for a table that has not begun."""
    t = translator(lang)
    if not open_seats:
        return t.text("hint", "All players are here. The match can begin.")
    return t.count("hint", "{count} seat is still open.", "{count} seats are still open.", open_seats)


def paused_text(lang: str, *, on_one_device: bool) -> str:
    """The hint for a match that players at one device have interrupted, or that players at several let pause."""
    t = translator(lang)
    if on_one_device:
        return t.text("hint", "The match is interrupted. Any player can continue it.")
    return t.text("hint", "The match is paused. Any player can continue it.")


def aborted_text(lang: str) -> str:
    """The hint for a table whose match was aborted."""
    return translator(lang).text("hint", "The match was ended early.")


def _ready(t: Translator, game: Game, turn: Turn, name: str) -> str:
    saved = game.hands[turn.seat - 1].bank
    t = t.given(name=name)
    if saved:
        return t.count(
            "hint",
            "It is {name}’s turn: first roll; {count} roll is saved.",
            "It is {name}’s turn: first roll; {count} rolls are saved.",
            saved,
        )
    return t.text("hint", "It is {name}’s turn: first roll.")


def _doubling(t: Translator, game: Game, turn: Turn, name: str) -> list[str]:
    can = Double() in game.legal_actions.others
    if game.variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL:
        if turn.doubled:
            return [t.text("hint", "The entry of this turn counts twice.")]
        return [t.text("hint", "Before rolling, {name} may double the entry of this turn.", name=name)] if can else []
    sentences = [t.text("hint", "These dice count twice.")] if turn.doubled and turn.staying is None else []
    if turn.doubles_next:
        sentences.append(t.text("hint", "The dice of the next roll count twice."))
    elif can:
        sentences.append(t.text("hint", "{name} may let the dice of the next roll count twice.", name=name))
    return sentences


# ------------------------------------------------------------------------------- dice on the table


def _before_entry(t: Translator, game: Game, turn: Turn, name: str) -> str:
    legal, variant, t = game.legal_actions, game.variant, t.given(name=name)
    if legal.announcements and not legal.keeps:
        return t.text("hint", "{name} announces a cell and rolls again, or makes an entry.")
    if turn.announced is not None:
        return t.text("hint", "{name} has announced {cell}.", cell=cell_name(variant, turn.announced, t.language))
    if _bound_by_joker(game, turn):
        where = t.listing((cell_name(variant, cell, t.language) for cell in legal.entries), style="or")
        return t.text("hint", "Another {kniffel}: it goes to {cells}.", kniffel=kniffel_name(t, variant), cells=where)
    if not legal.keeps and not any(legal.entries.values()):
        return t.text("hint", "Nothing fits: {name} has to cross out a cell.")
    if not legal.keeps:
        return t.text("hint", "{name} makes an entry now.")
    if len(legal.entries) == 1:
        [cell] = legal.entries
        return t.count(
            "hint",
            "{name} may roll once more; {cell} is next.",
            "{name} may roll {count} more times; {cell} is next.",
            turn.rolls_left,
            cell=cell_name(variant, cell, t.language),
        )
    if legal.announcements:
        return t.count(
            "hint",
            "{name} may roll once more, announce a cell, or make an entry.",
            "{name} may roll {count} more times, announce a cell, or make an entry.",
            turn.rolls_left,
        )
    return t.count(
        "hint",
        "{name} may roll once more, or make an entry.",
        "{name} may roll {count} more times, or make an entry.",
        turn.rolls_left,
    )


def _bound_by_joker(game: Game, turn: Turn) -> bool:
    """Whether this roll is an extra Kniffel whose cell a joker rule restricts."""
    extra, sheet = game.variant.extra, game.sheet
    if extra.joker is not JokerRule.FORCED or sheet is None or turn.roll is None or not turn.roll.all_equal:
        return False
    columns = range(len(game.variant.columns))
    return any(sheet.kniffel_taken((column,), ExtraNeeds.FILLED) for column in columns)
