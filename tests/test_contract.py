"""Our own games keep the contract that games of other packages keep, too."""

from simkit.contract import *  # noqa: F403 - its tests and their fixtures
