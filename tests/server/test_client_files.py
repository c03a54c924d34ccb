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
def test_the_reference_of_the_interface_is_a_page_of_its_own(folder, path):
    (folder / "reference.html").write_text("<title>Reference</title>")
    assert ask(folder, path).body == b"<title>Reference</title>"


def test_what_was_packed_at_the_build_is_sent_so(folder):
    (folder / "assets" / "index-4f2a.js.gz").write_bytes(b"packed at the build")
    assert ask(folder, "/assets/index-4f2a.js", accept_encoding="gzip").body == b"packed at the build"


@pytest.mark.parametrize("path", ["/", "/t/abc", "/t/abc/results", "/rules/kniffel", "/no-such-page"])
def test_every_route_of_the_client_gets_its_first_page_fresh(folder, path):
    answer = ask(folder, path)
    assert answer.status_code == 200
    assert answer.media_type == "text/html"
    assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_are_kept_for_ever_and_others_asked_for_anew(folder):
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
def test_what_is_not_there_is_not_found(folder, path):
    assert refused(folder, path) == 404


def test_a_link_out_of_the_folder_leads_nowhere(folder):
    (folder / "out.txt").symlink_to(folder.parent / "secret.txt")
    assert refused(folder, "/out.txt") == 404


def test_the_client_is_only_read(folder):
    assert refused(folder, "/", "POST") == 404
    assert ask(folder, "/", "HEAD").status_code == 200


def test_texts_are_packed_for_those_who_can_unpack(folder):
    plain, packed = ask(folder, "/"), ask(folder, "/", accept_encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)


def test_what_has_not_changed_is_not_sent_again(folder):
    tag = ask(folder, "/").headers["etag"]
    again = ask(folder, "/", if_none_match=tag)
    assert again.status_code == 304
    assert again.body == b""
    (folder / "index.html").write_text("<title>new</title>")
    assert ask(folder, "/", if_none_match=tag).status_code == 200


def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path):
    answer = ask(tmp_path / "client", "/")
    assert answer.status_code == 503
    assert "./pasch serve" in bytes(answer.body).decode()


def test_the_first_page_carries_the_links_of_the_operator(folder):
    (folder / "index.html").write_text("<!doctype html><head><title>Pasch</title></head>")
    links = {"imprint": 'https://home.example/?a=1&b="', "contact": "mailto:pasch@home.example"}
    client = Client(folder, links)
    raw = {"type": "http", "method": "GET", "query_string": b"", "headers": [], "server": ("x", 80)}
    page = bytes(client.answer(Request({**raw, "path": "/"})).body).decode()
    assert '<meta name="pasch-imprint" content="https://home.example/?a=1&amp;b=&quot;" />' in page
    assert '<meta name="pasch-contact" content="mailto:pasch@home.example" /></head>' in page
    assert "pasch-" not in bytes(ask(folder, "/").body).decode()
