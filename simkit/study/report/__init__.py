"""Frames, tables, sentences and pictures."""
