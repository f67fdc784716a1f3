"""[5.0] Who must and who may attack whom."""

import pytest
from games.waterloo.battlefield import ALLIED, FRENCH, Field

from simkit.games.waterloo.rules.attacks import require_attacks


def test_5_1_a_unit_in_contact_without_an_attack_is_refused():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(FRENCH, "1611")
    field.add(ALLIED, "1511")
    field.announce(["1512"], ["1511"])
    with pytest.raises(ValueError, match="takes part in no attack"):
        require_attacks(field.rules, field.state)


def test_5_1_an_enemy_in_contact_must_be_attacked():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(ALLIED, "1511")
    field.add(ALLIED, "1411")
    field.announce(["1512"], ["1511"])
    with pytest.raises(ValueError, match="takes part in no attack"):
        require_attacks(field.rules, field.state)


def test_5_4_an_attacker_must_be_beside_every_defender():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(ALLIED, "1511")
    field.add(ALLIED, "1510")
    field.announce(["1512"], ["1511", "1510"])
    with pytest.raises(ValueError, match="attacks whom it cannot"):
        require_attacks(field.rules, field.state)


def test_5_6_guns_in_contact_may_not_bombard():
    field = Field()
    field.gun(FRENCH, "1512")
    field.add(ALLIED, "1511")
    field.add(ALLIED, "1510")
    field.announce([], ["1510"], guns=("1512",))
    field.announce([], ["1511"])
    with pytest.raises(ValueError, match=r"bombards that may not|takes part in no attack"):
        require_attacks(field.rules, field.state)


def test_5_6_without_bombardment_nobody_bombards():
    field = Field(bombardment=False)
    field.gun(FRENCH, "1512")
    field.add(ALLIED, "1510")
    field.announce([], ["1510"], guns=("1512",))
    with pytest.raises(ValueError, match="bombards that may not"):
        require_attacks(field.rules, field.state)


def test_5_6_5_8_bombardment_alone_and_in_combination_is_accepted():
    field = Field()
    field.gun(FRENCH, "1512")
    field.gun(FRENCH, "1712")
    field.add(FRENCH, "1511")
    field.add(ALLIED, "1510")
    field.add(ALLIED, "1710")
    field.announce(["1511"], ["1510"], guns=("1512",))
    field.announce([], ["1710"], guns=("1712",))
    require_attacks(field.rules, field.state)
    attack = field.state.attacks[0]
    assert (attack.strength, attack.guns, attack.defence) == (4, 3, 4)
