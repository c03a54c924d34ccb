"""Connections on which no request is under way, counted by address.

The gate counts requests, sockets and streams, but a connection costs a file before its first request and between two.
Beyond the bound the longest idle connection of the address is closed. HTTP allows that at any time: browsers and
proxies open another one.
"""

import asyncio
from collections import defaultdict


class IdleConnections:
    """At most `most` for each address. Costs constant time, and no memory for an address without any."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: defaultdict[str, dict[asyncio.Transport, None]] = defaultdict(dict)

    def add(self, address: str, connection: asyncio.Transport) -> None:
        """A connection has become idle."""
        idle = self._idle[address]
        idle[connection] = None
        if len(idle) > self._most:
            longest = next(iter(idle))
            del idle[longest]
            longest.abort()

    def remove(self, address: str, connection: asyncio.Transport) -> None:
        """A connection is in use, or gone."""
        idle = self._idle[address]
        idle.pop(connection, None)
        if not idle:
            del self._idle[address]
