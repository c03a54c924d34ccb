"""A server with the settings of `compose.yaml`, behind proxies configured by `nginx.conf` and the `Caddyfile`."""

import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
import yaml

from tests.support.server import Server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
SITE, CLIENT = "pasch.example", "203.0.113.5"
UPGRADE = {"Upgrade": "websocket", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The first server of `compose.yaml`, with its own database and a local bus."""
    service = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]["pasch-1"]
    filled = {"PASCH_SITE": SITE}
    environment = {
        name: VARIABLE.sub(lambda found: filled.get(found[1], found[2] or ""), value)
        for name, value in service["environment"].items()
    }
    options = ("--host", environment["PASCH_HOST"], "--bus", "local")
    with Server(tmp_path_factory.mktemp("server"), options, environment | {"PASCH_SHUTDOWN_NOTICE": "0"}) as running:
        yield running


def by_nginx(host: str, *, upgrade: bool = False) -> dict[str, str]:
    """The headers that nginx.conf sets; it omits headers with an empty value."""
    conf = (DEPLOY / "nginx.conf").read_text("utf-8")
    variables = {
        "$http_host": host,
        "$proxy_add_x_forwarded_for": CLIENT,
        "$scheme": "https",
        "$http_upgrade": "websocket" if upgrade else "",
        "$pasch_connection": "upgrade" if upgrade else "",
    }
    assert re.search(r"map \$http_upgrade \$pasch_connection \{\s+default upgrade;\s+''\s+'';\s+\}", conf)
    asked = re.findall(r"proxy_set_header (\S+) (\S+);", conf)
    return {name: variables[value] for name, value in asked if variables[value]}


def by_caddy(host: str, *, upgrade: bool = False) -> dict[str, str]:
    """The headers that Caddy sets by default; the `Caddyfile` changes none."""
    assert "header_" not in (DEPLOY / "Caddyfile").read_text("utf-8")
    forwarded = {"X-Forwarded-For": CLIENT, "X-Forwarded-Proto": "https", "X-Forwarded-Host": host}
    return {"Host": host, **forwarded, **({"Connection": "Upgrade", "Upgrade": "websocket"} if upgrade else {})}


def ask(server: Server, method: str, path: str, headers: dict[str, str], body: str | None = None) -> HTTPResponse:
    """The answer to a request with exactly these headers."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    if answer.status != 101:
        answer.read()
    connection.close()
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [by_nginx, by_caddy])
def test_proxied_server_serves_only_the_public_host(server, proxy):
    page = {"Origin": f"https://{SITE}", "Content-Type": "application/json"}
    for path, headers in (("/", {}), ("/api/v1/variants", {}), ("/api/v1/lobby/ws", UPGRADE)):
        upgrade = bool(headers)
        assert ask(server, "GET", path, {**headers, **proxy(SITE, upgrade=upgrade)}).status == (101 if upgrade else 200)
        for other in ("evil.example", "172.30.71.4", f"{SITE}.evil.example", "a" * 3000):
            assert ask(server, "GET", path, {**headers, **proxy(other, upgrade=upgrade)}).status == 400, other
    assert ask(server, "POST", "/api/v1/session", {**proxy(SITE), **page}, json.dumps({})).status == 201
    evil = {**page, "Origin": "https://evil.example"}
    assert ask(server, "POST", "/api/v1/session", {**proxy(SITE), **evil}, json.dumps({})).status == 403


@pytest.mark.slow
def test_container_health_checks_are_answered(server):
    """Caddy sends the upstream address as the host, the container's health check its loopback address."""
    [upstreams] = re.findall(r"PASCH_SERVERS:([^}]*)\}", (DEPLOY / "Caddyfile").read_text("utf-8"))
    [uri] = re.findall(r"health_uri (\S+)", (DEPLOY / "Caddyfile").read_text("utf-8"))
    for upstream in upstreams.split():
        assert ask(server, "GET", uri, {"Host": upstream}).status == 200
    assert ask(server, "GET", "/healthz", {"Host": "127.0.0.1:8000"}).status == 200
    assert ask(server, "GET", "/metrics", {"Host": "172.30.71.4:8000"}).status == 200
