"""The rules of a variant in words, made only from its data."""

from functools import lru_cache

from pasch.i18n import Translator, translator
from pasch.rules.bonus import CountsIn, UpperBonus
from pasch.rules.columns import DoubleWhen, KeepRule, SheetOrder
from pasch.rules.variant import Variant
from pasch.words.bonuses import bonus_heading, bonus_kniffels, chips, instant_win, settlement_rules
from pasch.words.categories import number_word
from pasch.words.cells import RuleSection, cell_rule, column_rules, rounds, section, upper_rules
from pasch.words.mechanic import WORDS
from pasch.words.names import dice_text, face_names, points_text
from pasch.words.teaching.examples import (
    bonus_example,
    dearest_column,
    doubling_example,
    factor_example,
    order_example,
    saving_example,
)


def rules_in_words(variant: Variant, lang: str) -> list[RuleSection]:
    """The rules of a variant, house rules included.

    The first call scores every roll once per category to find examples.
    """
    return list(_sections(variant, lang))


@lru_cache(maxsize=256)
def _sections(variant: Variant, lang: str) -> tuple[RuleSection, ...]:
    t, words = translator(lang), WORDS.of(variant)
    usual = t.text("rules", "Lower section") if variant.upper else t.text("rules", "The cells")
    sections = (
        section(t.text("rules", "The aim"), _goal(t, variant)),
        section(t.text("rules", "A turn"), turn_rules(t, variant)),
        section(words.entry_heading(t) or t.text("rules", "The entry"), _entry(t, variant)),
        section(t.text("rules", "Upper section"), _bonus(t, variant), upper_rules(t, variant)),
        section(words.lower_heading(t) or usual, (), [cell_rule(t, variant, category) for category in variant.lower]),
        section(bonus_heading(t, variant), bonus_kniffels(t, variant)),
        *words.sections(t, variant),
        section(t.text("rules", "Settlement"), settlement_rules(t, variant)),
        section(t.text("rules", "The end"), _end(t, variant)),
    )
    return tuple(part for part in sections if part["sentences"])


# ------------------------------------------------------------------------------- goal


def _goal(t: Translator, variant: Variant) -> tuple[str, ...]:
    low, high = variant.table_seats
    players = (
        t.text("rules", "For {players} players.", players=low)
        if low == high
        else t.text("rules", "For {low} to {high} players.", low=low, high=high)
    )
    house = [t.text("rules", "House rules apply here; they differ from the usual game.")] if variant.switches else []
    return (*_reconstruction(t, variant), *_aim(t, variant), players, *house)


def _reconstruction(t: Translator, variant: Variant) -> list[str]:
    """A note that no complete source is known, and what was reconstructed."""
    if not variant.reconstruction:
        return []
    sentences = [t.text("rules", "No complete source is known for these rules: part of them is a reconstruction.")]
    part = t.find(variant.key, "reconstruction")
    return [*sentences, part] if part else sentences


def _aim(t: Translator, variant: Variant) -> list[str]:
    own = WORDS.of(variant).aim(t, variant)
    if own:
        return own
    if variant.settlement:
        return [
            rounds(t, variant),
            t.text("rules", "At the end, the sheets are converted into game points, and these decide."),
        ]
    return [rounds(t, variant), t.text("rules", "The player with the most points wins.")]


# ------------------------------------------------------------------------------- entry and columns


def _entry(t: Translator, variant: Variant) -> tuple[str, ...]:
    usual = (
        t.text("rules", "Then you enter the roll in exactly one open cell; an entry is never changed."),
        t.text("rules", "Instead you may cross out an open cell with 0 points, even if the roll would fit."),
    )
    return (WORDS.of(variant).entry(t, variant) or usual) + tuple(_columns(t, variant))


def _columns(t: Translator, variant: Variant) -> list[str]:
    rules = [[*column_rules(t, column), *order_example(t, variant, column)] for column in variant.columns]
    if not variant.chooses_column:
        return rules[0]
    count = number_word(t, len(variant.columns))
    sentences = [_across(t.given(count=count), variant)]
    if all(rule == rules[0] for rule in rules):
        return [*sentences, *rules[0]]
    if not variant.free_choice and variant.sheet_order is SheetOrder.FREE:
        free = [t.text("rules", "Every cell may be filled at any time.")]
        rules = [rule or free for rule in rules]
    for number, rule in enumerate(rules, start=1):
        sentences += [t.text("rules", "Column {column}: {rule}", column=number, rule=sentence) for sentence in rule]
    return sentences + factor_example(t, variant)


def _across(t: Translator, variant: Variant) -> str:
    match variant.sheet_order:
        case SheetOrder.FREE:
            return t.text("rules", "The sheet has {count} columns, and you choose in which one you enter.")
        case SheetOrder.COLUMN_BY_COLUMN:
            return t.text("rules", "The sheet has {count} columns; each begins when the one before is full.")
        case SheetOrder.ROW_BY_ROW:
            return t.text(
                "rules", "The sheet has {count} columns; a row once begun is filled in all of them before another row."
            )


# ------------------------------------------------------------------------------- sections of the sheet


def _bonus(t: Translator, variant: Variant) -> list[str]:
    bonus = variant.upper_bonus
    if not variant.upper:
        return []
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
    sentences += [*_par(t, variant, bonus), *bonus_example(t, variant)]
    sentences += [
        t.text(
            "rules",
            "From {threshold} points, it is {points}.",
            threshold=threshold,
            points=points_text(t, points),
        )
        for threshold, points in bonus.higher
    ]
    if len(variant.columns) > 1:
        sentences.append(t.text("rules", "Every column has its own bonus."))
    return sentences + _multiplied(t, variant, bonus)


def _multiplied(t: Translator, variant: Variant, bonus: UpperBonus) -> list[str]:
    dearest = dearest_column(variant)
    if dearest is None:
        return []
    factor = variant.columns[dearest].factor
    threshold = bonus.threshold * factor
    return [
        t.text("rules", "In columns that multiply points, the bonus and its threshold are multiplied too."),
        t.text(
            "rules",
            "In column {column}, that is {points} from {threshold} points.",
            column=dearest + 1,
            points=points_text(t, bonus.earned(threshold, factor)),
            threshold=threshold,
        ),
    ]


def _par(t: Translator, variant: Variant, bonus: UpperBonus) -> list[str]:
    faces = sum(category.face or 0 for category in variant.upper)
    if not faces or bonus.threshold % faces:
        return []
    count = number_word(t, bonus.threshold // faces)
    return [t.text("rules", "Exactly {count} of each number are enough.", count=count)]


# ------------------------------------------------------------------------------- the end


def _end(t: Translator, variant: Variant) -> tuple[str, ...]:
    over = WORDS.of(variant).end(t) or t.text("rules", "The game ends when every cell has an entry.")
    sentences = [over, *instant_win(t, variant), _result(t, variant)]
    sentences.append(t.text("rules", "Equal results share a place."))
    if variant.games > 1:
        games = number_word(t, variant.games)
        sentences.append(t.text("rules", "A match has up to {games} games, whose results are added.", games=games))
    return tuple(sentences)


def _result(t: Translator, variant: Variant) -> str:
    if variant.settlement:
        return t.text(
            "rules", "Your result comes from the settlement; if it is equal, the higher sum of all entries decides."
        )
    return WORDS.of(variant).result(t) or _sum(t, variant)


def _sum(t: Translator, variant: Variant) -> str:
    """The sum of a game. Extra points may count only in the match."""
    extra = variant.extra.points and variant.kniffel_row is not None and variant.extra.counts_in is CountsIn.GAME
    match variant.upper_bonus is not None and bool(variant.upper), bool(extra):
        case True, True:
            return t.text("rules", "Your result is the sum of all entries, bonuses and extra points.")
        case True, False:
            return t.text("rules", "Your result is the sum of all entries and the bonus.")
        case False, True:
            return t.text("rules", "Your result is the sum of all entries and extra points.")
        case _:
            return t.text("rules", "Your result is the sum of all entries.")


# ------------------------------------------------------------------------------- a turn


def turn_rules(t: Translator, variant: Variant) -> tuple[str, ...]:
    """The rules of a turn up to the entry."""
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
    t = t.given(times=number_word(t, variant.doubles))
    if variant.double_when is DoubleWhen.BEFORE_ANY_ROLL:
        return [
            t.text("rules", "Once in a game, before any roll, you may say that the dice of this roll count twice.")
            if variant.doubles == 1
            else t.text(
                "rules", "Before any roll you may say that the dice of this roll count twice, {times} times in a game."
            ),
            t.text("rules", "The entry counts twice if you make it with these dice; another roll cancels that."),
            *doubling_example(t, variant),
        ]
    return [
        t.text("rules", "Once in a game, before your first roll, you may say that the entry of this turn counts twice.")
        if variant.doubles == 1
        else t.text(
            "rules",
            "Before your first roll you may say that the entry of this turn counts twice, {times} times in a game.",
        ),
        *doubling_example(t, variant),
    ]


def _rolls(t: Translator, variant: Variant) -> str:
    t = t.given(dice=number_word(t, variant.dice_count), rolls=number_word(t, variant.rolls))
    if variant.keep is KeepRule.LOCK_ONE:
        return t.text("rules", "In your turn you roll {dice} dice, as often as dice are left to roll.")
    if variant.rolls == 1:
        return t.text("rules", "In your turn you roll {dice} dice once.")
    return t.text("rules", "In your turn you roll {dice} dice up to {rolls} times.")


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
            t.text("rules", "In the examples, the ten-sided dice come last."),
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
        sentences.append(t.text("rules", "The best {count} of these dice count.", count=count))
    return sentences


def _color(t: Translator, variant: Variant, faces: tuple[int, ...]) -> str:
    listed = t.listing(map(str, faces))
    if color := t.find(dice_text(faces), f"color {variant.key}"):
        return t.text("rules", "{faces} are {color}.", faces=listed, color=color)
    return t.text("rules", "{faces} are of one colour.", faces=listed)


# ------------------------------------------------------------------------------- rolls


def _keeping(t: Translator, variant: Variant) -> list[str]:
    if variant.keep is KeepRule.LOCK_ONE:
        return [
            t.text("rules", "Before each further roll you set aside at least one more die; it stays there."),
            t.text("rules", "You may stop after every roll."),
        ]
    if variant.rolls == 1:
        return []
    kept = (
        t.text("rules", "Kept dice stay kept until the end of the turn.")
        if variant.keep is KeepRule.LOCKED
        else t.text("rules", "You may roll dice again that you kept earlier.")
    )
    return [
        t.text("rules", "Before every further roll you choose which dice stay and roll the others."),
        kept,
        t.text("rules", "You may stop after every roll."),
    ]


def _more_rolls(t: Translator, variant: Variant) -> list[str]:
    if variant.keep is KeepRule.LOCK_ONE:
        return []  # dice locked one by one need no extra roll
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
