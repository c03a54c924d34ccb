"""Tables in memory, time and chance in the test's hand."""

import pytest

from tests.service.harness import Harness


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def harness():
    return Harness()
