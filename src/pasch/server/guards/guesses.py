"""How often passwords, codes and keys may be tried.

Wrong passwords from elsewhere must not keep the owner out. So they count for the account and the address together; the
bounds on one address and on one account alone are wider, and a device that has logged in before has a count to itself.
"""

from pasch.server.configuration.settings import ServerSettings
from pasch.server.guards.limits import Limiter


class Guesses:
    """Counts every guess, right or wrong. Every method raises `RateLimited`."""

    def __init__(self, settings: ServerSettings) -> None:
        self._together = Limiter(settings.guesses, settings.callers)
        self._address = Limiter(settings.address_guesses, settings.callers)
        self._account = Limiter(settings.account_guesses, settings.callers)

    def password(self, account: str, address: str, device: str | None) -> None:
        """A password is tried; `account` is the name that accounts are found by, `device` one that is known there."""
        if device is not None:
            self._together.spend(f"device {device}")
            return
        self._together.spend(f"account {account} from {address}")
        self._address.spend(address)
        self._account.spend(account)

    def code(self, address: str) -> None:
        """A code or a key is tried, each of which fits one person or seat."""
        self._together.spend(f"code from {address}")
