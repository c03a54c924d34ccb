"""HTTPS in the home network, for `pasch serve --lan --https`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pasch.rules.errors import PaschError

if TYPE_CHECKING:
    import socket

    from pasch.server.run import Encrypted

STEP = 443
LAST_PORT = 65535
CERTIFICATE = "pasch-ca.crt"
"""The path of the authority's certificate for phones, over plain HTTP."""


class CannotServe(PaschError):
    """The server cannot start; the message says what would help."""


@dataclass(frozen=True)
class Secured:
    """The listener for HTTPS with its context, its addresses, and the authority's certificate for phones."""

    encrypted: Encrypted
    urls: tuple[str, ...]
    authority: bytes


def encrypted_port(listener: socket.socket) -> int:
    """The port 443 further on, such as 8443 for 8000, or a free one if there is none."""
    port: int = listener.getsockname()[1] + STEP
    return port if port <= LAST_PORT else 0


def secured_by(listener: socket.socket, addresses: Sequence[str]) -> Secured:
    """HTTPS on a listener, for the hosts of these addresses and this machine.

    Raises `CannotServe` if the certificates cannot be stored.
    """
    from datetime import UTC, datetime

    from platformdirs import user_data_path

    from pasch.server.authority import FOLDER, authority_in
    from pasch.server.home import machine_names, url_of

    hosts = [urlsplit(url).hostname or "" for url in addresses]
    folder, now = user_data_path("pasch", appauthor=False) / FOLDER, datetime.now(UTC)
    try:
        authority = authority_in(folder, now)
        context = authority.context([*hosts, *sorted(machine_names()), "localhost", "127.0.0.1"], now)
    except (OSError, ValueError) as error:
        raise CannotServe(
            "The certificates in {folder} cannot be used: {reason}", folder=str(folder), reason=str(error)
        ) from None
    port = listener.getsockname()[1]
    urls = tuple(url_of(host, port).replace("http:", "https:", 1) for host in hosts)
    return Secured((listener, context), urls, authority.file)
