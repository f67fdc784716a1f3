"""The rules, a file for each section."""
