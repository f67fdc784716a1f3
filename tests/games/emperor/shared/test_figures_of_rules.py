"""Figures of the rules that stood for one another: each changes what it should, and nothing else."""

import numpy as np
import pytest
from games.emperor.encounter.battles import FOES, OZMO, exactly, faults, rules_of, scenario
from games.emperor.whole.tables import Table

from simkit.core.dice import loaded_dice
from simkit.core.log import new_log
from simkit.games.emperor.encounter.rules import companions
from simkit.games.emperor.encounter.rules.possessions import n_magic
from simkit.games.emperor.shared.schema import TALLY
from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.whole.rules import experience

HAPPENS, DOES_NOT = 0, 1  # loaded outcomes of a die of which only some faces matter
FACES = ("eagle_joins_faces", "companion_stays_faces", "familiar_stays_faces", "genie_steals_faces")
FIELDS = ("joins_on", "companion_stays_on", "familiar_stays_on", "genie_steals_on")
POINTS = {"experience_kill": Fate.FOE_KILLED, "experience_foe_flees": Fate.FOE_FLED, "experience_charm": None}


@pytest.mark.parametrize(("figure", "field"), list(zip(FACES, FIELDS, strict=True)))
def test_each_list_of_faces_is_a_field_of_its_own(figure, field):
    usual, changed = rules_of(), rules_of(**{f"constants.{figure}": [1]})
    assert [int(changed[name]) for name in FIELDS] == [1 if name == field else 3 for name in FIELDS]
    assert {name for name in usual.dtype.names if usual[name].tobytes() != changed[name].tobytes()} == {field}


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize(
    ("figure", "cell", "field"),
    [
        ("companion_stays_faces", {"character": "Ozmo", "companions": ["wolves"]}, "companions"),
        ("familiar_stays_faces", {"character": "Turb", "familiar": True}, "familiar"),
    ],
)
def test_companions_and_familiars_stay_on_so_many_faces(figure, cell, field, n):
    one = scenario({"foe": "wolves", **cell}, rules={f"constants.{figure}": list(range(1, n + 1))})
    for outcome, chance in ((HAPPENS, n / 6), (DOES_NOT, 1 - n / 6)):
        player, dice = one.cells[0].compiled.setups[0].player.copy(), loaded_dice([outcome])
        companions.roll_to_stay(one.rules, player, np.zeros(1, TALLY)[0], dice, new_log(9))
        assert dice.chances[0] == pytest.approx(chance, abs=1e-15)
        assert (player[field] > 0) == (outcome == HAPPENS)


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize(
    ("figure", "foe", "metric"),
    [("genie_steals_faces", "obtuse_genie", "treasures_lost"), ("eagle_joins_faces", "ed_eagle", "joined")],
)
def test_the_genie_steals_and_the_eagle_joins_on_so_many_faces(figure, foe, metric, n):
    rules = {f"constants.{figure}": list(range(1, n + 1))}
    found = exactly(foe=foe, treasures=["gold_cup"], rules=rules, **OZMO)
    assert found.means[metric] == pytest.approx(n / 6, abs=1e-12)


@pytest.mark.parametrize("figure", POINTS)
@pytest.mark.parametrize(("share", "points"), [("nothing", 0), ("half_wound_number", 6), ("full_wound_number", 13)])
def test_experience_is_the_share_of_the_wound_number_that_its_figure_says(figure, share, points):
    table = Table("Ozmo", "Rosa", rules={f"constants.{figure}": share})
    battle = table.state.battle
    battle.ending, battle.joined = POINTS[figure] or Fate.ENDED_BY_MAGIC, int(POINTS[figure] is None)
    experience.reward_experience(table.rules, FOES.index("brown_bear"), 0, table.state, table.log)
    assert table.state.seats[0].points == points


@pytest.mark.parametrize(("good", "magic"), [("stone_of_fire", True), ("grail_of_pale", False)])
def test_a_treasure_is_magic_where_its_figure_says_so(good, magic):
    cell = {"character": "Ozmo", "foe": "wolves", "treasures": [good]}
    for value in (magic, not magic):
        one = scenario(cell, rules={f"treasures.{good}.magic": value})
        assert n_magic(one.rules, one.cells[0].compiled.setups[0].player) == value


@pytest.mark.parametrize("faces", [[0], [7], [-1], [2, 2], [10**9], ["2"], 3])
def test_faces_that_no_die_has_are_refused(faces):
    for name in FACES:
        (found,) = faults(character="Ozmo", foe="wolves", rules={f"constants.{name}": faces})
        assert found.startswith(f"constants.{name} ")


@pytest.mark.parametrize(
    ("figure", "value"),
    [
        ("components.treasures", 35),
        ("edition_1990.tiles", 1),
        ("terrain_summary.swamp.hostile", 8),
        ("classes.fighter.scrolls", False),
        ("encounters.wolves.fights", False),
        ("spells.familiar.hits_needed", 1),
        ("scrolls.scroll_heal.absorb", 1),
        ("treasures.gold_cup.category", "scroll"),
        ("treasures.magic_axe.magic", False),
    ],
)
def test_a_figure_that_no_rule_asks_for_cannot_be_set(figure, value):
    (found,) = faults(character="Ozmo", foe="wolves", rules={figure: value})
    assert found.startswith(f"{figure} cannot be set: ")
