"""The test runs the ten commands of the club page literally, with the machine's paths in a folder."""

import os
import re
import subprocess
import sys

import pytest

from pasch.server.configuration.reading import read_setup
from tests.deploy.test_compose import ROOT
from tests.support.server import Server

PAGE = (ROOT / "docs" / "club.md").read_text("utf-8")
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]
SYSTEM = "#!/bin/sh\n"
PASCH = '#!/bin/sh\nexec "{python}" -m pasch "$@"\n'


def command(part: str) -> str:
    """The only command that contains a text."""
    [found] = [line for line in COMMANDS if part in line]
    return found


def test_club_page_has_ten_commands_and_installs_like_the_manual():
    assert len(COMMANDS) == 10
    manual = (ROOT / "docs" / "operating.md").read_text("utf-8")
    assert [line for line in COMMANDS if "/opt/pasch/bin/pip" in line or "-m venv" in line] == [
        line for line in COMMANDS if f"\n{line}\n" in manual
    ]
    assert "DynamicUser=yes\n" in (ROOT / "docs" / "deploy" / "pasch.service").read_text("utf-8")


@pytest.mark.slow
def test_club_commands_configure_proxy_service_and_backup(tmp_path):
    machine = tmp_path / "machine"
    for folder in ("etc/systemd/system", "etc/caddy", "etc/cron.d", "var/lib/pasch", "opt/pasch/bin", "srv", "bin"):
        (machine / folder).mkdir(parents=True)
    for name, text in (("opt/pasch/bin/pasch", PASCH.format(python=sys.executable)), ("bin/systemctl", SYSTEM)):
        (machine / name).write_text(text)
        (machine / name).chmod(0o755)

    def run(line):
        here = re.sub(r"(?<![\w-])/(?=(?:etc|var/lib|opt|srv)/)", f"{machine}/", line)
        environment = {**os.environ, "PATH": f"{machine / 'bin'}:{os.environ['PATH']}"}
        subprocess.run(["sh", "-c", here], cwd=ROOT, check=True, env=environment, timeout=120, capture_output=True)

    run(command("/etc/pasch.toml"))
    run(command("systemctl enable"))
    run(command("/etc/caddy/Caddyfile"))
    run(command("/etc/cron.d/pasch"))
    settings = machine / "etc" / "pasch.toml"
    assert read_setup(settings).server.operation.public_url == "https://pasch.example"
    proxy = (machine / "etc" / "caddy" / "Caddyfile").read_text("utf-8")
    assert "\npasch.example {\n" in proxy
    assert "reverse_proxy 127.0.0.1:8000 {" in proxy

    with Server(machine / "var" / "lib" / "pasch"):
        run(command("restore trial.gz"))
        timed, nightly = re.fullmatch(
            r"(\S+ \S+ \S+ \S+ \S+) root (.*)\n", (machine / "etc" / "cron.d" / "pasch").read_text("utf-8")
        ).groups()
        assert timed == "0 4 * * *"
        run(nightly.replace("\\%", "%"))
    [kept] = (machine / "srv" / "backup").iterdir()
    assert re.fullmatch(r"pasch-\d{4}-\d\d-\d\d\.gz", kept.name)
