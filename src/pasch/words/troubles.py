"""What keeps a variant from being solved exactly, in words."""

from pasch.i18n import Translator


def trouble_text(t: Translator, trouble: str) -> str:
    """The words for what the solver names; what it does not know stays as it is."""
    known = {
        "several columns": t.text("trouble", "several columns"),
        "several columns with extra points, jokers, saved rolls or cells that wait": t.text(
            "trouble", "several columns with extra points, jokers, saved rolls or cells that wait"
        ),
        "announcements": t.text("trouble", "announcements"),
        "doubled entries": t.text("trouble", "doubled entries"),
        "rows that count through each other": t.text("trouble", "rows that count through each other"),
        "a settlement": t.text("trouble", "a settlement"),
        "what players do to each other": t.text("trouble", "what players do to each other"),
        "chips that buy a roll": t.text("trouble", "chips that buy a roll"),
        "a ten-sided die that stays once kept": t.text("trouble", "a ten-sided die that stays once kept"),
        "saved rolls with dice that stay or points that depend on the roll": t.text(
            "trouble", "saved rolls with dice that stay or points that depend on the roll"
        ),
        "points that depend on the roll where every roll locks a die": t.text(
            "trouble", "points that depend on the roll where every roll locks a die"
        ),
        "so many cells whose points others wait for": t.text("trouble", "so many cells whose points others wait for"),
        "a Kniffel bonus together with cells that wait for others": t.text(
            "trouble", "a Kniffel bonus together with cells that wait for others"
        ),
        "that many dice": t.text("trouble", "that many dice"),
        "that many cells": t.text("trouble", "that many cells"),
    }
    return known.get(trouble, trouble)
