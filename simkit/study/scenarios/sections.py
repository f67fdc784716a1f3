"""The tables of a scenario file, as pydantic checks them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.study.scenarios.limits import MOST_GAMES_A_CELL, MOST_SEED
from simkit.study.stats.latin_hypercube import draws_without_flip

Size = str | float  # "1pt" for a percentage point, or a number of the metric's unit


class Table(BaseModel):
    """A table of a scenario file: strict types, no unknown keys, no infinities."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class Run(Table):
    """[run] How much to play."""

    games: int = Field(default=10_000, ge=1, le=MOST_GAMES_A_CELL)  # a cell
    seed: int = Field(default=1, ge=0, lt=MOST_SEED + 1)
    rows: bool | None = None  # keep one row a game; by default if there are fewer than ten million


class VariantTable(Table):
    """[variants.NAME] A change of rules, setup or policies, for comparisons; a switch of `lab`."""

    rules: dict[str, Any] = {}
    setup: dict[str, Any] = {}


class Report(Table):
    """[report] Further tables of the answers; each field names an axis."""

    against: str = ""  # of a run: the difference of every other value of this axis from its first
    best: str = ""  # of exact answers: for all other coordinates, its value with the least of the picture's metric
    worth: str = ""  # of exact answers: what each value of this axis saves of it against the first one


class Compare(Table):
    """[compare] What variants are held against the base by."""

    metrics: list[str] = []  # by default win shares where the game has any, else the metric of the picture
    margin: Size = 0.0  # largest difference of a share that does not matter; 0 for none
    margins: dict[str, Size] = {}  # of single metrics
    looks: int | list[int] = 1_000  # after every so many games, or at these; whole blocks of line-ups
    alpha: float = Field(default=0.05, gt=0, lt=0.5)  # chance of a wrong word in the family of a metric


class Lab(Table):
    """[lab] Several switches at once; they are the [variants]."""

    metric: str = ""
    target: tuple[Size, Size] | None = Field(default=None, strict=False)  # where every side's share should lie
    order: int = Field(default=2, ge=1, le=2)  # main effects, or also two-way interactions
    alpha: float = Field(default=0.05, gt=0, lt=0.5)


class Sensitivity(Table):
    """[sensitivity] Which reconstructed figures, and of what."""

    metric: str = ""
    figures: list[str] = []  # dotted paths, or beginnings of such; by default all that are reconstructed
    draws: int = Field(default=draws_without_flip(), ge=0, le=10_000)  # joint ones
    maps: int = Field(default=30, ge=0, le=10_000)


class Robust(Table):
    """[robust] Other hands at the same table."""

    metric: str = ""
    better: Literal["", "high", "low"] = ""  # by default as the metric says
    seat: str = "policy"  # the key of a cell that says who plays
    policies: list[Any] = []  # by default all of the game but the random one
    restricted: dict[str, Any] = {}  # by name: a policy that never does something
    repeats: dict[str, Any] = {}  # by name: a policy that does one thing over and over


class Tune(Table):
    """[tune] Which thresholds of a policy to better."""

    metric: str = ""
    better: Literal["", "high", "low"] = ""  # by default as the metric says
    thresholds: list[str] = []  # by default all of the policy
    ranges: dict[str, list[int]] = {}  # lowest and highest of single thresholds, instead of the game's
    trials: int = Field(default=40, ge=2, le=100_000)


class Audit(Table):
    """[audit] Whether any single change of a policy gains more than a margin."""

    metric: str = ""
    better: Literal["", "high", "low"] = ""  # by default as the metric says
    seats: list[str] = []  # keys of a cell that hold a policy; by default those of single seats
    keys: list[str] = []  # of the policies; by default all
    margin: Size = "1pt"  # the largest gain that does not matter
    more: int | None = Field(default=None, ge=0, le=MOST_GAMES_A_CELL)  # fresh games for what is open; five times [run]
    alpha: float = Field(default=0.05, gt=0, lt=0.5)  # chance of a wrong "gains", and of a wrong "none gains"


class Ladder(Table):
    """[ladder] Every policy against every other."""

    metric: str = ""
    policies: list[Any] = []  # by default all of the game but the random one
    alpha: float = Field(default=0.05, gt=0, lt=0.5)  # chance of any wrong word about who beats whom


class League(Tune):
    """[league] Which seats take turns to better their policies, and how long."""

    seats: list[str] = []  # keys of a cell; by default all that hold the policy of some seats
    rounds: int = Field(default=6, ge=1, le=1_000)


class Solve(Table):
    """[solve] What perfect play plays for, and whose it is."""

    goal: Any = ""  # an ending, a metric in its lucky direction, or what some of them are worth
    seat: str = ""  # the key of a cell that says who plays; by default its first one
    policies: list[Any] = []  # what is held against the best; by default all of the game, and those in use


class ScenarioTable(Table):
    """The whole file."""

    game: str
    entry: str
    title: str = ""
    question: str = ""
    figures: str = ""  # a file of figures beside this one, whose groups, such as map.links, replace the published ones
    setup: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    axes: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    variants: dict[str, VariantTable] = {}
    run: Run = Run()
    report: Report = Report()
    compare: Compare = Compare()
    lab: Lab = Lab()
    sensitivity: Sensitivity = Sensitivity()
    robust: Robust = Robust()
    tune: Tune = Tune()
    audit: Audit = Audit()
    ladder: Ladder = Ladder()
    league: League = League()
    solve: Solve = Solve()


TABLES: dict[tuple[str, ...], type[Table]] = {
    (): ScenarioTable,
    ("run",): Run,
    ("report",): Report,
    ("compare",): Compare,
    ("lab",): Lab,
    ("sensitivity",): Sensitivity,
    ("robust",): Robust,
    ("tune",): Tune,
    ("audit",): Audit,
    ("ladder",): Ladder,
    ("league",): League,
    ("solve",): Solve,
}
