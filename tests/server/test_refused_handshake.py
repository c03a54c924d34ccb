"""Refused handshakes log no errors on a real server."""

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.server import Server


@pytest.mark.slow
def test_refused_handshakes_log_no_error(tmp_path):
    with Server(tmp_path) as server:
        for path, status in (("/api/v1/tables/nope/ws?version=3", 401), ("/api/v1/lobby/nope", 403)):
            with pytest.raises(InvalidStatus) as refused:
                connect(server.url.replace("http", "ws") + path)
            assert refused.value.response.status_code == status
        server.stop()
        assert "rror" not in server.log.read_text()
