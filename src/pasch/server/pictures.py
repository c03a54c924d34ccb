"""Addresses as pictures, for cameras."""

import io

import segno


def qr_code(address: str) -> str:
    """The address as a QR code: an SVG document, black on white whatever the page looks like.

    It takes some ten milliseconds.
    """
    picture = io.BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", xmldecl=False, border=2, dark="#000", light="#fff", unit=""
    )
    return picture.getvalue().decode()
