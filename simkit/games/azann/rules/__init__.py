"""The rules of The Tower of Azann, one file a chapter."""
