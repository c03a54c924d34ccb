"""Known devices: a browser that has logged in to an account keeps a proof of it.

Strangers may try so many wrong passwords that the account admits no new device for a while. A device with a proof has
its own count, so that its owner still gets in. The proof is made of what the store keeps of the password: it needs no
row, and ends with the password.
"""

import hashlib
import hmac

from pasch.service.people.store import Account

LONGEST_PROOF = 200


def proof_for(account: Account, device: str) -> str:
    """What a device shows to be known; `device` is a random number that no other device has."""
    return f"{device}.{_mark(account, device)}"


def known_device(account: Account, proof: str) -> str | None:
    """The device that a proof names; None for one that is not for this account and its present password."""
    device, _, mark = proof[:LONGEST_PROOF].partition(".")
    right = hmac.compare_digest(mark.encode(errors="replace"), _mark(account, device).encode())
    return device if right else None


def _mark(account: Account, device: str) -> str:
    return hmac.new(account.password.encode(), f"device {device}".encode(errors="replace"), hashlib.sha256).hexdigest()
