"""What tests of the cache share."""

import pytest
from core.small_package import FILES, forget, write_files

from simkit.core import sources


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small package of the same name, and a cache of its own."""
    package = tmp_path / "simkit"
    write_files(package, FILES)
    monkeypatch.setattr(sources, "PACKAGE", package)
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path / "cache"))
    forget()
    yield package
    forget()
