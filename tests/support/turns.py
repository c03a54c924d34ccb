"""Turns in the form of snapshots."""

READY = {
    "seat": 1,
    "stage": "ready",
    "dice": None,
    "kept": None,
    "hidden": False,
    "dice_count": 0,
    "kept_count": 0,
    "rolls_left": 3,
    "rolls_used": 0,
    "chip": False,
    "announced": None,
    "doubled": False,
    "doubles_next": False,
    "claim": None,
    "locked": "k-",
}
"""The first turn of a game before its first roll."""
