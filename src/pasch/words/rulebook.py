"""The rules of a variant in words, made from its data alone."""

from dataclasses import dataclass
from functools import lru_cache

from pasch.i18n import Translator, translator
from pasch.rules.bonus import UpperBonus
from pasch.rules.columns import KeepRule
from pasch.rules.patterns import Face
from pasch.rules.payments import MatchedDice
from pasch.rules.variant import Variant
from pasch.words.categories import category_rules, named_example, number_word
from pasch.words.columns import column_rules
from pasch.words.further import further_heading, further_kniffels
from pasch.words.names import name_in, points_text
from pasch.words.reckoning import chips, instant_win, reckoning


@dataclass(frozen=True)
class Section:
    """A part of the rules."""

    heading: str
    sentences: tuple[str, ...]


def rules_in_words(variant: Variant, lang: str) -> list[Section]:
    """The rules of a variant, house rules included.

    The first time looks at every roll once for every category, to find examples.
    """
    return list(_sections(variant, lang))


@lru_cache(maxsize=256)
def _sections(variant: Variant, lang: str) -> tuple[Section, ...]:
    t = translator(lang)
    sections = (
        Section(t.text("rules", "What it is about"), _goal(t, variant)),
        Section(t.text("rules", "A turn"), _turn(t, variant)),
        Section(t.text("rules", "The entry"), _entry(t, variant)),
        Section(t.text("rules", "Upper section"), _upper(t, variant)),
        Section(t.text("rules", "Lower section"), tuple(category_rules(t, variant, c) for c in variant.lower)),
        Section(further_heading(t, variant), further_kniffels(t, variant)),
        Section(t.text("rules", "The reckoning"), reckoning(t, variant)),
        Section(t.text("rules", "The end"), _end(t, variant)),
    )
    return tuple(section for section in sections if section.sentences)


# ------------------------------------------------------------------------------- goal and turn


def _goal(t: Translator, variant: Variant) -> tuple[str, ...]:
    low, high = variant.seats
    sentences = [
        t.count(
            "rules",
            "A game has {count} round; in it everybody makes one entry.",
            "A game has {count} rounds; in each of them everybody makes one entry.",
            variant.turns,
        ),
        t.text("rules", "Whoever has the most points in the end wins."),
    ]
    players = t.number(low) if low == high else f"{low}–{high}"
    sentences.append(t.text("rules", "For {players} players.", players=players))
    if variant.reconstruction:
        sentences.append(t.text("rules", "No complete source is known for these rules: they are a reconstruction."))
    if variant.switches:
        sentences.append(t.text("rules", "House rules apply here; they differ from the usual game."))
    return tuple(sentences)


def _turn(t: Translator, variant: Variant) -> tuple[str, ...]:
    sentences = [_rolls(t, variant)]
    if variant.ten_sided:
        sentences.append(
            t.count(
                "rules",
                "{count} of the dice has ten sides, from 0 to 9.",
                "{count} of the dice have ten sides, from 0 to 9.",
                variant.ten_sided,
            )
        )
    best = max(category.best for category in variant.categories)
    if best:
        sentences.append(
            t.text("rules", "Of these dice the best {count} count, whichever they are.", count=number_word(t, best))
        )
    if variant.keep is KeepRule.LOCK_ONE:
        sentences.append(
            t.text("rules", "Before every further roll you set aside at least one more die; it stays there.")
        )
    elif variant.rolls > 1:
        sentences.append(t.text("rules", "Before every further roll you choose which dice stay and roll the others."))
        sentences.append(_kept(t, variant.keep))
    if variant.rolls > 1 or variant.keep is KeepRule.LOCK_ONE:
        sentences.append(t.text("rules", "You may stop after every roll."))
    if variant.banks_rolls and variant.keep is not KeepRule.LOCK_ONE:
        sentences.append(t.text("rules", "Rolls you do not use are saved for your later turns."))
    if variant.chips and variant.keep is not KeepRule.LOCK_ONE:
        sentences += chips(t, variant)
    return tuple(sentences)


def _rolls(t: Translator, variant: Variant) -> str:
    dice = number_word(t, variant.dice_count)
    if variant.keep is KeepRule.LOCK_ONE:
        return t.text("rules", "In your turn you roll {dice} dice, as often as dice are left to roll.", dice=dice)
    return t.count(
        "rules",
        "In your turn you roll {dice} dice once.",
        "In your turn you roll {dice} dice up to {count} times.",
        variant.rolls,
        dice=dice,
    )


def _kept(t: Translator, keep: KeepRule) -> str:
    if keep is KeepRule.LOCKED:
        return t.text("rules", "What you have kept once stays to the end of the turn.")
    return t.text("rules", "What you kept earlier you may take up again.")


# ------------------------------------------------------------------------------- entry and columns


def _entry(t: Translator, variant: Variant) -> tuple[str, ...]:
    sentences = [
        t.text("rules", "Then you enter the roll in exactly one open cell; an entry is never changed."),
        t.text("rules", "You may strike any open cell with 0 points instead, even if the roll would fit."),
    ]
    if len(variant.columns) > 1:
        count = number_word(t, len(variant.columns))
        sentences.append(
            t.text("rules", "The sheet has {count} columns, and you choose in which one you enter.", count=count)
        )
    rules = [column_rules(t, column) for column in variant.columns]
    if all(rule == rules[0] for rule in rules):
        return (*sentences, *rules[0])
    for number, rule in enumerate(rules, start=1):
        sentences += [t.text("rules", "Column {column}: {rule}", column=number, rule=sentence) for sentence in rule]
    return tuple(sentences)


# ------------------------------------------------------------------------------- sections of the sheet


def _upper(t: Translator, variant: Variant) -> tuple[str, ...]:
    upper = variant.upper
    if not upper:
        return ()
    if all(isinstance(c.match, Face) and c.pays == MatchedDice() and not c.served for c in upper):
        first, last = name_in(t, variant, upper[0].key), name_in(t, variant, upper[-1].key)
        cells = t.text(
            "rules", "{first} to {last}: only dice with this number count, with their sum.", first=first, last=last
        )
        sentences = [f"{cells} {named_example(t, variant, upper[len(upper) // 2])}"]
    else:
        sentences = [category_rules(t, variant, category) for category in upper]
    return (*sentences, *_bonus(t, variant))


def _bonus(t: Translator, variant: Variant) -> list[str]:
    bonus = variant.upper_bonus
    if bonus is None:
        return [t.text("rules", "There is no bonus.")]
    sentences = [
        t.text(
            "rules",
            "{threshold} points or more in the upper section earn a bonus of {points}.",
            threshold=bonus.threshold,
            points=points_text(t, bonus.points),
        )
    ]
    sentences += [
        t.text(
            "rules",
            "From {threshold} points on it is {points}.",
            threshold=threshold,
            points=points_text(t, points),
        )
        for threshold, points in bonus.higher
    ]
    sentences += _par(t, variant, bonus)
    if len(variant.columns) > 1:
        sentences.append(t.text("rules", "Every column has a bonus of its own."))
    if any(column.factor > 1 for column in variant.columns):
        sentences.append(t.text("rules", "Where points are multiplied, so are the bonus and what it takes."))
    return sentences


def _par(t: Translator, variant: Variant, bonus: UpperBonus) -> list[str]:
    faces = sum(category.face or 0 for category in variant.upper)
    if not faces or bonus.threshold % faces:
        return []
    count = number_word(t, bonus.threshold // faces)
    return [t.text("rules", "For that, {count} of each number are exactly enough.", count=count)]


# ------------------------------------------------------------------------------- the end


def _end(t: Translator, variant: Variant) -> tuple[str, ...]:
    sentences = [
        t.text("rules", "The game ends when every cell has an entry."),
        *instant_win(t, variant),
        t.text(
            "rules", "Your result is what the reckoning says; when it is equal, the higher sum of all entries decides."
        )
        if variant.settlement
        else t.text("rules", "Your result is the sum of all entries, bonuses and extra points."),
        t.text("rules", "Equal results share a place."),
    ]
    if variant.games > 1:
        sentences.append(
            t.text(
                "rules",
                "A match has up to {games} games, whose results are added.",
                games=number_word(t, variant.games),
            )
        )
    return tuple(sentences)
