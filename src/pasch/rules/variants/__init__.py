"""The registry of variants, by key, with their aliases."""

from collections.abc import Mapping
from difflib import get_close_matches

from pasch.rules.errors import UnknownVariant, wrong_type
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import kniffel, relatives, yatzy

VARIANTS: Mapping[str, Variant] = {
    variant.key: variant
    for variant in (
        kniffel.KNIFFEL,
        kniffel.KNIFFEL_PLAIN,
        kniffel.YAHTZEE,
        kniffel.YAHTZEE_FREE,
        kniffel.HARTARD,
        kniffel.SPIFFEL,
        yatzy.SPIFFEL_6,
        kniffel.SPIFFEL_2S,
        yatzy.SPIFFEL_6_2S,
        kniffel.SPIFFEL_123,
        relatives.KNIFFELIGER,
        relatives.KNIFFELIGER_PROGRAM,
        yatzy.YATZY,
        yatzy.YATZY_FORCED,
        yatzy.MAXI_YATZY,
        kniffel.YAMS,
        kniffel.YAMS_FR,
        kniffel.TRIPLE_YAHTZEE,
        relatives.BALUT,
        relatives.KISMET,
        relatives.YACHT,
        relatives.ESCALERO,
        relatives.GENERALA,
        relatives.CHEERIO,
        relatives.CRAG,
        relatives.KNIFFEL_EXTREME,
        relatives.JAMB,
        relatives.DICE_DUEL,
        relatives.LUEGENKNIFFEL,
        kniffel.PASCH_DDR,
        kniffel.CENTRE_UP_DOWN,
        relatives.YATZY_DUEL,
        yatzy.SWISS_YATZY,
        yatzy.SWISS_KNIFFEL,
        yatzy.YAZZO,
    )
}
"""All variants by key, in display order."""


def _folded(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


_NAMES = {_folded(name): v for v in VARIANTS.values() for name in (*v.aliases, v.key)}


def find_variant(name: str) -> Variant:
    """The variant with this key or alias; ignores case, blanks and hyphens.

    Raises `UnknownVariant`, whose message names close matches.
    """
    if not isinstance(name, str):
        raise wrong_type(name, "The key of a variant")
    found = _NAMES.get(_folded(name[:80]))
    if found is None:
        close = get_close_matches(_folded(name[:80]), _NAMES, n=3, cutoff=0.5)
        keys = dict.fromkeys(_NAMES[match].key for match in close)
        raise UnknownVariant(
            "There is no variant “{name}”; close to it: {keys}"
            if keys
            else "There is no variant “{name}”; there are {keys}",
            name=name[:40],
            keys=", ".join(keys or VARIANTS),
        )
    return found


def variant_with(name: str, rules: Mapping[str, SwitchValue]) -> Variant:
    """A preset with house rules. Raises `UnknownVariant`, `InvalidVariant`."""
    return find_variant(name).replace(**rules)
