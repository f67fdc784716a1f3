"""Scripted players by name, and the parameters that a scenario may change."""

from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.azann.schema import ITEMS, N_LEVELS, POLICY, SPELLS, Policy
from simkit.games.keys import Key, PolicyPreset

MOST_POINTS = 99
NEVER = -99  # an edge that nobody has

POLICY_KEYS = (
    Key("wants_child", "bool", "goes for the child"),
    Key("wants_jewel", "bool", "goes for the Jewel"),
    Key("jewel_first", "bool", "goes for the Jewel before the child"),
    Key("child_floor", "int", "level where he looks for the child", low=1, high=N_LEVELS),
    Key("jewel_floor", "int", "level where he looks for the Jewel", low=1, high=N_LEVELS),
    Key("rest_floor", "int", "level where he gathers strength", low=1, high=N_LEVELS),
    Key("rests_below", "int", "points to fight with below which he gathers strength", low=0, high=MOST_POINTS),
    Key("gives_up_at", "int", "points to fight with at which he makes for the exit", low=0, high=MOST_POINTS),
    Key("back_door", "bool", "enters by the back door"),
    Key("fireball_at", "int", "edge over the foe at which he casts a Fireball", low=NEVER, high=MOST_POINTS),
    Key("fireball_group", "int", "number of foes from which on he casts a Fireball", low=1, high=MOST_POINTS),
    Key("vanish_at", "int", "edge over the foe at which he teleports out of a fight", low=NEVER, high=MOST_POINTS),
    Key("duck_at", "int", "edge over the foe at which he ducks out, if he may", low=NEVER, high=MOST_POINTS),
    Key("regenerates", "bool", "uses Regeneration before fights and rolls"),
    Key("converts", "bool", "turns points into others by Rod, Ruby and Spear"),
    Key("keeps", "int", "points that Rod, Ruby and Spear leave in a characteristic", low=0, high=MOST_POINTS),
    Key("opens", "bool", "opens a fight with Crystal Sphere or Silver Dagger"),
    Key("draws_bow", "bool", "uses the Great Bow where his own blows would not land"),
    Key("resists", "bool", "casts Resistance at a Nerve Check that he could fail"),
    Key("teleports_over", "int", "levels over which he teleports; 0 for never", low=0, high=N_LEVELS),
    Key("sandals_over", "int", "levels over which he uses the Sandals; 0 for never", low=0, high=N_LEVELS),
    Key("throws_at", "int", "Magic Skill from which on he throws the Jewel", low=0, high=MOST_POINTS),
    Key("fireball_below", "int", "chance of winning, in percent, below which he casts a Fireball", low=0, high=100),
    Key("vanish_below", "int", "chance of winning, in percent, below which he teleports away", low=0, high=100),
    Key("duck_below", "int", "chance of winning, in percent, below which he ducks out, if he may", low=0, high=100),
    Key("dares_from", "int", "chance of beating Azann, in percent, from which he stands up to him", low=0, high=100),
    Key("takes", "choices", "thing", (), ITEMS),
    Key("learns", "choices", "spell", (), SPELLS),
)
LISTS = {"takes": (ITEMS, "item_worth"), "learns": (SPELLS, "spell_worth")}  # best first

WEAPONS_FIRST = ("great_axe", "silver_dagger", "great_bow", "crystal_sphere", "spear_of_grom")
MAGIC_FIRST = ("crystal_sphere", "great_axe", "silver_dagger", "emerald_rod", "enchanted_sandals")
SCRIPT = {
    "wants_child": True, "wants_jewel": True, "jewel_first": False,
    "child_floor": 6, "jewel_floor": 4, "rest_floor": 4, "rests_below": 24, "gives_up_at": 0,
    "back_door": False, "fireball_at": NEVER, "fireball_group": MOST_POINTS, "vanish_at": NEVER, "duck_at": NEVER,
    "regenerates": True, "converts": False, "keeps": 2, "opens": True, "draws_bow": True, "resists": True,
    "teleports_over": 0, "sandals_over": 0, "throws_at": 5,
    "fireball_below": 90, "vanish_below": 90, "duck_below": 0, "dares_from": 50,
    "takes": WEAPONS_FIRST, "learns": ("fireball", "regeneration", "teleportation", "resistance"),
}  # fmt: skip


def _scripted(title: str, **changes: Any) -> PolicyPreset:
    return PolicyPreset(title, Policy.SCRIPTED, {**SCRIPT, **changes})


POLICIES = {
    "fighter": _scripted(
        "gathers strength on level 4, then fights for the child and the Jewel",
        converts=True,
    ),
    "mage": _scripted(
        "gathers strength on level 4, and goes far by magic if he can",
        takes=MAGIC_FIRST, teleports_over=2,
    ),
    "acrobat": _scripted(
        "gathers strength on level 4, is carried over three floors by magic, and slips away where he can",
        duck_below=90, sandals_over=3, teleports_over=3, converts=True, takes=MAGIC_FIRST,
    ),
    "searcher": _scripted("gathers strength on level 4, goes for the child, then out", wants_jewel=False),
    "random": PolicyPreset("lets the dice decide", Policy.RANDOM, {}),
}  # fmt: skip


def compile_policy(preset: PolicyPreset) -> Any:
    """POLICY[1] from a preset."""
    policies = filled(POLICY, kind=preset.kind)
    for name, value in preset.parameters.items():
        if name in LISTS:
            names, field = LISTS[name]
            for rank, item in enumerate(value):
                policies[0][field][names.index(item)] = len(names) - rank
        else:
            policies[0][name] = value
    return freeze(policies)
