"""Which files a kernel is made from: every way to import is seen, and nothing is taken from a file that has changed."""

import json
import os
import sys
from pathlib import Path

import pytest
from core.small_package import FILES, write_files

from simkit.core import sources
from simkit.core.sources import Sources, imported_files


def test_imports_are_followed_through_other_files(package):
    found = imported_files(package / "top.py")
    assert found == {package / "top.py", package / "rules/middle.py", package / "bottom.py"}


@pytest.mark.parametrize(
    "statement",
    [
        "import simkit.rules.middle",
        "import numpy, simkit.rules.middle as m",
        "from simkit.rules import middle",
        "from simkit.rules.middle import twice as t",
        "def later():\n    import simkit.rules.middle\n",
    ],
)
def test_every_way_to_import_is_seen(package, statement):
    (package / "top.py").write_text(statement)
    assert package / "rules/middle.py" in imported_files(package / "top.py")


def test_a_package_is_its_init_file(package):
    (package / "top.py").write_text("import simkit.rules")
    assert imported_files(package / "top.py") == {package / "top.py", package / "rules/__init__.py"}


def test_a_package_that_is_named_on_the_way_counts_too(package):
    (package / "top.py").write_text("import simkit.rules.middle")
    assert package / "rules/__init__.py" in imported_files(package / "top.py")


def test_other_libraries_are_not_followed():
    core = sources.PACKAGE / "core"
    below = ("__init__", "jit", "cache_folders", "sources", "other_games", "records")
    assert imported_files(core / "log.py") == {core / f"{name}.py" for name in ("log", *below)}


DUEL = {
    "duel/__init__.py": "",
    "duel/schema.py": "import numpy\n",
    "duel/rules/__init__.py": "",
    "duel/rules/blows.py": "{}\n",
    "duel/rules/parries.py": "from simkit import bottom\n",
    "simkit_other/__init__.py": "",
}


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("from .parries import parry", {"duel/rules/parries.py", "simkit/bottom.py"}),
        ("from . import parries", {"duel/rules/__init__.py", "duel/rules/parries.py", "simkit/bottom.py"}),
        ("from .. import schema", {"duel/__init__.py", "duel/schema.py"}),
        ("from ..schema import STATE", {"duel/schema.py"}),
        ("from duel.schema import STATE", {"duel/schema.py"}),
        ("from simkit.bottom import ONE", {"simkit/bottom.py"}),
        ("import numpy, simkit_other", set()),
        ("from .......... import schema", set()),
    ],
)
@pytest.mark.parametrize("place", ["", "acme/"])
def test_another_package_is_followed_and_not_imported(package, tmp_path, statement, found, place):
    """Also where it is a part of a package without `__init__.py`, which several distributions may share."""
    text = statement.replace("from duel", f"from {place.replace('/', '.')}duel")
    write_files(tmp_path, {place + name: content.format(text) for name, content in DUEL.items()})
    file = tmp_path / place / "duel/rules/blows.py"
    assert imported_files(file) == {file, *(tmp_path / name.replace("duel", f"{place}duel") for name in found)}
    assert "duel" not in sys.modules


# ---- What was read before


@pytest.fixture
def kept(package, tmp_path) -> Path:
    """Where the files of the package are written down, which are none of the youngest."""
    os.utime(package, (1, 1))
    return tmp_path / "sources.json"


@pytest.fixture
def grown(monkeypatch):
    """Files are old enough to be believed at once."""
    monkeypatch.setattr(sources, "YOUNG", -1.0)


def digests(package: Path, kept: Path) -> list[str]:
    return Sources(kept).digests(package / "top.py")


def reads(monkeypatch) -> list[str]:
    """The files that are read from now on."""
    found, read = [], sources._read
    monkeypatch.setattr(sources, "_read", lambda path, times: found.append(Path(path).name) or read(path, times))
    return found


def test_a_file_is_read_once_by_all_processes(package, kept, grown, monkeypatch):
    found = reads(monkeypatch)
    first = digests(package, kept)
    assert sorted(found) == ["bottom.py", "middle.py", "top.py"]
    assert digests(package, kept) == first
    assert len(found) == 3
    assert [path.name for path in kept.parent.glob("sources*")] == [kept.name]


def test_an_edited_file_is_read_again_and_no_other(package, kept, grown, monkeypatch):
    first = digests(package, kept)
    found = reads(monkeypatch)
    (package / "bottom.py").write_text("ONE = 111\n")
    assert digests(package, kept) != first
    assert found == ["bottom.py"]


def test_an_edit_that_keeps_size_and_time_of_a_file_is_seen(package, kept, grown):
    file = package / "bottom.py"
    os.utime(file, (9, 9))
    first = digests(package, kept)
    file.write_text(FILES["bottom.py"].replace("1", "2"))
    os.utime(file, (9, 9))
    assert digests(package, kept) != first


def test_a_file_that_was_edited_a_moment_ago_is_not_believed(package, kept, monkeypatch):
    digests(package, kept)
    assert not kept.exists()


def test_what_a_name_stands_for_is_looked_up_anew(package, kept, grown):
    """A module becomes a package, while the file that imports it stays as it is."""
    first = digests(package, kept)
    (package / "bottom.py").unlink()
    write_files(package, {"bottom/__init__.py": "ONE = 5\n"})
    assert digests(package, kept) != first
    assert str(package / "bottom.py") not in json.loads(kept.read_bytes())


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"a": 1}', '{"a": [1, 2, 3]}', '{"a": ["x", 2, 3, "", []]}'])
def test_what_is_broken_is_ignored_and_written_anew(package, kept, grown, text):
    first = digests(package, kept)
    kept.write_text(text)
    assert digests(package, kept) == first
    assert len(json.loads(kept.read_bytes())) == 3


def test_processes_keep_what_others_wrote(package, kept, grown):
    one, other = Sources(kept), Sources(kept)
    one.digests(package / "bottom.py")
    other.digests(package / "other.py")
    assert len(json.loads(kept.read_bytes())) == 4


def test_a_folder_that_cannot_be_written_to_costs_time_and_no_more(package, tmp_path, grown):
    assert digests(package, tmp_path / "nowhere" / "sources.json") == digests(package, tmp_path / "sources.json")
