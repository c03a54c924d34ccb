"""The kinds of settings: each kind's parser for text or TOML, and its error message."""

import re
from collections.abc import Mapping
from enum import Enum
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
STANDARD_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[\w-]+(\.[\w-]+)*|[0-9A-Fa-f:.]+")
PLACE = re.compile(r"[\w.\-:\[\]%]+")
"""The characters of a host with its port."""
LINK = re.compile(r"https?://[\w.\-:\[\]]+(/[^\s\"'<>\\^`{|}]*)?")
"""The address of a page, in characters that need no escapes."""
MAIL = re.compile(r"(mailto:)?[\w.+-]+@[\w-]+(\.[\w-]+)+")
SHOWN = 80
"""The number of characters of a wrong value that an error repeats."""


class InvalidSetting(InvalidInput):
    """An unknown setting, or an invalid value."""


class Kind(Enum):
    """The type of a setting's value."""

    PORT = "port"
    WHOLE = "whole"
    NUMBER = "number"
    ANY_NUMBER = "any number"
    RATE = "rate"
    SWITCH = "switch"
    CHOICE = "choice"
    NETWORKS = "networks"
    ORIGINS = "origins"
    HOSTS = "hosts"
    ADDRESS = "address"
    LINK = "link"
    CONTACT = "contact"
    TEXT = "text"


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
    if not (0 < rate.burst <= MOST[Kind.WHOLE] and SLOWEST <= rate.per_second <= MOST[Kind.NUMBER]):
        raise ValueError(value)
    return rate


def _quotient(text: str) -> float:
    """The number in `20`, `0.5` or `1/60`."""
    above, stroke, below = text.partition("/")
    divisor = float(below) if stroke else 1.0
    if not divisor:
        raise ValueError(text)
    return float(above) / divisor


def _listed(value: object) -> tuple[str, ...]:
    """The texts of a list or of a text with commas."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple | frozenset) or not all(isinstance(part, str) for part in value):
        raise ValueError(value)
    return tuple(value)


def _networks(value: object) -> tuple[str, ...]:
    networks = (ip_network(part) for part in _listed(value))
    return tuple(str(each[0] if each.num_addresses == 1 else each) for each in networks)


def _origins(value: object) -> frozenset[str]:
    return frozenset(_origin(part) for part in _listed(value))


def _hosts(value: object) -> tuple[str, ...]:
    hosts = tuple(part.lower() for part in _listed(value))
    if not all(HOST.fullmatch(host) for host in hosts):
        raise ValueError(value)
    return hosts


def _address(value: object) -> str | None:
    return None if value is None else _origin(value)


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


def _link(value: object) -> str | None:
    """The address of a page. Raises `ValueError`."""
    if value is None:
        return None
    if not isinstance(value, str) or not LINK.fullmatch(value):
        raise ValueError(value)
    return value


def _contact(value: object) -> str | None:
    """The address of a page, or a mail address as a link. Raises `ValueError`."""
    if isinstance(value, str) and MAIL.fullmatch(value):
        return f"mailto:{value.removeprefix('mailto:')}"
    return _link(value)


NUMBER = BeforeValidator(_no_switch)
TYPES: Mapping[Kind, Any] = {
    Kind.PORT: Annotated[int, NUMBER, Field(ge=0)],
    Kind.WHOLE: Annotated[int, NUMBER, Field(gt=0)],
    Kind.NUMBER: Annotated[float, NUMBER, Field(gt=0, allow_inf_nan=False)],
    Kind.ANY_NUMBER: Annotated[float, NUMBER, Field(ge=0, allow_inf_nan=False)],
    Kind.RATE: Annotated[Rate, NoDecode, BeforeValidator(_rate)],
    Kind.SWITCH: bool,
    Kind.NETWORKS: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_networks)],
    Kind.ORIGINS: Annotated[frozenset[str], NoDecode, BeforeValidator(_origins)],
    Kind.HOSTS: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_hosts)],
    Kind.ADDRESS: Annotated[str | None, BeforeValidator(_address)],
    Kind.LINK: Annotated[str | None, BeforeValidator(_link)],
    Kind.CONTACT: Annotated[str | None, BeforeValidator(_contact)],
    Kind.TEXT: Annotated[str | None, Field(min_length=1)],
}
"""The type of each kind. `Kind.CHOICE` has its own for each setting; numbers also have a maximum."""
MOST: Mapping[Kind, int] = {Kind.PORT: 65_535, Kind.WHOLE: 10**15, Kind.NUMBER: 10**9, Kind.ANY_NUMBER: 10**9}
"""The maximum of each kind of number: larger ones are never meant, and would overflow times and sizes."""


def wrong(
    kind: Kind, values: Mapping[str, str], choices: tuple[str, ...] = (), most: float | None = None
) -> InvalidSetting:
    """The error for a value, with the valid ones: the choices, or a number up to the maximum.

    `values` has the `name`, the place (`where`), and the `value`.
    """
    match kind:
        case Kind.RATE:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use a burst and a rate per second, such as 300,20",
                **values,
            )
        case Kind.SWITCH:
            return InvalidSetting("“{name}” ({where}) cannot be “{value}”: use true or false", **values)
        case Kind.CHOICE:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use one of {choices}",
                **values,
                choices=", ".join(choices),
            )
        case Kind.NETWORKS:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use networks, such as 127.0.0.1,10.0.0.0/8",
                **values,
            )
        case Kind.ORIGINS | Kind.ADDRESS:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use a root address, such as https://pasch.example", **values
            )
        case Kind.HOSTS:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use hosts without ports, such as pasch.example,pasch.local",
                **values,
            )
        case Kind.LINK:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use the address of a page, such as "
                "https://home.example/imprint",
                **values,
            )
        case Kind.CONTACT:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use a mail address or the address of a page, such as "
                "pasch@home.example",
                **values,
            )
        case Kind.TEXT:
            return InvalidSetting("“{name}” ({where}) cannot be “{value}”: use a text", **values)
        case _:
            return _wrong_number(kind, {**values, "most": f"{most:.16g}"})


def _wrong_number(kind: Kind, values: Mapping[str, str]) -> InvalidSetting:
    match kind:
        case Kind.PORT:
            return InvalidSetting("“{name}” ({where}) cannot be “{value}”: use a whole number, 0 to {most}", **values)
        case Kind.WHOLE:
            return InvalidSetting("“{name}” ({where}) cannot be “{value}”: use a whole number, 1 to {most}", **values)
        case Kind.NUMBER:
            return InvalidSetting(
                "“{name}” ({where}) cannot be “{value}”: use a number above 0, at most {most}", **values
            )
        case _:
            return InvalidSetting("“{name}” ({where}) cannot be “{value}”: use a number, 0 to {most}", **values)


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
