"""The names of variants, categories, cells and dice."""

from collections.abc import Iterable, Iterator

from pasch.i18n import LANGUAGES, Translator, translator
from pasch.rules.actions import ActionKind, as_action_kind
from pasch.rules.category import KNIFFEL, Cell, as_cell
from pasch.rules.dice import Dice
from pasch.rules.variant import Variant


def variant_name(variant: Variant, lang: str) -> str:
    """The name of the variant; house rules do not change it."""
    return translator(lang).name(variant.key, "variant")


def category_name(variant: Variant, key: str, lang: str) -> str:
    """The name of a category in this variant. Raises `UnknownCategory`."""
    return name_in(translator(lang), variant, variant.category(key).key)


def cell_name(variant: Variant, cell: Cell | str, lang: str) -> str:
    """The name of a cell, with its column if there are several. Raises `UnknownCategory`."""
    found = variant.cells[variant.index(as_cell(cell))]
    t = translator(lang)
    category = name_in(t, variant, found.category)
    if not variant.chooses_column:
        return category
    return t.text("cell", "{category} in column {column}", category=category, column=found.column or 1)


def default_name(number: int, lang: str) -> str:
    """The name of an unnamed player. `number` counts from 1."""
    return translator(lang).text("player", "Player {number}", number=number)


def guest_name(handle: str, lang: str) -> str:
    """The name of an unnamed person outside a table, made distinct by the start of the handle."""
    return translator(lang).text("player", "Guest {key}", key=handle[:4])


def bot_name(key: str, lang: str) -> str:
    """The name of a bot, by the key of its policy."""
    return translator(lang).find(key, "bot") or key  # a bot of another version


def bot_character(key: str, lang: str) -> str:
    """A line on a bot's style of play; empty for a bot of another version."""
    return translator(lang).find(key, "bot character")


def default_names(bots: Iterable[str], most_seats: int) -> Iterator[str]:
    """The names of bots and unnamed players in every language; `bots` are keys."""
    for lang in LANGUAGES:
        yield from (bot_name(bot, lang) for bot in bots)
        yield from (default_name(number, lang) for number in range(1, most_seats + 1))


WELL_KNOWN = ("two_of_a_kind", "two_twos")
"""Categories without a variant that house rules often add; they have names."""


def name_in(t: Translator, variant: Variant, key: str) -> str:
    """The name of a category of this variant. A custom category is named by its key."""
    return t.find(key, f"category {variant.key}", "category") or _readable(key)


def _readable(key: str) -> str:
    """“Big hand” for `big_hand`."""
    words = " ".join(key.split("_"))
    return words[:1].upper() + words[1:]


def action_name(action: ActionKind | str, lang: str) -> str:
    """The name of an action of an action die. Raises `InvalidInput`."""
    return translator(lang).name(as_action_kind(action).value, "action")


def kniffel_name(t: Translator, variant: Variant) -> str:
    """This variant's name for five equal dice."""
    return name_in(t, variant, KNIFFEL)


def face_names(t: Translator, variant: Variant) -> list[str]:
    """The pictures on the six faces in this game; empty for pips."""
    return [t.name(str(face), f"face {variant.key}") for face in range(1, 7)] if variant.customs.pictures else []


def dice_words(t: Translator, variant: Variant, dice: Dice | Iterable[int]) -> str:
    """Dice as text: their faces, or their pictures."""
    names = face_names(t, variant)
    return ", ".join(names[face - 1] for face in dice) if names else dice_text(dice)


def dice_text(dice: Dice | Iterable[int]) -> str:
    """Faces as text: “2, 3, 3, 5, 6”. Ten-sided dice come last."""
    return ", ".join(map(str, dice))


def points_text(t: Translator, points: int) -> str:
    """“25 points”."""
    return t.count("points", "{count} point", "{count} points", points)
