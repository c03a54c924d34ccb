"""The folder of compiled code: next to the tables, so that a service with a read-only home compiles once."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml
from numba import typeof

from pasch.rules.variants import find_variant
from pasch.solver import cache
from pasch.solver.compiling import kernels
from pasch.solver.entering import distinct_ways
from pasch.solver.program import compile_variant

ROOT = Path(__file__).parents[2]
FOLDERS = {"NUMBA_CACHE_DIR", "PASCH_CACHE", "XDG_CACHE_HOME"}
WITHOUT_A_HOME = {name: value for name, value in os.environ.items() if name not in FOLDERS} | {"HOME": "/dev/null"}
COMPILED = """
from numba.core import event
compiling = event.TimingListener()
event.register("numba:compile", compiling)
import pasch
pasch.solve("cheerio", fresh=True)
print(compiling.done)
"""
"""A program that reports whether it compiled."""


@pytest.fixture(autouse=True)
def ask_in_new_process():
    cache.takes_files.cache_clear()
    cache._report.cache_clear()


def test_code_folder_is_in_the_table_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    assert kernels.code_folder().parent == tmp_path
    assert kernels.code_folder("/elsewhere").parent == Path("/elsewhere")


def test_unusable_cache_is_logged_once(monkeypatch, caplog):
    monkeypatch.setenv("PASCH_CACHE", "/dev/null/tables")
    for _ in range(3):
        assert not cache.takes_files(kernels.code_folder())
        assert not cache.save(cache.folder() / "one.table", find_variant("cheerio"), np.zeros(3), {})
    [record] = caplog.records
    assert (record.getMessage(), vars(record)["reason"]) == ("cache_unusable", "Not a directory")


def test_threads_have_separate_buffers_and_ordered_results():
    found = kernels.on_threads(lambda *parts: parts, list, "all")
    many = kernels.threads()
    assert found == [("all", [], thread, many) for thread in range(many)]
    assert len({id(room) for _, room, _, _ in found}) == many


def test_all_rules_share_one_set_of_compiled_kernels():
    """Numba recompiles a kernel for each array type and order; Generala has points for two rolls."""
    programs = [compile_variant(find_variant(key)) for key in ("kniffel", "generala")]
    assert len({typeof(program.tables) for program in programs}) == 1
    assert len({typeof(distinct_ways(program)) for program in programs}) == 1


def environment_of_the_unit() -> dict[str, str]:
    """Return the environment that the unit file sets for the server."""
    lines = (ROOT / "docs" / "deploy" / "pasch.service").read_text("utf-8").splitlines()
    assert "CacheDirectory=pasch" in lines
    return dict(line.split("=", 2)[1:] for line in lines if line.startswith("Environment="))


def environment_of_the_image() -> dict[str, str]:
    """Return the image's environment; the compose file mounts its cache folder as a volume."""
    [line] = [line for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines() if line.startswith("ENV ")]
    variables = dict(part.split("=", 1) for part in line.split()[1:])
    service = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]["pasch-1"]
    assert service["read_only"]
    assert f"tables:{variables['PASCH_CACHE']}" in service["volumes"]
    return {"PASCH_CACHE": variables["PASCH_CACHE"]}


ALL_COMPILED = """
from numba.core import event
seen = event.RecordingListener()
event.register("numba:compile", seen)
import pasch
pasch.solve("crag", fresh=True)
print(*sorted({f"{e.data['dispatcher'].py_func.__qualname__}{e.data['args']}" for _, e in seen.buffer}), sep="\\n")
"""
"""A program that names the functions it compiled."""


@pytest.mark.slow
def test_processes_share_compiled_functions(tmp_path):
    environment = WITHOUT_A_HOME | {"PASCH_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", ALL_COMPILED]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    compiled = [process.communicate()[0].split("\n") for process in started]
    assert [process.returncode for process in started] == [0, 0]
    names = [name for lines in compiled for name in lines if name]
    assert len(names) > 3
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_second_start_of_the_service_compiles_nothing(tmp_path):
    assert environment_of_the_unit() == environment_of_the_image() == {"PASCH_CACHE": "/var/cache/pasch"}
    environment = WITHOUT_A_HOME | {"PASCH_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", COMPILED]
    starts = [subprocess.run(command, env=environment, check=True, capture_output=True, text=True) for _ in range(2)]
    assert [(start.stdout, start.stderr) for start in starts] == [("True\n", ""), ("False\n", "")]
