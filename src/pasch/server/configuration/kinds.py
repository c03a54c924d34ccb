"""The kinds of settings: each kind's parser for text or TOML, and its error message."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from ipaddress import ip_network
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field
from pydantic_settings import NoDecode

from pasch.rules.errors import InvalidInput
from pasch.server.configuration.settings import Rate
from pasch.service.addresses import without_password

SLOWEST = 1e-9
"""The lowest rate per second."""
MOST_WHOLE, MOST = 10**15, 10**9
"""The greatest whole number, and the greatest number: larger ones would overflow times and sizes."""
STANDARD_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[\w-]+(\.[\w-]+)*|[0-9A-Fa-f:.]+")
PLACE = re.compile(r"[\w.\-:\[\]%]+")
"""The characters of a host with its port."""
PAGE = re.compile(r"https?://[\w.\-:\[\]]+(/[^\s\"'<>\\^`{|}]*)?")
"""The address of a page, in characters that need no escapes."""
MAIL = re.compile(r"(mailto:)?[\w.+-]+@[\w-]+(\.[\w-]+)+")
SHOWN = 80
"""The number of characters of a wrong value that an error repeats."""


class InvalidSetting(InvalidInput):
    """An unknown setting, or an invalid value."""


def _no_switch(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("yes or no is no number")  # noqa: TRY004 - pydantic collects these alone
    return value


def _rate(value: object) -> Rate:
    """The rate in `burst,per_second` or in a list of both."""
    match value:
        case Rate():
            return value
        case str():
            burst, _, per_second = value.partition(",")
            rate = Rate(int(burst), _quotient(per_second))
        case [bool(), _] | [_, bool()]:
            raise ValueError(value)
        case [int() as at_once, int() | float() as again]:
            rate = Rate(at_once, float(again))
        case _:
            raise ValueError(value)
    if not (0 < rate.burst <= MOST_WHOLE and SLOWEST <= rate.per_second <= MOST):
        raise ValueError(value)
    return rate


def _quotient(text: str) -> float:
    """The number in `20`, `0.5` or `1/60`."""
    above, stroke, below = text.partition("/")
    divisor = float(below) if stroke else 1.0
    if not divisor:
        raise ValueError(text)
    return float(above) / divisor


def _texts(value: object) -> tuple[str, ...]:
    """The texts of a list or of a text with commas."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple | frozenset) or not all(isinstance(part, str) for part in value):
        raise ValueError(value)
    return tuple(value)


def _networks(value: object) -> tuple[str, ...]:
    networks = (ip_network(part) for part in _texts(value))
    return tuple(str(each[0] if each.num_addresses == 1 else each) for each in networks)


def _origins(value: object) -> frozenset[str]:
    return frozenset(_origin(part) for part in _texts(value))


def _hosts(value: object) -> tuple[str, ...]:
    hosts = tuple(part.lower() for part in _texts(value))
    if not all(HOST.fullmatch(host) for host in hosts):
        raise ValueError(value)
    return hosts


def _origin(value: object) -> str:
    """The root address in a text, without a trailing slash. Raises `ValueError`."""
    found = urlsplit(value.rstrip("/") if isinstance(value, str) else "")
    port = found.port  # raises for an invalid port
    if found.scheme not in STANDARD_PORTS or not found.hostname or found.path or found.query or found.fragment:
        raise ValueError(value)
    if found.username is not None or not PLACE.fullmatch(found.netloc):
        raise ValueError(value)
    # Browsers omit the standard port.
    place = found.netloc.removesuffix(f":{port}") if port == STANDARD_PORTS[found.scheme] else found.netloc
    return f"{found.scheme}://{place.lower()}"


def _link(value: object) -> str:
    """The address of a page. Raises `ValueError`."""
    if not isinstance(value, str) or not PAGE.fullmatch(value):
        raise ValueError(value)
    return value


def _contact(value: object) -> str:
    """The address of a page, or a mail address as a link. Raises `ValueError`."""
    if isinstance(value, str) and MAIL.fullmatch(value):
        return f"mailto:{value.removeprefix('mailto:')}"
    return _link(value)


# ------------------------------------------------------------------------------- the kinds


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of value: its type, the error for other values, and for numbers the maximum.

    `wrong` receives the `name`, the place (`where`) and the `value`, the `choices`, and the greatest number (`most`).
    """

    type: Any
    wrong: Callable[..., InvalidSetting]
    most: int | None = None


NUMBER = BeforeValidator(_no_switch)
PORT = Kind(
    Annotated[int, NUMBER, Field(ge=0)],
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use a whole number, 0 to {most}", **values
    ),
    65_535,
)
WHOLE = Kind(
    Annotated[int, NUMBER, Field(gt=0)],
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use a whole number, 1 to {most}", **values
    ),
    MOST_WHOLE,
)
POSITIVE = Kind(
    Annotated[float, NUMBER, Field(gt=0, allow_inf_nan=False)],
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use a number above 0, at most {most}", **values
    ),
    MOST,
)
FROM_ZERO = Kind(
    Annotated[float, NUMBER, Field(ge=0, allow_inf_nan=False)],
    lambda **values: InvalidSetting("“{name}” ({where}) cannot be “{value}”: use a number, 0 to {most}", **values),
    MOST,
)
RATE = Kind(
    Annotated[Rate, NoDecode, BeforeValidator(_rate)],
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use a burst and a rate per second, such as 300,20", **values
    ),
)
SWITCH = Kind(
    bool, lambda **values: InvalidSetting("“{name}” ({where}) cannot be “{value}”: use true or false", **values)
)
CHOICE = Kind(
    None, lambda **values: InvalidSetting("“{name}” ({where}) cannot be “{value}”: use one of {choices}", **values)
)
"""A choice has a separate type for each setting."""
NETWORKS = Kind(
    Annotated[tuple[str, ...], NoDecode, BeforeValidator(_networks)],
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use networks, such as 127.0.0.1,10.0.0.0/8", **values
    ),
)
ADDRESS = Kind(
    Annotated[str, BeforeValidator(_origin)] | None,
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use a root address, such as https://pasch.example", **values
    ),
)
ORIGINS = Kind(Annotated[frozenset[str], NoDecode, BeforeValidator(_origins)], ADDRESS.wrong)
HOSTS = Kind(
    Annotated[tuple[str, ...], NoDecode, BeforeValidator(_hosts)],
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use hosts without ports, such as pasch.example,pasch.local", **values
    ),
)
LINK = Kind(
    Annotated[str, BeforeValidator(_link)] | None,
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use the address of a page, such as https://home.example/imprint",
        **values,
    ),
)
CONTACT = Kind(
    Annotated[str, BeforeValidator(_contact)] | None,
    lambda **values: InvalidSetting(
        "“{name}” ({where}) cannot be “{value}”: use a mail address or the address of a page, such as "
        "pasch@home.example",
        **values,
    ),
)
TEXT = Kind(
    Annotated[str | None, Field(min_length=1)],
    lambda **values: InvalidSetting("“{name}” ({where}) cannot be “{value}”: use a text", **values),
)


def written(value: object) -> object:
    """A value in the form of a settings file; passwords in URLs are masked."""
    match value:
        case Rate():
            return f"{value.burst},{_as_quotient(value.per_second)}"
        case frozenset():
            return sorted(value)
        case tuple():
            return list(value)
        case str():
            return without_password(value)
        case _:
            return value


def _as_quotient(number: float) -> str:
    """A number in human form: `1/60` for a number without a short decimal form."""
    near = Fraction(number).limit_denominator(86_400)
    exact = float(near) == number and near.numerator == 1 and len(repr(number)) > len(str(near))
    return str(near) if exact else f"{number:g}" if float(f"{number:g}") == number else repr(number)
