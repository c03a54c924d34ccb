"""The lock files match their sources, are complete, and name no registry."""

import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build_client import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;]+)", re.MULTILINE)


def locked(file: str) -> dict[str, str]:
    found = PINNED.finditer((ROOT / file).read_text())
    return {canonicalize_name(match["name"]): match["version"] for match in found}


def listed(file: str) -> list[Requirement]:
    lines = [line.partition("#")[0].strip() for line in (ROOT / file).read_text().splitlines()]
    return [Requirement(line) for line in lines if line]


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.lock", [*map(Requirement, PROJECT["project"]["dependencies"]), *listed("requirements.in")]),
        ("requirements-dev.lock", listed("requirements-dev.in")),
    ],
    ids=["run", "test"],
)
def test_lock_satisfies_the_requirements(lock: str, wanted: list[Requirement]):
    versions = locked(lock)
    unmet = [str(one) for one in wanted if not one.specifier.contains(versions.get(canonicalize_name(one.name), "0"))]
    assert unmet == [], "write the locks anew: requirements.in says how"


def test_test_lock_contains_the_run_time_lock():
    assert locked("requirements.lock").items() <= locked("requirements-dev.lock").items()


def test_build_requirements_match_those_of_a_clone():
    assert set(PROJECT["build-system"]["requires"]) <= {str(one) for one in listed("requirements.in")}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock", "client/package-lock.json"])
def test_locks_name_no_registry(lock: str):
    text = (ROOT / lock).read_text()
    assert (
        re.findall(r'"resolved"|--(?:extra-)?index-url.*|--find-links.*|https?://\S+\.(?:tgz|whl|tar\.gz)', text) == []
    )


def test_client_lock_contains_packages_for_every_platform():
    """npm omits packages that a registry happens not to serve, and `npm ci` then fails on every machine."""
    packages = json.loads((ROOT / "client/package-lock.json").read_text())["packages"]
    names = {path.rpartition("node_modules/")[2] for path, package in packages.items() if "version" in package}
    missing = {name for package in packages.values() for name in package.get("optionalDependencies", {})} - names
    assert missing == set(), "choose a version that is served for all of its platforms"
