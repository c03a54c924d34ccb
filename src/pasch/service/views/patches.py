"""Patches: plain values that turn one plain value into another.

An object in a patch is merged, key by key. In a list the keys are places, and a place at the end
adds an element. A list in a patch holds the one value that replaces the old value. Anything else
replaces the old value as it is.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

K = TypeVar("K")


class _Same:
    """Nothing has changed."""


SAME = _Same()


def difference(before: object, after: object) -> object:
    """The patch from one value to another; `SAME` when there is nothing to change.

    Nested truth values count as equal to 0 and 1. The schema gives each place one type, and comparing types
    throughout would take longer than the patch.
    """
    if before is after or (type(before) is type(after) and before == after):
        return SAME
    match before, after:
        case dict(), dict() if before.keys() <= after.keys():
            return changes_in(before, after)
        case list(), list() if len(before) <= len(after) and all(isinstance(each, dict) for each in before):
            return changes_in(dict(enumerate(before)), dict(enumerate(after)))
        case _, dict() | list() | tuple():
            return [after]
        case _:
            return after


def changes_in(before: Mapping[K, object], after: Mapping[K, object]) -> dict[str, object]:
    """The patch from one object to another that has all of its keys; empty when nothing has changed."""
    changes = {}
    for key, value in after.items():
        old = before.get(key, _NEW)
        if old is value or (old == value and type(old) is type(value)):
            continue  # as most values; a call for each takes longer
        changes[str(key)] = difference(old, value)
    return changes


_NEW = _Same()


def patched(before: object, change: object) -> object:
    """The value after a patch. The value before the patch is not changed."""
    match change:
        case dict():
            return _merged(before, change)
        case list():
            return change[0]
        case _:
            return change


def _merged(before: object, changes: Mapping[str, object]) -> object:
    if isinstance(before, list):
        found = dict(enumerate(cast("Sequence[object]", before)))
        merged = found | {int(place): patched(found.get(int(place)), change) for place, change in changes.items()}
        return list(merged.values())
    known = cast("Mapping[str, object]", before)
    return {**known, **{key: patched(known.get(key), change) for key, change in changes.items()}}
