"""The registry of variants, by key, with their aliases."""

from collections.abc import Mapping
from difflib import get_close_matches

from pasch.rules.errors import UnknownVariant, wrong_type
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants.kniffel import (
    CENTRE_UP_DOWN,
    HARTARD,
    KNIFFEL,
    KNIFFEL_PLAIN,
    PASCH_DDR,
    SPIFFEL,
    SPIFFEL_2S,
    SPIFFEL_123,
    TRIPLE_YAHTZEE,
    YAHTZEE,
    YAHTZEE_FREE,
    YAMS,
    YAMS_FR,
)
from pasch.rules.variants.relatives import (
    BALUT,
    CHEERIO,
    CRAG,
    DICE_DUEL,
    ESCALERO,
    GENERALA,
    JAMB,
    KISMET,
    KNIFFEL_EXTREME,
    KNIFFELIGER,
    KNIFFELIGER_PROGRAM,
    LUEGENKNIFFEL,
    YACHT,
    YATZY_DUEL,
)
from pasch.rules.variants.yatzy import (
    MAXI_YATZY,
    SPIFFEL_6,
    SPIFFEL_6_2S,
    SWISS_KNIFFEL,
    SWISS_YATZY,
    YATZY,
    YATZY_FORCED,
    YAZZO,
)

VARIANTS: Mapping[str, Variant] = {
    variant.key: variant
    for variant in (
        KNIFFEL,
        KNIFFEL_PLAIN,
        YAHTZEE,
        YAHTZEE_FREE,
        HARTARD,
        SPIFFEL,
        SPIFFEL_6,
        SPIFFEL_2S,
        SPIFFEL_6_2S,
        SPIFFEL_123,
        KNIFFELIGER,
        KNIFFELIGER_PROGRAM,
        YATZY,
        YATZY_FORCED,
        MAXI_YATZY,
        YAMS,
        YAMS_FR,
        TRIPLE_YAHTZEE,
        BALUT,
        KISMET,
        YACHT,
        ESCALERO,
        GENERALA,
        CHEERIO,
        CRAG,
        KNIFFEL_EXTREME,
        JAMB,
        DICE_DUEL,
        LUEGENKNIFFEL,
        PASCH_DDR,
        CENTRE_UP_DOWN,
        YATZY_DUEL,
        SWISS_YATZY,
        SWISS_KNIFFEL,
        YAZZO,
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
