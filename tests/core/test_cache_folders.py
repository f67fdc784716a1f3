"""The folders of compiled kernels: what names them, who may read them, how many stay."""

import os
from pathlib import Path

import numba
import pytest
from core.small_package import FILES, folder, write_files

from simkit.core import cache_folders
from simkit.core.other_games import OtherGame


def mode(path):
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("edited", ["top.py", "rules/middle.py", "bottom.py"])
def test_an_edit_of_anything_imported_opens_a_new_folder(package, edited):
    before = folder(package / "top.py")
    (package / edited).write_text(FILES[edited] + "# changed\n")
    assert folder(package / "top.py") != before


def test_an_edit_of_anything_else_keeps_the_folder(package):
    before = folder(package / "top.py")
    (package / "other.py").write_text("import simkit.bottom\n")
    assert folder(package / "top.py") == before


def test_versions_bounds_checks_and_llvms_level_open_a_new_folder(package, monkeypatch):
    plain = cache_folders.sources_digest(package / "top.py")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = cache_folders.sources_digest(package / "top.py")
    monkeypatch.setattr(numba, "__version__", "0.0")
    newer = cache_folders.sources_digest(package / "top.py")
    monkeypatch.setattr(numba.config, "OPT", 0)
    assert len({plain, checked, newer, cache_folders.sources_digest(package / "top.py")}) == 4


def test_only_the_user_may_read_the_cache(package, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o1777)
    found = folder(package / "top.py")
    assert found.is_relative_to(cache_folders.cache_root())
    assert cache_folders.cache_root().parent == tmp_path / "cache"
    assert [mode(path) for path in (found, found.parent, cache_folders.cache_root())] == [0o700] * 3
    assert (tmp_path / "cache").stat().st_mode & 0o7777 == 0o1777  # it may be everybody's, such as /tmp


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner")
def test_a_cache_that_another_user_made_is_refused(package, monkeypatch):
    root, user = cache_folders.cache_root(), os.getuid()
    root.mkdir(parents=True)
    monkeypatch.setattr(cache_folders, "cache_root", lambda: root)
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    with pytest.raises(PermissionError, match="belongs to another user"):
        folder(package / "top.py")


def test_old_folders_are_pruned_and_the_one_in_use_stays(package):
    found = []
    for version in range(cache_folders.KEPT_FOLDERS + 2):
        (package / "bottom.py").write_text(f"ONE = {version}\n")
        found.append(folder(package / "top.py"))
        os.utime(found[-1], (version, version))
    assert set(found[-1].parent.iterdir()) == set(found[-cache_folders.KEPT_FOLDERS :])


def test_a_folder_that_is_used_again_is_young_again(package):
    oldest = folder(package / "top.py")
    os.utime(oldest, (1, 1))
    folder(package / "top.py")
    assert oldest.stat().st_mtime > 1


def test_a_folder_pruned_by_another_process_is_no_error(tmp_path):
    assert cache_folders._last_used(tmp_path / "gone") == 0.0


def test_files_of_one_name_have_shelves_of_their_own(package, tmp_path):
    files = [package / "top.py", package / "rules/top.py", tmp_path / "a/top.py", tmp_path / "b/top.py"]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert [folder(file).parent.name for file in files] == ["top", "rules.top", "a.top", "b.top"]


def test_a_shelf_of_another_package_has_the_name_of_its_distribution(package, tmp_path, monkeypatch):
    games = (
        OtherGame("joust", "acme.joust", "GAME", "acme-joust", "1"),
        OtherGame("x", "two", "GAME", "simkit-x", "1"),
    )
    monkeypatch.setattr(cache_folders, "other_games", lambda: games)
    write_files(tmp_path, {"two/__init__.py": "", "two/rules/__init__.py": "", "two/rules/blows.py": "A = 1"})
    write_files(tmp_path, {"acme/joust/__init__.py": "", "acme/joust/play.py": "", "acme/other/play.py": ""})
    files = ("two/rules/blows.py", "acme/joust/play.py", "acme/other/play.py")
    shelves = [folder(tmp_path / file).parent.name for file in files]
    assert shelves == ["simkit-x.two.rules.blows", "acme-joust.joust.play", "other.play"]


@pytest.mark.parametrize(
    ("variables", "root"),
    [
        ({"SIMKIT_CACHE": "/a", "XDG_CACHE_HOME": "/b"}, f"/a/simkit-{os.getuid()}"),
        ({"XDG_CACHE_HOME": "/b"}, "/b/simkit"),
        ({"XDG_CACHE_HOME": ""}, "/home/me/.cache/simkit"),
        ({}, "/home/me/.cache/simkit"),
    ],
)
def test_the_cache_is_where_the_user_wants_it(monkeypatch, variables, root):
    for name in ("SIMKIT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folders.cache_root() == Path(root)
