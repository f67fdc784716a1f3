"""What every test may import: the lane it runs in, and printed dice counted one by one, the oracle of many rules."""

import signal
import threading
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import product

import numba
import pytest
from hypothesis import HealthCheck, settings

JIT = not numba.config.DISABLE_JIT

pytest.register_assert_rewrite("simkit.contract")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    # Begun in the background of a script: children of tests would ignore Ctrl-C, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # on any machine
settings.load_profile("loaded")


def all_faces(n: int, sides: int = 6) -> Iterator[tuple[int, ...]]:
    """Every way in which `n` dice can fall."""
    return product(range(1, sides + 1), repeat=n)


def shares(outcomes: Iterable[Hashable]) -> dict[Hashable, Fraction]:
    """The probability of each outcome, from the outcomes of equally likely cases."""
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def faces_of_pool(faces: Iterable[int], hit_face: int = 5, plus: int = 0) -> int:
    """The loaded outcome of a pool of printed faces: its hits, when one may be added to `plus` of the dice."""
    shown = list(faces)
    close = shown.count(hit_face - 1)
    return sum(face >= hit_face for face in shown) + min(plus, close)
