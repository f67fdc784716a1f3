"""The switches of the rules: where the rulebook is silent, lost, or says two things."""

from simkit.games.game import choice, switch

VARIANTS = (
    choice(
        "attack_table", "the lost rows of the table", ("mirror", "gentle"),
        "The Monster Attack Table", "CN-01: the printed rows mirrored; the other is kinder to the defender",
    ),
    switch(
        "one_point", "a defender loses one point, however many the table says", False,
        "How to Apply the Results", "CN-02: the heading says one, two or three, the sentence one",
    ),
    switch(
        "unhurt_eater", "who fails to eat a building only goes back", False,
        "When Attacking (Eating) a Building", "CN-03: the table's points are lost as in any attack",
    ),
    choice(
        "city_attack", "in an attack by a False Blond the monster is", ("defender", "attacker"),
        "False Blond Explanations", "CN-04: the city attacks at the differential that is named",
    ),
    switch(
        "evil_exits", "evil monsters leave the map, too", False,
        "The Monster Mission Chart", "CN-05: they need not in order to win",
    ),
    choice(
        "evil_finds", "an evil monster with mission A has found the Blond when it", ("examines", "carries"),
        "The Monster Mission Chart", "to carry her off is in the same brackets as the exit, which it may leave out",
    ),
    choice(
        "found_by", "the chit in a building is examined on the result", ("any", "defender"),
        "How to Find a Blond", "CN-06: both kinds of success make rubble; else a chit left there waits for who comes",
    ),
    choice(
        "death", "a monster is dead when it has lost", ("both", "strength"),
        "When You Lose Points", "CN-07: both values are zero",
    ),
    choice(
        "starts", "monsters start", ("corners", "edges"),
        "How to Start", "CN-08: one corner each, or any street at the edge; who chooses is said, but not among what",
    ),
    switch(
        "flyers_rest", "flyers may stop above a building without eating it", True,
        "How to Move", "CN-09: all spaces are the same to them",
    ),
    switch(
        "good_devours", "a good monster with mission B devours the Blond, and leaves", False,
        "The Monster Mission Chart", "CN-10: its mission B is mission A",
    ),
    choice(
        "forgotten", "who does not leave by Sixth Avenue in time", ("loses", "goes_on"),
        "False Blond 9", "CN-12: it cannot win any more, or has only its own mission again",
    ),
    choice(
        "both_lose", "after both lose a point", ("stay", "withdraw"),
        "How to Apply the Results", "CN-13: they stay and fight on, or the attacker goes back whence it came",
    ),
    choice(
        "half_eaten", "who has eaten half of the Empire State Building", ("stays", "returns"),
        "The Monster Mission Chart", "the first half counts as a building of its own, and is rubble",
    ),
    choice(
        "every_other", "mission D speaks of", ("all", "living"),
        "The Monster Mission Chart", "every other monster, the dead ones, too",
    ),
    choice(
        "blond_places", "where the chits of Blonds lie", ("coded", "named"),
        "How to Find a Blond", "the coded spaces; the note allows any that have a name",
    ),
    choice(
        "first_player", "who begins", ("random", "first_seat"),
        "How to Start", "by agreement, a die, or coins",
    ),
)  # fmt: skip
