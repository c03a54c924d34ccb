"""One sentence on why an action is the best, from the solver's data about it and the runner-up."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from pasch.i18n import Translator, translator
from pasch.rules.actions import Action, RollDice, Score
from pasch.rules.dice import Keep
from pasch.rules.game import Game
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.names import cell_name, face_names, name_in

ABOUT_AS_GOOD = 0.05
"""A mean loss in points too small to mention."""

NAMED = 2
"""The maximum number of categories in a sentence."""

WORTH_NAMING = 0.05
"""The minimum chance of a category to be named, and the minimum gain to count as a reason."""


class Option(Protocol):
    """Data about an action: its loss against the best, and the possible ends of the turn."""

    @property
    def action(self) -> Action:
        """The action."""

    @property
    def regret(self) -> float:
        """The mean loss in points against the best action."""

    @property
    def chances(self) -> Mapping[str, float]:
        """The chance, by category, that the turn ends with points there."""


class Valued(Protocol):
    """An action and its value."""

    @property
    def action(self) -> Action:
        """The action."""

    @property
    def value(self) -> float:
        """The value."""


def action_words(lang: str, variant: Variant, action: Action) -> str:
    """The action as a headline: “Keep two fours”, “Enter Chance”."""
    return _headline(translator(lang), variant, action)


def advice_text(lang: str, game: Game, options: Sequence[Option]) -> str:
    """The sentence for the first of these options, which are sorted best first."""
    t = translator(lang)
    best = options[0]
    headline = _headline(t, game.variant, best.action)
    if best.action == RollDice():
        return t.text("advice", "{action}: every turn begins this way.", action=headline)
    if len(options) == 1:
        return t.text("advice", "{action}: nothing else is possible.", action=headline)
    other = next((option for option in options[1:] if not _wasteful(game, option.action)), None)
    if other is None:
        return t.text("advice", "{action}: anything else would cost points.", action=headline)
    instead = _instead(t, game, other.action)
    if isinstance(best.action, Score):
        return _entry(t, game, best.action, other)
    t = t.given(action=headline, chances=_chances(t, game, best, other), other=instead)
    if other.regret < ABOUT_AS_GOOD:
        return t.text("advice", "{action}: this keeps {chances} open; {other} is about as good.")
    return t.text(
        "advice",
        "{action}: this keeps {chances} open and scores {points} points more on average than {other}.",
        points=t.decimal(other.regret),
    )


def duel_text(lang: str, game: Game, options: Sequence[Valued]) -> str:
    """The sentence for the first of these options, sorted best first, whose values are chances to win in percent."""
    t, (best, other, *_) = translator(lang), options
    return t.text(
        "advice",
        "{action}: this wins {percent}% of the games, {other} {less}%.",
        action=_headline(t, game.variant, best.action),
        percent=t.decimal(best.value),
        other=_instead(t, game, other.action),
        less=t.decimal(other.value),
    )


def puzzle_task(lang: str, game: Game) -> str:
    """What a puzzle asks: the most points, or against another player the greatest chance to win."""
    t = translator(lang)
    if len(game.players) == 1:
        return t.text("puzzle", "Which action scores the most points on average?")
    rival, variant = game.sheets[1], game.variant
    t = t.given(
        total=rival.totals.total, cells=t.listing(cell_name(variant, variant.cells[i], lang) for i in rival.open)
    )
    if rival.full:
        return t.text(
            "puzzle", "Which action is most likely to win? The other player has finished with {total} points."
        )
    return t.text(
        "puzzle",
        "Which action is most likely to win? The other player has {total} points, and these cells are open there: "
        "{cells}.",
    )


def _wasteful(game: Game, action: Action) -> bool:
    """Whether the action scratches a cell in which the roll scores; that needs no explanation."""
    if not isinstance(action, Score) or action.points:
        return False
    return bool(game.legal_actions.entries.get(game.variant.cells[game.variant.index(action.cell)]))


def _entry(t: Translator, game: Game, action: Score, other: Option) -> str:
    headline, instead = _headline(t, game.variant, action), _instead(t, game, other.action)
    t = t.given(action=headline, other=instead, points=t.decimal(other.regret))
    if other.regret < ABOUT_AS_GOOD:
        return t.text("advice", "{action}: {other} is about as good.")
    if not action.points:
        return t.text("advice", "{action}: this costs {points} points less on average than {other}.")
    if isinstance(other.action, Score):
        return t.text("advice", "{action}: this scores {points} points more on average than {other}.")
    return t.count(
        "advice",
        "{action}: {count} point is certain, and this scores {points} points more on average than {other}.",
        "{action}: {count} points are certain, and this scores {points} points more on average than {other}.",
        action.points,
    )


def _chances(t: Translator, game: Game, best: Option, other: Option) -> str:
    """The categories that the best action makes more likely than the runner-up does, else its likeliest ones."""
    likely = [key for key, chance in best.chances.items() if chance >= WORTH_NAMING]
    gains = {key: best.chances[key] - other.chances.get(key, 0.0) for key in likely}
    reasons = [key for key, gain in gains.items() if gain >= WORTH_NAMING] or likely or list(best.chances)
    ranked = sorted(reasons, key=lambda key: -(gains.get(key, 0.0) + best.chances[key]))
    return t.listing(_chance(t, game, key, best.chances[key]) for key in ranked[:NAMED])


def _chance(t: Translator, game: Game, key: str, chance: float) -> str:
    category = name_in(t, game.variant, key)
    if 0 < chance < 0.01:  # noqa: PLR2004 - one in a hundred
        return t.text("advice", "{category} (less than 1%)", category=category)
    return t.text("advice", "{category} ({percent}%)", category=category, percent=round(100 * chance))


# ------------------------------------------------------------------------------- actions


def _headline(t: Translator, variant: Variant, action: Action) -> str:
    match action:
        case RollDice(keep=None):
            headline = t.text("advice", "Roll the dice")
        case RollDice(keep=keep) if keep:
            headline = t.text("advice", "Keep {dice}", dice=_dice(t, variant, keep))
        case RollDice():
            headline = t.text("advice", "Roll all dice again")
        case Score(cell=cell, points=0):
            headline = t.text("advice", "Cross out {cell}", cell=cell_name(variant, cell, t.language))
        case Score(cell=cell):
            headline = t.text("advice", "Enter {cell}", cell=cell_name(variant, cell, t.language))
        case _:
            headline = variant.action_text(action)
    return headline[:1].upper() + headline[1:]


def _instead(t: Translator, game: Game, action: Action) -> str:
    """The action as the object of a comparison: “keeping two fours”."""
    match action:
        case RollDice(keep=keep) if keep:
            return t.text("advice", "keeping {dice}", dice=_dice(t, game.variant, keep))
        case RollDice():
            return t.text("advice", "rolling all dice again")
        case Score(cell=cell, points=0):
            return t.text("advice", "crossing out {cell}", cell=cell_name(game.variant, cell, t.language))
        case Score(cell=cell):
            return t.text("advice", "entering {cell}", cell=cell_name(game.variant, cell, t.language))
        case _:
            return game.variant.action_text(action)


def _dice(t: Translator, variant: Variant, keep: Keep) -> str:
    """“two fours”, “the 4”, “1, 2, 3 and 4”, “the 5 and three sixes”; “2 × knife and flag” of pictures."""
    counts = Counter(keep)
    if pictures := face_names(t, variant):
        shown = ((pictures[face - 1], count) for face, count in counts.items())
        return t.listing(name if count == 1 else f"{count} × {name}" for name, count in shown)
    if len(counts) > 1 and len(counts) == len(keep):
        return t.listing(map(str, keep))
    return t.listing(_equal_dice(t, face, count) for face, count in counts.items())


def _equal_dice(t: Translator, face: int, count: int) -> str:
    if count == 1:
        return t.text("advice", "the {face}", face=face)
    names = t.name(str(face), "dice")
    return t.text("advice", "{number} {faces}", number=number_word(t, count), faces=names)
