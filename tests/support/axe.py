"""axe looks at a page as it is shown now."""

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
    """All that axe finds wrong once the page is there, with the elements and the reason. It costs 0.2 s."""
    expect(page.locator("h1").first).to_be_attached()  # every page has one, when its part has come
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found: list[Any] = page.evaluate(RUN)
    return [str(one) for one in found]
