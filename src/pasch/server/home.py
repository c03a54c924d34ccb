"""The addresses of a server in the home network."""

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from pasch.server.configuration.settings import Reach

NOWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. It receives no data: it only makes the system choose a route."""


def home_addresses() -> list[str]:
    """This machine's IPv4 addresses in private networks, that of the default route first. May be empty."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(NOWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if _is_home(address)]


def _is_home(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)


def reach_of(host: str, urls: Sequence[str], *, any_address: bool) -> Reach:
    """How others reach a server that listens on `host`, with the root addresses `urls` for the home network."""
    addresses = {urlsplit(url).hostname or "" for url in urls}
    names = machine_names() if any_address else frozenset()
    return Reach(urls[0] if urls else None, frozenset({host}) | addresses | names, any_address)


def machine_names() -> frozenset[str]:
    """The names of this machine in a home network, including that of multicast DNS."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})


def url_of(host: str, port: int) -> str:
    """The root address, with brackets around an IPv6 host."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
