"""The transport of answers: compressed if they hold no secret, cached if they are equal for all callers."""

import pytest

from tests.server.world import Person

pytestmark = pytest.mark.anyio

CATALOGUES = ["/variants", "/variants/kniffel", "/glossary", "/tips"]


@pytest.mark.parametrize("path", CATALOGUES)
async def test_catalogue_is_cached_and_revalidated_by_etag(anna: Person, path: str) -> None:
    first = await anna.ask("GET", path)
    assert first.headers["cache-control"] == "public, max-age=600"
    assert "Accept-Language" in first.headers["vary"]
    tag = first.headers["etag"]
    again = await anna.ask("GET", path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    german = await anna.ask("GET", path, headers={"If-None-Match": tag, "Accept-Language": "de"})
    assert german.status_code == 200
    assert german.headers["etag"] != tag


async def test_public_answers_are_compressed_on_request(anna: Person) -> None:
    for path in ("/variants", "/variants/kniffel"):
        packed = await anna.ask("GET", path, headers={"Accept-Encoding": "gzip"})
        plain = await anna.ask("GET", path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    rules = await anna.ask("POST", "/variants/kniffel/rules", {"rules": {}}, headers={"Accept-Encoding": "gzip"})
    assert rules.headers["content-encoding"] == "gzip"
    assert rules.headers["cache-control"] == "no-store"


async def test_secret_answers_are_neither_compressed_nor_cached(anna: Person) -> None:
    table = (await anna.open("Anna", "Bernd"))["id"]
    for method, path in (("GET", f"/tables/{table}"), ("GET", "/session"), ("POST", f"/tables/{table}/key")):
        answer = await anna.ask(method, path, headers={"Accept-Encoding": "gzip"})
        assert answer.is_success
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
