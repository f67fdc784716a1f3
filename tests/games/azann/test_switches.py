"""Every switch of the rules has a test that names it, and every finding of the README a switch or a ruling."""

import re
from pathlib import Path

from games.azann.tower import GAME

from simkit.games.azann.variants import IN_RULES, VARIANTS


def test_every_switch_of_the_rules_is_named_in_a_test():
    files = Path(__file__).parent.glob("test_*.py")
    names = " ".join(name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE))
    others = {"char_death": "death_takes_both", "p071_bonus": "071_what"}
    missing = [variant.key.name for variant in IN_RULES if others.get(variant.key.name, variant.key.name) not in names]
    assert missing == []


def test_every_finding_is_a_switch_or_a_ruling_of_the_readme():
    readme = (GAME.folder / "README.md").read_text()
    findings = [
        f"AZ-{number:02}{letter}" for number in range(1, 48) for letter in ("abcdefg" if number == 29 else [""])
    ]
    findings = [finding for finding in findings if finding not in ("AZ-21", "AZ-26")]
    assert [finding for finding in findings if f"| {finding} |" not in readme] == []
    assert len({variant.reason.split(":")[0] for variant in VARIANTS}) == len(VARIANTS) == 42
