"""The report of mutation testing, on results written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mutation_report import Survivor, read_results, results_table, unexplained

MUTATED = """\
def x_f__mutmut_orig(a):
    return a < 1

def x_f__mutmut_1(a):
    return a <= 1

def x_f__mutmut_5(a):
    return a < 2
"""


@pytest.fixture
def results(tmp_path: Path) -> Path:
    module = tmp_path / "mutants" / "inexreport" / "metrics" / "made.py"
    module.parent.mkdir(parents=True)
    module.write_text(MUTATED, encoding="utf-8")
    name = "inexreport.metrics.made.x_f__mutmut_"
    codes = {f"{name}1": 0, f"{name}2": 1, f"{name}3": 36, f"{name}4": None, f"{name}5": 33}
    spans = {"x_f__mutmut_orig": (1, 2), "x_f__mutmut_1": (4, 5), "x_f__mutmut_5": (7, 8)}
    module.with_name("made.py.meta").write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    module.with_name("made.py.spans").write_text(json.dumps({"spans": spans}), encoding="utf-8")
    return tmp_path


def test_every_mutant_is_counted(results: Path) -> None:
    counts, survivors = read_results(results)
    assert counts == {"metrics/made.py": {"killed": 1, "survived": 2, "timed out": 1, "not tried": 1}}
    assert [(one.function, one.shown) for one in survivors] == [
        ("f", "`return a < 1` → `return a <= 1`"),
        ("f", "`return a < 1` → `return a < 2`"),
    ]
    assert "| `metrics/made.py` | 5 | 1 | 1 | 2 | 1 | 40.0% |" in results_table(counts)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("x = np.zeros(3, dtype=np.int64)", "x = np.zeros(3, dtype=None)", "dtype"),
        ("x = np.zeros(3, dtype=np.int64)", "x = np.zeros(3, )", "dtype"),
        ("return x.astype(np.int8)", "return x.astype(None)", "dtype"),
        ("x = np.zeros(3, dtype=np.int64)", "x = np.zeros(4, dtype=np.int64)", None),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, d, strict=False):", "strict"),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, d, ):", "strict"),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, None, strict=True):", None),
        ("return float('nan')", "return float('NAN')", "nan"),
        ("return float('nan')", "return float('XXnanXX')", None),
        ("o = np.argsort(k, kind='stable')", "o = np.argsort(k, kind='STABLE')", "stable"),
        ("o = np.argsort(k, kind='stable')", "o = np.argsort(k, )", "kind"),
        ("def (a: str='x', b: int=0) -> int:", "def (a: str='X', b: int=0) -> int:", "default"),
        ("def (a: str='x', b: int=0) -> int:", "def (a: str='x', b: int=1) -> int:", None),
        ("return text.upper()", "return TEXT.upper()", None),
    ],
)
def test_the_general_explanations(before: str, after: str, kind: str | None) -> None:
    assert Survivor("metrics/made.py", "f", before, after).kind == kind


def test_survivors_without_an_explanation_are_reported(results: Path) -> None:
    _, survivors = read_results(results)
    capital = Survivor("metrics/made.py", "f", "return float('nan')", "return float('NAN')")
    assert unexplained([*survivors, capital]) == survivors
