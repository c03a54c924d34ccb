"""Switches about further Kniffels: what they earn, and what they may stand for."""

from __future__ import annotations

from dataclasses import replace

from pasch.rules.extra import ExtraNeeds, ExtraWhen, Joker
from pasch.rules.ruleset import Ruleset, SwitchValue
from pasch.rules.switches.switch import Switch, altered, whole, words


def _has_kniffel(variant: Ruleset) -> bool:
    return variant.kniffel_row is not None


def _pays_extra(variant: Ruleset) -> bool:
    return _has_kniffel(variant) and variant.extra.points > 0


def _joker(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, joker=Joker(str(value))))


def _points(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, points=whole(value)))


def _when(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, when=ExtraWhen(str(value))))


def _needs(variant: Ruleset, value: SwitchValue) -> Ruleset:
    return altered(variant, extra=replace(variant.extra, needs=ExtraNeeds(str(value))))


SWITCHES = (
    Switch("joker", lambda v: v.extra.joker.value, _joker, words(Joker), concerns=_has_kniffel),
    Switch("extra_points", lambda v: v.extra.points, _points, concerns=_has_kniffel),
    Switch("extra_when", lambda v: v.extra.when.value, _when, words(ExtraWhen), concerns=_pays_extra),
    Switch("extra_needs", lambda v: v.extra.needs.value, _needs, words(ExtraNeeds), concerns=_pays_extra),
)
