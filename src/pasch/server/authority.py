"""A certificate authority of this machine, for `serve --lan --https`.

Its certificate is limited to addresses and names of a home network (RFC 5280, 4.2.1.10): a phone that trusts it trusts
it for nothing else. Only its owner can read its key, which never leaves the folder.
"""

import os
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FOLDER = "https"
"""The subfolder of the user's data folder."""
NETWORKS: tuple[IPv4Network | IPv6Network, ...] = (
    *map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")),
    *map(IPv6Network, ("fc00::/7", "fe80::/10", "::1/128")),
)
"""The networks that the authority may certify: home networks and this machine (RFC 1918, 3927, 4193, 4291)."""
NAMES = ("local", "localhost")
YEARS = timedelta(days=3650)
TERM = timedelta(days=397)
"""The longest validity that browsers accept for a server's certificate."""
EARLIER = timedelta(days=1)
"""The backdating of certificates: clocks of phones may be slow."""
OWNER_ONLY = 0o600


@dataclass(frozen=True)
class Authority:
    """The authority's certificate and its folder."""

    folder: Path
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def file(self) -> bytes:
        """The certificate in the format that phones install."""
        return self.certificate.public_bytes(Encoding.DER)

    def context(self, hosts: Sequence[str], now: datetime) -> ssl.SSLContext:
        """The TLS context for a listener on these hosts; hosts outside the home network are left out."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._issue(key, hosts, now)
        pair = self.folder / "server.pem"
        _write(pair, _text(key) + certificate.public_bytes(Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(pair)
        return context

    def _issue(self, key: ec.EllipticCurvePrivateKey, hosts: Sequence[str], now: datetime) -> x509.Certificate:
        names = x509.SubjectAlternativeName([name for host in hosts if (name := _name(host)) is not None])
        return (
            _begun("Pasch", now, min(now + TERM, self.certificate.not_valid_after_utc))
            .issuer_name(self.certificate.subject)
            .public_key(key.public_key())
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .sign(self.key, SHA256())
        )


def authority_in(folder: Path, now: datetime) -> Authority:
    """The authority whose files are in a folder, or a new one if it is missing or expired.

    Raises `OSError` when the folder cannot be read or written, `ValueError` for invalid files.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / "authority.pem"
    if file.is_file():
        content = file.read_bytes()
        key, certificate = load_pem_private_key(content, None), x509.load_pem_x509_certificate(content)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError(str(file))
        if certificate.not_valid_after_utc > now + TERM:
            return Authority(folder, certificate, key)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _root(key, now)
    _write(file, _text(key) + certificate.public_bytes(Encoding.PEM))
    return Authority(folder, certificate, key)


def _root(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    names = map(x509.DNSName, (*NAMES, _machine()))
    permitted = [*(x509.IPAddress(network) for network in NETWORKS), *names]
    name = f"Pasch on {_machine()}"
    return (
        _begun(name, now, now + YEARS)
        .issuer_name(_called(name))
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(_signs_certificates(), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )


def _begun(name: str, now: datetime, end: datetime) -> x509.CertificateBuilder:
    number = x509.random_serial_number()
    dated = x509.CertificateBuilder().not_valid_before(now - EARLIER).not_valid_after(end)
    return dated.subject_name(_called(name)).serial_number(number)


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _signs_certificates() -> x509.KeyUsage:
    uses = dict.fromkeys(("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"), False)
    more = dict.fromkeys(("key_agreement", "crl_sign", "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(key_cert_sign=True, **uses, **more)


def _name(host: str) -> x509.GeneralName | None:
    """A host's name in a certificate; None outside the home network."""
    try:
        address = ip_address(host)
    except ValueError:
        ours = host == _machine() or host.rpartition(".")[2] in NAMES
        return x509.DNSName(host) if ours else None
    return x509.IPAddress(address) if any(address in network for network in NETWORKS) else None


def _machine() -> str:
    return socket.gethostname().lower()


def _text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(file: Path, content: bytes) -> None:
    """Write a file atomically; only its owner can read it, from its first byte."""
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as opened:
        opened.write(content)
    fresh.replace(file)
