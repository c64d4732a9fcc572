"""A copy of the project in which mutmut finds every function of the measured packages.

mutmut leaves alone what is decorated, and so all that is cached. In the copy ``@cache def f`` is written as
what Python says it means, ``def f`` and then ``f = cache(f)``. Nor can it change what has run when a test
begins, so functions that only write a module's records on import get a decorator that does nothing.

``python -m tests.mutation_workplace FOLDER`` makes it. What was noticed there before stays known as long as
the code is the same; what was not is tried again, by the tests that there are now.
"""

from __future__ import annotations

import ast
import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
MEASURED = ("inexreport/metrics", "inexreport/judging")
KILLED, TIMED_OUT = (1, 3), (24, -24, 36, 152, 255)
"""mutmut's codes for a test that fails and for one that takes too long."""
NOTICED = (*KILLED, *TIMED_OUT)

_DOES_NOTHING = ast.parse("lambda function: function", mode="eval").body


def mutable(source: str) -> str:
    r"""The same program, decorated only where mutmut shall change nothing.

    Examples
    --------
    >>> print(mutable("@a\n@b(1)\ndef f():\n    return 2"))
    def f():
        return 2
    f = a(b(1)(f))
    >>> print(mutable("def _f():\n    return 2\nx = _f()"))
    @lambda function: function
    def _f():
        return 2
    x = _f()
    """
    module = ast.parse(source)
    written = _Mutable(_writing_records(module)).visit(module)
    return ast.unparse(ast.fix_missing_locations(written))


def _writing_records(module: ast.Module) -> set[str]:
    """Private functions that are called on import, by the module itself or by others of them."""
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    found: set[str] = set()
    calls = _Calls()
    calls.visit(module)
    while new := calls.names & set(functions) - found:
        found |= new
        for name in new:
            calls.generic_visit(functions[name])
    return found


class _Calls(ast.NodeVisitor):
    """Private functions that are called, but not by functions that are only defined."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        pass

    def visit_Lambda(self, node: ast.Lambda) -> None:
        pass

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id.startswith("_"):
            self.names.add(node.func.id)
        self.generic_visit(node)


class _Mutable(ast.NodeTransformer):
    """Writes decorators of functions as calls that follow them, but decorates what writes records."""

    def __init__(self, of_records: set[str]) -> None:
        self._of_records = of_records

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | list[ast.stmt]:
        self.generic_visit(node)
        if node.name in self._of_records:
            node.decorator_list = [_DOES_NOTHING]
        elif node.decorator_list:
            decorated: ast.expr = ast.Name(node.name)
            for decorator in reversed(node.decorator_list):
                decorated = ast.Call(decorator, [decorated], [])
            node.decorator_list = []
            return [node, ast.Assign([ast.Name(node.name)], decorated)]
        return node


def make(folder: Path) -> None:
    """Copy what mutmut needs to a folder."""
    for name in ("campaigns", "docs", "inexreport", "templates", "tests"):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for measured in MEASURED:
        for module in (folder / measured).rglob("*.py"):
            module.write_text(mutable(module.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    for known in folder.glob("mutants/inexreport/*/*.meta"):
        results = json.loads(known.read_text(encoding="utf-8"))
        codes = results["exit_code_by_key"]
        codes |= {name: None for name, code in codes.items() if code not in NOTICED}
        known.write_text(json.dumps(results), encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
