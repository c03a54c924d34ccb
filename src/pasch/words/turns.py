"""A turn in words: the dice, the rolls, what may stay, and what buys more of them."""

from pasch.i18n import Translator
from pasch.rules.columns import DoubleWhen, KeepRule
from pasch.rules.variant import Variant
from pasch.words.categories import number_word
from pasch.words.chips import chips
from pasch.words.mechanic import WORDS
from pasch.words.names import dice_text, face_names
from pasch.words.teaching.worked import doubling_example, saving_example


def turn_rules(t: Translator, variant: Variant) -> tuple[str, ...]:
    """What happens until the entry."""
    return (
        *_doubling(t, variant),
        _rolls(t, variant),
        *_dice(t, variant),
        *_keeping(t, variant),
        *_more_rolls(t, variant),
        *WORDS.of(variant).turn(t),
    )


def _doubling(t: Translator, variant: Variant) -> list[str]:
    if not variant.doubles:
        return []
    if variant.double_when is DoubleWhen.BEFORE_ANY_ROLL:
        return [
            t.text("rules", "Once in a game, before any roll, you may say that the dice of this roll count twice.")
            if variant.doubles == 1
            else t.text(
                "rules",
                "Before any roll you may say that the dice of this roll count twice, {times} times in a game.",
                times=number_word(t, variant.doubles),
            ),
            t.text("rules", "The entry counts twice when you make it with these dice; a further roll ends that."),
            *doubling_example(t, variant),
        ]
    return [
        t.text("rules", "Once in a game, before your first roll, you may say that the entry of this turn counts twice.")
        if variant.doubles == 1
        else t.text(
            "rules",
            "Before your first roll you may say that the entry of this turn counts twice, {times} times in a game.",
            times=number_word(t, variant.doubles),
        ),
        *doubling_example(t, variant),
    ]


def _rolls(t: Translator, variant: Variant) -> str:
    dice = number_word(t, variant.dice_count)
    if variant.keep is KeepRule.LOCK_ONE:
        return t.text("rules", "In your turn you roll {dice} dice, as often as dice are left to roll.", dice=dice)
    if variant.rolls == 1:
        return t.text("rules", "In your turn you roll {dice} dice once.", dice=dice)
    return t.text(
        "rules",
        "In your turn you roll {dice} dice up to {rolls} times.",
        dice=dice,
        rolls=number_word(t, variant.rolls),
    )


# ------------------------------------------------------------------------------- dice


def _dice(t: Translator, variant: Variant) -> list[str]:
    sentences: list[str] = []
    if variant.ten_sided:
        sentences += [
            t.count(
                "rules",
                "{count} of the dice has ten sides, from 0 to 9.",
                "{count} of the dice have ten sides, from 0 to 9.",
                variant.ten_sided,
            ),
            t.text("rules", "In the examples the ten-sided dice stand last."),
        ]
    pictures = face_names(t, variant)
    if pictures:
        sentences.append(
            t.text("rules", "The dice may show pictures: {pictures} stand for 1 to 6.", pictures=t.listing(pictures))
        )
    sentences += [_color(t, variant, color) for color in variant.colors]
    best = max(category.best for category in variant.categories)
    if best:
        count = number_word(t, best)
        sentences.append(t.text("rules", "Of these dice the best {count} count, whichever they are.", count=count))
    return sentences


def _color(t: Translator, variant: Variant, faces: tuple[int, ...]) -> str:
    listed = t.listing(map(str, faces))
    try:
        color = t.name(dice_text(faces), f"color {variant.key}")
    except KeyError:
        return t.text("rules", "{faces} are of one colour.", faces=listed)
    return t.text("rules", "{faces} are {color}.", faces=listed, color=color)


# ------------------------------------------------------------------------------- rolls


def _keeping(t: Translator, variant: Variant) -> list[str]:
    if variant.keep is KeepRule.LOCK_ONE:
        return [
            t.text("rules", "Before every further roll you set aside at least one more die; it stays there."),
            t.text("rules", "You may stop after every roll."),
        ]
    if variant.rolls == 1:
        return []
    kept = (
        t.text("rules", "What you have kept once stays to the end of the turn.")
        if variant.keep is KeepRule.LOCKED
        else t.text("rules", "What you kept earlier you may take up again.")
    )
    return [
        t.text("rules", "Before every further roll you choose which dice stay and roll the others."),
        kept,
        t.text("rules", "You may stop after every roll."),
    ]


def _more_rolls(t: Translator, variant: Variant) -> list[str]:
    if variant.keep is KeepRule.LOCK_ONE:
        return []  # dice that are locked one by one need no further roll
    sentences: list[str] = []
    if variant.banks_rolls:
        sentences += [
            t.text("rules", "Rolls you do not use are saved, and you may roll more often in later turns."),
            t.text("rules", "You may save as many as you like."),
            *saving_example(t, variant),
        ]
    if variant.chips:
        sentences += chips(t, variant)
    return sentences
