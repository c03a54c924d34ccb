"""axe looks at a page as it is shown now."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

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
    """Everything axe finds wrong, each with the elements and the reason. Costs about half a second."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found: list[Any] = page.evaluate(RUN)
    return [str(one) for one in found]
