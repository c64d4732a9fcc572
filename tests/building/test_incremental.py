"""What was kept changes nothing but the time: the same bytes by every means, and only changes are read."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from pooling_campaigns import varied_campaign

from inexreport.building import kept_campaign, rescoring, run_work
from inexreport.building.gathering import gather
from inexreport.building.kept_campaign import kept_or_prepared
from inexreport.building.kept_reliability import KeptReliability
from inexreport.building.means import Means
from inexreport.building.site import build
from inexreport.cache.folder import Cache
from inexreport.cache.records import digest_of
from inexreport.errors import UsageError
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.model.assessment import TopicAssessment
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.rendering import chart_kinds, whole_site
from inexreport.rendering.earlier_tables import EarlierTables
from inexreport.rendering.table_rows import TableRows
from inexreport.report import topic
from inexreport.report.judgements import Judgements, topic_judgements
from inexreport.statistics.all_findings import all_findings
from inexreport.statistics.findings import task_findings
from inexreport.statistics.pool_findings import PoolFindings, pool_findings
from inexreport.statistics.reliability import reliability
from inexreport.workers import open_workers


def content(site: Path) -> dict[str, bytes]:
    return {str(file.relative_to(site)): file.read_bytes() for file in site.rglob("*") if file.is_file()}


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change shows in a file's times at once, as it does after two seconds."""
    monkeypatch.setattr("inexreport.cache.folder_state.SETTLED_AFTER", 0)
    monkeypatch.setattr("inexreport.cache.known_files.SETTLED_AFTER", 0)


@pytest.fixture
def campaign(tmp_path: Path, sample_campaign: Path) -> Path:
    """A copy of the sample campaign of 2006."""
    return shutil.copytree(sample_campaign.with_name("sample-2006"), tmp_path / "campaigns" / "c2006")


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the run files that are read and of those that are scored anew."""
    names: list[str] = []

    def noted(name: str) -> None:
        original = getattr(run_work, name)

        def note(file: object, *arguments: object, **options: object) -> object:
            names.append(f"{name} {getattr(file, 'file', '')}".strip())
            return original(file, *arguments, **options)

        monkeypatch.setattr(run_work, name, note)

    noted("read_run")
    noted("evaluate_run")
    return names


def test_the_site_is_the_same_by_every_means(campaign: Path, cache: Cache, tmp_path: Path) -> None:
    build(campaign, tmp_path / "plain")
    reference = content(tmp_path / "plain")
    with open_workers(2) as workers:
        build(campaign, tmp_path / "pool", means=Means(workers))
        build(campaign, tmp_path / "kept-1", means=Means(workers, cache))
        build(campaign, tmp_path / "kept-2", means=Means(workers, cache))
    build(campaign, tmp_path / "kept-3", means=Means(cache=cache))
    for out in ("pool", "kept-1", "kept-2", "kept-3"):
        assert content(tmp_path / out) == reference


def test_a_second_build_writes_nothing(campaign: Path, cache: Cache, tmp_path: Path, settled: None) -> None:
    means, out = Means(cache=cache), tmp_path / "site"
    first = build(campaign, out, means=means)
    written = {file: file.stat().st_ino for file in out.rglob("*")}
    second = build(campaign, out, means=means)
    assert (first.written, second.written) == (True, False)
    assert second.tasks == first.tasks
    assert {file: file.stat().st_ino for file in out.rglob("*")} == written


def test_a_second_build_imports_nothing_that_evaluates_or_renders(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    build(campaign, tmp_path / "out", means=Means(cache=cache))
    program = (
        "import sys; from pathlib import Path\n"
        "from inexreport.building.means import Means\n"
        "from inexreport.building.site import build\n"
        "from inexreport.cache.folder import Cache\n"
        "from inexreport.cache import folder_state\n"
        "folder_state.SETTLED_AFTER = 0\n"
        "campaign, out, cache = map(Path, sys.argv[1:])\n"
        "assert not build(campaign, out, means=Means(cache=Cache(cache))).written\n"
        "assert not sys.modules.keys() & {'altair', 'jinja2', 'pandas', 'lxml'}, 'imported in vain'\n"
    )
    subprocess.run(
        [sys.executable, "-c", program, campaign, tmp_path / "out", cache.folder], cwd=tmp_path, check=True
    )


def test_a_build_of_one_changed_run_does_without_pandas(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    build(campaign, tmp_path / "out", means=Means(cache=cache))
    changed = sorted((campaign / "runs" / "Focused").iterdir())[0]
    changed.write_text(changed.read_text("utf-8").replace("<rank>1</rank>", "<rank>0</rank>", 1), "utf-8")
    program = (
        "import sys; from pathlib import Path\n"
        "from inexreport.building.means import Means\n"
        "from inexreport.building.site import build\n"
        "from inexreport.cache.folder import Cache\n"
        "campaign, out, cache = map(Path, sys.argv[1:])\n"
        "assert build(campaign, out, means=Means(cache=Cache(cache))).written\n"
        "assert 'pandas' not in sys.modules, 'loaded in vain'\n"
        "import pyarrow; assert pyarrow.table({'a': [1]}).to_pandas()['a'].tolist() == [1]\n"
    )
    subprocess.run(
        [sys.executable, "-c", program, campaign, tmp_path / "out", cache.folder], cwd=tmp_path, check=True
    )


def test_the_archives_pages_follow_what_lies_there_when_nothing_else_is_written(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    means, out = Means(cache=cache), tmp_path / "site"
    build(campaign, out, means=means)
    shutil.copytree(out / "c2006", out / "put-there")
    assert not build(campaign, out, means=means).written
    assert "put-there/index.html" in (out / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    "harm",
    [
        lambda site, shared: (site / "index.html").unlink(),
        lambda site, shared: (site / "index.html").write_text("something else"),
        lambda site, shared: (site / "new.html").write_text("something else"),
        lambda site, shared: next(shared.glob("*.css")).unlink(),
    ],
)
def test_a_site_that_was_touched_is_written_again(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, harm: object
) -> None:
    means, out = Means(cache=cache), tmp_path / "site"
    build(campaign, out, means=means)
    whole = content(out)
    assert callable(harm)
    harm(out / "c2006", out / "assets")
    assert build(campaign, out, means=means).written
    assert content(out) == whole


def test_another_file_of_the_campaign_is_a_change(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    means, out = Means(cache=cache), tmp_path / "site"
    build(campaign, out, means=means)
    (campaign / "about.md").write_text("# Another text about it")
    assert build(campaign, out, means=means).written
    assert "Another text about it" in (out / "c2006" / "index.html").read_text("utf-8")


def test_a_campaign_is_kept_as_it_is_read(
    campaign: Path, sample_campaign: Path, cache: Cache, settled: None
) -> None:
    for directory in (campaign, sample_campaign):
        read = kept_or_prepared(directory, cache)
        with mock.patch.object(kept_campaign, "_prepared", side_effect=AssertionError):
            kept = kept_or_prepared(directory, cache)
        assert digest_of(kept.campaign) == digest_of(read.campaign)
        assert (kept.digest, kept.problems, kept.metrics) == (read.digest, read.problems, read.metrics)
        assert [plan.task for plan in kept.plans.values()] == [plan.task for plan in read.plans.values()]


def test_a_topic_that_was_touched_is_read_again(campaign: Path, cache: Cache, settled: None) -> None:
    before = kept_or_prepared(campaign, cache).campaign
    another_topic(campaign)
    assert kept_or_prepared(campaign, cache).campaign.topics != before.topics


def test_another_audience_gets_its_own_site(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    from inexreport.report.audience import parse_audience

    means = Means(cache=cache)
    build(campaign, tmp_path / "site", means=means)
    organisers = parse_audience("organisers")
    assert build(campaign, tmp_path / "organisers", audience=organisers, means=means).written
    assert (tmp_path / "organisers" / "c2006" / "data" / "pseudonyms.csv").exists()


def test_one_changed_run_is_the_only_one_that_is_read(
    campaign: Path, cache: Cache, read: list[str], settled: None
) -> None:
    gather(campaign, cache=cache)
    changed = sorted((campaign / "runs" / "Focused").iterdir())[0]
    text = changed.read_text("utf-8")
    assert "<rank>1</rank>" in text
    changed.write_text(text.replace("<rank>1</rank>", "<rank>0</rank>", 1), "utf-8")
    read.clear()
    again, _ = gather(campaign, cache=cache)
    assert read == [f"read_run runs/Focused/{changed.name}", "evaluate_run"]
    afresh, _ = gather(campaign)
    assert digest_of(again.tasks) == digest_of(afresh.tasks)


def test_a_run_that_was_touched_but_not_changed_is_not_evaluated_again(
    campaign: Path, cache: Cache, read: list[str], settled: None
) -> None:
    first, _ = gather(campaign, cache=cache)
    for file in (campaign / "runs" / "Focused").iterdir():
        os.utime(file)
    read.clear()
    again, _ = gather(campaign, cache=cache)
    assert not [name for name in read if name == "evaluate_run"]
    assert digest_of(again.tasks) == digest_of(first.tasks)


def test_changed_assessments_are_not_mixed_with_kept_scores(tmp_path: Path, cache: Cache) -> None:
    one, other = varied_campaign(2004, "CO", 1), varied_campaign(2004, "CO", 2)
    directory = one.write(tmp_path / "c2004")
    gather(directory, cache=cache)
    shutil.rmtree(directory / "assessments")
    shutil.copytree(other.write(tmp_path / "other") / "assessments", directory / "assessments")
    kept, _ = gather(directory, cache=cache)
    afresh, _ = gather(directory)
    assert digest_of(kept.tasks) == digest_of(afresh.tasks)


@pytest.mark.parametrize("harm", [lambda data: b"", lambda data: data[:-9], lambda data: b"PAR1" + data])
def test_files_of_the_cache_that_are_broken_are_made_anew(campaign: Path, cache: Cache, harm: object) -> None:
    first, _ = gather(campaign, cache=cache)
    assert callable(harm)
    files = [file for file in cache.folder.glob("*/*/*") if file.is_file()]
    assert len(files) > 10
    for file in files:
        file.write_bytes(harm(file.read_bytes()))
    again, _ = gather(campaign, cache=cache)
    assert digest_of(again.tasks) == digest_of(first.tasks)


def test_a_flipped_bit_in_the_cache_is_noticed(campaign: Path, cache: Cache) -> None:
    first, _ = gather(campaign, cache=cache)
    for file in (cache.folder / "outcomes").glob("*/*"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    again, _ = gather(campaign, cache=cache)
    assert digest_of(again.tasks) == digest_of(first.tasks)


def test_the_cache_may_be_deleted_while_it_is_used(campaign: Path, cache: Cache) -> None:
    first, _ = gather(campaign, cache=cache)

    def progress(stage: str, done: int, total: int) -> None:
        if done == 2:
            shutil.rmtree(cache.folder, ignore_errors=True)

    again, _ = gather(campaign, progress, cache=cache)
    assert digest_of(again.tasks) == digest_of(first.tasks)


def test_a_folder_that_holds_something_else_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(UsageError, match="something else"):
        Cache(tmp_path)


def test_what_nobody_has_used_for_a_month_is_deleted(cache: Cache) -> None:
    for key, days in (("aa" * 32, 31), ("bb" * 32, 29)):
        cache.write("runs", key, b"kept")
        (file,) = (cache.folder / "runs" / key[:2]).iterdir()
        old = file.stat().st_mtime - days * 24 * 60 * 60
        os.utime(file, (old, old))
    cache.tidy()  # the cache was made today
    assert len(list(cache.folder.glob("*/*/*"))) == 2
    os.utime(cache.folder / "CACHEDIR.TAG", (0, 0))
    cache.tidy()
    assert [file.parent.name for file in cache.folder.glob("*/*/*")] == ["bb"]


def test_a_task_that_is_as_it_was_is_not_worked_out_again(
    campaign: Path, cache: Cache, read: list[str], settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = gather(campaign, cache=cache)
    changed = sorted((campaign / "runs" / "Focused").iterdir())[0]
    changed.write_text(changed.read_text("utf-8").replace("<rank>1</rank>", "<rank>0</rank>", 1), "utf-8")
    worked_on = []
    original = rescoring.changed_assessments

    def noted(plan: TaskPlan, pools: PoolFindings) -> rescoring.Changes:
        worked_on.append(plan.task.name)
        return original(plan, pools)

    monkeypatch.setattr(rescoring, "changed_assessments", noted)
    again, _ = gather(campaign, cache=cache)
    assert worked_on == ["Focused"]
    assert len(again.tasks) > 1
    for before, after in zip(first.tasks, again.tasks, strict=True):
        same = digest_of(found_out(first, before)) == digest_of(found_out(again, after))
        assert same == (after.task.name != "Focused")


@pytest.mark.parametrize("audience", ["public", "organisers", "participant:12"])
def test_what_is_found_out_about_tasks_is_kept_for_whomever_the_site_is(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, audience: str
) -> None:
    from inexreport.report.audience import parse_audience

    build(campaign, tmp_path / "site", audience=parse_audience(audience), means=Means(cache=cache))
    kept = [file for file in (cache.folder / "tasks").rglob("*") if file.is_file()]
    assert len(kept) == len(list((campaign / "runs").iterdir()))


def test_what_is_kept_of_tasks_is_all_that_was_found_out(
    campaign: Path, cache: Cache, read: list[str], settled: None
) -> None:
    first, _ = gather(campaign, cache=cache)
    shutil.rmtree(cache.folder / "outcomes")
    read.clear()
    again, _ = gather(campaign, cache=cache)
    assert read == []
    for before, after in zip(first.tasks, again.tasks, strict=True):
        assert digest_of(found_out(first, before)) == digest_of(found_out(again, after))


def test_simulated_runs_are_scored_once(
    campaign: Path, cache: Cache, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = gather(campaign, cache=cache)
    expected = digest_of(KeptReliability(reliability(first.campaign)))
    monkeypatch.setattr("inexreport.statistics.reliability._of_simulated_runs", None)
    travelling = pickle.loads(pickle.dumps((first, all_findings(first))))
    for outcome, found in (travelling, (gather(campaign, cache=cache)[0], None)):
        assert outcome.campaign is not first.campaign
        if found:
            found.keep_for(outcome)
        assert digest_of(KeptReliability(reliability(outcome.campaign))) == expected


def test_a_campaign_that_was_moved_is_not_evaluated_again(
    campaign: Path, cache: Cache, read: list[str]
) -> None:
    gather(campaign, cache=cache)
    read.clear()
    gather(shutil.move(campaign, campaign.with_name("moved")), cache=cache)
    assert read == []


def found_out(outcome: CampaignOutcome, task: TaskOutcome) -> dict[str, object]:
    """All that a site tells of a task."""
    pools, scores = pool_findings(task, outcome.campaign), task_findings(task)
    return {"task": task, "pools": pools.worked_out(), "scores": scores.worked_out()}


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


def another_title(campaign: Path) -> None:
    replace_in(campaign / "campaign.toml", 'title = "', 'title = "Another ')


def another_topic(campaign: Path) -> None:
    topic = sorted((campaign / "topics").glob("*.xml"))[0]
    replace_in(topic, "<title>", "<title>other ")


def test_a_changed_campaign_gives_what_it_gives_where_nothing_is_kept(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    for task in ("AllInContext", "BestInContext"):
        shutil.rmtree(campaign / "runs" / task)
    for run in [run for task in ("Focused", "Thorough") for run in of_task(campaign, task)[3:]]:
        run.unlink()
    for change in (lambda _: None, another_rank, further_run, another_title, another_topic, fewer_runs):
        change(campaign)
        build(campaign, tmp_path / "site", means=Means(cache=cache))
        build(campaign, tmp_path / "plain")
        assert content(tmp_path / "site") == content(tmp_path / "plain")


def inodes(site: Path) -> dict[str, int]:
    return {str(file.relative_to(site)): file.stat().st_ino for file in site.rglob("*") if file.is_file()}


def test_pages_that_no_changed_run_is_behind_are_not_written_again(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    before = inodes(out / "c2006")
    another_rank(campaign)
    build(campaign, out, means=means)
    after = inodes(out / "c2006")
    same = {name for name in after if after[name] == before.get(name)}
    names = {name for name in after if name.startswith(("runs/", "tasks/", "reports/", "compare/"))}
    assert {name for name in names if "Focused" not in name} <= same
    assert not {name for name in names if name.startswith("runs/Focused/")} & same
    assert "data/topics.csv" in same
    assert not same & {"index.html", "data.html", "data/scores.csv", "checksums.sha256"}
    assert not (out / "c2006" / "index.html").stat().st_nlink > 1


def test_rows_of_tasks_that_are_as_they_were_are_not_made_again(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    another_rank(campaign)
    changed = out / "c2006" / "data" / "curves.json"
    changed.write_bytes(changed.read_bytes())
    taken: dict[str, int] = {}
    look = EarlierTables.stored

    def told(self: EarlierTables, key: str) -> TableRows | None:
        rows = look(self, key)
        if rows:
            taken[self.rows[key].table] = taken.get(self.rows[key].table, 0) + 1
        return rows

    monkeypatch.setattr(EarlierTables, "stored", told)
    build(campaign, out, means=means)
    build(campaign, tmp_path / "plain")
    assert content(out) == content(tmp_path / "plain")
    assert taken["scores"] == taken["significance"] == taken["missed_articles"] == 3
    assert "curves" not in taken


def test_what_pages_tell_of_judges_is_rendered_once(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    before = inodes(out / "c2006")
    another_rank(campaign)
    build(campaign, tmp_path / "plain")
    summed_up: list[str] = []

    def noted(judged: TopicAssessment, only_relevant: bool) -> Judgements:
        summed_up.append(judged.topic)
        return topic_judgements(judged, only_relevant)

    monkeypatch.setattr(topic, "topic_judgements", noted)
    build(campaign, out, means=means)
    assert content(out) == content(tmp_path / "plain")
    after = inodes(out / "c2006")
    assert [name for name in after if name.startswith("topics/") and after[name] != before[name]]
    assert not summed_up
    another_topic(campaign)
    build(campaign, out, means=means)
    assert summed_up


@pytest.mark.parametrize("change", ["edited", "edited under the same times", "removed", "a link"])
def test_a_page_that_was_touched_is_written_again(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, change: str
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    page = out / "c2006" / "tasks" / "Thorough.html"
    whole, status = page.read_bytes(), page.stat()
    if change == "removed":
        page.unlink()
    elif change == "a link":
        page.rename(tmp_path / "elsewhere.html")
        page.symlink_to(tmp_path / "elsewhere.html")
    else:
        page.write_bytes(b"x" * len(whole))
    if change == "edited under the same times":
        os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    another_rank(campaign)
    build(campaign, out, means=means)
    assert not page.is_symlink()
    assert page.read_bytes() == whole


def test_where_no_file_can_have_two_names_all_are_written(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    another_rank(campaign)
    linked = os.link
    links = iter([True] * 3 + [False] * 10_000)

    def refused(*arguments: object, **options: object) -> None:
        # Of a part of several files the first may have succeeded.
        if not next(links):
            raise PermissionError("no links here")
        linked(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "link", refused)
    build(campaign, out, means=means)
    build(campaign, tmp_path / "plain")
    assert content(out) == content(tmp_path / "plain")


def test_a_build_that_fails_leaves_the_site_whose_pages_it_took_over(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    before = content(out)
    another_rank(campaign)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inexreport.rendering.whole_site.write_deposit", fail)
    with pytest.raises(KeyboardInterrupt):
        build(campaign, out, means=means)
    assert content(out) == before
    monkeypatch.undo()
    build(campaign, out, means=means)
    build(campaign, tmp_path / "plain")
    assert content(out) == content(tmp_path / "plain")


def test_pages_state_the_checksum_of_the_files_they_are_made_from(campaign: Path, tmp_path: Path) -> None:
    build(campaign, tmp_path)
    site = tmp_path / "c2006"
    record = json.loads((site / "data" / "campaign.json").read_text("utf-8"))
    lines = [f"{one['sha256']}  {one['file']}\n" for one in record["inputs"]]
    for page, kept in (
        ("index.html", lambda file: True),
        ("topics/301.html", lambda file: True),
        ("tasks/Focused.html", lambda file: not file.startswith("runs/") or "/Focused/" in file),
        ("reliability.html", lambda file: not file.startswith("runs/")),
    ):
        stated = [line for line in lines if kept(line.split("  ", 1)[1])]
        digest = hashlib.sha256("".join(stated).encode()).hexdigest()
        text = (site / page).read_text("utf-8")
        assert f'<code title="{digest}">' in text
        assert f"{len(stated)} input files</a>" in text
        assert digest in (site / "data.html").read_text("utf-8")


def test_a_site_is_the_same_where_all_that_is_kept_is_broken(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    whole = content(out)
    kept = [file for file in cache.folder.glob("*/*/*") if file.parent.parent.name != "assets"]
    assert {"charts", "pages", "published", "tasks"} <= {file.parent.parent.name for file in kept}
    for file in kept:
        file.write_bytes(file.read_bytes()[:-9])
    with mock.patch.dict(chart_kinds._known, clear=True):
        build(campaign, out, means=means)
    assert content(out) == whole


def test_a_page_that_is_edited_during_a_build_is_written_again_by_the_next(
    campaign: Path, cache: Cache, tmp_path: Path, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, means = tmp_path / "site", Means(cache=cache)
    build(campaign, out, means=means)
    page = out / "c2006" / "tasks" / "Thorough.html"
    whole, write_deposit = page.read_bytes(), whole_site.write_deposit

    def edit(*arguments: object) -> None:
        page.write_bytes(b"somebody writes into the old site's page")
        write_deposit(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(whole_site, "write_deposit", edit)
    another_rank(campaign)
    build(campaign, out, means=means)
    monkeypatch.undo()
    assert page.read_bytes() != whole
    replace_in(of_task(campaign, "Focused")[1], "<rank>1</rank>", "<rank>0</rank>")
    build(campaign, out, means=means)
    assert page.read_bytes() == whole
