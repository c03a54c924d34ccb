"""Refused commands, remembered for a while: the same command gets the same answer again.

They live in memory alone. Losing one costs nothing: the command is looked at anew.
"""

from collections import OrderedDict

from pasch.rules.errors import PaschError
from pasch.service.errors import NotReady
from pasch.service.ids import TableId
from pasch.service.ports import CommandKey


class Refusals:
    """At most so many, the oldest forgotten first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[tuple[TableId, CommandKey], PaschError] = OrderedDict()

    def remember(self, table: TableId, key: CommandKey, error: PaschError) -> None:
        """Keep what was answered, unless it only says that nothing works just now."""
        if error.code == NotReady.code:
            return
        self._known.setdefault((table, key), _without_history(error))
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def repeat(self, table: TableId, key: CommandKey) -> None:
        """Raise what the command was answered before, if it was refused."""
        known = self._known.get((table, key))
        if known is not None:
            raise _without_history(known)


def _without_history(error: PaschError) -> PaschError:
    # A raised error holds on to every frame it came through; a copy holds only what it says.
    kind = type(error)
    copy = kind.__new__(kind, *error.args)
    vars(copy).update(vars(error))
    return copy
