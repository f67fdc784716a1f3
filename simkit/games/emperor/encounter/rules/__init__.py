"""The rules of Search for the Emperor's Treasure, a file a chapter, in the order of the rulebook."""
