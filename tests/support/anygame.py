"""Turns of any game by its legal actions alone, for pictures and tests that need a game in progress."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.player import Json, Player

FALLBACKS = ("believe", "end_turn", "take_nothing")
"""Actions taken when there is nothing to choose."""


def next_action(actions: Sequence[Json]) -> Json:
    """A sensible legal action: a true claim, the entry with the most points, a roll, or any remaining action."""
    claims = [action for action in actions if action["type"] == "claim" and action["honest"]]
    entries = [*claims, *(action for action in actions if action["type"] == "score")]
    if entries:
        return max(entries, key=lambda entry: (entry["points"], entry["cell"]))
    for kind in FALLBACKS:
        if found := [action for action in actions if action["type"] == kind]:
            return found[0]
    return next((action for action in actions if action["type"] == "roll"), actions[0])


def play_any(player: Player, table: str, *, until: int) -> None:
    """Play sensibly for all seats until the first roll of turn `until` has been made.

    A turn begins with its first roll, so a steal or a shift counts as none.
    """
    rolled = 0
    while rolled < until:
        action = next_action(player.table(table)["legal_actions"])
        player.act(table, action)
        rolled += action["type"] == "roll"
