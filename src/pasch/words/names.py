"""What variants, categories, cells and dice are called."""

from collections.abc import Iterable, Iterator

from pasch.i18n import LANGUAGES, Translator, translator
from pasch.rules.actions import ActionKind, as_action_kind
from pasch.rules.category import KNIFFEL, Cell, as_cell
from pasch.rules.dice import Dice
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS


def variant_name(variant: Variant, lang: str) -> str:
    """What the variant is called; house rules do not change it."""
    return translator(lang).name(variant.key, "variant")


def category_name(variant: Variant, key: str, lang: str) -> str:
    """What this variant calls a category. Raises `UnknownCategory`."""
    return name_in(translator(lang), variant, variant.category(key).key)


def cell_name(variant: Variant, cell: Cell | str, lang: str) -> str:
    """What a cell is called, with its column if there are several. Raises `UnknownCategory`."""
    found = variant.cells[variant.index(as_cell(cell))]
    t = translator(lang)
    category = name_in(t, variant, found.category)
    if not variant.chooses_column:
        return category
    return t.text("cell", "{category} in column {column}", category=category, column=found.column or 1)


def default_name(number: int, lang: str) -> str:
    """What a player without a name is called. `number` counts from 1."""
    return translator(lang).text("player", "Player {number}", number=number)


def guest_name(handle: str, lang: str) -> str:
    """The name of a person without one, away from a table; the start of the handle distinguishes them."""
    return translator(lang).text("player", "Guest {key}", key=handle[:4])


def bot_name(key: str, lang: str) -> str:
    """What a bot is called, after the key of its policy."""
    try:
        return translator(lang).name(key, "bot")
    except KeyError:
        return key  # of a version that has other bots


def bot_character(key: str, lang: str) -> str:
    """A line about how a bot plays; empty for a bot of another version."""
    try:
        return translator(lang).name(key, "bot character")
    except KeyError:
        return ""


def names_of_nobody(bots: Iterable[str], most_seats: int) -> Iterator[str]:
    """What bots and players without a name are called, in every language; `bots` are keys."""
    for lang in LANGUAGES:
        yield from (bot_name(bot, lang) for bot in bots)
        yield from (default_name(number, lang) for number in range(1, most_seats + 1))


WELL_KNOWN = ("two_of_a_kind", "two_twos")
"""Categories of no variant that houses like to add; they have names."""


def name_in(t: Translator, variant: Variant, key: str) -> str:
    """What this variant calls a category that it has. One of a house’s own is called by its key."""
    try:
        return t.name(key, f"category {variant.key}", "category")
    except KeyError:
        return _readable(key)


def _readable(key: str) -> str:
    """“Big hand” for `big_hand`."""
    words = " ".join(key.split("_"))
    return words[:1].upper() + words[1:]


def action_name(action: ActionKind | str, lang: str) -> str:
    """What an action of an action die is called. Raises `InvalidInput`."""
    return action_in(translator(lang), as_action_kind(action))


def action_in(t: Translator, action: ActionKind) -> str:
    """The same for who has a translator."""
    return t.name(action.value, "action")


def any_category(t: Translator, key: str) -> str:
    """What a category is called where the variant is not known. Raises `KeyError`."""
    return t.name(key, "category")


def variant_of_key(t: Translator, key: str) -> str:
    """What the variant of this key is called; what is no key is handed back."""
    return t.name(key, "variant") if key in VARIANTS else key


def kniffel_name(t: Translator, variant: Variant) -> str:
    """What this variant calls five equal dice."""
    return name_in(t, variant, KNIFFEL)


def face_names(t: Translator, variant: Variant) -> list[str]:
    """What the six faces show in this game, if not pips."""
    return [t.name(str(face), f"face {variant.key}") for face in range(1, 7)] if variant.customs.pictures else []


def dice_words(t: Translator, variant: Variant, dice: Dice | Iterable[int]) -> str:
    """Dice as they are read out: their faces, or the pictures that they show."""
    names = face_names(t, variant)
    return ", ".join(names[face - 1] for face in dice) if names else dice_text(dice)


def dice_text(dice: Dice | Iterable[int]) -> str:
    """Faces as they are read out: “2, 3, 3, 5, 6”. Ten-sided dice stand last."""
    return ", ".join(map(str, dice))


def points_text(t: Translator, points: int) -> str:
    """“25 points”."""
    return t.count("points", "{count} point", "{count} points", points)
