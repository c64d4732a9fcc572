"""The recipes of docs/extending.md, each with its number of files, in a copy that builds a campaign."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from lxml import html

from inexreport.cache import Cache
from inexreport.rendering.assets import asset_contents

RECIPE = re.compile(r"^## (A .+?)\n\nFiles: (\d+), (.+?)\.\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"```(python|diff)\n# (\S+)\n(.*?)```", re.DOTALL)
CAMPAIGN = {
    "campaign.toml": (
        'title = "Tiny"\nyear = 2025\nprotocol = "trec"\ncontact = "results@tiny.example & <all>"\n'
        '[tasks.adhoc]\nofficial = "mean-grade@2"\nmetrics = ["mean-grade@2", "P@5"]\n'
    ),
    "topics/topics.tsv": "1\tone\n2\ttwo\n",
    "assessments/official/all.qrels": "1 0 best 2\n1 0 good 1\n1 0 bad 0\n2 0 best 2\n",
    "runs/adhoc/11/first.run": "1 Q0 best 1 2.0 first\n1 Q0 good 2 1.0 first\n2 Q0 best 1 1.0 first\n",
    "runs/adhoc/11/second.lists": "1: best bad\n\n2: other\n",
    "runs/adhoc/12/broken.lists": "1: bad\n1\n[]\n",
}


def recipes(root: Path) -> dict[str, tuple[int, str, list[tuple[str, str, str]]]]:
    """By title: number of files, their names, and kind, file and text of each block; none without blocks."""
    text = (root / "docs" / "extending.md").read_text("utf-8")
    return {
        title: (int(number), names, BLOCK.findall(rest))
        for title, number, names, rest in RECIPE.findall(text)
    }


@pytest.fixture(scope="module")
def copy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, its documentation and its tests of metrics, changed as all recipes say."""
    folder = tmp_path_factory.mktemp("extended")
    for name in ("inexreport", "templates", "docs", "tests/metrics"):
        shutil.copytree(root / name, folder / name)  # with what Python has compiled, which saves seconds
    for file in (root / "pyproject.toml", *(root / "tests").glob("*.py")):
        shutil.copy(file, folder / file.relative_to(root))
    for _, _, blocks in recipes(root).values():
        for kind, name, text in blocks:
            change(folder / name, kind, text)
    return folder


def change(file: Path, kind: str, text: str) -> None:
    if kind == "python":
        assert not file.exists()
        file.write_text(text, "utf-8")
        return
    lines = text.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] == " ")
    content = file.read_text("utf-8")
    assert content.count(before) == 1, f"{file.name} has changed"
    file.write_text(content.replace(before, "".join(line[1:] for line in lines)), "utf-8")


def python(copy: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(copy), "COLUMNS": "200"}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaigns") / "tiny"
    for name, text in CAMPAIGN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


PROGRAM = """
import sys
from inexreport.cli import main
for sys.argv[1:] in {commands!r}:
    try:
        main()
    except SystemExit as ended:
        print("ended with", ended.code)
import pytest
print("ended with", int(pytest.main({tests!r})))
"""
TESTS = [
    *("-q", "-n0", "-k", "mean-grade or Mean or mean_grade or documents or places"),
    *("tests/metrics/test_properties.py", "tests/metrics/test_registry.py"),
    "inexreport/metrics/mean_grade.py",
]


@pytest.fixture(scope="module")
def printed(copy: Path, campaign: Path) -> str:
    """What commands of the copy print that build two sites, begin a campaign and check one, and its tests."""
    asset_contents(Cache(copy / "cache"))  # the chart library, which takes a build a second otherwise
    options = ("--workers", "1", "--cache", str(copy / "cache"))
    commands = [
        ["build", str(campaign), "--out", str(copy / "site/public"), *options],
        ["build", str(campaign), "--out", str(copy / "site/one"), "--audience", "participant:11", *options],
        ["init", str(copy / "new"), "--protocol", "trec"],
        ["check", str(campaign)],
    ]
    ended = python(copy, "-c", PROGRAM.format(commands=commands, tests=TESTS))
    assert re.findall("(?m)^ended with (.*)", ended.stdout) == ["0"] * 5, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def site(copy: Path, printed: str) -> Path:
    return copy / "site/public/tiny"


@pytest.fixture(scope="module")
def participant_site(copy: Path, printed: str) -> Path:
    return copy / "site/one/tiny"


def cells(page: Path, table: str) -> pd.DataFrame:
    rows = html.parse(page).getroot().xpath(f"//table[{table}]//tr")
    heads, *values = ([" ".join(cell.text_content().split()) for cell in row] for row in rows)
    return pd.DataFrame([value for value in values if len(value) == len(heads)], columns=heads)


def test_each_recipe_states_its_files(root: Path) -> None:
    found = recipes(root)
    for number, names, blocks in found.values():
        files = {name for _, name, _ in blocks}
        assert (number, set(re.findall(r"`(.+?)`", names))) == (len(files), files)
    assert {title: number for title, (number, _, _) in found.items()} == {
        "A metric": 1,
        "A column of a published table": 1,
        "A field of campaign.toml on the front page": 2,
        "A page with a chart and a table": 1,
        "A format of runs": 2,  # the other one is the catalogue of messages
    }


def test_a_metric_is_scored_and_explained(site: Path) -> None:
    scores = (
        pd.read_csv(site / "data/scores.csv").query("metric == 'mean-grade@2'").set_index(["run", "topic"])
    )
    # Grades 2 and 1, and 2 alone, of at most 2 and at rank 2.
    assert scores.score["first"].to_dict() == {"1": 0.75, "2": 0.5, "all": 0.625}
    assert scores.score["second"].to_dict() == {"1": 0.5, "2": 0, "all": 0.25}
    assert "The mean grade of the first k documents" in (site / "metrics.html").read_text("utf-8")


def test_a_metric_has_the_properties_of_all_metrics(printed: str) -> None:
    (passed,) = re.findall(r"(?m)^(\d+) passed, \d+ deselected in .*\nended with 0$", printed)
    assert int(passed) > 12


def test_a_column_is_published_and_shown(site: Path) -> None:
    runs = pd.read_csv(site / "data/runs.csv").set_index("run")
    assert list(runs)[-1] == "topic_results"
    assert runs.topic_results["first"] == 1.5
    shown = cells(site / "tasks/adhoc.html", "@id='runs'").set_index("Run").drop("Mean over")
    assert shown["Results per topic"].to_dict() == {"first": "1.5", "second": "1.5"}
    assert "Mean number of results." in (site / "data.html").read_text("utf-8")


def test_a_field_is_on_the_front_page(copy: Path, site: Path, participant_site: Path) -> None:
    shown = html.parse(site / "index.html").getroot().xpath("//p[starts-with(., 'Contact')]")
    assert [one.text_content() for one in shown] == ["Contact: results@tiny.example & <all>"]
    assert "Contact" not in (participant_site / "index.html").read_text("utf-8")
    lines = (copy / "new/campaign.toml").read_text("utf-8").splitlines()
    (line,) = (one for one in lines if one.endswith("# whom to ask about the results"))
    assert line.startswith("# contact = ")


def test_a_page_is_linked_and_its_table_published(site: Path, participant_site: Path) -> None:
    rows = pd.read_csv(site / "data/participation.csv")
    assert rows.to_numpy().tolist() == [["adhoc", 11, 2, 2], ["adhoc", 12, 1, 0]]
    shown = cells(site / "participation.html", "thead")
    assert shown.to_numpy().tolist() == [
        ["adhoc", "Participant 11", "2", "2"],
        ["adhoc", "Participant 12", "1", "0"],
    ]
    page = html.parse(site / "participation.html").getroot()
    assert (
        page.xpath("//main//h2/following-sibling::p[1]")[0].text_content()
        == "Participant 11 submitted most: 2 runs."
    )
    assert page.xpath("//script[@data-chart='participation-chart']")
    assert html.parse(site / "index.html").getroot().xpath("//nav//a[@href='participation.html']")
    described = json.loads((site / "data/croissant.json").read_text("utf-8"))
    assert "participation" in {one["name"] for one in described["recordSet"]}

    assert not [*participant_site.rglob("participation*")]
    assert "participation" not in (participant_site / "index.html").read_text("utf-8").lower()


def test_a_format_of_runs_is_read_and_says_its_own_message(site: Path, printed: str) -> None:
    runs = pd.read_csv(site / "data/runs.csv").set_index("run")
    assert runs.status.to_dict() == {"first": "evaluated", "second": "evaluated", "broken": "not evaluated"}
    problems = pd.read_csv(site / "data/problems.csv").set_index("code")
    assert problems.loc["run-list-line", ["run", "line", "lines", "severity"]].tolist() == [
        "broken",
        2,
        "2 3",
        "error",
    ]
    assert "runs/adhoc/12/broken.lists:2: error: A line of a run of lists has no documents" in printed
    assert "Write a topic and its documents on each line, best first: 1: d7 d3." in printed.replace("`", "")
    assert "A line of a run of lists has no documents" in (site / "runs/adhoc/broken.html").read_text("utf-8")
