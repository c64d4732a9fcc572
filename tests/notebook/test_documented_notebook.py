"""The documented notebook runs from its first to its last cell; its cells show what they are said to show."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd
import pytest

import inexreport
from inexreport.model.outcome import CampaignOutcome

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"


def sources(kind: str) -> list[str]:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == kind]


def executed(source: str, names: dict[str, Any]) -> Any:
    """Execute a cell; return the value of its last line, which a notebook shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)


@pytest.mark.usefixtures("evaluated_once")
def test_every_cell_runs_and_shows_something(
    root: Path, sample_sites: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write_again(outcome: CampaignOutcome, metrics: object, out: Path, *_: Any, **__: Any) -> Path:
        """The site as other tests have built it."""
        return shutil.copytree(sample_sites / outcome.campaign.slug, out / outcome.campaign.slug)

    monkeypatch.setattr("inexreport.building.build.write_site", write_again)
    monkeypatch.chdir(root)
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [executed(source, names) for source in sources("code")]
    kinds = [type(value) for value in shown]
    assert kinds[:2] == [inexreport.Campaign, pd.DataFrame]
    assert kinds.count(pd.DataFrame) == 7
    assert sum(isinstance(value, alt.LayerChart) for value in shown) == 2
    assert all(len(value) for value in shown if isinstance(value, pd.DataFrame))
    of_objects, of_qrels, of_check = [value for value in shown if isinstance(value, pd.DataFrame)][-3:]
    assert sorted(of_objects.index) == ["DataFrame", "dictionary", "open file", "path", "records"]
    assert of_objects.loc["path", ["AP", "P@1", "RR(rel=2)", "nDCG@10"]].tolist() == [
        0.625,
        0.5,
        0.25,
        0.7398,
    ]
    assert of_objects.nunique().eq(1).all()
    assert of_qrels.score.round(4).tolist() == of_objects["nDCG@10"].tolist()[:3]
    assert of_check.found.tolist()[1:] == ["nothing for topic “2”"]
    assert shown[-2] is True  # the site has the same scores
    assert "is 'scores' meant? There are: scores," in capsys.readouterr().out


def test_it_is_stored_without_outputs() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert notebook["nbformat"] == 4
    assert all(not cell.get("outputs") and not cell.get("execution_count") for cell in notebook["cells"])
