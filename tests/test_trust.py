"""No module of the program runs, fetches or unpickles anything, but those that are named here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "inexreport"
CODE = {"eval", "exec", "compile", "__import__"}
MODULES = {
    *("marshal", "pickle", "shelve", "dill", "cloudpickle", "joblib"),
    *("subprocess", "socket", "urllib.request", "http.client", "requests", "ftplib", "smtplib"),
}
CALLS = {"read_pickle", "to_pickle", "system", "popen", "execv", "spawnv", "import_module"}
ALLOWED = {
    "extensions.py": {"import_module"},  # modules of this package, found beside those that look for them
    "cache.py": {"pickle"},  # in a folder that its owner alone may write to
    "parallel/processes.py": {"pickle"},  # between this process and those that it started
    "parallel/cluster.py": {"pickle"},  # the same on a cluster, which is trusted wholly
    "formats/markdown_text.py": {"subprocess"},  # this program itself; the text is its input
    "metrics/registry.py": {"pickle"},  # the name of an exception
}


def suspicious(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in CODE:
                found.add(called.id)
            if isinstance(called, ast.Attribute) and called.attr in CALLS:
                found.add(called.attr)
            if any(keyword.arg in ("shell", "allow_pickle") for keyword in node.keywords):
                found.add("shell or allow_pickle")
    return found & (CODE | MODULES | CALLS | {"shell or allow_pickle"})


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import pickle", {"pickle"}),
        ("from urllib import request", {"urllib.request"}),
        ("eval('1')", {"eval"}),
        ("import re; re.compile('x')", set()),
        ("np.load(file, allow_pickle=True)", {"shell or allow_pickle"}),
    ],
)
def test_what_is_looked_for_is_found(source: str, expected: set[str]) -> None:
    assert suspicious(ast.parse(source)) == expected


def test_no_module_runs_fetches_or_unpickles_what_it_reads() -> None:
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE).as_posix()
        assert suspicious(ast.parse(file.read_text("utf-8"))) <= ALLOWED.get(name, set()), name
