"""Errors in the caller's language, with names instead of keys."""

from collections.abc import Callable, Mapping

from pasch.i18n import Translator, translator
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll
from pasch.rules.errors import CorrectionClashes, DamagedFile, DamagedRecord, InvalidInput, PaschError
from pasch.rules.variant import Variant
from pasch.words.names import dice_text, name_in

Value = str | int


def error_text(error: PaschError, lang: str, variant: Variant | None = None) -> str:
    """The sentence for an error. With `variant`, cells have the names of that variant."""
    t = translator(lang)
    values = {name: _value(t, name, value, variant) for name, value in error.values.items()}
    if isinstance(error, DamagedRecord | DamagedFile | CorrectionClashes):
        values["cause"] = error_text(error.cause, lang, variant)
    return t.text("error", error.template, **values)


def _value(t: Translator, name: str, value: Value, variant: Variant | None) -> Value:
    if not isinstance(value, str):
        return value
    if name in _NAMED:
        return t.find(value, name) or value
    in_words = _IN_WORDS.get(name)
    return value if in_words is None else in_words(t, value, variant)


def _cell(t: Translator, text: str, variant: Variant | None) -> str:
    try:
        cell = Cell.from_text(text)
        category = name_in(t, variant, cell.category) if variant else t.name(cell.category, "category")
    except (InvalidInput, KeyError):
        return text  # the user's text, not one of our cells
    if cell.column is None or (variant and not variant.chooses_column):
        return category
    return t.text("cell", "{category} in column {column}", category=category, column=cell.column)


def _cells(t: Translator, text: str, variant: Variant | None) -> str:
    return t.listing((_cell(t, part, variant) for part in text.split(", ")), style="or")


def _any_of(t: Translator, text: str, variant: Variant | None) -> str:  # noqa: ARG001
    return t.listing(text.split(", "), style="or")


def _dice(t: Translator, text: str, variant: Variant | None) -> str:  # noqa: ARG001
    try:
        return dice_text(Keep.from_text(text) if text.startswith("k") else Roll.from_text(text)) or text
    except InvalidInput:
        return text


_IN_WORDS: Mapping[str, Callable[[Translator, str, Variant | None], str]] = {
    "cell": _cell,
    "announced": _cell,
    "kniffel": _cell,
    "cells": _cells,
    "due": _cells,
    "kinds": _any_of,
    "keep": _dice,
    "roll": _dice,
    "locked": _dice,
}
"""Conversions of placeholder values to words. Keys that users type (`{categories}`, `{keys}`) are unchanged."""

_NAMED = ("variant", "action", "trouble")
"""Placeholders whose values are keys with a name in the catalogue; other texts remain as they are."""
