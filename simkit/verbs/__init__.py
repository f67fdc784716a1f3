"""Verbs of the command line that compare: one file a verb, over simkit.study; cli.py registers them."""
