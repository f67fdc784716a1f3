"""`python -m simkit`."""

from simkit.cli import main

main()
