"""The reference of the HTTP API: rendered from the package alone, under the content policy of every page."""

import pytest
from playwright.sync_api import expect

from tests.support.profile import Profile

pytestmark = pytest.mark.slow


def test_api_reference_shows_calls_and_fields_without_foreign_requests(profile: Profile) -> None:
    asked: list[str] = []
    profile.context.on("request", lambda request: asked.append(request.url))
    page = profile.visit("/docs")
    expect(page.get_by_role("heading", name="Pasch", level=1)).to_be_visible()
    call = page.locator("#operations-tables-open_table")
    call.locator(".opblock-summary-control").first.click()
    call.get_by_role("tab", name="Schema").or_(call.get_by_role("button", name="Schema")).first.click()
    call.get_by_text("Expand all", exact=True).first.click()
    expect(call.get_by_text("Open a table.").first).to_be_visible()
    expect(call.get_by_text("A key or alias of a variant.").first).to_be_visible()
    home = page.url.partition("/docs")[0]
    assert {url for url in asked if not url.startswith((home, "data:"))} == set()
    assert page.request.get("/redoc").text() == page.request.get("/docs").text()
