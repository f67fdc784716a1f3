"""Which fields of RULES and SETUP the kernels of a game read: found in their source, from what Python calls on.

Each name in a kernel stands for some paths, such as RULES.foes for `rules.foes[kind]`, which assignments, calls and
returned values carry on; a field counts as read where a path ends at it.  Items of an array are not told apart.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

Paths = frozenset[str]
NOTHING: Paths = frozenset()
BEGINNINGS = {"rules": frozenset({"RULES"}), "setup": frozenset({"SETUP"}), "setups": frozenset({"SETUP"})}
CALLED = ("simulate", "explore", "score_states")


def fields(schema: ModuleType) -> Iterator[str]:
    """Every field of RULES and SETUP that is no record itself."""
    for name in ("RULES", "SETUP"):
        yield from _leaves(getattr(schema, name), name)


def _leaves(dtype: np.dtype, path: str) -> Iterator[str]:
    dtype = dtype.base
    if dtype.names is None:
        yield path
        return
    for name in dtype.names:
        yield from _leaves(dtype[name], f"{path}.{name}")


def fields_read(kernels: ModuleType, schema: ModuleType) -> set[str]:
    """Those that the kernels read which Python calls, and whatever these call."""
    reader = _Reader(schema)
    for name in CALLED:
        if function := getattr(kernels, name, None):
            names = inspect.signature(_plain(function)).parameters
            reader.call(_plain(function), tuple(BEGINNINGS.get(name, NOTHING) for name in names))
    return reader.read


def _plain(function: Any) -> Any:
    return getattr(function, "py_func", function)


@cache
def _source(function: Any) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


class _Reader:
    """Follows paths through kernels, each kernel once for the same paths."""

    def __init__(self, schema: ModuleType) -> None:
        self.known = dict.fromkeys(_every_path(schema))
        self.read: set[str] = set()
        self.returned: dict[tuple[Any, tuple[Paths, ...]], Paths] = {}

    def call(self, function: Any, given: tuple[Paths, ...]) -> Paths:
        """The paths that a kernel returns; what it reads is noted."""
        key = (function, given)
        if key not in self.returned:
            self.returned[key] = NOTHING  # where it calls itself
            self.returned[key] = _Body(self, function, given).run()
        return self.returned[key]


def _every_path(schema: ModuleType) -> Iterator[str]:
    for name in ("RULES", "SETUP"):
        yield name
        for path in _leaves(getattr(schema, name), name):
            parts = path.split(".")
            yield from (".".join(parts[:n]) for n in range(2, len(parts) + 1))


class _Body:
    """One kernel under one meaning of its parameters."""

    def __init__(self, reader: _Reader, function: Any, given: tuple[Paths, ...]) -> None:
        self.reader, self.function, self.tree = reader, function, _source(function)
        self.names = dict(zip([argument.arg for argument in self.tree.args.args], given, strict=False))
        self.result: Paths = NOTHING

    def run(self) -> Paths:
        """Twice, for what a loop assigns below where it is used."""
        for _ in range(2):
            for statement in self.tree.body:
                self.follow(statement)
        return self.result

    def follow(self, statement: ast.stmt) -> None:
        """A statement, and those in it."""
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                self.assign(target, statement.value)
        elif isinstance(statement, ast.Return) and statement.value is not None:
            self.result |= self.paths(statement.value)
        else:
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.stmt):
                    self.follow(child)
                elif isinstance(child, ast.expr):
                    self.paths(child)

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Names take over what stands for them, those of a tuple one by one."""
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=True):
                self.assign(one, its)
            return
        found = self.paths(value)
        if isinstance(target, ast.Name):
            self.names[target.id] = self.names.get(target.id, NOTHING) | found
        else:
            self.paths(target)

    def paths(self, node: ast.expr) -> Paths:
        """What an expression may stand for; whatever it reads is noted."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, NOTHING)
        if isinstance(node, ast.Attribute):
            return self.field(self.paths(node.value), node.attr)
        if isinstance(node, ast.Subscript):
            self.paths(node.slice)
            return self.paths(node.value)
        if isinstance(node, ast.Call):
            given = tuple(self.paths(argument) for argument in node.args)
            callee = self.function.__globals__.get(node.func.id) if isinstance(node.func, ast.Name) else None
            plain = _plain(callee)
            in_game = inspect.isfunction(plain) and ".games." in plain.__module__
            return self.reader.call(plain, given) if in_game else NOTHING
        if isinstance(node, ast.IfExp):
            self.paths(node.test)
            return self.paths(node.body) | self.paths(node.orelse)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.paths(child)
        return NOTHING

    def field(self, records: Paths, name: str) -> Paths:
        """A field of any of these records."""
        found = frozenset(path for record in records if (path := f"{record}.{name}") in self.reader.known)
        self.reader.read |= found
        return found
