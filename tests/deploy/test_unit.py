"""The unit file for systemd in a mount namespace with a read-only system: a restart compiles nothing."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from tests.deploy.test_compose import ROOT
from tests.support.server import Server, free_port

WITHIN = 180
"""Seconds in which kernels are compiled and a small variant solved, however busy the machine is."""

SHUT = """
set -e
places=$(while read -r _ place _; do echo "$place"; done < /proc/self/mounts)
granted=$1 home=$2; shift 2
for kind in lib cache; do
    mkdir -p "$granted/$kind"
    mount -t tmpfs none /var/$kind
    mkdir /var/$kind/pasch
    mount --bind "$granted/$kind" /var/$kind/pasch
done
for place in $places /var/lib /var/cache; do
    case $place in /proc*|/sys*|/dev*) ;; *) mount -o remount,bind,ro "$place" ;; esac
done
mount -t tmpfs none /var/tmp
for place in / /etc /tmp /var/lib /var/cache "$home" "$granted/lib"; do
    if [ -w "$place" ]; then echo "$place can be written"; exit 1; fi
done
export HOME=/
exec "$@"
"""
"""The effect of `ProtectSystem=strict` on a service. Home is read-only, not hidden: Python may be there."""

SAYS = """
import os
from numba.core import event

del os.nice  # else the solving process gives way to all other tests

class Compiled(event.Listener):
    def on_start(self, event):
        with open("/var/lib/pasch/compiled", "a") as file:
            print(event.data["dispatcher"].__name__, file=file)

    def on_end(self, event):
        pass

event.register("numba:compile", Compiled())
"""
"""Every process of Python reads this as `sitecustomize`, the solving process too."""


@dataclass
class Unit(Server):
    """The service of the unit file, started as root of a namespace, so that only mounts restrict it."""

    unit: dict[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        return self.folder / "service.log"

    @property
    def kept(self) -> Path:
        """The folders that the unit grants."""
        return self.folder / "granted"

    def start(self):
        program, *arguments = self.unit["ExecStart"].split()
        assert program == "/opt/pasch/bin/pasch"
        settings = {"/etc/pasch.toml": str(self.folder / "pasch.toml")}
        command = [sys.executable, "-m", "pasch", *(settings.get(argument, argument) for argument in arguments)]
        name, _, value = self.unit["Environment"].partition("=")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["unshare", "-rm", "sh", "-c", SHUT, "sh", self.kept, Path.home(), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={"PATH": os.environ["PATH"], name: value, "PYTHONPATH": f"{self.folder}:{ROOT}"},
            )
        try:
            self._wait_until_ready(self.process)
        except BaseException:
            self.kill()
            raise
        return self


@pytest.fixture
def unit(tmp_path, mount_namespaces):
    lines = (ROOT / "docs" / "deploy" / "pasch.service").read_text("utf-8").splitlines()
    said = dict(line.split("=", 1) for line in lines if re.match("[A-Z]", line))
    settings = [
        'database = "sqlite:////var/lib/pasch/pasch.sqlite3"',
        'host = "127.0.0.1"',
        f"port = {(port := free_port())}",
        "solving_ahead = 0",
    ]
    (tmp_path / "pasch.toml").write_text("\n".join(settings))
    (tmp_path / "sitecustomize.py").write_text(SAYS)
    return Unit(tmp_path, port=port, unit=said)


def solve_in_new_process(unit):
    """Run the service once to solve a variant and remove the solver table; returns the compiled kernels."""
    said = unit.kept / "lib" / "compiled"
    said.unlink(missing_ok=True)
    query, pause = urllib.parse.urlencode({"position": "crag; ; 123 1"}), Event()
    with unit:
        for _ in range(WITHIN):
            try:
                with urllib.request.urlopen(f"{unit.url}/api/v1/advice?{query}", timeout=60) as answer:
                    assert json.load(answer)["actions"][0]["regret"] == 0
                    break
            except urllib.error.HTTPError as refusal:
                refusal.close()
                if refusal.code != 503:
                    raise
                pause.wait(1)  # as clients should
        else:
            pytest.fail(f"not solved within {WITHIN} s\n{unit.output()}")
        assert unit.stop() == 0
    [table] = (unit.kept / "cache").glob("*.mean32.table")
    table.unlink()
    return said.read_text().split() if said.exists() else []


@pytest.mark.slow
@pytest.mark.timeout(600)  # three starts, and the compiler
def test_restarted_service_compiles_nothing(unit):
    wanted = {"StateDirectory": "pasch", "CacheDirectory": "pasch", "ProtectSystem": "strict", "ProtectHome": "yes"}
    assert {name: unit.unit[name] for name in wanted} == wanted
    assert "level" in solve_in_new_process(unit)
    assert [solve_in_new_process(unit) for _ in range(2)] == [[], []]
    assert "cache_unusable" not in unit.output()
