from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from chart_schema import check_schema
from site_links import broken_links

from inexreport.cache import Cache
from inexreport.errors import UsageError
from inexreport.judging.nexi import read_nexi
from inexreport.metrics.registry import bind
from inexreport.model.campaign import DocumentCounts
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.topic import Topic
from inexreport.parallel import Serial, Workers, open_workers
from inexreport.rendering import pages, site
from inexreport.rendering.addresses import Addresses, campaign_addresses
from inexreport.rendering.archive import write_archive
from inexreport.rendering.assets import asset_names
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.rendering.environment import environment
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.rendering.site import write_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.front import front_page
from inexreport.statistics import paired_tests, score_intervals
from inexreport.subjects import swap_errors
from inexreport.subjects.topic import topic_page
from rendering.invented_campaign import MARKUP, invented_metrics, invented_outcome
from rendering.invented_large_task import large_outcome

ALONE = ["archive", "assets", "index.html", "invented-2042"]


@pytest.fixture(scope="module")
def built(invented_site: Path) -> Path:
    return invented_site


Reported = list[tuple[int, int]]

KNOWN_METRICS = {name: bind(name) for name in invented_metrics()}
"""Only metrics that the package knows reach another process."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Reported]:
    """A site of few runs and the progress that was reported; tests only read it, or copy it."""
    reported: Reported = []
    out = tmp_path_factory.mktemp("small")
    folder = write_site(
        invented_outcome(runs=3),
        KNOWN_METRICS,
        out,
        lambda done, total: reported.append((done, total)),
    )
    return folder, reported


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


class Elements(HTMLParser):
    """Collects what a browser would see: tags with attributes, and the text of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._in_script = tag == "script"

    def handle_endtag(self, tag):
        self._in_script = False

    def handle_data(self, data):
        if self._in_script and data.strip():
            self.scripts.append(data)


def test_the_metrics_guide_explains_both_names_of_a_metric(built: Path):
    guide = " ".join((built / "metrics.html").read_text("utf-8").split())
    both = "<code>MAiP</code>: the mean over topics of <code>AiP</code>, which is the value of one topic."
    assert guide.count(both) == 1
    assert guide.count("both have the identifier of the mean.") == 1


def test_data_in_pages_can_be_read_and_every_chart_keeps_to_the_schema(built: Path):
    specifications = {}
    for page in built.rglob("*.html"):
        text = page.read_text("utf-8")
        for attributes, data in re.findall(
            r"<script([^>]*application/json[^>]*)>(.*?)</script>", text, re.DOTALL
        ):
            content = json.loads(data)
            if "data-chart=" in attributes:
                del content["usermeta"]
                rows = content.pop("datasets")["rows"]
                specifications[json.dumps(content)] = rows
    assert len(specifications) > 10
    for specification, rows in specifications.items():
        check_schema(json.loads(specification) | {"datasets": {"rows": rows[:2]}})


def test_markup_of_input_files_stays_text(built: Path):
    for name, content in files_of(built).items():
        if name.endswith(".html"):
            html = content.decode()
            assert MARKUP not in html
            assert "<script>" not in html
            assert "alert('x')</script>" not in html
    html = (built / "tasks/Focused.html").read_text("utf-8")
    assert "&lt;script&gt;alert(&#39;x&#39;)" in html


def test_every_link_leads_somewhere(built: Path):
    assert broken_links(built.parent) == []


def comparison_of(page: Elements) -> dict[str, Any]:
    """What a page that compares runs offers."""
    (content,) = (content for content in map(json.loads, page.scripts) if "method" in content)
    return content


def test_the_numbers_that_a_comparison_loads_are_there(built: Path):
    page = built / "compare/Focused.html"
    content = comparison_of(Elements(page.read_text("utf-8")))
    parts = [part["script"] for part in (*content["metrics"], *content["curves"])]
    # The lowest-ranked run is in the scripts of the others.
    pairs = {run["pairs"]: place for place, run in enumerate(content["runs"]) if run["pairs"]}
    assert [*pairs.values()] == [*range(len(pairs))]
    results = [topic["results"] for topic in content["topics"] if topic["results"]]
    assert len(results) == 9
    # Run pages load the list of the runs.
    scripts = {
        (page.parent / part).resolve() for part in (*parts, *pairs, *results, "Focused/runs-Focused.js")
    }
    assert scripts == set((built / "compare").rglob("*.js"))
    for script in scripts:
        text = script.read_text("ascii")
        key, value = re.fullmatch(r"\(window\.compared \?\?= \{\}\)\[(.*?)\] = (.*);\n", text).groups()
        kind, part = json.loads(key).split()[0], json.loads(value)
        if kind == "pairs":
            below = len(pairs) - pairs[script.relative_to(page.parent).as_posix()]
            assert len(base64.b64decode(part["low"])) == 8 * below
            continue
        of_runs = {"scores": "ranks", "curves": "lines", "results": "first"}.get(kind)
        assert len(part[of_runs] if of_runs else part) == len(content["runs"])


def test_a_chart_holds_the_text_of_its_run(built: Path):
    page = Elements((built / "tasks/Focused.html").read_text("utf-8"))
    names = json.loads(page.scripts[-1])
    assert any(MARKUP in label for label, _ in names)
    charts = [json.loads(script) for script in page.scripts[:-1]]
    places = {row["name"] for chart in charts for row in chart["datasets"]["rows"]}
    assert places == set(range(len(names)))


def test_the_parts_of_a_query_are_distinguished_and_named(built: Path):
    page = Elements((built / "topics/2002.html").read_text("utf-8"))
    kinds = {attributes.get("class") for tag, attributes in page.tags if tag == "span"}
    assert {"target", "path", "filter", "function", "operator", "value"} <= kinds
    assert {"term", "phrase", "required", "excluded"} <= kinds
    html = (built / "topics/2002.html").read_text("utf-8")
    named = re.sub(r"<[^>]*>", "", html.partition('<ul class="nexi-parts">')[2].partition("</ul>")[0])
    assert [" ".join(line.split()) for line in named.strip().splitlines()] == [
        "Asked for: //sec",
        "Further paths: //article .//fm .//yr .",
        "Operators: or &gt;",
        "Values: 1998",
        "Keywords: x &lt;b&gt;&amp;amp;",
        "Phrases: &#34;a chain&#34;",
        "Stressed: +algorithm",
        "Unwanted: -graph",
    ]


def test_a_query_in_the_title_is_named_after_its_field():
    topic = Topic("76", title="//article//sec[about(., x <b>)]", file="topics/76.xml")
    query = ("Title", read_nexi(topic.title))
    statement = environment().get_template("macros/statement.html").module.statement
    html = str(statement(topic, query))
    assert "<dt>Title</dt>" in html
    assert '<span class="target">//sec</span>' in html
    assert "&lt;b&gt;" in html
    assert "nexi" not in str(statement(topic, None))


@pytest.mark.parametrize("counted", [False, True])
def test_the_front_page_has_what_is_stated_and_what_is_counted(counted: bool):
    outcome = invented_outcome()
    counts = DocumentCounts(3, 12, 30, 5, 40, 2000, only_judged=False) if counted else None
    outcome = replace(outcome, campaign=replace(outcome.campaign, documents=counts))
    view = view_campaign(outcome, invented_metrics())
    addresses = campaign_addresses(view)
    page = next(page for page in pages_of(addresses) if page.kind == "front")
    record = campaign_record(outcome, invented_metrics())
    html = render_page(page, front_page(view), addresses, asset_names(), record)
    text = " ".join(re.sub(r"<[^>]*>", " ", html).split())
    if counted:
        assert "Counted in the 3 documents that the campaign has, 0.00% of the collection." in text
        assert "Documents 659,388 3 " in text
        assert "Mean depth of elements – 3.3 " in text
        assert "Mean document length in characters 7,000 666.7 " in text
    else:
        assert "Documents 659,388 Mean document length 7,000 characters" in text
        assert "Counted" not in text


def test_what_is_no_query_is_shown_as_it_is(built: Path):
    html = (built / "topics/2001.html").read_text("utf-8")
    code = html.partition('<code class="nexi">')[2].partition("</code>")[0]
    assert unescape(code) == invented_outcome().campaign.topics["2001"].castitle
    assert "is not a valid NEXI query" in html


def test_every_relevant_article_has_its_strip(built: Path):
    page = Elements((built / "topics/2002.html").read_text("utf-8"))
    strips = [attributes for tag, attributes in page.tags if attributes.get("class") == "strip"]
    outcome = invented_outcome()
    shown = topic_page(view_campaign(outcome, invented_metrics()), outcome.campaign.topics["2002"])
    judgements = shown["sections"][0]
    (articles,) = (part.frame for part in judgements.parts if part and "strip" in part.columns)
    assert [strip["aria-label"] for strip in strips] == [one.description for one in articles.strip]
    assert len(strips) == 7


def test_scores_are_published_at_full_precision(built: Path):
    scores = pd.read_csv(built / "data/scores.csv", dtype={"topic": str})
    run = next(run for run in invented_outcome().tasks[0].runs if run.submission.name == "run_04")
    row = scores.query("run == 'run_04' and metric == 'MAiP' and topic == 'all'")
    assert row["score"].tolist() == [run.scores.mean[2]]


def test_the_archive_lists_every_campaign(two_sites: Path):
    html = (two_sites / "index.html").read_text("utf-8")
    assert 'href="one/index.html"' in html
    assert 'href="two/index.html"' in html
    assert sorted(path.name for path in two_sites.iterdir()) == [
        "archive",
        "assets",
        "index.html",
        "one",
        "two",
    ]


def test_the_archive_names_what_it_does_not_understand(two_sites: Path, tmp_path: Path):
    for copied, slug in {"one": "one", "two": "two", "three": "two"}.items():
        shutil.copytree(two_sites / slug, tmp_path / copied)
    (tmp_path / "two/data/campaign.json").write_text('{"format_version": 99}')
    (tmp_path / "three/data/campaign.json").write_text("{")
    write_archive(tmp_path)
    html = (tmp_path / "index.html").read_text("utf-8")
    listed, _, skipped = html.partition('id="skipped"')
    assert 'href="one/index.html"' in listed
    assert 'href="two/index.html"' not in listed
    assert 'href="two/index.html"' in skipped
    assert 'href="three/index.html"' in skipped


def test_progress_is_reported_page_by_page_and_report_by_report(small: tuple[Path, Reported]):
    folder, reported = small
    pages = [page for page in folder.rglob("*.html") if page.parent.name != "print"]
    total = len(pages) + 5  # the reports of two tasks, their print views included, and of three runs
    assert reported == [(done, total) for done in range(1, total + 1)]


def test_worker_processes_write_the_same_site_for_a_participant(tmp_path: Path):
    """For the public, see building/test_killed_workers.py."""
    reported: dict[str, Reported] = {"alone": [], "together": []}

    def written(name: str, workers: Workers) -> dict[str, bytes]:
        def report(done: int, total: int) -> None:
            reported[name].append((done, total))

        participant = Audience(Readers.PARTICIPANT, "12")
        outcome, out = invented_outcome(runs=3), tmp_path / name
        return files_of(write_site(outcome, KNOWN_METRICS, out, report, participant, workers))

    with open_workers(2) as workers:
        assert written("together", workers) == written("alone", Serial())
    assert reported["together"] == reported["alone"] != []


def test_a_page_with_equal_data_is_not_drawn_again_but_names_the_changed_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    outcome, metrics = invented_outcome(runs=4), invented_metrics()
    task = outcome.tasks[0]
    submission = replace(task.runs[0].submission, sha256="c" * 64)
    changed_run = replace(task.runs[0], submission=submission)
    changed = replace(outcome, tasks=(replace(task, runs=(changed_run, *task.runs[1:])), *outcome.tasks[1:]))
    drawn: list[pages.Page] = []
    draw = pages.draw_page
    monkeypatch.setattr(pages, "draw_page", lambda page, *args: drawn.append(page) or draw(page, *args))

    def written(one: CampaignOutcome) -> dict[str, str]:
        made = site.public_site(one, metrics, PUBLIC, Cache(tmp_path))
        topics = [page for page in made.pages if page.kind == "topic"]
        of_kinds = [
            *topics[:2],
            topics[-1],
            *(page for page in made.pages if page.kind in ("run", "participant")),
        ]
        return {page.address: made.part_for(page).page(page)[page.address] for page in of_kinds}

    before = written(outcome)
    assert {page.kind for page in drawn} == {"participant", "run", "topic"}
    drawn.clear()
    after = written(changed)
    assert [page.key for page in drawn] == [(task.task.name, submission.name)]  # it has its file's checksum
    assert before.keys() == after.keys()
    checksums = re.compile('<code title="([0-9a-f]{64})">([0-9a-f]{12})</code>; data format')
    for address in after.keys() - {page.address for page in drawn}:
        html, old = after[address], before[address]
        assert checksums.sub("", html) == checksums.sub("", old)
        of_another_task = address.startswith("runs/") and f"/{task.task.name}/" not in address
        assert (checksums.findall(html) == checksums.findall(old)) == of_another_task


def test_the_old_site_stays_when_a_build_fails(
    small: tuple[Path, Reported], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(small[0].parent, tmp_path, dirs_exist_ok=True)
    folder = tmp_path / small[0].name
    before = files_of(folder)

    def fail(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(site, "render_page", fail)
    with pytest.raises(KeyboardInterrupt):
        write_site(invented_outcome(runs=4), invented_metrics(), tmp_path)
    assert files_of(folder) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ALONE


def test_a_folder_that_is_no_site_is_not_replaced(tmp_path: Path):
    source = tmp_path / "invented-2042" / "campaign.toml"
    source.parent.mkdir()
    source.write_text("title = 'mine'")
    with pytest.raises(UsageError, match="not a results site"):
        write_site(invented_outcome(runs=3), invented_metrics(), tmp_path)
    assert source.read_text() == "title = 'mine'"


LARGEST = {"task": 400_000}
"""Bytes of the pages that may be larger than others."""


@contextmanager
def few_draws() -> Iterator[None]:
    """Random draws take their time."""
    with pytest.MonkeyPatch.context() as patch:
        for module, constant in (
            (paired_tests, "DRAWS"),
            (score_intervals, "RESAMPLES"),
            (swap_errors, "DRAWS"),
        ):
            patch.setattr(module, constant, 9)
        yield


@few_draws()
def test_pages_of_a_large_campaign_stay_light():
    outcome, metrics = invented_outcome(runs=330), invented_metrics()
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    record = campaign_record(outcome, metrics)
    pages = pages_of(addresses)
    for template in ("task", "topic", "topics", "run", "problems"):
        page = next(page for page in pages if page.kind == template)
        html = render_page(page, page_data(page, view), addresses, asset_names(), record)
        assert len(html.encode()) < LARGEST.get(template, 300_000), template


@pytest.fixture(scope="module")
@few_draws()
def large() -> tuple[CampaignView, Addresses, Record]:
    """What pages of a task with many runs and metrics are made from."""
    outcome, metrics = large_outcome(runs=100, topics=[str(301 + i) for i in range(125)])
    assert len(metrics) > 50
    view = view_campaign(outcome, metrics)
    return view, campaign_addresses(view), campaign_record(outcome, metrics)


@few_draws()
def test_pages_of_a_task_with_many_runs_and_metrics_stay_light(large: tuple[CampaignView, Addresses, Record]):
    view, addresses, record = large
    for page in pages_of(addresses):
        if page.kind in ("task", "all_scores") or "run_007" in page.address:
            html = render_page(page, page_data(page, view), addresses, asset_names(), record)
            assert len(html.encode()) < LARGEST.get(page.kind, 300_000), page.kind


@few_draws()
def test_comparing_runs_of_a_large_task_stays_light(large: tuple[CampaignView, Addresses, Record]):
    view, addresses, record = large
    for page in pages_of(addresses):
        if page.kind in ("compare", "significance"):
            html = render_page(page, page_data(page, view), addresses, asset_names(), record)
            assert len(html.encode()) < 150_000, page.kind
    scripts = dict(comparison_scripts(view, addresses, view.outcome.tasks[0].task.name))
    assert len(scripts) > 50
    assert max(map(len, scripts.values())) < 300_000


def test_no_page_tells_the_time(built: Path):
    for name, content in files_of(built).items():
        if name.endswith((".html", ".json")):
            assert not re.search(rb"\b20[23]\d-\d\d-\d\d\b", content), name
