"""What can be done now, in one sentence for the line under the table."""

from collections.abc import Sequence

from pasch.i18n import Translator, translator
from pasch.rules.game import Game
from pasch.rules.match import Match
from pasch.rules.turn import Stage, Turn
from pasch.words.names import cell_name, kniffel_name


def hint_text(lang: str, names: Sequence[str], match: Match) -> str:
    """The hint for the moment. `names` are the players by seat."""
    t, game = translator(lang), match.game
    if match.over:
        return t.text("hint", "The match is over.")
    if game.turn is None:
        return t.text("hint", "Game {game} of {games} is over.", game=len(match.games), games=match.length)
    name = names[game.turn.seat - 1]
    match game.stage:
        case Stage.READY:
            return t.text("hint", "It is {name}’s turn: first roll.", name=name)
        case Stage.IN_THE_AIR:
            return t.text("hint", "The dice are rolling.")
        case _:
            return _rolled(t, game, game.turn, name)


def waiting_text(lang: str, open_seats: int) -> str:
    """The hint for a table that has not begun."""
    t = translator(lang)
    if not open_seats:
        return t.text("hint", "Everybody is here: the match can begin.")
    return t.count("hint", "{count} seat is still open.", "{count} seats are still open.", open_seats)


def aborted_text(lang: str) -> str:
    """The hint for a table whose match was ended before its time."""
    return translator(lang).text("hint", "The match was ended early.")


def _rolled(t: Translator, game: Game, turn: Turn, name: str) -> str:
    legal = game.legal_actions
    due = _only_cell(t, game)
    if legal.announcements and not legal.entries:
        return t.text("hint", "{name} has to announce a cell before rolling again.", name=name)
    if turn.announced is not None:
        announced = cell_name(game.variant, turn.announced, t.language)
        return t.text("hint", "{name} has announced {cell}.", name=name, cell=announced)
    if turn.roll and turn.roll.all_equal and due and _bound_by_joker(game):
        kniffel = kniffel_name(t, game.variant)
        return t.text("hint", "Another {kniffel}: it goes to {cell}.", kniffel=kniffel, cell=due)
    if legal.keeps:
        return t.count(
            "hint",
            "{name} may roll once more, or make an entry.",
            "{name} may roll {count} more times, or make an entry.",
            turn.rolls_left,
            name=name,
        )
    if not any(legal.entries.values()):
        return t.text("hint", "Nothing fits: {name} has to strike a cell.", name=name)
    return t.text("hint", "{name} makes an entry now.", name=name)


def _only_cell(t: Translator, game: Game) -> str | None:
    cells = list(game.legal_actions.entries)
    return cell_name(game.variant, cells[0], t.language) if len(cells) == 1 else None


def _bound_by_joker(game: Game) -> bool:
    return game.sheet is not None and len(game.sheet.open) > 1 and game.variant.extra.joker.value == "forced"
