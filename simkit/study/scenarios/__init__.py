"""Scenario files: read, checked and compiled."""
