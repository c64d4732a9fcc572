"""The archive's own files: made from campaigns' records, swapped as a whole, leaving campaigns alone."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pandas as pd
import pyarrow as pa
import pytest

from inexreport.errors import UsageError
from inexreport.rendering import archive
from inexreport.rendering.archive import write_archive
from inexreport.rendering.file_names import file_names
from inexreport.rendering.output_folder import site_folder
from inexreport.rendering.site import write_site
from rendering.invented_campaign import MARKUP, PARTICIPANTS, invented_metrics, invented_outcome

YEARS = (2040, 2041, 2042)


def campaign_of(year: int, **changes: object):
    outcome = invented_outcome(runs=5, slug=f"campaign-{year}")
    return replace(outcome, campaign=replace(outcome.campaign, year=year, **changes))


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


class Page(HTMLParser):
    """Addresses and anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.anchors: set[str | None] = set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors.add(given.get("id"))
        self.addresses += [given[name] for name in ("href", "src") if given.get(name)]


@pytest.fixture(scope="module")
def three(invented_site: Path, two_sites: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of three campaigns, to which the last one has just come; tests only read it, or copy it."""
    out = tmp_path_factory.mktemp("three")
    for year, site in zip(YEARS, (two_sites / "one", invented_site), strict=False):
        file = shutil.copytree(site, out / f"campaign-{year}") / "data" / "campaign.json"
        record = json.loads(file.read_text("utf-8")) | {"slug": f"campaign-{year}", "year": year}
        file.write_text(json.dumps(record), "utf-8")
    others = files_of(out)
    write_site(campaign_of(YEARS[-1]), invented_metrics(), out)
    assert others.items() <= files_of(out).items(), "a campaign leaves the others as they are"
    return out


@pytest.fixture
def copied(three: Path, tmp_path: Path) -> Path:
    """A copy of the archive of three campaigns."""
    return Path(shutil.copytree(three, tmp_path / "copied"))


def test_three_campaigns_make_an_archive_of_three_years(three: Path):
    html = (three / "index.html").read_text("utf-8")
    places = [html.index(f'id="year-{year}"') for year in reversed(YEARS)]
    assert places == sorted(places)
    systems = pd.read_csv(three / "archive" / "systems.csv", keep_default_na=False)
    names = systems.system.where(systems.participant == "", systems.system + " – " + systems.participant)
    pages = sorted(path.stem for path in (three / "archive" / "systems").iterdir())
    assert pages == sorted(file_names(names.unique()).values())
    tasks = pd.read_csv(three / "archive" / "tasks.csv")
    assert tasks["year"].tolist() == list(YEARS)
    runs = pd.read_csv(three / "archive" / "participants.csv")
    assert set(runs["participant"]) == set(PARTICIPANTS.values())
    for year in YEARS:
        scores = pd.read_csv(three / f"campaign-{year}" / "data" / "runs.csv")
        own = runs[runs["year"].eq(year)].set_index("run")["rank"].dropna()
        official = scores[scores["participant"].notna()].set_index("run")["official_rank"].dropna()
        assert own.sort_index().to_dict() == official.sort_index().to_dict()


def test_every_link_of_the_archive_leads_somewhere(three: Path):
    own = [three / "index.html", *(three / "archive").rglob("*.html")]
    for file in own:
        for address in Page(file.read_text("utf-8")).addresses:
            path, _, fragment = address.partition("#")
            target = (file.parent / unquote(path)).resolve() if path else file
            assert target.is_file(), f"{file} links to {address}"
            if fragment:
                assert fragment in Page(target.read_text("utf-8")).anchors


def test_charts_link_to_pages_that_are_there(three: Path):
    for file in (three / "index.html", *(three / "archive").rglob("*.html")):
        html = file.read_text("utf-8")
        for chart in html.split('<script type="application/json" data-chart="')[1:]:
            content = json.loads(chart.partition(">")[2].partition("</script>")[0])
            for row in content["datasets"]["rows"]:
                assert (file.parent / unquote(row["link"])).resolve().is_file()


def test_names_stay_text(three: Path):
    for file in (three / "index.html", *(three / "archive").rglob("*.html")):
        html = file.read_text("utf-8")
        assert MARKUP not in html
        assert "<script>" not in html


def test_the_archive_is_the_same_with_each_campaign_or_once_for_all(three: Path, copied: Path):
    shutil.rmtree(copied / "archive")
    (copied / "index.html").unlink()
    write_archive(copied)
    assert files_of(copied) == files_of(three)


def test_pages_of_systems_that_are_gone_go_with_them(copied: Path):
    assert any((copied / "archive/systems").iterdir())
    for year in YEARS[1:]:
        shutil.rmtree(copied / f"campaign-{year}")
    write_archive(copied)
    assert not (copied / "archive/systems").exists()


def test_what_stands_stays_when_the_archive_cannot_be_written(copied: Path, monkeypatch):
    before = files_of(copied)
    calls = []

    def fail_late(table: pa.Table) -> bytes:
        calls.append(table)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return b""

    monkeypatch.setattr(archive, "csv_bytes", fail_late)
    with pytest.raises(KeyboardInterrupt):
        write_archive(copied)
    assert files_of(copied) == before


def test_a_folder_that_is_not_the_archives_own_is_not_replaced(tmp_path: Path):
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="not a results site"):
        write_site(campaign_of(2042), invented_metrics(), tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["archive", "notes.txt"]


def test_no_campaign_takes_the_archives_folders(tmp_path: Path):
    for slug in ("archive", "Archive", "assets"):
        folder = site_folder(tmp_path, slug)
        assert folder.parent == tmp_path
        assert folder.name.casefold() not in ("archive", "assets")


def test_a_large_archive_stays_light(three: Path, tmp_path: Path, monkeypatch):
    record = json.loads((three / "campaign-2042" / "data" / "campaign.json").read_text("utf-8"))
    groups = [f"Institute of Invented Studies Number {i}" for i in range(90)]
    run = record["tasks"][0]["standings"][0]
    standings = [
        run | {"run": f"run-{i}", "title": f"run-{i}", "rank": i + 1, "participant": str(i % 90)}
        for i in range(100)
    ]
    tasks = [record["tasks"][0] | {"name": f"Task{i}", "standings": standings} for i in range(12)]
    pages = {
        "participants": {str(i): f"participants/{i}.html" for i in range(90)},
        "runs": {
            task["name"]: {f"run-{i}": f"runs/run-{i}.html" for i in range(100)}
            | {task["best"]["run"]: "runs/best.html"}
            for task in tasks
        },
        "tasks": {task["name"]: f"tasks/{task['name']}.html" for task in tasks},
        "metrics_guide": "metrics.html",
        "metrics": {task["official"]: "metric" for task in tasks},
    }
    for year in range(2002, 2011):
        (tmp_path / f"inex-{year}" / "data").mkdir(parents=True)
        names = {str(i): name for i, name in enumerate(groups)}
        content = record | {"year": year, "tasks": tasks, "pages": pages, "participant_names": names}
        (tmp_path / f"inex-{year}" / "data" / "campaign.json").write_text(json.dumps(content))
    render, systems = archive._render, iter(range(100))

    def few_systems(kind: str, *made_from: object) -> bytes:
        """All systems have as many runs."""
        return b"" if kind == "system" and next(systems) > 2 else render(kind, *made_from)

    monkeypatch.setattr(archive, "_render", few_systems)
    write_archive(tmp_path)
    assert next(systems, None) is None
    for file in (tmp_path / "index.html", *(tmp_path / "archive").rglob("*.html")):
        assert file.stat().st_size < 300_000, file.name
