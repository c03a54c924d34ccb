"""axe checks a page in its current state."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import build_client

CORE = Path("node_modules", "axe-core", "axe.min.js")
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map(({ id, help, nodes }) =>
    [id, help, ...nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`)].join("\\n    "));
}"""


@cache
def _source() -> str:
    return (build_client.SOURCES / CORE).read_text()


def violations(page: Page) -> list[str]:
    """All violations that axe finds on the loaded page, with the elements and the reason. Costs 0.2 s."""
    expect(page.locator("h1").first).to_be_attached()  # every page has one once its part has loaded
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found: list[Any] = page.evaluate(RUN)
    return [str(one) for one in found]
