"""Packages with games of their own: written from the template, installed in a folder, used by another process."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copytree, ignore_patterns

from simkit.games.template import write_package

HOUSE = Path(__file__).parents[1]


def written(name: str, folder: Path) -> Path:
    """A package from the template, as `simkit new` writes it."""
    write_package(name, folder)
    return folder


def install(source: Path, site: Path) -> None:
    """Put a package where Python looks for it, beside what its `pyproject.toml` says of it."""
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    for package in source.glob("*/__init__.py"):
        copytree(package.parent, site / package.parent.name, ignore=ignore_patterns("__pycache__"))
    declare(site, project["name"], project["entry-points"]["simkit.games"])


def declare(site: Path, distribution: str, games: dict[str, str]) -> None:
    """What an installer notes of a distribution."""
    about = site / f"{distribution.replace('-', '_')}-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0.1.0\n")
    lines = [f"{name} = {place}" for name, place in games.items()]
    (about / "entry_points.txt").write_text("\n".join(["[simkit.games]", *lines, ""]))


def python(site: Path, *arguments: object, **variables: str) -> subprocess.CompletedProcess:
    """Run Python where what was installed in `site` is found, with a cache that the tests of this process share."""
    paths = os.pathsep.join(map(str, (HOUSE, site)))
    there = {**os.environ, "PYTHONPATH": paths, "SIMKIT_CACHE": str(site.parent / "cache"), **variables}
    # Without files of bytecode: Python takes an old one for an edit of the same size within the same second.
    command = [sys.executable, "-B", *map(str, arguments)]
    return subprocess.run(command, cwd=site, env=there, capture_output=True, text=True, timeout=900)


def simkit(site: Path, *arguments: object) -> tuple[int, list[str], list[str]]:
    """Exit code, and lines of output and errors, of a command."""
    done = python(site, "-m", "simkit", *arguments)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def change(file: Path, old: str, new: str) -> None:
    """Edit a file in one place."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file} says {old!r} {text.count(old)} times"
    file.write_text(text.replace(old, new), "utf-8")
