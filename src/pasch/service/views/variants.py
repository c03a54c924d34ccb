"""Variants and their rules, in plain data."""

from pasch.rules.variant import Variant
from pasch.service.results.views import RulesView
from pasch.service.views.schema import VariantView
from pasch.words import differences, variant_name


def variant_view(variant: Variant, lang: str) -> VariantView:
    """A variant with the switches that a house has changed."""
    return {"variant": variant.key, "variant_name": variant_name(variant, lang), "rules": dict(variant.switches)}


def rules_view(variant: Variant, lang: str) -> RulesView:
    """A variant with its house rules, also in words."""
    return {**variant_view(variant, lang), "differences": [*differences(variant, lang)]}
