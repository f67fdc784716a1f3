"""The switches of the rules: where the rulebook leaves a choice, the readings, and the Basic Game."""

from simkit.games.game import choice, switch

VARIANTS = (
    choice(
        "treasure_table", "version of the Treasure Table", ("first", "second"),
        "9.81", "the first has the same cells in two tables of its author, and the code that 2.4 gives as an example",
    ),
    choice(
        "game", "Basic or Advanced Game", ("advanced", "basic"),
        "9.7", "the whole of the tables; in the Basic Game a ring is rolled again",
    ),
    choice(
        "charm_person", "fourth kind of monster that Charm Person is for", ("orc", "ogre"),
        "9.45", "the text of the rules is held, the sheet of tables says Ogre",
    ),
    switch(
        "dead_share", "the dead have their share", False,
        "9.18", "it is divided at the end, among those who are adventurers then",
    ),
)  # fmt: skip
