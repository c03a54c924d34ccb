"""House rules in words: each switch, its values, and the differences from the preset."""

from typing import Literal

from typing_extensions import TypedDict

from pasch.i18n import Translator, translator
from pasch.rules.columns import Announce, Column, Order
from pasch.rules.switches import SWITCHES, Kind, SwitchValue
from pasch.rules.switches import Switch as Rule
from pasch.rules.switches.own import own_from_text
from pasch.rules.switches.sheet import columns_from_text
from pasch.rules.variant import Variant
from pasch.words.categories import hint
from pasch.words.names import name_in

MANY = 30
"""A switch with more numbers lists only its bounds."""


class Switch(TypedDict):
    """A house rule of a variant."""

    value: SwitchValue
    """Null also where a variant has no single value for it."""
    values: list[SwitchValue]
    """What it may be set to; empty where any number in bounds, or a text, will do."""
    low: int | None
    """The least number; null where it takes words."""
    high: int | None
    """The greatest number."""
    optional: bool
    """Whether null is a possible value."""
    kind: Literal["choice", "number", "toggle", "columns", "categories"]
    """How it is set; `columns` and `categories` are texts, see the documentation."""
    label: str
    """What it is called, in the caller's language."""
    help: str
    """What it does, in one sentence."""
    labels: dict[str, str]
    """What its values mean, by their written form."""
    available: bool
    """Whether the variant has what it is about; else it can only stay as it is."""


def switch_views(variant: Variant, lang: str) -> dict[str, Switch]:
    """Every switch by name, with its value in the variant."""
    t = translator(lang)
    return {name: _view(t, switch, variant) for name, switch in SWITCHES.items()}


def differences(variant: Variant, lang: str) -> list[str]:
    """The changes by a variant's house rules, one line each: “Order: from top to bottom”."""
    t = translator(lang)
    return [
        t.text(
            "switch", "{rule}: {value}", rule=t.name(name, "switch"), value=_value(t, variant, SWITCHES[name], value)
        )
        for name, value in variant.switches
    ]


def column_text(t: Translator, column: Column) -> str:
    """The restrictions of a column and its factor: “from top to bottom, doubled”."""
    parts = [] if column.order is Order.FREE else [t.name(column.order.value, "switch order")]
    if column.announce is Announce.AFTER_FIRST_ROLL:
        parts.append(t.text("column", "announced"))
    if column.max_rolls is not None:
        parts.append(t.count("column", "only the first roll", "at most {count} rolls", column.max_rolls))
    if column.factor > 1:
        parts.append(t.text("column", "times {factor}", factor=column.factor))
    return ", ".join(parts) if parts else t.name(Order.FREE.value, "switch order")


def _view(t: Translator, switch: Rule, variant: Variant) -> Switch:
    counts = switch.kind is Kind.NUMBER
    return {
        "value": switch.get(variant),
        "values": _values(switch),
        "low": switch.low if counts else None,
        "high": switch.high if counts else None,
        "optional": switch.optional,
        "kind": switch.kind.value,
        "label": t.name(switch.name, "switch"),
        "help": t.name(switch.name, "switch help"),
        "labels": _labels(t, switch),
        "available": switch.concerns(variant),
    }


def _values(switch: Rule) -> list[SwitchValue]:
    values: list[SwitchValue] = list(switch.choices)
    if switch.kind is Kind.NUMBER and switch.high - switch.low <= MANY:
        values = [*range(switch.low, switch.high + 1)]
    return [*values, None] if values and switch.optional else values


def _labels(t: Translator, switch: Rule) -> dict[str, str]:
    match switch.kind:
        case Kind.TOGGLE:
            return {"true": t.text("switch", "Yes"), "false": t.text("switch", "No")}
        case Kind.CHOICE:
            return {str(choice): t.name(str(choice), f"switch {switch.name}") for choice in switch.choices}
        case _:
            return {"none": t.name("none", f"switch {switch.name}")} if switch.optional else {}


def _value(t: Translator, variant: Variant, switch: Rule, value: SwitchValue) -> str:
    match switch.kind, value:
        case Kind.COLUMNS, str(text):
            return " · ".join(column_text(t, column) for column in columns_from_text(text))
        case Kind.CATEGORIES, str(text):
            return " · ".join(
                t.text(
                    "switch",
                    "{category} ({hint})",
                    category=name_in(t, variant, category.key),
                    hint=hint(t, variant, category),
                )
                for category in own_from_text(text)
            )
        case Kind.NUMBER, int(number):
            return t.number(number)
        case _:
            return _labels(t, switch)[str(value).lower()]
