"""Everything that the package offers is found by completion, described by help and typed."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import inexreport

SCRIPT = """\
import altair as alt
import pandas as pd

import inexreport

campaign = inexreport.Campaign("campaigns/sample-2009")
results: inexreport.Results = campaign.evaluate(workers=2)
scores: pd.DataFrame = results.scores
names: tuple[str, ...] = results.tables
chart: alt.Chart | alt.LayerChart = results.chart("scores", task="Focused")
compared: pd.DataFrame = results.compare("a", "b")
site: inexreport.PublishedSite = inexreport.open_site("site/sample-2009")
problems: pd.DataFrame = inexreport.check("run.xml", protocol="inex-2009")
try:
    inexreport.build("campaign")
except inexreport.CampaignRefusedError as refused:
    places: list[str] = [problem.place for problem in refused.problems]
"""
MISTAKES = """\
import inexreport

inexreport.Campaign(1)
inexreport.Campaign("x").evaluate(workers="two")
number: int = inexreport.open_site("x").scores
"""
UNSEEN = (
    *("click", "dask", "distributed", "ir_measures", "jinja2", "lxml", "markdown_it", "narwhals", "numpy"),
    *("platformdirs", "pyarrow", "pydantic", "pydantic_core", "rich", "scipy", "typer", "vl_convert"),
)
"""Packages whose types take ten seconds to read; none is in what a script sees."""


@pytest.mark.parametrize("name", inexreport.__all__)
def test_every_name_is_listed_and_described(name: str) -> None:
    assert name in dir(inexreport)
    if name != "__version__":
        found = getattr(inexreport, name)
        arguments = inspect.signature(found).parameters if inspect.isfunction(found) else ()
        assert all(f"\n{argument} : " in str(inspect.getdoc(found)) for argument in arguments)
        assert inspect.getdoc(found)
        assert name in pydoc.render_doc(inexreport, renderer=pydoc.plaintext)


@pytest.mark.parametrize("kind", [inexreport.Campaign, inexreport.Results, inexreport.PublishedSite])
def test_every_public_method_is_described(kind: type) -> None:
    public = [name for name in dir(kind) if not name.startswith("_") and callable(getattr(kind, name))]
    assert public
    for name in public:
        assert inspect.getdoc(getattr(kind, name))


def test_a_script_passes_strict_type_checking_and_mistakes_do_not(tmp_path: Path) -> None:
    assert (Path(inexreport.__file__).parent / "py.typed").is_file()
    pytest.importorskip("mypy")
    unseen = ",".join(f"{package}.*" for package in UNSEEN)
    skipped = "follow_imports = skip\nfollow_imports_for_stubs = true\n"
    (tmp_path / "mypy.ini").write_text(f"[mypy]\n[mypy-{unseen}]\n{skipped}")
    scripts = {"right.py": SCRIPT, "wrong.py": MISTAKES}
    for name, script in scripts.items():
        (tmp_path / name).write_text(script)
    environment = {"MYPYPATH": str(Path(inexreport.__file__).parents[1]), "PATH": ""}
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary"]
    command += ["--config-file=mypy.ini", f"--cache-dir={tmp_path / 'cache'}", *scripts]
    found = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    errors = [line for line in found.stdout.splitlines() if ": error:" in line]
    assert [line.split(":")[:2] for line in errors] == [["wrong.py", line] for line in ("3", "4", "5")]
    assert "right.py" not in found.stdout
    assert found.stderr == ""
