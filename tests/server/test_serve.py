"""The command `pasch serve`: its output, and its refusals in one plain line."""

import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from tests.support.fork_server import run
from tests.support.server import free_port


def command(*options):
    return [sys.executable, "-m", "pasch", "serve", "--lang", "en", *options]


def refused(*options):
    done = run(command(*options)[3:], b"", os.environ, timeout=60)
    assert done.out == ""
    assert len(done.err.splitlines()) == 1, done.err
    return done.code, done.err.strip()


@contextmanager
def running(folder, *options, home=None):
    environment = {"PATH": "", "PYTHONUNBUFFERED": "1", "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    process = subprocess.Popen(command("--port", "0", *options), stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield process
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0
        process.stdout.close()


@pytest.mark.slow
def test_json_output_is_one_line_with_addresses_and_database(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with running(tmp_path, "--database", database, "--json") as process:
        said = json.loads(process.stdout.readline())
        assert (said["addresses"], said["database"]) == ([], database)
        with urllib.request.urlopen(said["url"] + "healthz", timeout=60) as answer:
            assert answer.status == 200


@pytest.mark.slow
def test_serve_reads_settings_from_a_file(tmp_path):
    database, file = f"sqlite:///{tmp_path / 'ours.sqlite3'}", tmp_path / "pasch.toml"
    file.write_text(f'host = "127.0.0.1"\ndatabase = "{database}"\nbody_limit = 10\n')
    with running(tmp_path, "--config", str(file), "--json") as process:
        said = json.loads(process.stdout.readline())
        assert said["database"] == database
        refused = urllib.request.Request(said["url"] + "api/v1/session", b'{"name": "Anna"}')
        with pytest.raises(urllib.error.HTTPError) as answer:
            urllib.request.urlopen(refused, timeout=60)
        with answer.value:
            assert answer.value.code == 413


def test_text_output_names_address_and_database_file(tmp_path):
    with running(tmp_path) as process:
        assert process.stdout.readline().startswith("Pasch is ready: http://127.0.0.1:")
        assert process.stdout.readline() == f"Tables are kept in {tmp_path / 'data' / 'pasch' / 'pasch.sqlite3'}\n"
        assert (tmp_path / "data" / "pasch" / "pasch.sqlite3").is_file()


@pytest.mark.slow
def test_lan_option_listens_on_all_addresses(tmp_path):
    with running(tmp_path, "--lan", "--json", "--database", f"sqlite:///{tmp_path / 'db'}") as process:
        said = json.loads(process.stdout.readline())
        for url in (said["url"], *said["addresses"]):
            with urllib.request.urlopen(url + "healthz", timeout=60) as answer:
                assert answer.status == 200


@pytest.mark.slow
def test_lan_option_prints_a_qr_code(tmp_path):
    with running(tmp_path, "--lan", "--database", f"sqlite:///{tmp_path / 'db'}") as process:
        lines = [process.stdout.readline()]
        while not lines[-1].startswith("Ctrl-C"):
            lines.append(process.stdout.readline())
        assert lines[1].startswith(("From the home network: http://", "This machine has no address"))
        if lines[1].startswith("From"):
            assert any("█" in line for line in lines)


@pytest.mark.slow
def test_taken_port_error_suggests_a_free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, line = refused("--port", str(port))
    assert code == 1
    assert f"Port {port} on 127.0.0.1 is taken; try --port " in line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--bus", "http://localhost"), "“http://localhost” is not a bus"),
        (("--database", "mysql://root@localhost/pasch"), "mysql://root@localhost/pasch"),
        (("--database", "sqlite://"), "sqlite:////absolute/path"),
        (("--database", "sqlite:////no/such/folder/pasch.sqlite3"), "/no/such/folder"),
        (("--database", "sqlite:////dev/null"), "/dev/null"),
        (("--host", "192.0.2.1"), "192.0.2.1"),
        (("--host", "no such host"), "no such host"),
    ],
)
def test_invalid_options_are_refused_in_one_line(options, says):
    code, line = refused("--port", str(free_port()), *options)
    assert code == 1
    assert says in line


def test_non_database_file_is_refused_and_unchanged(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 200)
    code, line = refused("--port", "0", "--database", f"sqlite:///{file}")
    assert code == 1
    assert str(file) in line
    assert file.read_text() == "Dear Anna, " * 200


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--port", "70000"), ("--port", "x"), ("--colour",)])
def test_unknown_options_are_a_usage_error(options):
    done = subprocess.run(command(*options), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("host", ["ü..b", "nowhere.invalid", "10.0.0.256"])
def test_impossible_host_is_refused(host):
    assert refused("--port", "0", "--host", host) == (1, f"pasch: {host} is not an address of this machine")
