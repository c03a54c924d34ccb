"""Requests with a foreign host: made-up hosts, and names that resolve to this server (DNS rebinding)."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from pasch.cli.serve import Place, _logged
from pasch.server.configuration.kinds import InvalidSetting
from pasch.server.configuration.reading import read_setup
from pasch.server.configuration.settings import Operation, Reach, ServerSettings
from pasch.server.guards.middleware import KnownHosts
from pasch.server.home import machine_names, reach_of
from tests.server.world import API
from tests.support.protocol import at_table

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]
LONG = "a" * 3000


def settings(**operation):
    return ServerSettings(operation=Operation(**operation))


def allowed(settings, written, path="/"):
    return KnownHosts(None, settings).allow(written, path)


async def test_overlong_host_is_refused_without_effect(world, anna):
    table = (await anna.open(start=True))["id"]
    before = await anna.events(table)
    for method, path in (
        ("GET", f"/tables/{table}/qr.svg"),
        ("POST", f"/tables/{table}/key"),
        ("POST", "/session/link"),
        ("POST", f"/tables/{table}/interrupt"),
    ):
        answer = await anna.ask(method, path, headers={"Host": LONG})
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_host"), path
    assert await anna.events(table) == before


@pytest.mark.parametrize("path", ["/", f"{API}/variants", "/openapi.json", "/healthz"])
async def test_unknown_host_is_refused(world, anna, path):
    answer = await anna.http.get(path, headers={"Host": "evil.example:8000"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_host")
    assert "evil.example:8000" in answer.json()["detail"]
    assert "content-security-policy" in answer.headers


async def test_socket_with_an_unknown_host_is_refused(world, anna):
    table = (await anna.open(visibility="public"))["id"]
    async with at_table(world, anna, table, host="evil.example") as connection:
        assert connection.refused[0] == 400


async def test_second_host_header_is_checked(world, anna):
    answer = await anna.http.get("/healthz", headers=[("Host", "pasch.test"), ("Host", "evil.example")])
    assert answer.status_code == 400


# ------------------------------------------------------------------------------- allowed hosts


@pytest.mark.parametrize(
    "written",
    ["localhost", "LOCALHOST:8000", "pasch.localhost", "127.0.0.1:1", "127.8.8.8", "[::1]:8000", "localhost."],
)
def test_loopback_hosts_are_allowed(written):
    assert allowed(ServerSettings(), written)


@pytest.mark.parametrize(
    "written",
    [
        *(
            "",
            ":80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost:8000@evil.example",
            "[::1",
            "[::g]",
        ),
        *("a b", "192.0.2.1", "[2001:db8::1]", "localhost:800000", "local\x00host", "l\u043ecalhost", LONG),
    ],
)
def test_unknown_and_malformed_hosts_are_not_allowed(written):
    assert not allowed(ServerSettings(), written)


def test_configured_hosts_are_allowed():
    ours = replace(
        settings(public_url="https://würfel.example", allowed_hosts=("pasch.local", "2001:db8::1")),
        origins=frozenset({"https://club.example:444"}),
    )
    for written in ("xn--wrfel-kva.example", "club.example:80", "pasch.local", "PASCH.local.", "[2001:db8::1]:8000"):
        assert allowed(ours, written), written
    assert not allowed(ours, "10.0.0.7")


def test_only_monitoring_paths_accept_any_address():
    ours = settings(public_url="https://pasch.example")
    for path in ("/healthz", "/readyz", "/metrics"):
        assert allowed(ours, "10.0.0.7:9101", path)
        assert not allowed(ours, "evil.example", path)
    assert not allowed(ours, "10.0.0.7:9101", "/openapi.json")


def test_server_on_all_interfaces_allows_addresses_and_machine_names():
    for urls in ((), ("http://10.0.0.7:8000/",)):
        everywhere = ServerSettings(reach=reach_of("0.0.0.0", urls, any_address=True))
        for written in ("10.0.0.7:8000", "203.0.113.5", "[2001:db8::1]", *machine_names()):
            assert allowed(everywhere, written), written
        assert not allowed(everywhere, "evil.example")


def test_start_without_a_public_host_logs_a_warning(caplog):
    for unknown in (False, True):
        caplog.clear()
        with _logged(Place("http://127.0.0.1/", (), "sqlite:///x", Reach(), host_unknown=unknown), read_setup()):
            warned = [record.message for record in caplog.records if record.levelname == "WARNING"]
        assert warned == ["any_address_allowed"] * unknown


def test_server_on_one_address_allows_only_this_address():
    ours = ServerSettings(reach=reach_of("2001:db8::7", (), any_address=False))
    assert allowed(ours, "[2001:db8::7]:8000")
    assert not allowed(ours, "[2001:db8::8]:8000")
    assert Reach() == ServerSettings().reach


def test_allowed_hosts_setting_refuses_ports_and_schemes():
    for wrong in ("https://pasch.example", "pasch.example:80", "a b", "*"):
        with pytest.raises(InvalidSetting, match="hosts without ports"):
            read_setup(options={"allowed_hosts": wrong})
    assert read_setup(options={"allowed_hosts": "Pasch.Local, 10.0.0.7"}).server.operation.allowed_hosts == (
        "pasch.local",
        "10.0.0.7",
    )


# ------------------------------------------------------------------------------- deployment examples


def test_containers_allow_the_public_host_and_proxy_health_checks(monkeypatch):
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    upstreams = re.search(r"PASCH_SERVERS:([^}]*)", (ROOT / "docs/deploy/Caddyfile").read_text("utf-8"))[1].split()
    for service in ("pasch-1", "pasch-2"):
        with monkeypatch.context() as patched:
            for name, value in services[service]["environment"].items():
                patched.setenv(name, value.replace("${PASCH_SITE:-localhost}", "pasch.example").partition("${")[0])
            setup = read_setup()
        reached = reach_of(setup.listening.host, (), any_address=setup.server.operation.public_url is None)
        ours = replace(setup.server, reach=reached)
        assert allowed(ours, "pasch.example")
        assert allowed(ours, "127.0.0.1:8000", "/healthz")
        assert [each for each in upstreams if not allowed(ours, each, "/readyz")] == []
        assert not allowed(ours, "evil.example")
        assert not allowed(ours, "172.30.71.4:8000")
