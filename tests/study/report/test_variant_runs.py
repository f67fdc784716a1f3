"""A run of a scenario with variants."""

import csv

import pytest
from scenario_texts import DUELS, read

from simkit.study.report.run_report import run_table
from simkit.study.report.variant_runs import play_variants, side_by_side, write_variants
from simkit.study.runs import runner
from simkit.study.runs.run_folder import RunFolder

VARIANTS = (
    DUELS + "\n[variants.no_parry]\nrules = { parry = false }\n\n[variants.hard]\nrules = { escape_target = 9 }\n"
)


@pytest.fixture
def scenario(tmp_path):
    return read(tmp_path, VARIANTS)


def test_every_variant_is_played_as_if_it_were_alone(scenario, tmp_path):
    done = []
    variants = play_variants(scenario, tmp_path, 1, done.append)
    assert sum(done) == 2 * 2 * 40
    for (_, variant), tallies in zip(scenario.variants, variants, strict=True):
        assert [tally.digest for tally in tallies] == [tally.digest for tally in runner.run_in_memory(variant)]


def test_cells_stand_beside_each_other(scenario, tmp_path):
    folder = RunFolder(scenario, tmp_path)
    tallies = folder.play(1, lambda n: None)
    together, counts = side_by_side(scenario, tallies, play_variants(scenario, tmp_path, 1, lambda n: None))
    names = ["base", "base", "no_parry", "no_parry", "hard", "hard"]
    assert [cell.coordinates["variant"] for cell in together.cells] == names
    assert counts[:2] == tallies
    assert [row[0] for row in run_table(together, counts).rows] == names
    rows = list(csv.DictReader(write_variants(folder, together, counts).read_text().splitlines()))
    assert [row["variant"] for row in rows] == names
    assert len({row["HERO_KILLED"] for row in rows}) > 1
