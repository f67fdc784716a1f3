"""One encounter, from the chit to its end."""
