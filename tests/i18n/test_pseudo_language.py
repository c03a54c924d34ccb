"""A folder with catalogues adds a language to server, terminal, PDF and client without any code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pdfminer.high_level import extract_text

import pasch
from pasch.i18n import LANGUAGES, client
from tests.i18n import pseudo
from tests.i18n.pseudo import CODE

PACKAGE = Path(pasch.__file__).parent
CLIENT = PACKAGE.parents[1] / "client"
LEFT_OUT = {"chance", "{count} seat added its own seed.", "help.account_text"}
"""Messages without a translation: two of the server, one of the client."""
EVERY = sorted([*LANGUAGES, CODE])
SEEN = """
import contextlib, io, json, sys
from starlette.testclient import TestClient
from pasch.cli.app import app
from pasch.i18n import LANGUAGES, of_environment
from pasch.server.app import interface

def run(*words):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        app(words, prog_name="pasch")
    return said.getvalue()

answer = TestClient(interface()).get("/api/v1/glossary", headers={"Accept-Language": "eo-XX, de;q=0.5"})
seen = {
    "languages": LANGUAGES,
    "environment": of_environment({"LANG": "eo.UTF-8"}),
    "server": answer.text,
    "rules": run("rules", "kniffel", "--lang", "eo"),
    "paper": run("sheet", sys.argv[1], "--lang", "eo"),
    "help": run("rules", "--help"),
}
print(json.dumps(seen))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with one more folder of catalogues. All other entries are links to the real package."""
    copy = tmp_path / "pasch"
    for folder, apart in ((copy, "i18n"), (copy / "i18n", "locale"), (copy / "i18n" / "locale", CODE)):
        folder.mkdir()
        for entry in (PACKAGE / folder.relative_to(copy)).iterdir():
            if entry.name not in {apart, "__pycache__"}:
                (folder / entry.name).symlink_to(entry)
    pseudo.write(copy / "i18n" / "locale", LEFT_OUT.__contains__)
    return tmp_path


@pytest.mark.slow
def test_catalogue_folder_adds_a_language(package: Path):
    paper = package / "form.pdf"
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SEEN, str(paper)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["languages"] == EVERY
    assert seen["environment"] == CODE
    assert f"[{'|'.join(EVERY)}]" in seen["help"].replace("<", "[").replace(">", "]")
    assert '"[' in seen["server"]
    assert seen["rules"].startswith("[")
    assert "[" in seen["paper"]
    assert "[" in extract_text(paper)


@pytest.mark.slow
def test_missing_messages_fall_back_to_english(package: Path):
    program = "from pasch.words import *; from pasch import *; v = find_variant('kniffel'); "
    program += "print(*(category_name(v, key, 'eo') for key in ('chance', 'kniffel')), sep='|', end='|'); "
    program += "from pasch.i18n import translator; seats = '{count} seat added its own seed.'; "
    program += "print(translator('eo').count('verify', seats, '{count} seats added their own seeds.', 2))"
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    said = subprocess.check_output([sys.executable, "-c", program], env=environment, text=True)
    assert said == "Chance|[Kniffel]|2 seats added their own seeds.\n"


@pytest.mark.slow
def test_client_files_include_every_catalogue_folder(package: Path):
    locales = package / "pasch" / "i18n" / "locale"
    files = client.generate(CLIENT, locales)
    assert f"export const LANGUAGES = {json.dumps(EVERY)} as const;" in files["messages.gen.ts"]
    english, pseudo_words = (files[f"{language}/help.gen.ts"] for language in ("en", CODE))
    assert pseudo_words.count('"[') > 20
    (same,) = set(english.splitlines()) & {line for line in pseudo_words.splitlines() if line.startswith('  "')}
    assert same.startswith('  "help.account_text": ')
    assert client.missing(client.catalogues_in(locales)) == dict.fromkeys(LANGUAGES, ()) | {
        CODE: ("help.account_text",)
    }
