"""Waiting until a server has solved a variant, as a person does: with an open page that reports it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.support.server import Server

SOLVING_TIMEOUT = 250_000
"""Milliseconds for solving a variant, including the compilation of kernels."""


def wait_until_solved(browser: Browser, server: Server, variant: str) -> None:
    """Ask for the value of an empty sheet, and wait for the answer."""
    with browser.new_context(base_url=server.url, locale="de-DE") as context:
        page = context.new_page()
        page.goto(f"/ask?position={variant}")
        expect(page.get_by_text("Endergebnis im Schnitt")).to_be_visible(timeout=SOLVING_TIMEOUT)
