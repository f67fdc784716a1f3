"""Whether a headline hangs on who plays: other policies, restricted ones, and one thing done over and over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.study import pairs, runner
from simkit.study.alter import changed_setup
from simkit.study.frame import spoken
from simkit.study.modes import Family, Fixed
from simkit.study.paired import Interval, Verdict
from simkit.study.pairs import Series
from simkit.study.quantities import Quantity, default_metric, metric_named, quantities
from simkit.study.scenario import Faulty, Scenario, load
from simkit.study.sizes import said
from simkit.study.stats import family_level, mean_interval, wilson

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure


class Hand(NamedTuple):
    """A policy, and the scenario in its hands."""

    name: str
    scenario: Scenario


class Seen(NamedTuple):
    """One row of the answer."""

    part: str  # "policy", "restricted" or "repeats"
    name: str  # of the policy
    variant: str  # "" for the base
    side: str
    value: float  # of the metric; with a variant, its difference
    low: float
    high: float
    word: str


@dataclass(frozen=True)
class Robustness:
    """What `robust` found."""

    scenario: Scenario
    metric: str
    kind: str
    seen: tuple[Seen, ...]
    stands: bool
    headline: str
    alarms: tuple[str, ...]
    games: int

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a policy, side and variant: the metric, or its difference, with an interval and a word."""
        import pandas as pd

        return pd.DataFrame(self.seen, columns=Seen._fields)

    @property
    def settled(self) -> bool:
        """Whether the headline is the same under all policies, and nothing alarms."""
        return self.stands and not self.alarms

    @property
    def sentences(self) -> list[str]:
        """The headline, what restricted policies lose, and the alarms."""
        lines = [self.headline]
        unit = "percentage points" if self.kind == "share" else "of its unit"
        for one in self.seen:
            if one.part == "restricted":
                low, high = (said(end, self.kind, sign=True) for end in (one.low, one.high))
                size = said(one.value, self.kind, sign=True)
                lines.append(
                    f"{one.name}: {self.metric} ({one.side}): {one.word}, {size} {unit} "
                    f"[{low} to {high}] against the policy of the file."
                )
        repeats = any(one.part == "repeats" for one in self.seen)
        lines += [f"ALARM: {alarm}" for alarm in self.alarms]
        if repeats and not self.alarms:
            lines.append("No alarm: nothing that is done over and over beats every other policy.")
        hands = dict.fromkeys(one.name for one in self.seen)
        lines.append(f"{self.games:,} games. Made under: {'; '.join(hands)}.")
        return lines

    @property
    def verdict(self) -> str:
        """The sentences as one text."""
        return "\n".join(self.sentences)

    def plot(self) -> Figure:
        """The headline by side, a colour a policy; of variants, a panel each."""
        from simkit.study import plots

        frame = self.frame[self.frame["part"] == "policy"].rename(columns={"value": "difference"})
        unit = "%" if self.kind == "share" else "its unit"
        what = "difference, percentage points" if self.kind == "share" else "difference"
        titles = [f"{self.metric}, {one} ({what})" if one else f"{self.metric} ({unit})" for one in frame["variant"]]
        frame = frame.assign(variant=frame["name"], title=titles)
        frame[["difference", "low", "high"]] *= 100 if self.kind == "share" else 1
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle="The same question in other hands.",
            note=f"{self.games:,} games, seed {self.scenario.run.seed}.",
            zero=0 if self.scenario.compared else None,
        )


def robust(
    scenario: Scenario | str | Path,
    *,
    metric: str = "",
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    **changes: Any,
) -> Robustness:
    """The headline of a scenario under several policies; [robust] of the file says which.

    The headline is which side is first, or where there are [variants] the word for each difference.  A restricted
    policy is held against that of the file.  A policy that does one thing over and over raises an alarm where it does
    better than every policy of the field, for some side, at 5 % for all of them together.

    Raises
    ------
    Faulty
        With all that is wrong in the file or its policies.
    ValueError
        Cells that differ in what the policies are for.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load(Path(scenario), **changes)
    asked = loaded.asked.robust
    if len({str(cell.coordinates.get(asked.seat)) for cell in loaded.cells}) > 1:
        raise ValueError(f"{loaded.path}: its cells differ in {asked.seat}, which [robust] sets: leave it to [robust]")
    name = metric or asked.metric
    one = metric_named(loaded.game, name) if name else default_metric(loaded.game)
    chosen, threads = quantities(loaded, [one]), jobs or runner.default_jobs()
    field = _hands(loaded, _field(loaded), "robust.policies")
    restricted = _hands(loaded, asked.restricted, "robust.restricted")
    repeats = _hands(loaded, asked.repeats, "robust.repeats")
    sign = {"high": 1, "low": -1}.get(asked.better, one.lucky)
    seen, n_games, stands, headline = _headline(field, chosen, threads, progress)
    alpha = loaded.asked.compare.alpha
    if restricted:
        found = _against(loaded, restricted, chosen, threads, progress)
        n_games += found.games
        seen += [
            Seen("restricted", restricted[one.variant].name, "", one.quantity.side, size, low, high, word)
            for one, (size, (low, high), word) in (
                (one, _judged(one, alpha, len(found.series))) for one in found.series
            )
        ]
    alarms: list[str] = []
    if repeats:
        told, alarms, games = _alarms(field, repeats, chosen, sign, alpha, threads, progress)
        seen, n_games = [*seen, *told], n_games + games
    return Robustness(loaded, one.title, one.kind, tuple(seen), stands, headline, tuple(alarms), n_games)


def _field(scenario: Scenario) -> dict[str, Any]:
    """The policies by what they are called: those of [robust], else all but the one that lets the dice decide."""
    asked = scenario.asked.robust.policies or [name for name in scenario.game.policies if name != "random"]
    return {str(spoken(policy)): policy for policy in asked}


def _hands(scenario: Scenario, policies: Mapping[str, Any], where: str) -> list[Hand]:
    """The scenario in the hands of each policy, in whatever words its cells have for who plays."""
    found, lines = [], []
    for name, policy in policies.items():
        setup = {scenario.asked.robust.seat: policy}
        changed, faults = changed_setup(scenario, setup)
        compared = []
        for variant, one in scenario.compared:
            theirs, more = changed_setup(one, setup)
            faults += more
            compared.append((variant, theirs))
        lines += [
            f"{scenario.path}: {where}: {name}: {message}" for message in {fault.message: None for fault in faults}
        ]
        found.append(Hand(name, changed._replace(compared=tuple(compared))))
    if lines:
        raise Faulty(lines)
    return found


def _headline(
    field: Sequence[Hand], chosen: Sequence[Quantity], jobs: int, progress: runner.Progress
) -> tuple[list[Seen], int, bool, str]:
    if field[0].scenario.compared:
        return _words(field, chosen, jobs, progress)
    seen: list[Seen] = []
    n_games, first = 0, {}
    possible = {one.side for one in chosen}  # who could be first under all policies
    for hand in field:
        found = pairs.play(hand.scenario, [hand.scenario], chosen, [hand.scenario.run.games], _never, jobs, progress)
        n_games += found.games
        alpha = hand.scenario.asked.compare.alpha
        rows = [_value(one, 1 - family_level(alpha, len(chosen))) for one in found.series]
        best = max(range(len(rows)), key=lambda place: rows[place][0])
        first[hand.name] = chosen[best].side
        low_of_first = rows[best][1][0]
        possible &= {one.side for one, (_, (_, high)) in zip(chosen, rows, strict=True) if high >= low_of_first}
        seen += [
            Seen("policy", hand.name, "", one.side, size, low, high, "first" if place == best and len(rows) > 1 else "")
            for place, (one, (size, (low, high))) in enumerate(zip(chosen, rows, strict=True))
        ]
    stands = len(set(first.values())) == 1
    title, chosen_first = chosen[0].metric.title, next(iter(first.values()))
    if len(chosen) == 1:
        kind = chosen[0].metric.kind
        told = f"{title}: {', '.join(f'{said(one.value, kind)} ({one.name})' for one in seen)}."
    elif stands:
        told = f"{title}: {chosen_first} is first under all of {len(field)} policies."
    else:
        named = ", ".join(f"{side} ({policy})" for policy, side in first.items())
        within = f"; by chance alone it could be {' or '.join(sorted(possible))} under all" if possible else ""
        told = f"{title}: who is first hangs on the policy: {named}{within}."
    return seen, n_games, stands, told


def _words(
    field: Sequence[Hand], chosen: Sequence[Quantity], jobs: int, progress: runner.Progress
) -> tuple[list[Seen], int, bool, str]:
    from simkit.study.compare import compare

    seen: list[Seen] = []
    n_games = 0
    words: dict[tuple[str, str], dict[str, str]] = {}
    for hand in field:
        found = compare(hand.scenario, metrics=[chosen[0].metric.name], jobs=jobs, progress=progress)
        n_games += found.games
        for row, one in zip(found.rows, found.frame.to_dict("records"), strict=True):
            word = str(row.judged.verdict)
            words.setdefault((row.variant, row.quantity.side), {})[hand.name] = word
            seen.append(
                Seen("policy", hand.name, row.variant, row.quantity.side, one["difference"], *row.judged.interval, word)
            )
    torn = {key: said for key, said in words.items() if _contradict(said.values())}
    title = chosen[0].metric.title
    if not torn:
        told = (
            f"{title}: no difference goes one way under one of {len(field)} policies and the other way under another."
        )
        return seen, n_games, True, told
    parts = [
        f"{variant} ({side}): {', '.join(f'{b} ({a})' for a, b in said.items())}"
        for (variant, side), said in torn.items()
    ]
    return seen, n_games, False, f"{title}: the difference hangs on the policy: {'; '.join(parts)}."


def _contradict(words: Any) -> bool:
    """One way and the other, or more than the margin under one policy and equivalent under another."""
    found = set(words)
    ways = found & {str(Verdict.HIGHER), str(Verdict.LOWER)}
    return len(ways) == 2 or bool(ways and str(Verdict.EQUIVALENT) in found)


def _never(_: Series, first: int) -> int:
    return -1


def _value(series: Series, level: float) -> tuple[float, Interval]:
    sums, whole = series.end.sums, series.quantity.whole
    if series.quantity.metric.kind == "share":
        return sums.base / sums.n / whole, wilson(sums.base / whole, sums.n, level)
    low, high = mean_interval(sums.base, sums.base_squares, sums.n, level)
    return sums.base / sums.n / whole, (low / whole, high / whole)


def _against(
    base: Scenario,
    hands: Sequence[Hand],
    chosen: Sequence[Quantity],
    jobs: int,
    progress: runner.Progress,
) -> pairs.Played:
    others = [hand.scenario for hand in hands]
    return pairs.play(base, others, chosen, [base.run.games], _never, jobs, progress)


def _judged(series: Series, alpha: float, k: int) -> tuple[float, Interval, str]:
    judged = Fixed().judge(series, Family(alpha, k, 0.0))
    sums = series.end.sums
    size = (sums.variant - sums.base) / max(sums.n, 1) / series.quantity.whole
    return size, judged.interval, str(judged.verdict)


def _alarms(
    field: Sequence[Hand], repeats: Sequence[Hand], chosen: Sequence[Quantity], sign: int, alpha: float, jobs: int,
    progress: runner.Progress,
) -> tuple[list[Seen], list[str], int]:  # fmt: skip
    """Each repeating policy against every one of the field: it alarms where it is surely better than all of them."""
    k, n_games = len(repeats) * len(chosen), 0
    closest: dict[tuple[int, str], tuple[float, float, Interval, str]] = {}
    for hand in field:
        found = _against(hand.scenario, repeats, chosen, jobs, progress)
        n_games += found.games
        for one in found.series:
            size, interval, _ = _judged(one, alpha, k)
            ahead = min(sign * end for end in interval)
            key = one.variant, one.quantity.side
            if key not in closest or ahead < closest[key][0]:
                closest[key] = ahead, size, interval, hand.name
    seen, alarms = [], []
    kind, title = chosen[0].metric.kind, chosen[0].metric.title
    for (place, side), (ahead, size, (low, high), rival) in closest.items():
        name = repeats[place].name
        word = "beats the field" if ahead > 0 else f"does not beat {rival}"
        seen.append(Seen("repeats", name, "", side, size, low, high, word))
        if ahead > 0:
            ends = f"[{said(low, kind, sign=True)} to {said(high, kind, sign=True)}]"
            alarms.append(
                f"{name} beats the field ({side}): {title} {said(size, kind, sign=True)} {ends} "
                f"against its closest rival, {rival}."
            )
    return seen, alarms, n_games
