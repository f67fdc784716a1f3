"""The whole game: the map, the sequence of play, and who wins.  Fights are those of `simkit.games.emperor.rules`."""
