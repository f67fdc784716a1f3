"""A small package beside a cache of its own."""

from simkit.core import cache_folders

FILES = {
    "top.py": "from simkit.rules.middle import twice\n",
    "rules/middle.py": "from simkit import bottom\ntwice = 2 * bottom.ONE\n",
    "bottom.py": "ONE = 1\n",
    "other.py": "import simkit.top\n",
    "rules/__init__.py": "",
}


def write_files(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def forget():
    """Begin afresh, as a new process does."""
    cache_folders.cache_folder.cache_clear()
    cache_folders._sources.cache_clear()


def folder(file):
    forget()
    return cache_folders.cache_folder(file)
