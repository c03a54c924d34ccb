"""The certificate authority of `serve --lan --https`: which names it may sign, and who may read its key."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509

from pasch.server.authority import TERM, authority_in

NOW = datetime.now(UTC)  # OpenSSL uses the real clock


def handshake(server: ssl.SSLContext, trusted: bytes, host: str) -> str:
    """Connect over TLS, trust one certificate, and return the negotiated version. Raises `ssl.SSLError`."""
    client = ssl.create_default_context(cadata=trusted)
    ours, theirs = socket.socketpair()

    def answer() -> None:
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()  # the client refused the certificate

    answering = Thread(target=answer)
    answering.start()
    try:
        with client.wrap_socket(ours, server_hostname=host) as connection:
            return connection.version() or ""
    finally:
        ours.close()
        answering.join()


@pytest.mark.parametrize("host", ["192.168.1.20", "10.0.0.7", "fd00::1", "pasch.local", "localhost"])
def test_trusting_client_connects_to_home_network_hosts(tmp_path: Path, host: str) -> None:
    authority = authority_in(tmp_path / "https", NOW)
    assert handshake(authority.context([host], NOW), authority.file, host).startswith("TLSv1.")


def test_client_without_trust_refuses_the_certificate(tmp_path: Path) -> None:
    ours, other = (authority_in(tmp_path / name, NOW) for name in ("ours", "other"))
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(ours.context(["pasch.local"], NOW), other.file, "pasch.local")


@pytest.mark.parametrize("host", ["example.org", "8.8.8.8", "2001:db8::1"])
def test_authority_signs_no_host_outside_the_home_network(tmp_path: Path, host: str) -> None:
    authority = authority_in(tmp_path, NOW)
    authority.context([host, "pasch.local"], NOW)
    served = x509.load_pem_x509_certificate((tmp_path / "server.pem").read_bytes())
    names = served.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["pasch.local"]
    assert names.get_values_for_type(x509.IPAddress) == []


@pytest.mark.parametrize("host", ["example.org", "8.8.8.8"])
def test_clients_reject_outside_hosts_signed_with_a_stolen_key(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = authority_in(tmp_path, NOW)
    monkeypatch.setattr("pasch.server.authority.NAMES", ("local", "org"))
    monkeypatch.setattr("pasch.server.authority.NETWORKS", (ip_network("0.0.0.0/0"),))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(authority.context([host], NOW), authority.file, host)


def test_only_the_owner_can_read_authority_files(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    authority_in(folder, NOW).context(["pasch.local"], NOW)
    assert folder.stat().st_mode & 0o077 == 0
    assert sorted(file.name for file in folder.iterdir()) == ["authority.pem", "server.pem"]
    assert all(file.stat().st_mode & 0o177 == 0 for file in folder.iterdir())


def test_authority_is_reused_until_it_expires(tmp_path: Path) -> None:
    first = authority_in(tmp_path, NOW)
    assert authority_in(tmp_path, NOW + timedelta(days=30)).file == first.file
    late = first.certificate.not_valid_after_utc - TERM
    assert authority_in(tmp_path, late).file != first.file


def test_invalid_authority_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "authority.pem").write_text("nothing of the kind")
    with pytest.raises(ValueError, match=r"."):
        authority_in(tmp_path, NOW)
