"""Tables in memory, time and chance in the test's hand."""

import pytest

from tests.service.hall import Hall


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def hall():
    return Hall()
