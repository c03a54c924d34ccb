"""`pasch serve --lan --https`: a phone installs the certificate over plain HTTP; then everything is encrypted."""

import asyncio
import ssl
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from pasch.service.views.schema.socket import PROTOCOL
from tests.cli.terminal import pasch
from tests.support.server import Server, free_ports

STEP = 443


@pytest.fixture(name="server")
def the_server(tmp_path: Path):
    """A server with free plain and encrypted ports and its own data folder."""
    port = free_ports(STEP + 1)
    environment = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with Server(tmp_path, ("--lan", "--https"), environment, port=port) as running:
        yield running


@pytest.mark.slow
def test_pages_sessions_and_sockets_work_over_tls(server: Server, tmp_path: Path):
    certificate = httpx.get(f"{server.url}/pasch-ca.crt", timeout=60)
    assert certificate.headers["content-type"] == "application/x-x509-ca-cert"
    trust = ssl.create_default_context(cadata=certificate.content)
    encrypted = f"https://127.0.0.1:{server.port + STEP}"
    with httpx.Client(base_url=encrypted, verify=trust, timeout=60) as phone:
        assert "<title>Pasch</title>" in phone.get("/").text
        opened = phone.post("/api/v1/session", json={})
        assert "secure" in opened.headers["set-cookie"].lower()
        seats = [{"kind": "local", "name": "Anna"}, {"kind": "local", "name": "Bernd"}]
        page = {"Origin": encrypted}
        table = phone.post("/api/v1/tables", json={"variant": "kniffel", "seats": seats}, headers=page).json()["id"]
        cookie = f"{next(iter(phone.cookies))}={next(iter(phone.cookies.values()))}"
    assert asyncio.run(hello(encrypted, table, cookie, trust))
    assert httpx.get(f"{server.url}/readyz", timeout=60).is_success
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(encrypted, timeout=60)
    assert (tmp_path / "data" / "pasch" / "https" / "authority.pem").stat().st_mode & 0o077 == 0


async def hello(encrypted: str, table: str, cookie: str, trust: ssl.SSLContext) -> bool:
    """Return whether a socket over TLS greets with the table."""
    address = f"{encrypted.replace('https', 'wss')}/api/v1/tables/{table}/ws?version={PROTOCOL}&after=0"
    async with connect(address, ssl=trust, origin=encrypted, additional_headers={"Cookie": cookie}) as socket:
        return table in str(await asyncio.wait_for(socket.recv(), 30))


def test_https_without_lan_is_refused():
    refused = pasch("serve", "--https")
    assert (refused.code, refused.err) == (1, "pasch: --https goes with --lan, and with one process\n")
