"""Short-lived processes typeset sheets, so strangers' prints do not increase the server's memory."""

import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pasch.rules.variants import VARIANTS

GROWTH = 60_000
"""Kilobytes for the server's part of the work; typst alone takes more than twice as many."""


def memory(server):
    """Kilobytes of the server's process."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


@pytest.mark.slow
def test_parallel_sheets_do_not_grow_server_memory(own_server):
    def printed(variant):
        with urllib.request.urlopen(f"{own_server.url}/api/v1/variants/{variant}/sheet.pdf", timeout=60) as answer:
            return answer.read(5)

    with ThreadPoolExecutor(8) as flood:
        assert printed("kniffel") == b"%PDF-"
        before = memory(own_server)
        assert set(flood.map(printed, list(VARIANTS)[:12])) == {b"%PDF-"}
    assert memory(own_server) - before < GROWTH
    assert "typst" not in Path(f"/proc/{own_server.process.pid}/maps").read_text()
