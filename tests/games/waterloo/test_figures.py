"""The figures as a whole."""

from collections import Counter

from games.waterloo.battlefield import TREE
from games.waterloo.referee import BUILDINGS, EAST, WOODS

from simkit.games.waterloo.hexes import NAMES


def test_the_armies_are_those_of_the_rulebook():
    found = {
        army: (len(units), sum(one["strength"] for one in units.values())) for army, units in TREE["units"].items()
    }
    assert found == {"french": (26, 89), "anglo_allied": (18, 73), "prussian": (9, 34)}


def test_the_samples_of_2_4():
    assert TREE["units"]["french"]["yng_gd"] == {
        "name": "Yng Gd", "arm": "infantry", "strength": 5, "movement": 4, "hex": "1416",
    }  # fmt: skip
    db_cav = TREE["units"]["anglo_allied"]["db_cav"]
    assert (db_cav["arm"], db_cav["strength"], db_cav["movement"], db_cav["hex"]) == ("cavalry", 1, 5, "1207")
    guns = [one for one in TREE["units"]["prussian"].values() if one["arm"] == "artillery"]
    assert (3, 3) in [(one["strength"], one["movement"]) for one in guns]


def test_nobody_starts_in_woods_or_beside_another_in_one_hex():
    hexes = [one["hex"] for army in ("french", "anglo_allied") for one in TREE["units"][army].values()]
    assert len(set(hexes)) == len(hexes) == 44
    assert not set(hexes) & set(TREE["terrain"]["woods"])


def test_the_terrain_is_counted():
    assert (len(BUILDINGS), len(WOODS), len(TREE["roads"])) == (26, 24, 5)
    everything = [*TREE["terrain"]["building"], *TREE["terrain"]["woods"], *TREE["roads"]]
    assert Counter(everything).most_common(1)[0][1] == 1
    assert set(everything) <= set(NAMES)
    assert len(EAST) == 8


def test_the_table_is_complete():
    assert {face: len(row) for face, row in TREE["crt"].items()} == {str(face): 10 for face in range(1, 7)}
