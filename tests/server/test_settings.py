"""The sources of a server's settings, and refusals of invalid ones."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from pasch.server.configuration import kinds
from pasch.server.configuration.kinds import InvalidSetting
from pasch.server.configuration.reading import LIMITS, SETTINGS, Setup, limits_of, read_setup
from pasch.server.configuration.settings import Rate
from pasch.storage.schema import bring_up_to_date
from tests.support.fork_server import run

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.fixture(autouse=True)
def bare(monkeypatch):
    """The environment of the tests contains no setting."""
    for name in SETTINGS:
        monkeypatch.delenv(f"PASCH_{name.upper()}", raising=False)


@pytest.fixture
def file(tmp_path):
    def written(text):
        path = tmp_path / "pasch.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def test_empty_configuration_gives_the_defaults():
    assert read_setup() == Setup()


def test_file_sets_every_kind_of_value(file):
    setup = read_setup(
        file(
            """
            host = "0.0.0.0"
            port = 0
            database = "postgresql://pasch:secret@db/pasch"
            trusted_proxies = ["10.0.0.0/8", "192.0.2.1"]
            public_url = "https://Pasch.example/"
            origins = ["https://other.example"]
            hsts = true
            log_format = "json"
            connections = 2000
            refusals = "10,1/2"
            sessions = [3, 0.25]
            patience = 3
            bot_pause = 0
            grace_long = 7.5
            solving_ahead = 0.0
            keep_aborted = 2
            """
        )
    )
    assert (setup.listening.host, setup.listening.port) == ("0.0.0.0", 0)
    assert setup.server.operation.trusted_proxies == ("10.0.0.0/8", "192.0.2.1")
    assert setup.server.operation.public_url == "https://pasch.example"
    assert setup.server.origins == {"https://other.example"}
    assert (setup.server.operation.hsts, setup.server.operation.log_format) == (True, "json")
    assert (setup.server.refusals, setup.server.sessions) == (Rate(10, 0.5), Rate(3, 0.25))
    assert (setup.server.connections, setup.server.patience) == (2000, 3.0)
    assert (setup.tables.bot_pause, setup.tables.graces.long, setup.solving.ahead) == (0.0, 7.5, 0.0)
    assert setup.tables.keep.aborted == timedelta(days=2)


def test_command_line_overrides_environment_which_overrides_file(file, monkeypatch):
    path = file('port = 1\nhost = "file"\nbus = "file"\nconnections = 1\n')
    monkeypatch.setenv("PASCH_PORT", "2")
    monkeypatch.setenv("PASCH_HOST", "environment")
    setup = read_setup(path, {"port": 3, "host": None, **limits_of(["connections=3"])})
    assert (setup.listening.port, setup.listening.host, setup.listening.bus) == (3, "environment", "file")
    assert setup.server.connections == 3
    expected = {"port": "--port", "host": "PASCH_HOST", "bus": str(path), "connections": "--limit"}
    assert setup.sources == expected


def test_environment_sets_the_same_settings_as_the_file(file, monkeypatch):
    values = {"origins": "https://a.example, https://b.example", "refusals": "5,1/60", "hsts": "yes", "port": "7"}
    for name, value in values.items():
        monkeypatch.setenv(f"PASCH_{name.upper()}", value)
    setup = read_setup()
    assert setup.server.origins == {"https://a.example", "https://b.example"}
    assert setup.server.refusals == Rate(5, 1 / 60)
    assert (setup.server.operation.hsts, setup.listening.port) == (True, 7)


def test_environment_names_the_file_and_ignores_empty_values(file, monkeypatch):
    monkeypatch.setenv("PASCH_CONFIG", str(file("port = 7")))
    monkeypatch.setenv("PASCH_BUS", "")
    monkeypatch.setenv("PASCH_CACHE", "/nowhere")
    assert (read_setup().listening.port, read_setup().listening.bus) == (7, None)


def test_variables_of_the_proxy_example_are_not_settings(monkeypatch):
    example = (PAGE.parent / "deploy" / "Caddyfile").read_text("utf-8")
    variables = re.findall(r"\{\$(PASCH_\w+)", example)
    assert variables
    for name in variables:
        monkeypatch.setenv(name, "pasch.example")
    assert read_setup() == Setup()


WRONG = {
    kinds.PORT: ["-1", "65536", "x", True, 1.5],
    kinds.WHOLE: ["", "many", "0", "-1", "2.5", "3,4", "1" + "0" * 30, True, [1]],
    kinds.POSITIVE: ["", "many", "0", "-1", "inf", "nan", "1e300", True],
    kinds.FROM_ZERO: ["", "-1", "inf", 1e300, True],
    kinds.RATE: ["", "3", "3,", "3,0", "0,3", "3,nan", "3,inf", "3,1/0", "3,1/60/2", "1.5,2", [1.5, 2], 3, [1], True],
    kinds.SWITCH: ["maybe", 2, []],
    kinds.CHOICE: ["loud", "", 3],
    kinds.NETWORKS: ["10.0.0.1/8", "proxy.example", [3], 3, True],
    kinds.ORIGINS: ["pasch.example", "https://pasch.example/path", "ftp://pasch.example", "https://", [3], 3],
    kinds.HOSTS: ["https://pasch.example", "pasch.example:80", "*", "a b", ".example", [3], 3],
    kinds.ADDRESS: ["pasch.example", "https://pasch.example/?x=1", "https://me:secret@pasch.example", 3, True],
    kinds.LINK: ["", "home.example", "javascript:alert(1)", "https://me:secret@home.example/", "https://a/ b", 3, True],
    kinds.CONTACT: ["", "pasch@", "mailto:a@b.example?bcc=x@y.example", "a b@c.example", "data:text/html,x", 3, True],
    kinds.TEXT: ["", 3, True],
}


WRONG[kinds.RATE] += ["1,1e-320", "1,1e300", f"{10**16},1", [True, True], [3, True]]
WRONG[kinds.ADDRESS] += ["https://a:abc", "https://:80", "https://h:99999", "https://a b", "https://["]


def test_invalid_values_cover_every_kind_of_setting():
    assert {setting.kind for setting in SETTINGS.values()} == WRONG.keys()


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: next(key for key, it in vars(kinds).items() if it is kind))
def test_invalid_value_error_names_setting_and_valid_form(kind, file):
    name = next(name for name, setting in SETTINGS.items() if setting.kind is kind)
    for value in WRONG[kind]:
        path = file(f"{name} = {json.dumps(value)}")
        with pytest.raises(InvalidSetting) as refused:
            read_setup(path)
        sentence = str(refused.value)
        assert f"“{name}” ({path})" in sentence, sentence
        assert "use " in sentence
        assert "secret" not in sentence


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("processes = 257", r"“processes” .* a whole number, 1 to 256$"),
        ("keep_finished = 36501", r"“keep_finished” .* a number above 0, at most 36500$"),
        ("keep_aborted = 1e12", r"“keep_aborted” .* a number above 0, at most 36500$"),
        ("bus_recheck = 8", r"“bus_recheck” .* a number above 0, at most 7\.5$"),
    ],
)
def test_numbers_outside_their_bounds_are_refused(text, says, file):
    with pytest.raises(InvalidSetting, match=says):
        read_setup(file(text))


GREATEST = {name: setting.most for name, setting in SETTINGS.items() if setting.most is not None}


@pytest.mark.parametrize("name", GREATEST)
def test_maximum_number_is_accepted(name, file):
    setup = read_setup(file(f"{name} = {GREATEST[name]}\n"))
    assert SETTINGS[name].of(setup) == GREATEST[name]


def test_retired_settings_are_ignored_and_reported(file, monkeypatch):
    monkeypatch.setenv("PASCH_LEASE_RENEW", "1")
    setup = read_setup(file("lease_lasts = 3\nport = 1\n"))
    assert setup.retired == ("lease_lasts", "lease_renew")
    assert (setup.listening.port, list(setup.sources)) == (1, ["port"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 8000", "“prot” .*; did you mean “port”"),
        ("[limits]\nconnections = 3", "“limits”"),
        ("quux = 3", "--show-config"),
        ("port = 1\nport 8000", "Line 2 of .*pasch.toml is not TOML"),
        ("port = 'x", "Line 1 of .*pasch.toml is not TOML"),
        ("host = 'a'\nport = 1" + "0" * 5000, "pasch.toml is not TOML"),
        (b"\xff", "not UTF-8 text"),
    ],
)
def test_invalid_file_is_refused(text, says, file):
    with pytest.raises(InvalidSetting, match=says):
        read_setup(file(text))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://Pasch.example:443/", "https://pasch.example"),
        ("http://[::1]:80", "http://[::1]"),
        ("https://pasch.example:80", "https://pasch.example:80"),
        ("http://10.0.0.7:8000", "http://10.0.0.7:8000"),
    ],
)
def test_address_is_normalized_as_browsers_write_it(written, read, file):
    assert read_setup(file(f"public_url = '{written}'")).server.operation.public_url == read


@pytest.mark.parametrize("text", ["pasch@home.example", "mailto:pasch@home.example"])
def test_contact_accepts_a_mail_address(text, file):
    setup = read_setup(file(f"contact = '{text}'\nimprint = 'https://home.example/de/impressum?x=1&y=2#top'"))
    assert setup.server.first_page == {
        "imprint": "https://home.example/de/impressum?x=1&y=2#top",
        "contact": "mailto:pasch@home.example",
    }


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(InvalidSetting, match=r"nowhere\.toml cannot be read: No such file"):
        read_setup(tmp_path / "nowhere.toml")


def test_unknown_environment_names_are_refused(monkeypatch):
    monkeypatch.setenv("PASCH_CONECTIONS", "3")
    with pytest.raises(InvalidSetting, match=r"“conections” \(PASCH_CONECTIONS\); did you mean “connections”"):
        read_setup()


def test_every_setting_is_documented_with_its_default():
    table = PAGE.read_text("utf-8").partition("## Settings")[2].partition("\n## ")[0]
    documented = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", table, re.MULTILINE))
    values = {name: "" if value is None else json.dumps(value) for name, value in Setup().values().items()}
    assert {name: text.strip("`") for name, text in documented.items()} == values


# ------------------------------------------------------------------------------- the command


def command(*options, **environment):
    return run(["serve", "--lang", "en", *options], b"", {"PATH": "", **environment}, timeout=60)


def test_shown_configuration_can_be_read_back(file):
    shown = command("--show-config", "--limit", "files=7,1/7", PASCH_PUBLIC_URL="https://pasch.example")
    assert shown.code == 0
    assert 'public_url = "https://pasch.example"  # PASCH_PUBLIC_URL\n' in shown.out
    assert 'files = "7,1/7"  # --limit\n' in shown.out
    again = read_setup(file(shown.out))
    assert again.server.files == Rate(7, 1 / 7)
    assert again.values() == {**Setup().values(), "files": "7,1/7", "public_url": "https://pasch.example"}


def test_shown_configuration_hides_secrets():
    database = "postgresql://pasch:hunter2@db/pasch"
    for options in ((), ("--json",)):
        shown = command("--show-config", *options, PASCH_DATABASE=database, PASCH_LOG_KEY="hunter2")
        assert "hunter2" not in shown.out
        assert "postgresql://pasch:***@db/pasch" in shown.out


@pytest.mark.parametrize(("lang", "says"), [("en", "use a whole number"), ("de", "Richtig ist eine ganze Zahl")])
def test_command_refuses_an_invalid_file_in_one_line(lang, says, file):
    done = command("--config", str(file("port = 'x'")), "--lang", lang)
    assert (done.code, done.out) == (1, "")
    assert len(done.err.splitlines()) == 1
    assert says in done.err


def test_limits_are_settings():
    assert set(LIMITS) <= set(SETTINGS)
    assert {"connections", "refusals", "keep_finished"} <= set(LIMITS)
    assert not {"port", "bot_pause", "solving_seconds"} & set(LIMITS)


@pytest.mark.parametrize("by", ["PASCH_DATABASE", "PASCH_CONFIG"])
def test_admin_commands_use_the_configured_database(by, file, tmp_path):
    ours = tmp_path / "ours.sqlite3"
    bring_up_to_date(ours)
    url = f"sqlite:///{ours}"
    value = url if by == "PASCH_DATABASE" else str(file(f"database = {json.dumps(url)}"))
    done = run(["admin", "reports", "--lang", "en"], b"", {"PATH": "", by: value}, timeout=60)
    assert (done.code, done.out, done.err) == (0, "No reports.\n", "")
