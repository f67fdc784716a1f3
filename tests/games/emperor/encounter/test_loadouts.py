"""What a hero may bring to an encounter: what is refused, and games with anything against the exact odds."""

import random
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from conftest import JIT
from games.emperor.encounter.battles import BOLD, CATALOG, FIGHTERS, faults, scenario, usable_by
from games.emperor.encounter.oracle import pool, small
from statistical import ALPHA, rejects, share_p_value

from simkit.games.emperor.encounter.rules import battle, magic
from simkit.games.emperor.encounter.variants import VARIANTS
from simkit.games.emperor.shared.schema import Ending
from simkit.games.emperor.shared.terms import SEA, TERRAINS, Snare
from simkit.study.runs import exact_odds, runner
from simkit.study.stats.estimates import family_level

# ---- What breaks a rule


REFUSED = {
    "two of one spell": ({"character": "Turb", "spells": ["fear", "fear"]}, "two of fear", "Magic Spells"),
    "another class": ({"character": "Rosa", "spells": ["fear"]}, "a magician's spell", "Magic Spells"),
    "too many spells": (
        {"character": "Alatha", "spells": ["elvin_bolt", "elvin_snare"]}, "may hold 1", "Magic Spells",
    ),
    "a cleric's familiar": ({"character": "Rosa", "familiar": True}, "only a magician", "Familiar"),
    "a familiar and five spells": (
        {"character": "Turb", "familiar": True, "spells": ["ball_of_fire", "fear", "teleport", "stinking_fog"]},
        "5 spells, that of the familiar among them", "may hold 4",
    ),
    "two familiars": ({"character": "Turb", "familiar": True, "spells": ["familiar"]}, "two of familiar", "Familiar"),
    "a vessel in the desert": ({"terrain": "desert", "vessel": "boat"}, "vessels stay at sea", "Movement"),
    "a sunk vessel": ({"terrain": "deep_sea", "vessel": "boat", "vessel_wounds": 6}, "is sunk", "it takes 6"),
    "no companion": ({"companions": ["troll_edna"]}, "never travels", "Traveling Companions"),
    "a crowd": ({"companions": [*["black_bear"] * 2, *["brown_bear"] * 2, "wolves"]}, "5 companions", "most 4"),
    "two emeralds": ({"treasures": ["emerald_of_life"] * 2}, "2 of emerald_of_life", "the game has 1"),
    "three scrolls": ({"treasures": ["scroll_heal"] * 3}, "3 of scroll_heal", "the game has 2"),
    "two of one clue": ({"clues": ["clue_2"] * 2}, "2 of clue_2", "the game has 1"),
    "two princesses": ({"companions": ["elf_princess"] * 2}, "2 of elf_princess", "the game has 1"),
    "an unknown spell": ({"spells": ["fog_of_war"]}, "fog_of_war", "spell"),
}  # fmt: skip


@pytest.mark.parametrize(("cell", "what", "rule"), REFUSED.values(), ids=REFUSED)
def test_what_breaks_a_rule_is_refused_with_its_name(cell, what, rule):
    (refusal,) = faults(**{"character": "Ozmo", "foe": "wolves", **cell})
    assert what in refusal
    assert rule in refusal


def test_a_magic_arm_counts_once_wherever_it_is_named():
    (refusal,) = faults(character="Ozmo", foe="wolves", arms=["magic_axe"], treasures=["magic_axe"])
    assert "2 of magic_axe" in refusal


def test_a_fighter_casts_nothing():
    refusals = faults(character="Ozmo", foe="wolves", spells=["elvin_bolt"])
    assert len(refusals) == 2
    assert all(refusal.endswith("(Magic Spells)") for refusal in refusals)


def test_everything_at_once_is_refused_at_once():
    cell = {"character": "Rosa", "foe": "wolves", "spells": ["fear", "fear"], "familiar": True, "companions": ["storm"]}
    assert len(faults(**cell)) == 4


# ---- Games with anything


CLASSES = {character: CATALOG.character(character)["class"] for character in CATALOG.character_names}
N_RULES, N_LOADOUTS, GAMES = (25, 4, 4_000) if JIT else (1, 2, 100)
COMPANIONS = ["wolves", "ed_eagle", "elf_princess", "black_bear", "brigands"]
TREASURES = ["emerald_of_life", "talisman_of_quox", "battle_ring_of_gorath", "scroll_heal", "scroll_protection"]
TREASURES += ["scroll_teleport", "magic_axe", "magic_kite_shield", "magic_great_sword", "stone_of_fire"]
SPOTS = ["coastal_sea", "deep_sea", "coastal_land", "forest", "mines"]


def chosen_rules(luck):
    """Every fourth switch turned; the printed figures that decide how long a battle lasts are left alone."""
    keys = (variant.key for variant in VARIANTS if variant.key.name not in ("hit_face", "escape_target", "rock_wall"))
    return {
        key.name: luck.choice(key.choices or (True, False)) for key in keys if luck.random() < 1 / 4
    } | ({} if JIT else small("Turb", "wolves"))  # fmt: skip


def chosen_policy(luck):
    parameters = {
        name: luck.randint(0, 9) for name in ("flee_at", "wards_from", "heals_at", "magic_flight_at", "scrolls_at")
    }
    parameters |= {name: luck.random() < 1 / 2 for name in ("charms", "snares", "surrenders", "walks_away", "lets_go")}
    kind = luck.choice(["bold", "prudent", "cautious", "prudent", "random"] if JIT else ["prudent"])
    return {"kind": kind, **parameters, "spares": luck.choice(["balanced", "hero", "vessel"])}


def met_at(spot):
    """The chits that apply at a terrain or place, those thrice that fight without a word."""
    terrain, _, coastal, _, _ = CATALOG.spot(spot)
    here = [
        foe
        for foe, chit in CATALOG.chits.items()
        if TERRAINS[terrain] in chit["terrains"] or spot in chit["places"] or (coastal and chit["coastal_land"])
    ]
    return here + 2 * [foe for foe in here if foe in FIGHTERS]


def chosen_loadout(luck):
    """Any hero with arms, spells, treasures, companions and wounds, against any chit, a third of them on board."""
    character = luck.choice(list(CLASSES)) if JIT else "Turb"
    known = [spell for spell, figures in CATALOG.spells.items() if figures["class"] == CLASSES[character]]
    held = int(CATALOG.classes[CLASSES[character]]["spells_held"])
    usable = [arm for arm in usable_by(character) if arm not in CATALOG.magic_arms]
    spot = luck.choice(SPOTS) if JIT else "mountain"
    policy = chosen_policy(luck)
    at_random = policy["kind"] == "random"  # whoever may do anything gets into too many states with much to do it with
    loadout = {
        "character": character,
        "foe": luck.choice(met_at(spot)) if JIT else "wolves",
        "terrain": spot,
        "arms": luck.sample(usable, luck.randint(0, 2)),
        "spells": luck.sample(known, luck.randint(0, min(held, 2))),
        "treasures": luck.sample(TREASURES, luck.randint(0, 1 if at_random else 3)) if JIT else ["emerald_of_life"],
        "clues": luck.sample(list(CATALOG.clues), luck.randint(0, 1)),
        "companions": luck.sample(COMPANIONS, 0 if at_random else luck.choice([0, 0, 1])) if JIT else [],
        "familiar": JIT and CLASSES[character] == "magician" and luck.random() < 1 / 2,
        "wounds": CATALOG.character(character)["wounds"] - luck.randint(2, 5) if JIT else 0,
        "policy": policy,
        **({"vessel": luck.choice(["boat", "ship"])} if spot in SEA else {}),
    }
    if loadout["familiar"]:
        loadout["spells"] = [spell for spell in loadout["spells"] if spell != "familiar"]  # he has it already
    return loadout


@pytest.mark.parametrize("number", range(N_RULES))
def test_games_agree_with_the_exact_odds_of_a_hundred_loadouts(number):
    """Four loadouts under one set of rules; family-wise at 1e-6 over all endings and metrics of all hundred."""
    luck = random.Random(number)
    rules, cells = chosen_rules(luck), [chosen_loadout(luck) for _ in range(N_LOADOUTS)]
    one = scenario(*cells, rules=rules, n=GAMES, seed=number)
    answers = [exact_odds.exact(one, cell) for cell in one.cells]
    found = exact_odds.compare(one, answers, runner.run_in_memory(one))
    worst = min(found, key=lambda comparison: comparison.p_value)
    assert worst.p_value >= family_level(exact_odds.FAMILY_ALPHA, len(found) * N_RULES), (worst, rules)
    for cell in one.cells:
        assert_hits_are_conserved(runner.simulate(one, cell, 0, GAMES))


def assert_hits_are_conserved(outcomes):
    """Every hit on the hero's side went to one place, and none was made up."""
    places = ("absorbed", "familiar_hits", "companion_hits", "vessel_hits", "wounds", "lost")
    assert (outcomes["taken"] == sum(outcomes[name].astype(int) for name in places)).all()
    assert (outcomes["dealt"] >= outcomes["foe_wounds"]).all()


# ---- Wrong rules


MISS = Fraction(2, 3)
LION = {"encounters.mountain_lion.wounds": 99}  # no Approach, and nothing kills it
PLAYS = 20_000 if JIT else 150


class Mutant(NamedTuple):
    """Games that turn on a rule: a round in which they end one way, and the chance of that, right and wrong."""

    cell: dict[str, Any]
    rules: dict[str, Any]
    round: int
    ending: Ending
    right: Fraction
    wrong: Fraction
    where: Any
    name: str
    patch: Any


def snared_by(held):
    """Chance that a hero of one wound who cannot hit dies in round five, of eighteen dice held so long by each hit."""
    dies = 1 - MISS**18
    chance = Fraction(0)
    for hits, share in pool(3).items():
        free = [number for number in range(1, 6) if hits == 0 or number > 1 + held * hits]
        if 5 in free:
            chance += share * (1 - dies) ** (len(free) - 1) * dies
    return chance


def snare_of_two_rounds(rules, n_hits, rounds_per_hit, player, fight, tally, log):
    if n_hits > 0:
        fight.snared += n_hits * 2 + (0 if rules.snare == Snare.THIS_ROUND_COUNTS else 1)


def familiar_after_the_hero(n_hits, player, tally):
    room = player.wound_number - player.wounds
    taken = min(max(0, n_hits - room), player.familiar)
    player.familiar -= taken
    return n_hits - taken


def dice_at_any_range(rules, player, fight):
    return rules.vessels[player.vessel].dice if fight.at_sea > 0 else 0


MUTANTS = {
    "snare of two rounds": Mutant(
        {"character": "Alatha", "foe": "mountain_lion", "spells": ["elvin_snare"], "policy": BOLD},
        {**LION, "encounters.mountain_lion.ability": 18, "characters.alatha.ability": 0, "characters.alatha.wounds": 1},
        5, Ending.HERO_KILLED, snared_by(3), snared_by(2), magic, "snare", snare_of_two_rounds,
    ),
    "familiar after the hero": Mutant(
        {"character": "Turb", "foe": "mountain_lion", "familiar": True, "policy": BOLD},
        {**LION, "encounters.mountain_lion.ability": 6, "characters.turb.wounds": 1},
        1, Ending.HERO_KILLED, (1 - MISS**6) / 2, 1 - MISS**6, battle, "familiar_takes", familiar_after_the_hero,
    ),
    "vessel dice in the Approach": Mutant(
        {"character": "Ozmo", "foe": "great_whale", "terrain": "deep_sea", "vessel": "ship", "policy": BOLD},
        {
            "approach_skip": "always_play", "attacker_must_flee": "stays", "characters.ozmo.ability": 0,
            "vessels.ship.dice": 9, "encounters.great_whale.wounds": 1, "encounters.great_whale.ability": 0,
        },
        1, Ending.FOE_KILLED, (1 - MISS**9) / 6, 1 - MISS**9, battle, "vessel_dice", dice_at_any_range,
    ),
}  # fmt: skip


def p_values(mutant):
    """Of the games against the right chance and the wrong one."""
    one = scenario(mutant.cell, rules=mutant.rules)
    found = runner.simulate(one, one.cells[0], 0, PLAYS)
    count = int(((found["ending"] == mutant.ending) & (found["rounds"] == mutant.round)).sum())
    return [share_p_value(count, PLAYS, float(chance)) for chance in (mutant.right, mutant.wrong)]


@pytest.mark.skipif(not JIT, reason="a patched kernel shows it there")
@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_games_contradict_a_wrong_rule(mutant):
    right, wrong = p_values(mutant)
    assert right >= ALPHA
    assert rejects(wrong)


@pytest.mark.skipif(JIT, reason="a compiled kernel cannot be patched")
@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_wrong_kernel_contradicts_the_rule(mutant, monkeypatch):
    monkeypatch.setattr(mutant.where, mutant.name, mutant.patch)
    right, wrong = p_values(mutant)
    assert rejects(right)
    assert wrong >= ALPHA
