"""The built web client: the file for each address, and its caching."""

import gzip

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from pasch.server.client import Client


@pytest.fixture
def folder(tmp_path):
    built = tmp_path / "client"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Pasch</title>" + "<!-- -->" * 200)
    (built / "sw.js").write_text("// the service worker")
    (built / ".sources").write_text("a digest")
    (built / "assets" / "index-4f2a.js").write_text("console.log(1);" * 200)
    (tmp_path / "secret.txt").write_text("not for the world")
    return built


def ask(folder, path, method="GET", **headers):
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": raw, "server": ("x", 80)}
    return Client(folder).answer(Request(scope))


def refused(folder, path, method="GET"):
    with pytest.raises(HTTPException) as found:
        ask(folder, path, method)
    return found.value.status_code


@pytest.mark.parametrize("path", ["/docs", "/redoc"])
def test_reference_paths_return_the_reference_page(folder, path):
    (folder / "reference.html").write_text("<title>Reference</title>")
    assert ask(folder, path).body == b"<title>Reference</title>"


def test_client_sends_files_compressed_at_build_time(folder):
    (folder / "assets" / "index-4f2a.js.gz").write_bytes(b"packed at the build")
    assert ask(folder, "/assets/index-4f2a.js", accept_encoding="gzip").body == b"packed at the build"


@pytest.mark.parametrize("path", ["/", "/t/abc", "/t/abc/results", "/rules/kniffel", "/no-such-page"])
def test_every_client_route_returns_the_uncached_first_page(folder, path):
    answer = ask(folder, path)
    assert answer.status_code == 200
    assert answer.media_type == "text/html"
    assert answer.headers["cache-control"] == "no-cache"


def test_only_hashed_files_are_cached_forever(folder):
    assert ask(folder, "/assets/index-4f2a.js").headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ask(folder, "/assets/index-4f2a.js").media_type == "text/javascript"
    assert ask(folder, "/sw.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *("/assets/missing.js", "/missing.txt", "/api/v1/none", "/api", "/../secret.txt", "/assets/../../secret.txt"),
        *("/.sources", "/a\0.js", "/" + "x" * 5000 + ".js"),
    ],
)
def test_missing_or_hidden_files_return_404(folder, path):
    assert refused(folder, path) == 404


def test_symlink_out_of_the_folder_returns_404(folder):
    (folder / "out.txt").symlink_to(folder.parent / "secret.txt")
    assert refused(folder, "/out.txt") == 404


def test_client_files_accept_only_reading_methods(folder):
    assert refused(folder, "/", "POST") == 404
    assert ask(folder, "/", "HEAD").status_code == 200


def test_text_files_are_compressed_on_request(folder):
    plain, packed = ask(folder, "/"), ask(folder, "/", accept_encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)


def test_unchanged_file_returns_304(folder):
    tag = ask(folder, "/").headers["etag"]
    again = ask(folder, "/", if_none_match=tag)
    assert again.status_code == 304
    assert again.body == b""
    (folder / "index.html").write_text("<title>new</title>")
    assert ask(folder, "/", if_none_match=tag).status_code == 200


def test_missing_build_returns_a_page_with_build_instructions(tmp_path):
    answer = ask(tmp_path / "client", "/")
    assert answer.status_code == 503
    assert "./pasch serve" in bytes(answer.body).decode()


def test_first_page_contains_the_operators_links(folder):
    (folder / "index.html").write_text("<!doctype html><head><title>Pasch</title></head>")
    links = {"imprint": 'https://home.example/?a=1&b="', "contact": "mailto:pasch@home.example"}
    client = Client(folder, links)
    raw = {"type": "http", "method": "GET", "query_string": b"", "headers": [], "server": ("x", 80)}
    page = bytes(client.answer(Request({**raw, "path": "/"})).body).decode()
    assert '<meta name="pasch-imprint" content="https://home.example/?a=1&amp;b=&quot;" />' in page
    assert '<meta name="pasch-contact" content="mailto:pasch@home.example" /></head>' in page
    assert "pasch-" not in bytes(ask(folder, "/").body).decode()
