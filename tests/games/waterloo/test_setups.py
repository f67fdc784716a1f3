"""What a scenario may say, and what is said of one that has faults."""

from games.waterloo.battlefield import FIGURES, GAME, faults, scenario

from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.hexes import INDEX
from simkit.games.waterloo.schema import N_FRENCH, Fate
from simkit.games.waterloo.setups import units


def test_every_fault_of_a_battle_is_told_at_once():
    said = faults(
        "place = [\n"
        '    { unit = "french.old_gd", hex = "1517" },\n'
        '    { unit = "french.mid_gd", hex = "0804" },\n'
        '    { unit = "french.yng_gd", hex = "1513" },\n'
        '    { unit = "french.6th_inf", hex = "2404" },\n'
        "]\n"
        'allied = "dukes"\n'
    )
    assert said == [
        "3: french.mid_gd is in hex 0804, which is woods",
        "4: french.yng_gd and french.1st_inf are both in hex 1513",
        "5: unknown hex '2404', did you mean '2304'?",
        "7: unknown policy 'dukes', did you mean 'duke'?",
    ]


def test_an_unknown_hex_unit_and_column_are_told():
    said = faults('place = [{ unit = "french.old_guard", hex = "2404" }]\n')
    assert said == [
        "1: unknown hex '2404', did you mean '2304'?",
        "1: unknown unit 'french.old_guard', did you mean 'french.old_gd'?",
    ]
    assert faults('column = "7-1"\n', "ODDS") == ["1: unknown column '7-1', did you mean '6-1'?"]


def test_faults_of_an_attack():
    text = (
        "attackers = [\n"
        '    { strength = 4, hex = "1313" },\n'
        '    { strength = 4, hex = "1313" },\n'
        '    { strength = 4, hex = "0804" },\n'
        '    { strength = 4, hex = "1315" },\n'
        '    { strength = 3, hex = "1316", arm = "artillery" },\n'
        "]\n"
        'defenders = [{ strength = 4, hex = "1312" }]\n'
    )
    assert faults(text, "ODDS") == [
        "3: attackers: number 2 and attackers: number 1 are both in hex 1313",
        "4: attackers: number 3 in 0804 is beside no defender",
        "4: attackers: number 3 is in hex 0804, which is woods",
        "5: attackers: number 4 in 1315 is beside no defender",
        "6: attackers: number 5 in 1316 has no defender in sight at two hexes (5.6)",
    ]
    two = '{ strength = 4, hex = "1312" }, { strength = 4, hex = "1412" }'
    text = f'attackers = [{{ strength = 4, hex = "1213" }}]\ndefenders = [{two}]\n'
    assert faults(text, "ODDS") == ["1: attackers: number 1 in 1213 is beside no defender"]
    text = f'attackers = [{{ strength = 4, hex = "1212" }}]\ndefenders = [{two}]\n'
    assert faults(text, "ODDS") == ["1: attackers: number 1 in 1212 is not beside every defender (5.4)"]


def test_what_belongs_to_the_other_entry_is_told():
    assert faults('column = "3-1"\n') == ["1: WHOLE_GAME has no column"]
    assert faults("place = []\ncolumn = '3-1'\n", "ODDS") == ["1: ODDS has no place"]
    assert faults("lowered = 1\n", "ODDS") == ["0: a cell of ODDS needs a column, or attackers and defenders"]
    text = 'column = "3-1"\ndefenders = [{ strength = 4, hex = "1312" }]\n'
    assert faults(text, "ODDS") == ["2: a cell has a column, or attackers and defenders, and not both"]


def test_what_if_figures_that_the_rules_cannot_take_are_told():
    rules = '"units.french.old_gd.hex" = "9999"\n"crt.1.1-1" = "Dd"\n"victory.french_limit" = 0\n'
    assert [line.split(": ", 1)[1].split(" must")[0] for line in faults("", rules=rules)] == [
        "units.french.old_gd.hex", "crt.1.1-1", "victory.french_limit",
    ]  # fmt: skip


def test_a_unit_that_is_placed_stands_there():
    setup = scenario('place = [{ unit = "french.old_gd", hex = "1517" }]').cells[0].compiled.setups[0]
    number = [one.id for one in units(FIGURES)].index("french.old_gd")
    assert setup.units[number].hex == INDEX["1517"]


def test_a_unit_can_move_to_a_what_if_hex():
    setup = scenario("", rules='"units.french.old_gd.hex" = "1517"').cells[0].compiled.setups[0]
    assert INDEX["1517"] in setup.units["hex"].tolist()


def test_without_row_17_the_old_guard_starts_in_1517():
    number = [one.id for one in units(FIGURES)].index("french.old_gd")
    assert scenario("").cells[0].compiled.setups[0].units[number].hex == INDEX["1417"]
    assert scenario("", rules="row_17 = false").cells[0].compiled.setups[0].units[number].hex == INDEX["1517"]
    said = faults('place = [{ unit = "french.mid_gd", hex = "1217" }]', rules="row_17 = false")
    assert said == ["1: french.mid_gd is in hex 1217, which the map has not (row_17)"]


def test_the_forces_of_a_column_are_at_its_odds():
    for column in COLUMNS:
        for terrain in ("clear", "building", "woods_road"):
            setup = (
                scenario(f'column = "{column}"\nterrain = "{terrain}"\nstrength = 2', "ODDS")
                .cells[0]
                .compiled.setups[0]
            )
            there = setup.units["fate"] == Fate.ON_MAP
            french, allied = (
                int(setup.units["strength"][part][there[part]].sum())
                for part in (slice(N_FRENCH), slice(N_FRENCH, None))
            )
            many, few = map(int, column.split("-"))
            assert (french, allied) == (2 * many, 2 * few)


def test_policies_are_changed_one_weight_at_a_time():
    cell = scenario('french = { kind = "marshal", wanted = 5 }').cells[0].compiled
    assert cell.policies[0].wanted == 5
    assert cell.policies[0].ground == GAME.policies["marshal"].parameters["ground"]
    assert faults('allied = { kind = "duke", courage = 5 }')[0].startswith("1: unknown key 'courage'")
