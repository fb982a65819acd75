"""Certificates for the addresses of this machine, from an authority of its own."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme
from cryptography import x509

# Apple accepts no certificate that is valid for longer than 825 days.
VALID = timedelta(days=397)
RENEW_BEFORE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files: the authority that phones may trust, and the server's chain and key."""

    authority: Path
    chain: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """Return what a server needs to speak TLS."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.chain, self.key)
        return context


def certificate_for(names: Iterable[str], folder: Path) -> Certificate:
    """Return a certificate for these addresses and names, the one of last time if it still fits.

    The authority stays the same, so whoever trusts it trusts every later certificate.
    Raises OSError.
    """
    wanted = sorted(set(names))
    folder.mkdir(parents=True, exist_ok=True)
    found = Certificate(
        folder / "authority.pem", folder / "certificate.pem", folder / "certificate.key"
    )
    if not _still_fits(found, wanted):
        authority = _authority(found.authority, folder / "authority.key")
        moment = datetime.now(UTC)
        issued = authority.issue_cert(
            *wanted,
            organization_name="meldcam",
            organization_unit_name="this house",
            # The clock of a phone may be a little behind.
            not_before=moment - timedelta(days=1),
            not_after=moment + VALID,
        )
        _write(found.key, issued.private_key_pem.bytes())
        _write(found.chain, b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    return found


def _authority(certificate: Path, key: Path) -> trustme.CA:
    if certificate.exists() and key.exists():
        return trustme.CA.from_pem(certificate.read_bytes(), key.read_bytes())
    made = trustme.CA(organization_name="meldcam", organization_unit_name="this house")
    _write(key, made.private_key_pem.bytes())
    _write(certificate, made.cert_pem.bytes())
    return made


def _still_fits(found: Certificate, wanted: list[str]) -> bool:
    if not (found.authority.exists() and found.chain.exists() and found.key.exists()):
        return False
    leaf = x509.load_pem_x509_certificate(found.chain.read_bytes())
    if leaf.not_valid_after_utc < datetime.now(UTC) + RENEW_BEFORE:
        return False
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    covered = {str(name.value) for name in names}
    return set(wanted) <= covered


def _write(path: Path, data: bytes) -> None:
    # Nobody else on this machine reads the keys, not even for a moment.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
