"""The addresses of a server that name no table."""

from urllib.parse import urlsplit


def is_daily(address: str) -> bool:
    """Whether an address is that of a server's daily game."""
    return _path(address) == ["daily"]


def event_of(address: str) -> str | None:
    """The code of the shared event that an address names; None for every other address."""
    match _path(address):
        case ["e", code]:
            return code
        case _:
            return None


def _path(address: str) -> list[str]:
    return urlsplit(address if "//" in address else f"http://{address}").path.strip("/").split("/")
