"""A Python environment that has all that is installed here but the QBF solvers."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]
QBF = ("pyqbf", "cmeel")
"""The beginnings of the names of the files that the extra qbf brings; the programs are in a folder of cmeel."""


@pytest.fixture(scope="session")
def without_qbf(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Zermelo where no QBF solver is installed: a function that runs ``zermelo`` with the given words."""
    home = tmp_path_factory.mktemp("without-qbf")
    venv.create(home / "venv", symlinks=True, with_pip=False)
    python = home / "venv" / "bin" / "python"
    asked = (str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(QBF) and not (packages / path.name).exists():
            (packages / path.name).symlink_to(path)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment |= {"PATH": "/nonexistent", "HOME": str(home), "PYTHONUTF8": "1", "ZERMELO_CACHE": ""}

    def run(*words: str | Path, cwd: Path = home) -> subprocess.CompletedProcess[str]:
        command = [python, "-m", "zermelo", *words]
        return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)

    return run
