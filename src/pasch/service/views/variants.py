"""Variants and their rules, in plain data."""

from pasch.rules.variant import Variant
from pasch.service.views.schema.results import RulesPlayed
from pasch.service.views.schema.table import VariantPlayed
from pasch.words import differences, variant_name


def variant_view(variant: Variant, lang: str) -> VariantPlayed:
    """A variant with the switches that a house has changed."""
    return {"variant": variant.key, "variant_name": variant_name(variant, lang), "rules": dict(variant.switches)}


def rules_view(variant: Variant, lang: str) -> RulesPlayed:
    """A variant with its house rules, also in words."""
    return {**variant_view(variant, lang), "differences": [*differences(variant, lang)]}
