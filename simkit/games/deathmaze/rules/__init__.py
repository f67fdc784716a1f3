"""The rules of section 9.0, a file for each group of cases."""
