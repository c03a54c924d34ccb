"""The sources of settings: the command line, the environment, a file, and the defaults, in this order.

Theory of operation. Every setting has one flat name. `SETTINGS` is made from the fields of the server's dataclasses, so
a new limit is a new setting; `Kind` defines its valid values. pydantic-settings merges the sources. An unknown setting
or a wrong value is refused in one sentence that names the setting and its source.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import Field, ValidationError, create_model
from pydantic_settings import BaseSettings, SettingsConfigDict

from pasch.server.configuration import kinds
from pasch.server.configuration.kinds import SHOWN, InvalidSetting, Kind, written
from pasch.server.configuration.settings import Operation, Rate, ServerSettings, Solving, retention_of
from pasch.service.bus import BusSettings
from pasch.service.pace import Budget
from pasch.service.runtime.writer import TableSettings
from pasch.service.table.presence import Graces

PREFIX = "PASCH_"
OTHERS = frozenset({"PASCH_CACHE", "PASCH_CHROMIUM", "PASCH_CONFIG", "PASCH_SERVERS", "PASCH_SITE", "PASCH_TOKEN"})
"""Variables of the environment that are not settings of the server; the proxy uses `PASCH_SITE` and `PASCH_SERVERS`."""
TESTS = "PASCH_TEST_"
"""The prefix of variables that belong to the tests."""
SECRETS = frozenset({"log_key"})
RETIRED = frozenset({"lease_lasts", "lease_renew"})
"""Obsolete settings of the last version: they are ignored with a warning until the next one."""

T = TypeVar("T")


@dataclass(frozen=True)
class Listening:
    """The server's addresses, its database, and its bus to other processes."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8000
    """Port to listen on; 0 takes a free one."""
    database: str | None = None
    """URL of the database; None is a file in the user's data folder."""
    processes: int = 1
    """Number of processes that serve together."""
    process_ports: int = 0
    """Each of several processes also listens on a separate port, from this one on; 0: none does."""
    bus: str | None = None
    """The bus between processes; None selects the default for the database."""
    ownership_database: str | None = None
    """A direct address of the same PostgreSQL database, where `database` is that of a transaction pooler."""


@dataclass(frozen=True)
class Setup:
    """All settings. `sources` names the source of each setting that is not a default."""

    listening: Listening = field(default_factory=Listening)
    server: ServerSettings = field(default_factory=ServerSettings)
    solving: Solving = field(default_factory=Solving)
    tables: TableSettings = field(default_factory=TableSettings)
    bus_settings: BusSettings = field(default_factory=BusSettings)
    sources: Mapping[str, str] = field(default_factory=dict)
    retired: Sequence[str] = ()
    """Obsolete settings of the last version that were given."""

    def values(self) -> dict[str, object]:
        """The settings in force, by name, in the form of a settings file; passwords are masked."""
        return {name: _written(name, setting.of(self)) for name, setting in SETTINGS.items()}


# ------------------------------------------------------------------------------- the settings


@dataclass(frozen=True)
class Setting:
    """One setting: the `part` of the setup that contains it, its field there, and its kind."""

    part: str
    field: str
    kind: Kind
    default: object
    choices: tuple[str, ...] = ()
    most: float | None = None
    """The greatest valid number."""

    def of(self, setup: Setup) -> object:
        """The setting's value."""
        return attrgetter(f"{self.part}.{self.field}")(setup)

    @property
    def type(self) -> Any:  # noqa: ANN401 - a type for pydantic can be any object
        """The type that pydantic parses."""
        if self.choices:
            return Literal[self.choices]
        return self.kind.type if self.most is None else Annotated[self.kind.type, Field(le=self.most)]


SPECIAL = {
    **dict.fromkeys(("bot_pause", "solving_ahead", "shutdown_notice"), kinds.FROM_ZERO),
    "port": kinds.PORT,
    "process_ports": kinds.PORT,
    "trusted_proxies": kinds.NETWORKS,
    "origins": kinds.ORIGINS,
    "allowed_hosts": kinds.HOSTS,
    "public_url": kinds.ADDRESS,
    "home_page": kinds.LINK,
    "imprint": kinds.LINK,
    "contact": kinds.CONTACT,
}

CENTURY = 36_500
"""In days."""
GREATEST = {
    "processes": 256,
    "keep_interrupted": CENTURY,
    "keep_aborted": CENTURY,
    "keep_finished": CENTURY,
    "bus_recheck": BusSettings.silence / 2,  # each check sends a message, and the connection must not fall silent
}
"""The maximum of each setting for which its kind's maximum is too large."""


def _kind(name: str, default: object) -> Kind:
    match default:
        case _ if name in SPECIAL:
            return SPECIAL[name]
        case bool():
            return kinds.SWITCH
        case int():
            return kinds.WHOLE
        case float():
            return kinds.POSITIVE
        case Rate():
            return kinds.RATE
        case _:
            return kinds.TEXT


def _can_be_set(default: object) -> bool:
    """Whether a field is a setting, as opposed to a nested part or a value that the process determines."""
    return isinstance(default, Rate) or not (is_dataclass(default) or isinstance(default, Path))


def _settings_of(part: str, of: object, prefix: str = "", only: Iterable[str] | None = None) -> dict[str, Setting]:
    """The settings in a part of the setup."""
    assert is_dataclass(of)
    hints, found = get_type_hints(type(of)), dict[str, Setting]()
    for each in fields(of):
        default, hint = getattr(of, each.name), hints[each.name]
        if not _can_be_set(default) or (only is not None and each.name not in only):
            continue
        name = prefix + each.name
        choices = get_args(hint) if get_origin(hint) is Literal else ()
        kind = kinds.CHOICE if choices else _kind(name, default)
        found[name] = Setting(part, each.name, kind, default, choices, GREATEST.get(name, kind.most))
    return found


SETTINGS: Mapping[str, Setting] = {
    **_settings_of("listening", Listening()),
    **_settings_of("server.operation", Operation()),
    **_settings_of("server", ServerSettings()),
    **_settings_of("tables", TableSettings(), only=("bot_pause", "cached_tables")),
    **_settings_of("tables.graces", Graces(), prefix="grace_"),
    **_settings_of("tables.work", Budget(), prefix="work_"),
    **_settings_of("solving", Solving(), prefix="solving_"),
    **_settings_of("bus_settings", BusSettings(), prefix="bus_", only=("poll", "recheck")),
}
"""Every setting by its name."""
LIMITS = tuple(
    name
    for name, setting in SETTINGS.items()
    if setting.part == "server" and setting.kind in {kinds.WHOLE, kinds.POSITIVE, kinds.RATE}
)
"""The settings that `--limit` changes."""


# ------------------------------------------------------------------------------- reading


def read_setup(file: Path | None = None, options: Mapping[str, object] | None = None) -> Setup:
    """The settings from a file and the environment; the `options` of the command line override them.

    Raises `InvalidSetting`.
    """
    options = {name: value for name, value in (options or {}).items() if value is not None}
    file = file or (Path(named) if (named := os.environ.get("PASCH_CONFIG")) else None)
    from_file = {} if file is None else _read_file(file)
    environment = _environment()
    retired = tuple(sorted(RETIRED & (from_file.keys() | environment.keys())))
    for name in retired:
        from_file.pop(name, None)
        environment.pop(name, None)
    asked = {name: "--limit" if name in LIMITS else f"--{name}" for name in options}
    where = dict.fromkeys(from_file, str(file)) | environment | asked
    for name, place in where.items():
        if name not in SETTINGS:
            raise _unknown(name, place)
    try:
        model: Any = _sources()
        found = model(**{name: value for name, value in from_file.items() if name not in environment} | options)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0])
        raise _wrong(name, where.get(name, name), first["input"]) from None
    values = {name: getattr(found, name) for name in SETTINGS}
    return _setup(values, where, retired)


def limits_of(texts: Iterable[str]) -> dict[str, str]:
    """The settings in texts such as `connections=2000` or `refusals=300,20`. Raises `InvalidSetting` for others."""
    limits: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in LIMITS:
            raise InvalidSetting(
                "There is no limit “{name}”; there are {names}", name=name[:40], names=", ".join(LIMITS)
            )
        limits[name] = value
    return limits


class _Environment(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid")


@cache
def _sources() -> type[BaseSettings]:
    """The class that checks every setting, and reads missing ones from the environment."""
    named: dict[str, Any] = {name: (setting.type, setting.default) for name, setting in SETTINGS.items()}
    return create_model("Configuration", __base__=_Environment, **named)


def _read_file(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise InvalidSetting(
            "The settings in {file} cannot be read: {reason}", file=str(file), reason=error.strerror or ""
        ) from None
    except UnicodeDecodeError:
        raise InvalidSetting("The settings in {file} are not UTF-8 text", file=str(file)) from None
    try:
        return tomllib.loads(text)
    except ValueError as error:  # from TOML, or from an unreadable number
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise InvalidSetting(
            "Line {line} of {file} is not TOML: write one setting per line, such as port = 8000",
            line=line,
            file=str(file),
        ) from None


def _environment() -> dict[str, str]:
    """The settings in the environment, with the names of their variables. Empty variables count as missing."""
    variables = [name for name, value in os.environ.items() if name.upper().startswith(PREFIX) and value]
    return {
        name[len(PREFIX) :].lower(): name
        for name in variables
        if name.upper() not in OTHERS and not name.upper().startswith(TESTS)
    }


def _setup(values: Mapping[str, Any], where: Mapping[str, str], retired: Sequence[str]) -> Setup:
    operation = _part(Operation(), "server.operation", values)
    server = replace(_part(ServerSettings(), "server", values), operation=operation)
    graces = _part(Graces(), "tables.graces", values)
    work, keep = _part(Budget(), "tables.work", values), retention_of(server)
    tables = _part(TableSettings(), "tables", values)
    tables = replace(tables, graces=graces, work=work, keep=keep, public_tables=server.public_tables)
    return Setup(
        _part(Listening(), "listening", values),
        server,
        _part(Solving(), "solving", values),
        tables,
        _part(BusSettings(), "bus_settings", values),
        dict(where),
        retired,
    )


def _part(default: T, part: str, values: Mapping[str, Any]) -> T:
    found = {setting.field: values[name] for name, setting in SETTINGS.items() if setting.part == part}
    return replace(default, **found)  # type: ignore[type-var] # every part is a dataclass


# ------------------------------------------------------------------------------- refusing and showing


def _wrong(name: str, where: str, value: object) -> InvalidSetting:
    setting = SETTINGS[name]
    shown = str(_written(name, value))[:SHOWN]
    most = "" if setting.most is None else f"{setting.most:.16g}"
    return setting.kind.wrong(name=name, where=where, value=shown, choices=", ".join(setting.choices), most=most)


def _written(name: str, value: object) -> object:
    return "***" if value is not None and name in SECRETS else written(value)


def _unknown(name: str, where: str) -> InvalidSetting:
    near = get_close_matches(name, SETTINGS, 1)
    if near:
        return InvalidSetting(
            "There is no setting “{name}” ({where}); did you mean “{near}”?", name=name[:40], where=where, near=near[0]
        )
    return InvalidSetting(
        "There is no setting “{name}” ({where}); pasch serve --show-config lists them all", name=name[:40], where=where
    )
