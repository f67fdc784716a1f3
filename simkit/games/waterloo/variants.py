"""The switches of the rules: open points of the rulebook, and rules of other editions."""

from simkit.games.game import choice, switch

VARIANTS = (
    switch(
        "woods_road_doubles", "a defender in a Woods-Road hex is doubled", False,
        "2.2", "NW-01: the chart doubles in Building hexes only; that of 1971, and perhaps the key of 1979, here too",
    ),
    switch(
        "row_17", "even columns have a seventeenth hex", True,
        "2.1", "NW-02: the Old Guard starts in one; without it, in 1517",
    ),
    choice(
        "must_attack", "when it is decided who must attack whom", ("at_start", "after_each"),
        "5.1", "NW-03: contact is what the Combat Phase begins with; who is parted has nothing to attack any more",
    ),
    choice(
        "bent_line", "a bent line of fire is open where", ("one_is_open", "both_are_open"),
        "2.2", "NW-04: 0803 fires into 0705 and 0905 past the woods of 0804",
    ),
    choice(
        "advance", "who may advance after combat", ("adjacent", "bombarding_too"),
        "6.6", "NW-05: a unit advances one hex; guns two hexes away have none to go to",
    ),
    choice(
        "demoralization_clamp", "a demoralized attack beyond the table is", ("clamped_first", "shifted_first"),
        "6.2, 8.2", "NW-07: a ratio beyond the table is treated as the last column, then the column shifts",
    ),
    choice(
        "exchange", "what the attacker must match in an exchange", ("printed", "doubled"),
        "6.3", "NW-08: the rule says the printed value; the other counts terrain",
    ),
    choice(
        "retreat_chooser", "who chooses where a unit retreats", ("owner", "victor"),
        "6.4", "NW-09: by their owners; the victor in the edition of 1971",
    ),
    choice(
        "north_entry", "the Prussians may use the north edge when of their column", ("all_is_barred", "any_is_barred"),
        "7.3", "NW-10: prevented means that no hex is left",
    ),
    choice(
        "exit_hexes", "where the French leave the map", ("to_0901", "to_1001"),
        "8.3", "NW-11: the rule says 0901; the map of 1971 has one more arrow",
    ),
    switch(
        "bombardment", "guns bombard at two hexes", True,
        "5.6", "as printed; without it artillery fights like any other unit",
    ),
)  # fmt: skip
