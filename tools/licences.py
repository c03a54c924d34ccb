"""Writes docs/licences.md: the licence of each locked package in Pasch, from the package's metadata.

Run it with the project's Python after each change of the locks: `python tools/licences.py`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
LOCKED = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>[^ ;\\]+)(?: ; (?P<where>.+?))? \\$", re.MULTILINE)
VIA = re.compile(r"^    #(?: via)? +(?P<name>[a-z0-9._-]+)$", re.MULTILINE)
"""The comment in the lock before the packages that require the one above."""
EXTRA = "distributed"
"""The requirement of the extra `cluster`."""
ELSEWHERE = {"async-timeout": "Apache-2.0", "colorama": "BSD-3-Clause"}
"""Packages for other systems and versions of Python only, with the licences in their wheels."""
LONGEST = 60
"""A longer text in the field `License` is the licence text, not its name."""
HEAD = """\
# Licences of the packages in Pasch

Pasch itself is under the [MIT licence](../LICENSE). This page lists the packages that Pasch needs to
run or build, and their dependencies, as `requirements.lock` and `client/package-lock.json` lock
them. Each licence is the one that the package declares. Packages for tests alone are omitted.
`tools/licences.py` writes the page, and a test compares it. [Why we use each](dependencies.md).

## On the server
"""
CLUSTER = """
## With the extra `cluster`

An optional extra; the versions are those of the tests (`requirements-dev.lock`).
"""
GPU = """
## With the extra `gpu`

`numba-cuda` is BSD-2-Clause. It installs NVIDIA's CUDA bindings and compiler, which are free of charge
under NVIDIA's own licence. Pasch neither contains nor locks them.
"""
BROWSER = """
## In the browser

`svelte`, `uplot`, the fonts, and what `svelte` brings; `swagger-ui-dist` and what it asks for at
`/docs` alone. The others build the client. Some are for other systems, and one machine installs only its own.
"""
TABLE = """
| package | version | licence |
|---|---|---|
"""


@dataclass(frozen=True, order=True)
class Locked:
    """A package in a lock."""

    name: str
    version: str

    def row(self, licence: str) -> str:
        """Its line in the table."""
        return f"| `{self.name}` | {self.version} | {licence} |\n"


def locked(text: str) -> list[Locked]:
    """The packages of a lock, each name once, with every version if systems differ."""
    versions: dict[str, list[str]] = {}
    for found in LOCKED.finditer(text):
        versions.setdefault(found["name"], []).append(found["version"])
    return [Locked(name, ", ".join(several)) for name, several in sorted(versions.items())]


def licence_of(name: str) -> str:
    """The licence in a package's metadata: the expression, else the short name, else the classifiers."""
    try:
        package = metadata(name)
    except PackageNotFoundError:
        return ELSEWHERE[name]
    # With `get_all`, because other accesses to a missing key depend on the version of Python.
    for licence in (*(package.get_all("License-Expression") or ()), *(package.get_all("License") or ())):
        if licence and len(licence) <= LONGEST and "\n" not in licence:
            return str(licence)
    classified = [
        line.rpartition(" :: ")[2] for line in package.get_all("Classifier") or () if line.startswith("License")
    ]
    return " or ".join(classified)


def brought_by(name: str, lock: str, without: set[str]) -> set[str]:
    """A package, and all packages in the lock that only it requires."""
    parts = re.split(LOCKED.pattern, lock, flags=re.MULTILINE)
    wanted_by = {parts[at]: set(VIA.findall(parts[at + 3])) for at in range(1, len(parts), 4)}
    found: set[str] = set()
    more = {name}
    while more:
        found |= more
        more = {each for each, by in wanted_by.items() if by & found} - found - without
    return found


def of_the_extra(root: Path) -> list[Locked]:
    """The packages of the extra that the server does not require."""
    ours = {each.name for each in locked((root / "requirements.lock").read_text("utf-8"))}
    text = (root / "requirements-dev.lock").read_text("utf-8")
    names = brought_by(EXTRA, text, ours)
    return [each for each in locked(text) if each.name in names]


def of_the_client(root: Path) -> dict[Locked, str]:
    """The client's packages with their licences, both from its lock, without those of its tests."""
    packages: dict[str, dict[str, str]] = json.loads((root / "client" / "package-lock.json").read_text("utf-8"))[
        "packages"
    ]
    versions: dict[str, set[str]] = {}
    licences: dict[str, str] = {}
    for path, about in packages.items():
        if path and not about.get("dev") and not about.get("devOptional"):
            name = path.rpartition("node_modules/")[2]
            versions.setdefault(name, set()).add(about["version"])
            licences[name] = about["license"]
    return {Locked(name, ", ".join(sorted(several))): licences[name] for name, several in sorted(versions.items())}


def page() -> str:
    """The whole page. Raises `KeyError` for a package that is neither installed nor known."""
    packages = locked((ROOT / "requirements.lock").read_text("utf-8"))
    server = "".join(each.row(licence_of(each.name)) for each in packages)
    cluster = "".join(each.row(licence_of(each.name)) for each in of_the_extra(ROOT))
    browser = "".join(each.row(licence) for each, licence in of_the_client(ROOT).items())
    return HEAD + TABLE + server + CLUSTER + TABLE + cluster + GPU + BROWSER + TABLE + browser


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
