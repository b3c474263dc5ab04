"""Distributions: a source distribution holds what a build needs and nothing else, and a wheel is made from it alone.

Making the wheel compiles the core again: that test runs where ZERMELO_TEST_WHEEL is set.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = "import sys; from scikit_build_core.build import build_sdist; print(build_sdist(sys.argv[1]))"
TOP = {"CHANGELOG.md", "CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "man", "native", "pyproject.toml", "src"}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution of this folder."""
    pytest.importorskip("scikit_build_core")
    target = tmp_path_factory.mktemp("sdist")
    subprocess.run([sys.executable, "-c", BUILD, target], cwd=ROOT, check=True, capture_output=True)
    return next(target.glob("zermelo-*.tar.gz"))


def test_a_source_distribution_holds_all_sources_and_nothing_else(sdist):
    with tarfile.open(sdist) as archive:
        files = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}
    assert {name.split("/")[0] for name in files} == TOP
    for folder in ("native", "src", "man"):
        sources = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        made = {
            path for path in sources if "__pycache__" in path.parts or path.suffix == ".so" or path.name == "_guard"
        }
        assert {name for name in files if name.startswith(folder)} >= {str(path) for path in sources - made}, folder
        assert not files & {str(path) for path in made}


def test_the_extra_for_tests_brings_the_solvers_and_the_package_itself_does_not():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert not [name for name in project["dependencies"] if name.startswith("pyqbf")]
    assert [name.split("=")[0] for name in extras["qbf"]] == ["pyqbf"]
    assert "zermelo[qbf]" in extras["test"]


@pytest.mark.slow
@pytest.mark.skipif("ZERMELO_TEST_WHEEL" not in os.environ, reason="compiles the core: set ZERMELO_TEST_WHEEL")
@pytest.mark.timeout(3600)
def test_a_wheel_made_from_the_source_distribution_works_in_a_clean_environment(sdist, tmp_path):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    clean |= {"ZERMELO_CACHE": "", "ZERMELO_CONFIG": "", "PATH": os.defpath}

    def run(*command: str | Path) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=clean, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path, sdist)
    wheel = next(tmp_path.glob("zermelo-*.whl"))
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"zermelo/_guard", "zermelo/py.typed"} <= {*names}
    assert any(name.endswith("/share/man/man1/zermelo.1") for name in names)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert not [
        name for name in names if name.endswith((".cpp", ".hpp", ".a")) or name.startswith(("tests", "nanobind"))
    ]
    run(python, "-m", "pip", "install", wheel)
    zermelo = tmp_path / "venv" / "bin" / "zermelo"
    assert "Checked:  yes" in run(zermelo, "solve", "hex:4x4")
    assert "Checked:  yes" in run(zermelo, "solve", "domineering:3x3")
    assert (tmp_path / "venv" / "share" / "man" / "man1" / "zermelo.1").is_file()
