"""The licences page lists the packages that run in Pasch, with the licences that they declare."""

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, version

from tools.licences import ELSEWHERE, EXTRA, PAGE, ROOT, licence_of, locked, of_the_client, of_the_extra

ROW = re.compile(r"^\| `(.+?)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
ROWS = {name: (versions, licence) for name, versions, licence in ROW.findall(PAGE.read_text("utf-8"))}


def test_every_locked_package_is_listed_with_its_version():
    packages = [*locked((ROOT / "requirements.lock").read_text("utf-8")), *of_the_extra(ROOT), *of_the_client(ROOT)]
    wanted = {each.name: each.version for each in packages}
    assert len(wanted) == len(packages) == len(ROW.findall(PAGE.read_text("utf-8"))) > 100
    assert {name: versions for name, (versions, _) in ROWS.items()} == wanted, "run tools/licences.py"


def test_requirements_of_extra_and_client_are_included():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    [extra] = project["optional-dependencies"]["cluster"]
    assert extra.startswith(f"{EXTRA}>")
    assert {EXTRA, "dask", "tornado", "zict"} <= {each.name for each in of_the_extra(ROOT)}
    assert not {"pytest", "numpy", "click"} & {each.name for each in of_the_extra(ROOT)}
    client = {each.name for each in of_the_client(ROOT)}
    assert set(json.loads((ROOT / "client" / "package.json").read_text("utf-8"))["dependencies"]) <= client
    assert {"esm-env", "clsx", "rolldown"} <= client
    assert "vitest" not in client


def test_listed_licences_match_the_installed_packages():
    checked = 0
    client = {each.name: licence for each, licence in of_the_client(ROOT).items()}
    for name, (versions, licence) in ROWS.items():
        if name in client:
            assert licence == client[name], f"{name}: run tools/licences.py"
            continue
        try:
            installed = version(name)
        except PackageNotFoundError:
            assert name in ELSEWHERE or name in {each.name for each in of_the_extra(ROOT)}, name
            continue
        if installed in versions.split(", "):
            checked += 1
            assert licence_of(name) == licence, f"{name}: run tools/licences.py"
    assert checked > 40


def test_every_licence_is_free():
    free = re.compile(r"MIT|BSD|Apache|ISC|PSF|MPL|Mozilla|OFL|0BSD|Zlib|CC0|Python Software")
    assert {name: licence for name, (_, licence) in ROWS.items() if not free.search(licence)} == {}
