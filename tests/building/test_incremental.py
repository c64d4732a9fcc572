"""The cache changes nothing but the time: the same bytes by every means, and only changes are read."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pandas as pd
import pytest
from hostile.campaigns import write_campaign
from part_of_2006 import copy_part
from pooling_campaigns import scores_alone

from inexreport.building import evaluation, run_evaluation, variants
from inexreport.building.build import BuildSummary, build
from inexreport.building.evaluation import OF_POOLS, OF_SCORES, cached_campaign, evaluate_campaign
from inexreport.building.file_checksums import file_checksums
from inexreport.building.resources import Resources
from inexreport.cache import Cache, digest
from inexreport.errors import CampaignRefusedError
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.topic import Topic
from inexreport.rendering import page_kinds, site
from inexreport.rendering.addresses import Page
from inexreport.rendering.pages import render_page
from inexreport.report.audience import parse_audience
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.statistics.pooled_results import PooledResults
from inexreport.subjects.reliability import campaign_reliability

from .test_every_field import content


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change shows in a file's times at once, as it does after two seconds."""
    monkeypatch.setattr("inexreport.building.file_checksums.SETTLED_AFTER", 0)


class FirstBuild(NamedTuple):
    """A campaign, and its site and cache after a first build, all in one folder.

    Attributes
    ----------
    folder : Path
        Every test finds it as it was after the build.
    saved : Path
        A copy of it.
    summary : BuildSummary
    plain : dict of str to bytes
        What a build without a cache writes.
    outcome : CampaignOutcome
        Evaluated without a cache.
    """

    folder: Path
    saved: Path
    summary: BuildSummary
    plain: dict[str, bytes]
    outcome: CampaignOutcome


@pytest.fixture(scope="module")
def first_build(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> FirstBuild:
    """Of a part of the sample campaign of 2006; more runs and topics would be treated as these are."""
    folder = tmp_path_factory.mktemp("first")
    campaign = copy_part(
        sample_campaign, folder / "built" / "campaigns" / "c2006", ["Focused", "Thorough"], runs=2, topics=2
    )
    summary = build(
        campaign, folder / "built" / "site", resources=Resources(cache=Cache(folder / "built" / "cache"))
    )
    assert summary.written
    saved = shutil.copytree(folder / "built", folder / "saved")
    outcomes: list[CampaignOutcome] = []

    def noted(*given: Any) -> Any:
        found = evaluate_campaign(*given)
        outcomes.append(found[0])
        return found

    with mock.patch("inexreport.building.build.evaluate_campaign", noted):
        build(campaign, folder / "plain")
    return FirstBuild(folder / "built", saved, summary, content(folder / "plain"), *outcomes)


def restored(first_build: FirstBuild, part: str) -> Path:
    """A part of the folder, as it was after the first build."""
    shutil.rmtree(first_build.folder / part)
    return Path(shutil.copytree(first_build.saved / part, first_build.folder / part))


@pytest.fixture
def campaign(first_build: FirstBuild) -> Path:
    """The campaign, which a test may change."""
    return restored(first_build, "campaigns") / "c2006"


@pytest.fixture
def out(first_build: FirstBuild) -> Path:
    """The folder into which the campaign was built, with `cache`."""
    return restored(first_build, "site")


@pytest.fixture
def cache(first_build: FirstBuild) -> Cache:
    """The cache after the campaign was built with it."""
    return Cache(restored(first_build, "cache"))


@pytest.fixture
def empty_cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the run files that are read and of those that are scored anew."""
    names: list[str] = []

    def noted(name: str) -> None:
        original = getattr(run_evaluation, name)

        def note(file: object, *arguments: object, **options: object) -> object:
            names.append(f"{name} {getattr(file, 'file', '')}".strip())
            return original(file, *arguments, **options)

        monkeypatch.setattr(run_evaluation, name, note)

    noted("read_run")
    noted("evaluate_run")
    return names


def test_the_site_is_the_same_with_and_without_a_cache(first_build: FirstBuild, out: Path) -> None:
    """See rendering/test_site.py for workers without a cache, test_killed_workers.py for those with one."""
    assert content(out) == first_build.plain


def test_a_second_build_writes_nothing(
    campaign: Path, cache: Cache, out: Path, first_build: FirstBuild, settled: None
) -> None:
    written = {file: file.stat().st_ino for file in out.rglob("*")}
    second = build(campaign, out, resources=Resources(cache=cache))
    assert not second.written
    assert second.tasks == first_build.summary.tasks
    assert {file: file.stat().st_ino for file in out.rglob("*")} == written


def test_archive_pages_are_updated_when_nothing_else_is_written(
    campaign: Path, cache: Cache, out: Path, settled: None
) -> None:
    shutil.copytree(out / "c2006", out / "put-there")
    assert not build(campaign, out, resources=Resources(cache=cache)).written
    assert "put-there/index.html" in (out / "index.html").read_text("utf-8")


def test_a_site_that_was_touched_is_written_again(
    campaign: Path, cache: Cache, out: Path, first_build: FirstBuild, settled: None
) -> None:
    """After each harm alone, and whatever they are."""
    whole, pages = content(out), out / "c2006"
    harms: dict[str, Callable[[], object]] = {
        "a page is gone": lambda: (pages / "index.html").unlink(),
        "a page is another": lambda: (pages / "topics.html").write_text("something else"),
        "a page is new": lambda: (pages / "new.html").write_text("something else"),
        "a style sheet is gone": lambda: next((out / "assets").glob("*.css")).unlink(),
        "a folder is new": lambda: (pages / "empty").mkdir(),
    }
    for name, harm in harms.items():
        harm()
        begun = mock.patch("inexreport.building.build.write_site", side_effect=EOFError(name))
        with begun, pytest.raises(EOFError, match=name):
            build(campaign, out, resources=Resources(cache=cache))
        restored(first_build, "site")
    for harm in harms.values():
        harm()
    assert build(campaign, out, resources=Resources(cache=cache)).written
    assert content(out) == whole
    assert not (pages / "empty").exists()


def test_a_cached_campaign_equals_the_one_read(
    campaign: Path, sample_campaign: Path, empty_cache: Cache, settled: None
) -> None:
    for directory in (campaign, sample_campaign):
        read = cached_campaign(directory, empty_cache, file_checksums(directory, empty_cache))
        with mock.patch.object(evaluation, "prepare_campaign", side_effect=AssertionError):
            cached = cached_campaign(directory, empty_cache, file_checksums(directory, empty_cache))
        assert digest(cached.campaign) == digest(read.campaign)
        assert cached.for_evaluation.digest == read.for_evaluation.digest
        assert (cached.problems, cached.metrics) == (read.problems, read.metrics)
        assert [plan.task for plan in cached.plans.values()] == [plan.task for plan in read.plans.values()]


def test_a_topic_that_was_touched_is_read_again(campaign: Path, cache: Cache, settled: None) -> None:
    before = cached_campaign(campaign, cache, file_checksums(campaign, cache)).campaign
    another_topic(campaign)
    after = cached_campaign(campaign, cache, file_checksums(campaign, cache)).campaign
    assert after.topics != before.topics


def test_another_audience_gets_its_own_site_of_cached_tasks(
    campaign: Path, cache: Cache, out: Path, read: list[str], tmp_path: Path, settled: None
) -> None:
    """With the cache of the public site; see the changes of folders for organisers."""
    audience = parse_audience("participant:11")
    assert build(campaign, tmp_path / "site", audience=audience, resources=Resources(cache=cache)).written
    assert read == []
    assert content(tmp_path / "site") != content(out)


@scores_alone()
def test_one_changed_run_is_the_only_one_that_is_read(
    campaign: Path, cache: Cache, read: list[str], settled: None
) -> None:
    changed = sorted((campaign / "runs" / "Focused").iterdir())[0]
    text = changed.read_text("utf-8")
    assert "<rank>1</rank>" in text
    changed.write_text(text.replace("<rank>1</rank>", "<rank>0</rank>", 1), "utf-8")
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    assert read == [f"read_run runs/Focused/{changed.name}", "evaluate_run"]
    afresh, _ = evaluate_campaign(campaign)
    assert everything(again) == everything(afresh)


@scores_alone()
def test_a_run_that_was_touched_but_not_changed_is_not_evaluated_again(
    campaign: Path, cache: Cache, read: list[str], first_build: FirstBuild, settled: None
) -> None:
    for file in (campaign / "runs" / "Focused").iterdir():
        os.utime(file)
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    assert not [name for name in read if name == "evaluate_run"]
    assert everything(again) == everything(first_build.outcome)


@scores_alone()
def test_changed_assessments_are_not_mixed_with_cached_scores(tmp_path: Path, empty_cache: Cache) -> None:
    directory = write_campaign(tmp_path / "campaign", "2009")
    before, _ = evaluate_campaign(directory, resources=Resources(cache=empty_cache))
    replace_in(directory / "assessments" / "official" / "2009.qrels", "7 100 5 0:4 10:3", "4 100 5 0:4")
    cached, _ = evaluate_campaign(directory, resources=Resources(cache=empty_cache))
    afresh, _ = evaluate_campaign(directory)
    assert everything(cached) == everything(afresh) != everything(before)


@pytest.mark.parametrize("harm", [lambda data: b"", lambda data: b"PAR1" + data])
@scores_alone()
def test_files_of_the_cache_that_are_broken_are_made_anew(
    campaign: Path, cache: Cache, first_build: FirstBuild, harm: object
) -> None:
    assert callable(harm)
    files = [file for file in cache.folder.glob("*/*/*") if file.is_file()]
    assert len(files) > 10
    for file in files:
        file.write_bytes(harm(file.read_bytes()))
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    assert everything(again) == everything(first_build.outcome)


@scores_alone()
def test_a_flipped_bit_in_the_cache_is_noticed(campaign: Path, cache: Cache, first_build: FirstBuild) -> None:
    for file in (cache.folder / "outcome").glob("*/*"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    assert everything(again) == everything(first_build.outcome)


@scores_alone()
def test_the_cache_may_be_deleted_while_it_is_used(
    campaign: Path, cache: Cache, first_build: FirstBuild
) -> None:

    def progress(stage: str, done: int, total: int) -> None:
        if done == 2:
            shutil.rmtree(cache.folder, ignore_errors=True)

    again, _ = evaluate_campaign(campaign, progress, resources=Resources(cache=cache))
    assert everything(again) == everything(first_build.outcome)


def test_a_task_that_is_as_it_was_is_not_worked_out_again(
    campaign: Path, cache: Cache, first_build: FirstBuild, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = first_build.outcome
    changed = sorted((campaign / "runs" / "Focused").iterdir())[0]
    changed.write_text(changed.read_text("utf-8").replace("<rank>1</rank>", "<rank>0</rank>", 1), "utf-8")
    worked_on = []
    original = variants.pooled_results

    def noted(outcome: TaskOutcome, of_campaign: Campaign) -> PooledResults:
        worked_on.append(outcome.task.name)
        return original(outcome, of_campaign)

    monkeypatch.setattr(variants, "pooled_results", noted)
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    assert worked_on == ["Focused"]
    assert len(again.tasks) > 1
    for before, after in zip(first.tasks, again.tasks, strict=True):
        same = everything_about(first, before) == everything_about(again, after)
        assert same == (after.task.name != "Focused")


def test_a_cached_task_has_all_statistics(
    campaign: Path, cache: Cache, read: list[str], first_build: FirstBuild, settled: None
) -> None:
    first = first_build.outcome
    shutil.rmtree(cache.folder / "outcome")
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    assert read == []
    for before, after in zip(first.tasks, again.tasks, strict=True):
        assert everything_about(first, before) == everything_about(again, after)


def test_simulated_runs_are_scored_once(
    campaign: Path, cache: Cache, first_build: FirstBuild, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = first_build.outcome
    expected = [frame.to_csv() for frame in campaign_reliability(first)]
    monkeypatch.setattr("inexreport.subjects.reliability.reliability", None)
    monkeypatch.setattr(evaluation, "reliability", None)
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    for outcome in (again, pickle.loads(pickle.dumps(first))):
        assert outcome.campaign is not first.campaign
        assert [frame.to_csv() for frame in campaign_reliability(outcome)] == expected


def test_a_campaign_that_was_moved_is_not_evaluated_again(
    campaign: Path, cache: Cache, read: list[str]
) -> None:
    evaluate_campaign(shutil.move(campaign, campaign.with_name("moved")), resources=Resources(cache=cache))
    assert read == []


def everything(outcome: CampaignOutcome) -> str:
    """A checksum of all that a site tells of a campaign and its runs, without statistics."""
    return digest(outcome.campaign, outcome.problems, *(replace(task) for task in outcome.tasks))


def everything_about(outcome: CampaignOutcome, task: TaskOutcome) -> str:
    """The same of one task."""
    computed = [compute(task, outcome.campaign) for compute in (*OF_POOLS, *OF_SCORES)]
    assert len(OF_SCORES) > 4
    each = [one for found in computed for one in (found if type(found) is tuple else (found,))]
    frames = [one.to_csv() if isinstance(one, pd.DataFrame) else one for one in each]
    return digest(replace(task), frames)


def of_task(campaign: Path, task: str) -> list[Path]:
    return sorted((campaign / "runs" / task).iterdir())


def replace_in(file: Path, old: str, new: str) -> None:
    content = file.read_text("utf-8")
    assert old in content
    file.write_text(content.replace(old, new, 1), "utf-8")


def another_rank(campaign: Path) -> None:
    replace_in(of_task(campaign, "Focused")[0], "<rank>1</rank>", "<rank>0</rank>")


def further_run(campaign: Path) -> None:
    shutil.copy(of_task(campaign, "Thorough")[0], campaign / "runs" / "Focused" / "further.xml")


def fewer_runs(campaign: Path) -> None:
    of_task(campaign, "Thorough")[-1].unlink()


def another_topic(campaign: Path) -> None:
    topic = sorted((campaign / "topics").glob("*.xml"))[0]
    replace_in(topic, "<title>", "<title>other ")


def test_a_changed_campaign_gives_the_same_with_and_without_a_cache(
    campaign: Path, cache: Cache, out: Path, tmp_path: Path, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a build that failed, and where pages that it would not change were touched.

    See test_every_field.py for what is no run.
    """
    resources = Resources(cache=cache)
    touched_pages = [out / "c2006" / kind / "Thorough.html" for kind in ("tasks", "pooling", "scores")]
    touched_pages += [*out.glob("c2006/significance/Thorough.html")]
    edited, under_the_same_times, removed, link = touched_pages
    edited.write_bytes(b"x" * edited.stat().st_size)
    status = under_the_same_times.stat()
    under_the_same_times.write_bytes(b"x" * status.st_size)
    os.utime(under_the_same_times, ns=(status.st_atime_ns, status.st_mtime_ns))
    link.rename(tmp_path / "elsewhere.html")
    link.symlink_to(tmp_path / "elsewhere.html")
    pages = {page.relative_to(out / "c2006").as_posix() for page in out.glob("c2006/**/*.html")}
    removed.unlink()
    before = content(out)

    another_rank(campaign)
    made: list[str] = []

    def noted(page: Page, *arguments: Any) -> str:
        made.append(page.address)
        return render_page(page, *arguments)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(site, "render_page", noted)
        patch.setattr(site, "research_object", fail)
        with pytest.raises(KeyboardInterrupt):
            build(campaign, out, resources=resources)
    assert content(out) == before
    assert_made_for_the_changed_task_alone(pages, made)

    build(campaign, out, resources=resources)
    build(campaign, tmp_path / "plain")
    assert content(out) == content(tmp_path / "plain")
    assert not link.is_symlink()


def assert_made_for_the_changed_task_alone(pages: set[str], made: list[str]) -> None:
    everything = {page for page in pages if not page.startswith("print/")}  # put together from the others
    of_other_tasks = {page for page in everything if "/" in page and "Focused" not in page}
    again = of_other_tasks.intersection(made)
    assert {page.partition("/")[0] for page in of_other_tasks - again} >= {"tasks", "runs", "compare"}
    assert {page.partition("/")[0] for page in again} == {"topics", "participants"}
    assert {page for page in everything if "Focused" in page} <= set(made)


@scores_alone()
def test_another_number_of_runs_is_evaluated_as_without_a_cache(
    campaign: Path, cache: Cache, settled: None
) -> None:
    """Pages list other pages then, so that all are made anew."""
    further_run(campaign)  # of one task
    fewer_runs(campaign)  # of another one
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    afresh, _ = evaluate_campaign(campaign)
    assert everything(again) == everything(afresh)


def test_pages_state_the_checksum_of_the_files_they_are_made_from(out: Path) -> None:
    site = out / "c2006"
    record = json.loads((site / "data" / "campaign.json").read_text("utf-8"))
    lines = [f"{one['sha256']}  {one['file']}\n" for one in record["inputs"]]
    for page, in_scope in (
        ("index.html", lambda file: True),
        ("topics/301.html", lambda file: True),
        ("tasks/Focused.html", lambda file: not file.startswith("runs/") or "/Focused/" in file),
        ("reliability.html", lambda file: not file.startswith("runs/")),
    ):
        stated = [line for line in lines if in_scope(line.split("  ", 1)[1])]
        checksum = hashlib.sha256("".join(stated).encode()).hexdigest()
        text = (site / page).read_text("utf-8")
        assert f'<code title="{checksum}">' in text
        assert f"{len(stated)} input files</a>" in text
        assert checksum in (site / "data.html").read_text("utf-8")


def test_a_damaged_cache_gives_the_same_site(campaign: Path, cache: Cache, out: Path, settled: None) -> None:
    whole = content(out)
    cached = [file for file in cache.folder.glob("*/*/*") if file.is_file()]
    assert {"campaign", "outcome", "task", "site"} <= {file.parent.parent.name for file in cached}
    for file in cached:
        file.write_bytes(file.read_bytes()[:-9])
    build(campaign, out, resources=Resources(cache=cache))
    assert content(out) == whole


@scores_alone()
def test_cached_outcomes_that_were_swapped_are_not_believed(campaign: Path, cache: Cache) -> None:
    another_rank(campaign)
    evaluate_campaign(campaign, resources=Resources(cache=cache))
    for kind in ("outcome", "task", "located", "campaign", "variant"):
        entries = sorted(file for file in (cache.folder / kind).glob("*/*"))
        assert entries, kind
        contents = [file.read_bytes() for file in entries]
        for file, other in zip(entries, contents[1:] + contents[:1], strict=True):
            file.write_bytes(other)
    replace_in(campaign / "campaign.toml", 'title = "', 'title = "Another ')
    again, _ = evaluate_campaign(campaign, resources=Resources(cache=cache))
    afresh, _ = evaluate_campaign(campaign)
    assert everything(again) == everything(afresh)


def _link(campaign: Path) -> None:
    file = campaign / "runs" / "Focused" / "linked.run"
    file.unlink(missing_ok=True)
    file.symlink_to("honest.run")


def _link_outside(campaign: Path) -> None:
    file, elsewhere = campaign / "runs" / "Focused" / "linked.run", campaign / "notes.run"
    file.rename(elsewhere)
    file.symlink_to("../../notes.run")


def _file_for_link(campaign: Path) -> None:
    file = campaign / "runs" / "Focused" / "linked.run"
    content = file.read_bytes()
    file.unlink()
    file.write_bytes(content)


def _text_behind_a_link(campaign: Path) -> None:
    text = campaign / "runs" / "focused" / "about.md"
    text.write_text("One text")
    (campaign / "about.md").symlink_to(text)


CHANGES: dict[str, Callable[[Path], object]] = {
    "an empty folder": lambda campaign: (campaign / "notes").mkdir(),
    "renamed": lambda campaign: (campaign / "notes").rename(campaign / "remarks"),
    "an empty folder among runs": lambda campaign: (campaign / "runs" / "Focused" / "none").mkdir(),
    "renamed among runs": lambda campaign: (campaign / "runs" / "Focused" / "none").rename(
        campaign / "runs" / "Focused" / "None"
    ),
    "an empty task": lambda campaign: (campaign / "runs" / "Thorough").mkdir(),
    "an empty task in another case": lambda campaign: (campaign / "runs" / "Thorough").rename(
        campaign / "runs" / "thorough"
    ),
    "a link to a run": _link,
    "the run in its place": _file_for_link,
    "a file among others": lambda campaign: shutil.copy(
        campaign / "runs" / "Focused" / "linked.run", campaign / "notes.run"
    ),
    "a link out of the folder": _link_outside,
    "a link to a run again": _link,
    "a task in another case": lambda campaign: (campaign / "runs" / "Focused").rename(
        campaign / "runs" / "focused"
    ),
    "a text behind a link into the runs": _text_behind_a_link,
    "another text": lambda campaign: (campaign / "about.md").write_text("Another text"),
}


SITES = {
    "an empty folder": "public",
    "renamed among runs": "organisers",
    "an empty task": "public",
    "an empty task in another case": "public",
    "a link to a run": "organisers",
    "the run in its place": "organisers",
    "a task in another case": "organisers",
    "a text behind a link into the runs": "public",
    "another text": "public",
}
"""After which changes a site would be written, and for whom."""

COMPARED = {"an empty task in another case", "a link to a run", "the run in its place", "another text"}
"""After which of these it is: a page that an earlier change left as it was is still there."""


def test_folders_and_kinds_of_files_are_inputs(
    tmp_path: Path, empty_cache: Cache, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever pages show, here as if every page of a topic showed a text of the campaign."""
    of_topic = page_kinds.topic_page

    def with_about(view: CampaignView, topic: Topic) -> PageData:
        return of_topic(view, replace(topic, title=view.outcome.campaign.about))

    monkeypatch.setattr(page_kinds, "topic_page", with_about)
    campaign, resources = write_campaign(tmp_path / "campaign", "2009"), Resources(cache=empty_cache)
    with (campaign / "campaign.toml").open("a") as settings:
        settings.write('[tasks.Focused]\nmetrics = ["iP@0.01", "MAiP"]\n')
    build(campaign, tmp_path / "public", resources=resources)
    for name, change in CHANGES.items():
        change(campaign)
        found, expected = (_evaluated(campaign, by) for by in (resources, Resources()))
        assert found == expected, name
        if name in COMPARED:
            readers, out = parse_audience(SITES[name]), tmp_path / SITES[name]
            assert build(campaign, out, audience=readers, resources=resources).written, name
            build(campaign, tmp_path / name, audience=readers)
            assert content(out) == content(tmp_path / name), name
            assert not build(campaign, out, audience=readers, resources=resources).written, name
        elif name in SITES:
            readers, out = parse_audience(SITES[name]), tmp_path / SITES[name]
            begun = mock.patch("inexreport.building.build.write_site", side_effect=EOFError(name))
            with begun, pytest.raises(EOFError, match=name):
                build(campaign, out, audience=readers, resources=resources)
    pages = tmp_path / "public" / "campaign"
    for file in (pages / "index.html", *(pages / "topics").iterdir()):
        assert "Another text" in file.read_text("utf-8")


@scores_alone()
def _evaluated(campaign: Path, resources: Resources) -> str:
    """What is found out about a campaign and its runs."""
    try:
        return everything(evaluate_campaign(campaign, resources=resources)[0])
    except CampaignRefusedError as error:
        return str(error)
