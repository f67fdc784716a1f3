"""Exit codes of the command line."""

from simkit import interrupts

FAILED, BAD, NOT_SETTLED, ALARM = interrupts.FAILED, 2, 3, 4
