"""A published site is compared with its checksums and its inputs, and every difference is reported."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hostile.campaigns import write_campaign
from pooling_campaigns import varied_campaign

import inexreport
from inexreport import cli
from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.building.verifying import recomputing
from inexreport.building.verifying.checksums import verify_archive_checksums
from inexreport.building.verifying.differences import Difference, Kind
from inexreport.building.verifying.tables import table_differences
from inexreport.building.verifying.verify import verify
from inexreport.cache import Cache, digest
from inexreport.errors import UsageError
from inexreport.rendering.publishing.publication import STAGING
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, parse_audience
from inexreport.version import __version__

from .test_every_field import content
from .test_incremental import everything

Told = tuple[Kind, str]


METRICS = 'metrics = ["iP@0.01", "MAiP(overlap=allowed)", "MAiP"]\n'
"""As few as show a change of scores, since their tables and charts are written again and again."""


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign. Read only."""
    folder = tmp_path_factory.mktemp("campaigns") / "c2009"
    return replace(varied_campaign(2009, "Thorough", 1), settings=METRICS).write(folder)


@pytest.fixture(scope="module")
def published(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with its site. Read only."""
    out = tmp_path_factory.mktemp("published")
    build(campaign, out)
    return out


@pytest.fixture(autouse=True, scope="module")
def _recomputed_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The same files are evaluated once, and the site of an outcome is written once for an audience."""
    outcomes: dict[str, Any] = {}
    written: dict[str, Path] = {}

    def evaluate_or_recall(directory: Path, *given: Any) -> Any:
        key = digest(directory.name, content(directory))
        if key not in outcomes:
            outcomes[key] = evaluate_campaign(directory, *given)
        return outcomes[key]

    def write_or_copy(outcome: Any, metrics: Any, out: Path, *, audience: Audience, **options: Any) -> Path:
        key = digest(everything(outcome), str(audience))
        if key not in written:
            folder = tmp_path_factory.mktemp("written")
            written[key] = write_site(outcome, metrics, folder, audience=audience, **options)
        shutil.copytree(written[key].parent, out, dirs_exist_ok=True)
        return out / written[key].name

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recomputing, "evaluate_campaign", evaluate_or_recall)
        patch.setattr(recomputing, "write_site", write_or_copy)
        yield


@pytest.fixture
def site(published: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may spoil."""
    return Path(shutil.copytree(published, tmp_path / "site")) / "c2009"


def reported(found: tuple[Difference, ...]) -> list[Told]:
    return [(one.kind, one.file) for one in found]


def differences(site: Path, *campaigns: Path, **options: bool) -> tuple[Difference, ...]:
    (found,) = verify(site, campaigns, **options)
    return found.differences


def seal(site: Path) -> None:
    """Write the checksums anew, as one would who wants a change to go unnoticed."""
    files = sorted(path for path in site.rglob("*") if path.is_file() and path.name != "checksums.sha256")
    lines = (
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(site).as_posix()}\n"
        for file in files
    )
    (site / "checksums.sha256").write_text("".join(lines))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_what_was_published_is_verified(published: Path, campaign: Path) -> None:
    for place in (published / "c2009", published):
        found, *archive = verify(place)
        assert (found.differences, found.tables, found.version) == ((), None, __version__)
        assert found.files == sum(path.is_file() for path in (published / "c2009").rglob("*")) - 1
        assert [one.differences for one in archive] == ([()] if place == published else [])
    found, _ = verify(published, [campaign])
    assert found.differences == ()
    assert found.tables == sum(path.suffix == ".csv" for path in (published / "c2009/data").iterdir()) * 3


def test_everything_is_reported_at_once(site: Path) -> None:
    (site / "data" / "runs.csv").unlink()
    change(site / "index.html", "<h1", "<h1 ")
    (site / "data" / "notes.txt").write_text("mine")
    (site / ".hidden").write_text("mine")
    (site / "linked").symlink_to(site.parent, target_is_directory=True)
    (site / "problems.html").unlink()
    (site / "problems.html").symlink_to(site / "data.html")
    (style,) = site.parent.glob("assets/site-*.css")
    style.write_text("body { display: none }")
    (script,) = site.parent.glob("assets/site-*.js")
    script.unlink()
    with (site / "checksums.sha256").open("a") as file:
        file.write(f"{'0' * 64}  ../../etc/passwd\nnonsense\n{'0' * 64}  index.html\n")
    found = differences(site)
    assert reported(found) == [
        (Kind.ALTERED, "checksums.sha256"),
        (Kind.ALTERED, "checksums.sha256"),
        (Kind.MISSING, "../../etc/passwd"),
        (Kind.ADDITIONAL, ".hidden"),
        (Kind.ADDITIONAL, "data/notes.txt"),
        (Kind.MISSING, "data/runs.csv"),
        (Kind.ALTERED, "index.html"),
        (Kind.ADDITIONAL, "linked"),
        (Kind.ALTERED, "problems.html"),
        *sorted((Kind.LINK, f"assets/{one.name}") for one in (style, script)),
    ]


def test_a_site_without_checksums_or_a_record_is_no_verified_site(site: Path, campaign: Path) -> None:
    (site / "checksums.sha256").unlink()
    (site / "data" / "campaign.json").write_text("[")
    assert reported(differences(site, campaign)) == [
        (Kind.MISSING, "checksums.sha256"),
        (Kind.CONTENT, "data/campaign.json"),
    ]


def test_links_and_empty_folders_are_reported_for_what_they_are(site: Path) -> None:
    elsewhere = Path(shutil.move(site / "data", site.parent.parent / "elsewhere"))
    (site / "data").symlink_to(elsewhere, target_is_directory=True)
    (site / "problems.html").unlink()
    (site / "problems.html").symlink_to(site / "data.html")
    (site / "new" / "empty").mkdir(parents=True)
    of = {(one.kind, one.file): one.recomputed for one in differences(site)}
    assert of[Kind.ADDITIONAL, "data"] == of[Kind.ALTERED, "problems.html"] == "a symbolic link"
    assert of[Kind.ADDITIONAL, "new/empty"] == "an empty folder"
    assert (Kind.MISSING, "data/scores.csv") in of
    assert (Kind.ADDITIONAL, "new") not in of


def test_a_broken_link_in_place_of_a_table_does_not_stop_recomputing(site: Path, campaign: Path) -> None:
    (site / "data" / "scores.csv").unlink()
    (site / "data" / "scores.csv").symlink_to("missing")
    assert reported(differences(site, campaign)) == [(Kind.ALTERED, "data/scores.csv")]


def test_scripts_and_styles_are_held_against_whole_checksums(site: Path) -> None:
    (style,) = site.parent.glob("assets/site-*.css")
    assert style.stem == f"site-{hashlib.sha256(style.read_bytes()).hexdigest()}"
    forged = b"body { display: none }"
    name = f"site-{hashlib.sha256(forged).hexdigest()[:10]}.css"
    (style.parent / name).write_bytes(forged)
    change(site / "index.html", style.name, name)
    seal(site)
    assert reported(differences(site)) == [(Kind.LINK, f"assets/{name}")]


def test_what_no_build_puts_into_an_archive_is_reported(site: Path) -> None:
    out = site.parent
    assert [one.differences for one in verify(out)] == [(), ()]
    (out / "CNAME").write_text("mine")
    (out / "mine").mkdir()
    (out / "mine" / "page.html").write_text("mine")
    (out / "nothing").mkdir()
    (out / "assets" / "mine.js").write_text("mine")
    (out / "assets" / "nothing").mkdir()
    (out / "archive" / "participants" / "nothing").mkdir(parents=True)
    (out / f"{STAGING}x").symlink_to("missing")
    (out / "archive").rename(out.parent / "elsewhere")
    (out / "archive").symlink_to(out.parent / "elsewhere")
    campaign, archive = verify(out)
    assert campaign.differences == archive.notes == ()
    assert [(one.kind, one.file, one.recomputed) for one in archive.differences] == [
        (Kind.ADDITIONAL, "archive/participants/nothing", "an empty folder"),
        (Kind.ADDITIONAL, f"{STAGING}x", "a symbolic link"),
        (Kind.ADDITIONAL, "CNAME", hashlib.sha256(b"mine").hexdigest()),
        (Kind.ALTERED, "archive", "a symbolic link"),
        (Kind.ADDITIONAL, "mine", "a folder"),
        (Kind.ADDITIONAL, "nothing", "an empty folder"),
        (Kind.ADDITIONAL, "assets/mine.js", hashlib.sha256(b"mine").hexdigest()),
        (Kind.ADDITIONAL, "assets/nothing", "an empty folder"),
    ]


def test_a_front_page_or_assets_behind_a_link_are_reported(site: Path) -> None:
    for name in ("index.html", "assets"):
        (site.parent / name).rename(site.parent.parent / name)
        (site.parent / name).symlink_to(site.parent.parent / name)
    campaign, archive = verify(site.parent)
    assert reported(campaign.differences) == [(Kind.ALTERED, "assets")]
    assert [(one.kind, one.file, one.recomputed) for one in archive.differences] == [
        (Kind.ALTERED, "index.html", "a symbolic link"),
        (Kind.ALTERED, "assets", "a symbolic link"),
    ]


def test_the_archives_own_pages_are_verified(site: Path) -> None:
    out = site.parent
    change(out / "index.html", "<h1", "<h1 ")
    (out / "archive" / "tasks.csv").unlink()
    shutil.copytree(site, out / "put-there")
    (out / f"{STAGING}x").mkdir()
    *_, found = verify(out)
    assert reported(found.differences) == [
        (Kind.ALTERED, "index.html"),
        (Kind.MISSING, "archive/tasks.csv"),
        (Kind.OUTDATED, "archive"),
    ]
    assert f"{STAGING}x" in found.notes[0]


@pytest.fixture(scope="module")
def two_campaigns(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of two campaigns. Read only."""
    folder = tmp_path_factory.mktemp("two")
    out = Path(shutil.copytree(published, folder / "archive"))
    second = replace(varied_campaign(2006, "Thorough", 2), settings='metrics = ["overlap(kind=set)"]\n')
    build(second.write(folder / "c2006"), out)
    return out


@pytest.fixture
def archive(two_campaigns: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may spoil."""
    return Path(shutil.copytree(two_campaigns, tmp_path / "archive"))


def seal_archive(out: Path) -> None:
    """Write the checksums of the archive's own pages anew."""
    folder = out / "archive"
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "checksums.sha256"]
    named = {path.relative_to(folder).as_posix(): path for path in files} | {
        "../index.html": out / "index.html"
    }
    lines = (f"{hashlib.sha256(named[name].read_bytes()).hexdigest()}  {name}\n" for name in sorted(named))
    (folder / "checksums.sha256").write_text("".join(lines))


def test_the_archives_own_pages_are_recomputed(archive: Path, campaign: Path) -> None:
    _, _, found = verify(archive, [campaign])
    assert (found.differences, found.tables) == ((), 4)
    (note,) = found.notes
    assert "made anew from data/campaign.json and tables of each campaign there" in note
    assert "compared with their checksums: c2006." in note
    change(archive / "index.html", "run2", "run1")
    change(archive / "archive" / "tasks.csv", ",0.04", ",0.94")
    (archive / "archive" / "more.html").write_text("more")
    seal_archive(archive)
    assert not any(one.differences for one in verify(archive))
    *_, found = verify(archive, [campaign])
    assert reported(found.differences) == [
        (Kind.CONTENT, "index.html"),
        (Kind.ADDITIONAL, "archive/more.html"),
        (Kind.VALUE, "archive/tasks.csv"),
    ]


def test_pages_that_the_archive_makes_from_tables_are_recomputed(sample_sites: Path) -> None:
    published = verify_archive_checksums(sample_sites)
    assert sum(path.startswith("systems/") for path in published.found) > 1
    assert recomputing.recomputed_archive(sample_sites, published).differences == ()


def test_records_of_which_no_archive_can_be_made_are_reported(archive: Path, campaign: Path) -> None:
    record = json.loads((archive / "c2006" / "data" / "campaign.json").read_text())
    for broken in (record | {"tasks": 5}, record | {"year": "x"}, record | {"collection": None}):
        (archive / "c2006" / "data" / "campaign.json").write_text(json.dumps(broken))
        *_, found = verify(archive, [campaign])
        assert reported(found.differences) == [
            (Kind.CONTENT, "archive/campaigns.sha256"),
            (Kind.OUTDATED, "archive"),
        ]
        assert "records" in found.differences[0].column


def test_archive_pages_by_several_versions_are_compared_by_their_tables(
    archive: Path, campaign: Path
) -> None:
    change(archive / "c2006" / "data" / "campaign.json", f'"version": "{__version__}"', '"version": "0.0.9"')
    change(archive / "index.html", "<h1", "<h1 ")
    change(archive / "archive" / "tasks.csv", ",0.04", ",0.94")
    seal_archive(archive)
    *_, found = verify(archive, [campaign])
    assert reported(found.differences) == [(Kind.VALUE, "archive/tasks.csv"), (Kind.OUTDATED, "archive")]
    assert "c2006" in found.notes[1]
    assert "were not compared" in found.notes[1]


def test_a_copied_site_lacks_only_the_scripts(site: Path) -> None:
    shutil.rmtree(site.parent / "assets")
    (found,) = verify(site)
    assert found.differences == ()
    assert "no assets folder" in found.notes[0]


def test_what_is_no_site_is_refused(tmp_path: Path, site: Path, campaign: Path) -> None:
    for place in (tmp_path, tmp_path / "missing", campaign):
        with pytest.raises(UsageError, match="not a results site"):
            verify(place)
    aside = site.parent / f"{STAGING}x" / "old"
    aside.mkdir(parents=True)
    site.rename(aside / site.name)
    with pytest.raises(UsageError, match="Build it again"):
        verify(site)
    (aside / site.name).rename(site)
    second = Path(shutil.copytree(campaign, tmp_path / "another"))
    shutil.copytree(site, site.with_name("c2010"))
    with pytest.raises(UsageError, match="No site of the campaign another"):
        verify(site.parent, [second])


def test_changed_numbers_under_new_checksums_are_found_by_recomputing(site: Path, campaign: Path) -> None:
    data = site / "data"
    scores = pd.read_csv(data / "scores.csv", dtype=str)
    row = scores.iloc[7]
    change(data / "scores.csv", f"{row['topic']},{row['score']}\n", f"{row['topic']},0.125\n")
    lines = (data / "runs.csv").read_text().splitlines(keepends=True)
    (data / "runs.csv").write_text("".join([lines[0], *lines[2:], lines[2]]))
    curves = pd.read_parquet(data / "curves.parquet")
    curves.loc[3, "y"] += 1e-9
    curves.to_parquet(data / "curves.parquet")
    (data / "topics.json").write_text('{"columns": ["topic"], "rows": [[1, 2]]}')
    change(data / "medians.csv", "task,metric,topic,runs", "task,metric,topic,run_count")
    change(data / "campaign.json", '"title": "T"', '"title": "Another"')
    change(site / "index.html", "</main>", "<p>Another winner</p></main>")
    (site / "data" / "results.csv").unlink()
    (site / "more.html").write_text("more")
    seal(site)
    assert differences(site) == ()
    found = differences(site, campaign)
    first = dict(zip(lines[0].strip().split(","), next(csv.reader([lines[1]])), strict=True))
    again = dict(zip(lines[0].strip().split(","), next(csv.reader([lines[2]])), strict=True))
    known = {"task": "Thorough", "run": first["run"]}
    values = [one for one in found if one.kind is not Kind.CONTENT or one.column]
    assert sorted(reported(tuple(values))) == sorted(
        [
            (Kind.VALUE, "data/campaign.json"),
            (Kind.VALUE, "data/curves.parquet"),
            (Kind.MISSING, "data/medians.csv"),
            (Kind.ADDITIONAL, "data/medians.csv"),
            (Kind.MISSING, "data/runs.csv"),
            (Kind.ADDITIONAL, "data/runs.csv"),
            (Kind.VALUE, "data/scores.csv"),
            (Kind.CONTENT, "data/topics.json"),
            (Kind.MISSING, "data/results.csv"),
            (Kind.ADDITIONAL, "more.html"),
        ]
    )
    of = {(one.kind, one.file): one for one in values}
    score = of[Kind.VALUE, "data/scores.csv"]
    assert score.row == {name: row[name] for name in ("task", "run", "participant", "metric", "topic")} | {
        "participant": "" if pd.isna(row["participant"]) else row["participant"]
    }
    assert (score.column, score.published, score.recomputed) == ("score", "0.125", row["score"])
    assert of[Kind.MISSING, "data/runs.csv"].row == known
    assert of[Kind.ADDITIONAL, "data/runs.csv"].row == {"task": "Thorough", "run": again["run"]}
    title = of[Kind.VALUE, "data/campaign.json"]
    assert (title.column, title.published, title.recomputed) == ("title", '"Another"', '"T"')
    pages = {one.file for one in found if one.kind is Kind.CONTENT}
    assert "index.html" in pages
    assert "problems.html" not in pages


def test_changed_inputs_are_named_with_all_that_they_change(
    published: Path, campaign: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copytree(campaign, tmp_path / campaign.name))
    changed, gone = sorted((other / "runs").rglob("*.txt"))[:2]
    changed.write_text("\n".join(changed.read_text().splitlines()[1:]) + "\n")
    gone.unlink()
    (other / "about.md").write_text("More about it.")
    found = differences(published / "c2009", other)
    inputs = {
        one.file: (bool(one.published), bool(one.recomputed)) for one in found if one.kind is Kind.INPUT
    }
    assert inputs == {
        changed.relative_to(other).as_posix(): (True, True),
        gone.relative_to(other).as_posix(): (True, False),
        "about.md": (False, True),
    }
    scored = {one.row["run"] for one in found if one.file == "data/scores.csv"}
    assert scored == {changed.stem, gone.stem}
    # Pages always differ, so they are not reported; some are gone with their run.
    assert not [one for one in found if one.kind is Kind.CONTENT]
    assert f"runs/Thorough/{gone.stem}.html" in {one.file for one in found if one.kind is Kind.ADDITIONAL}


def test_a_campaign_may_have_another_name_and_numbers_another_last_digit(
    site: Path, campaign: Path, tmp_path: Path
) -> None:
    moved = Path(shutil.copytree(campaign, tmp_path / "inputs"))
    scores = pd.read_csv(site / "data" / "scores.csv", dtype=str)
    scores["score"] = [repr(float(score) * (1 + 1e-12)) for score in scores["score"]]
    scores.to_csv(site / "data" / "scores.csv", index=False)
    seal(site)
    assert differences(site, moved) == ()
    scores["score"] = [repr(float(score) * (1 + 1e-8)) for score in scores["score"]]
    scores.to_csv(site / "data" / "scores.csv", index=False)
    seal(site)
    assert len(differences(site, moved)) > 10


def test_other_last_digits_of_all_scores_are_no_difference(
    site: Path, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @cache
    def gathered(*given: Any, **options: Any) -> Any:
        outcome, prepared = evaluate_campaign(*given, **options)
        for scores in (run.scores for task in outcome.tasks for run in task.runs):
            for field in fields(scores):
                value = getattr(scores, field.name)
                if isinstance(value, np.ndarray) and value.dtype.kind == "f":
                    object.__setattr__(scores, field.name, np.nextafter(value, 0.5))
        return outcome, prepared

    monkeypatch.setattr(recomputing, "evaluate_campaign", gathered)
    (found,) = verify(site, [campaign])
    assert found.differences == ()
    (note,) = found.notes
    assert "numbers of tables differ within the tolerance" in note
    change(site / "tasks" / "Thorough.html", "run2", "run1")
    (script,) = (site / "compare" / "Thorough").glob("scores-MAiP-*.js")
    change(script, "means", "medians")
    seal(site)
    assert reported(differences(site, campaign)) == [
        (Kind.CONTENT, script.relative_to(site).as_posix()),
        (Kind.CONTENT, "tasks/Thorough.html"),
    ]


def test_a_record_gives_no_path_to_write_to(site: Path, campaign: Path) -> None:
    change(site / "data" / "campaign.json", '"slug": "c2009"', '"slug": "../../elsewhere"')
    seal(site)
    (found,) = differences(site, campaign)
    assert (found.column, found.recomputed) == ("slug", '"c2009"')


def test_other_libraries_are_a_note_and_pages_are_then_compared_by_their_words(
    site: Path, campaign: Path
) -> None:
    change(site / "data" / "campaign.json", f'"numpy": "{np.__version__}"', '"numpy": "1.0"')
    change(site / "topics.html", "<h1", "<h1 ")
    number = re.search(r">0\.[0-9]+<", (site / "index.html").read_text())
    assert number
    change(site / "index.html", number[0], ">0.5<")
    scores = pd.read_csv(site / "data" / "scores.csv", dtype=str)
    scores.loc[7, "score"] = "0.125"
    scores.to_csv(site / "data" / "scores.csv", index=False)
    seal(site)
    (found,) = verify(site, [campaign])
    assert reported(found.differences) == [(Kind.VALUE, "data/scores.csv"), (Kind.CONTENT, "topics.html")]
    (note,) = found.notes
    assert f'libraries.numpy was "1.0" and is "{np.__version__}"' in note
    assert "but for their numbers" in note


def test_another_versions_site_is_refused_unless_asked_for(site: Path, campaign: Path) -> None:
    path = site / "data" / "campaign.json"
    change(path, f'"version": "{__version__}"', '"version": "0.0.9"')
    record = json.loads(path.read_text("utf-8"))
    for one in (record, *record["tasks"]):
        del one["random_draws"]  # which earlier versions did not write
    path.write_text(json.dumps(record), "utf-8")
    change(site / "index.html", "<h1", "<h1 ")
    seal(site)
    versions = rf"written by inexreport 0\.0\.9, and this is {re.escape(__version__)}"
    with pytest.raises(UsageError, match=versions):
        verify(site, [campaign])
    (found,) = differences(site, campaign, across_versions=True)
    assert (found.column, found.published) == ("tool.version", '"0.0.9"')
    assert found.recomputed == f'"{__version__}"'


def test_every_audiences_site_is_verified(tmp_path: Path) -> None:
    campaign = write_campaign(tmp_path / "c2009", "2009")
    (run,) = (campaign / "runs" / "Focused").iterdir()
    (run.parent / "12").mkdir()
    run.rename(run.parent / "12" / run.name)
    with (campaign / "campaign.toml").open("a") as settings:
        settings.write(f"[tasks.Focused]\n{METRICS}".replace('"MAiP(overlap=allowed)", ', ""))
    cached = Resources(cache=Cache(tmp_path / "cache"))
    for audience in ("organisers", "participant:12"):
        build(campaign, tmp_path / audience, audience=parse_audience(audience), resources=cached)
        (found,) = verify(tmp_path / audience / "c2009", [campaign])
        assert (found.differences, found.audience) == ((), audience)
        assert found.tables


def test_in_python(published: Path, site: Path, campaign: Path) -> None:
    assert inexreport.verify(published, campaign).empty
    (site / "index.html").unlink()
    (found,) = inexreport.verify(site).itertuples()
    assert (found.folder, found.kind, found.file) == (str(site), "missing", "index.html")


def table(columns: list[str], *rows: list[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue().encode()


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        (table(["run", "x"], ["a", 1.0], ["b", 2.5]), []),
        (table(["run", "x"], ["a", 1.0], ["b", 2.5000000001]), []),
        (table(["run", "x"], ["a", 1.0], ["b", 2.50001]), [(Kind.VALUE, "b", "x")]),
        (table(["run", "x"], ["a", ""], ["b", "2.5"]), [(Kind.VALUE, "a", "x")]),
        (table(["run", "x"], ["b", 2.5], ["a", 1.0]), []),
        (table(["x", "run"], [1.0, "a"], [2.5, "b"]), []),
        (
            table(["run", "x"], ["a", 1.0], ["a", 1.0]),
            [(Kind.ADDITIONAL, "a", ""), (Kind.MISSING, "b", "")],
        ),
        (table(["x"], [1.0], [2.5]), [(Kind.MISSING, "", "run")]),
        (table(["run", "x"], ["a", "1"], ["b", 2.5]), []),
        (b"", [(Kind.CONTENT, "", "no table can be read from it")]),
        (b"\xff", [(Kind.CONTENT, "", "no table can be read from it")]),
        (b'run,x\na,"1', [(Kind.CONTENT, "", "no table can be read from it")]),
        (b"run,x\na\n", [(Kind.CONTENT, "", "no table can be read from it")]),
    ],
)
def test_tables_are_compared_row_by_row(published: bytes, expected: list[tuple[Kind, str, str]]) -> None:
    recomputed = table(["run", "x"], ["a", 1.0], ["b", 2.5])
    found = table_differences("data/t.csv", published, recomputed)
    assert [(one.kind, one.row.get("run", ""), one.column) for one in found] == expected


def test_counts_and_names_are_never_only_close() -> None:
    published, recomputed = table(["run", "rank"], ["a", 1000]), table(["run", "rank"], ["a", 1001])
    (found,) = table_differences("data/t.csv", published, recomputed)
    assert (found.published, found.recomputed) == ("1000", "1001")


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b"null", b"{}", b'{"columns": 1, "rows": 2}', b'{"columns": ["a"], "rows": [1]}'],
)
@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_a_broken_table_is_reported(content: bytes, ending: str, published: Path) -> None:
    file = f"data/scores.{ending}"
    expected = (published / "c2009" / file).read_bytes()
    (found,) = table_differences(file, content, expected)
    assert (found.kind, found.column) == (Kind.CONTENT, "no table can be read from it")


Command = Callable[..., int]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command line, within this process."""

    def run(*arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["inexreport", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code

    return run


def test_the_command_says_what_differs(
    site: Path, campaign: Path, tmp_path: Path, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("verify", site) == 0
    assert "0 differences" in capsys.readouterr().out
    for number in range(22):
        (site / f"{number}.txt").write_text("mine")
    text = (site / "data" / "scores.csv").read_text().replace("0.", "1.")
    (site / "data" / "scores.csv").write_text(text)
    assert command("verify", site, "--campaign", campaign) == 1
    shown = capsys.readouterr().out
    assert "additional: 21.txt" in shown
    assert "altered: data/scores.csv" in shown
    assert "data/scores.csv: task=Thorough run=run0" in shown
    assert "more; --all prints them" in shown
    assert command("verify", site, "--format", "json") == 1
    (content,) = json.loads(capsys.readouterr().out)
    assert len(content["differences"]) == 23
    (site / os.fsdecode(b"\xff\n\x1b[31m[bold].txt")).write_text("mine")
    assert command("verify", site, "--all") == 1
    assert (
        "additional: \N{REPLACEMENT CHARACTER} \N{REPLACEMENT CHARACTER}[31m[bold].txt"
        in capsys.readouterr().out
    )
    assert command("verify", site, "--format", "json") == 1
    assert json.loads(capsys.readouterr().out)
    assert command("verify", tmp_path / "missing") == 2
    assert "not a results site" in capsys.readouterr().err
