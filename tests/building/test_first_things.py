"""What stands first: how a run was made, what was scored otherwise than its file says, its worst topics."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from described_campaign import SETTINGS, write_described
from drawn_pages import pages_of
from evaluated_samples import cached, evaluated_sample
from lxml import html
from part_of_2006 import copy_part
from pooling_campaigns import scores_alone
from typer.testing import CliRunner

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.verifying.verify import verify
from inexreport.cli.program import app
from inexreport.errors import InputChangedError
from inexreport.formats.published_results import RECORD_FILE
from inexreport.model.problem import Problem, gravest_first
from inexreport.model.problem_kinds import PROBLEM_KINDS
from inexreport.rendering.data_files import DATA
from inexreport.rendering.site import public_site, write_site
from inexreport.report.audience import PUBLIC, parse_audience
from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import run_page
from inexreport.subjects.health import Verdict, runs_scored_otherwise

AFFECTED = " a warning that affects the scores"
OTHERWISE = "Warnings that affect the scores"
METRICS = '[tasks.adhoc]\nmetrics = ["nDCG@10", "AP", "P@10"]\n'
"""As few as fill every part of a page."""


def text_of(file: Path) -> str:
    page = html.parse(str(file)).find(".//main")
    return " ".join(" ".join(page.itertext()).split())


def headings(file: Path) -> list[str]:
    return [" ".join(one.itertext()).strip() for one in html.parse(str(file)).iterfind(".//main//h2")]


def write(folder: Path, site: str = "") -> Path:
    """The described campaign; the file of `poor` is in reverse, and has a topic that is not assessed."""
    write_described(folder)
    (folder / "campaign.toml").write_text(f"{SETTINGS}{METRICS}[site]\n{site}\n")
    poor = folder / "runs/adhoc/poor.txt"
    lines = [line.split() for line in poor.read_text().splitlines() if not line.startswith("8 ")]
    poor.write_text(
        "\n".join([*(" ".join([*line[:4], line[3], line[5]]) for line in lines), "99 Q0 d1 1 1 tag1"])
    )
    return folder


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("campaigns") / "documents", "run_files = true")


@pytest.fixture(scope="module")
def archive(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("archive")
    build(campaign, out, resources=cached())
    return out


@pytest.fixture(scope="module")
def site(archive: Path) -> Path:
    return archive / "documents"


@pytest.fixture(scope="module")
def own_site(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("own")
    build(campaign, out, audience=parse_audience("participant:Lighthouse"), resources=cached())
    return out / "documents"


# Badges


@pytest.mark.parametrize(
    "page",
    ["index.html", "tasks/adhoc.html", "scores/adhoc.html", "participants/Lighthouse.html", "topics/1.html"],
)
def test_every_list_of_runs_has_badges(site: Path, page: str) -> None:
    tags = {one.text for one in html.parse(str(site / page)).iterfind(".//main//span[@class='tag']")}
    assert {"manual", "automatic"} <= tags


def test_the_best_run_with_each_badge_is_named_where_two_have_ranks(site: Path) -> None:
    best = "Best of 2 ranked automatic runs: Harbour ( tag6 ) automatic , nDCG@10 = 0.8"
    for page in ("index.html", "tasks/adhoc.html"):
        text = text_of(site / page)
        assert best in text
        # The best run, a manual one, is a baseline, which has no rank.
        assert re.search(
            r"The only ranked manual run: Lighthouse \( tag1 \) manual , nDCG@10 = [\d.]+, rank 2\.", text
        )


def test_tables_of_runs_have_a_column_of_badges(site: Path) -> None:
    tables = html.parse(str(site / "tasks/adhoc.html")).findall(".//main//table")
    assert len(tables) > 2
    for table in tables:
        heads = ["".join(one.itertext()).casefold() for one in table.find("thead/tr")]
        if "run" not in heads:  # points of curves
            continue
        assert "type" in heads, heads
        cells = [row[heads.index("type")] for row in table.iterfind("tbody/tr")]
        assert {"".join(cell.itertext()).strip() for cell in cells} <= {"manual", "automatic"}


def test_lists_in_scripts_search_and_archive_have_badges(archive: Path, site: Path) -> None:
    for file, wanted in {
        site / "compare/adhoc.html": '"label":"Harbour (tag6, automatic)"',
        site / "topics/1.html": '"label":"Harbour (tag6, automatic)"',
        site / "topics-runs/adhoc.html": '"label":"Harbour (tag6, automatic)"',
        site / "search-index.js": "Harbour, adhoc, automatic, rank 1",
        archive / "index.html": '<td class="name"><span class="tag">automatic</span>',
        site / DATA / RECORD_FILE: '"badge": "automatic"',
        site / "reports/adhoc/top-ten.md": "| automatic |",
    }.items():
        assert wanted in file.read_text("utf-8").replace(": ", ":" if file.suffix == ".html" else ": "), file


def test_another_facet_can_be_the_badge_or_none(tmp_path: Path) -> None:
    for badge, expected in (("GPU", ["", "none", "one", "one", "one"]), ("", [""] * 5)):
        with scores_alone():
            outcome, prepared = evaluate_campaign(write(tmp_path / (badge or "no"), f'badge = "{badge}"'))
        names = view_campaign(outcome, prepared.metrics).names
        assert [names["adhoc", run].badge for run in ("best", "good", "fair", "poor", "slow")] == expected


def test_participants_see_no_badges_before_the_release(own_site: Path) -> None:
    for file in own_site.rglob("*.html"):
        assert not {"automatic", "manual"} & {
            one.text for one in html.parse(str(file)).iterfind(".//span")
        }, file


# What was scored otherwise


def test_warnings_that_change_what_was_scored_come_first_on_pages(site: Path, own_site: Path) -> None:
    for folder in (site, own_site):
        page = folder / "runs/adhoc/poor.html"
        found = headings(page)
        assert found.index(OTHERWISE) == 0
        assert (
            found.index("Scores")
            < found.index("Worst topics")
            < found.index("Other problems of the submission")
        )
        text = text_of(page)
        first, _, rest = text.partition("Scores")
        assert "run-scores-ascending" in first
        assert "run-topic-unknown" in first
        assert "run-topic-without-results" in rest
    for page in (site / "participants/Lighthouse.html", own_site / "index.html"):
        assert headings(page)[0] == OTHERWISE
        assert "tag1 " in text_of(page).partition(OTHERWISE)[2][:20]
    assert OTHERWISE not in headings(site / "runs/adhoc/good.html")


def test_the_problems_page_and_table_say_which_change_what_was_scored(site: Path) -> None:
    text = text_of(site / "problems.html")
    assert "changes no score" not in text
    assert "For 1 evaluated run, warnings say that other results or another order were scored" in text
    assert text.index("run-scores-ascending") < text.index("run-topic-without-results")
    rows = (site / DATA / "problems.csv").read_text().splitlines()
    assert rows[0].endswith(",remedy,changes_scored")
    assert {row.split(",")[4]: row.rsplit(",", 1)[1] for row in rows[1:] if row.startswith("runs/")} == {
        "run-scores-ascending": "true",
        "run-topic-unknown": "true",
        "run-topic-without-results": "false",
    }


def test_evaluate_prints_them_before_other_warnings_and_scores(campaign: Path) -> None:
    done = CliRunner().invoke(
        app, ["evaluate", str(campaign / "runs/adhoc/poor.txt"), "--campaign", str(campaign)]
    )
    codes = re.findall(r"\[(run-[a-z-]+)\]", " ".join(done.stderr.split()))
    assert done.exit_code == 0
    assert set(codes[:2]) == {"run-scores-ascending", "run-topic-unknown"}
    assert codes[2:] == ["run-topic-without-results"]
    assert done.stderr.count("This affects the scores.") == 2
    assert "nDCG@10\tall" in done.stdout
    assert done.output.index("run-topic-without") < done.output.index("nDCG@10\tall")


@pytest.mark.real_data
def test_a_real_run_in_reverse_is_told_first(real_data: Path) -> None:
    campaign = real_data / "trec-covid-round1"
    done = CliRunner().invoke(
        app, ["evaluate", str(campaign / "runs/adhoc/ERST_PROSE.gz"), "--campaign", str(campaign)]
    )
    assert "the run is evaluated in reverse" in " ".join(done.stderr.split()[:40])
    assert "This affects the scores." in done.stderr


@pytest.mark.parametrize(
    ("changed", "evaluated", "text", "verdict"),
    [
        (
            0,
            1,
            "None of 1 evaluated run has" + AFFECTED + ".",
            "GOOD",
        ),
        (
            1,
            20,
            "1 of 20 evaluated runs has" + AFFECTED + ": run-scores-ascending (1 run).",
            "CARE",
        ),
        (
            2,
            20,
            "2 of 20 evaluated runs have" + AFFECTED + ": run-scores-ascending (2 runs).",
            "ACT",
        ),
        (0, 0, "No run was evaluated.", "UNKNOWN"),
    ],
)
def test_health_counts_them(
    changed: int, evaluated: int, text: str, verdict: str, outcome_with: Callable[..., Any]
) -> None:
    (finding,) = runs_scored_otherwise(outcome_with(changed, evaluated))
    assert (finding.text, finding.verdict, finding.page) == (text, Verdict[verdict], "problems")
    assert finding.fragment == ("run-scores-ascending" if changed else "")


@pytest.fixture
def outcome_with() -> Callable[..., Any]:
    from dataclasses import replace

    from rendering.invented_campaign import invented_metrics
    from small_tasks import METRIC, campaign_of, run_of, task_of

    def made(changed: int, evaluated: int) -> Any:
        problem = Problem("run-scores-ascending", "x.txt", "found", "expected")
        runs = [
            replace(run_of(f"r{place}", {METRIC: [0.5]}, ["1"]), problems=(problem,) * (place < changed))
            for place in range(evaluated)
        ]
        return view_campaign(campaign_of([task_of(runs)], {"1": "CO"}), invented_metrics())

    return made


def test_errors_come_before_warnings_that_change_what_was_scored() -> None:
    codes = ["run-id-changes", "duplicate-result", "run-empty", "run-topic-unknown"]
    found = gravest_first([Problem(code, "x", "", "") for code in codes])
    assert [one.code for one in found] == [
        "run-empty",
        "duplicate-result",
        "run-topic-unknown",
        "run-id-changes",
    ]


def test_the_documentation_lists_the_warnings_that_change_what_was_scored() -> None:
    text = (Path(__file__).parents[2] / "docs/messages.md").read_text("utf-8")
    listed = re.search(r"affect\sthe\sscores\*\*:(.*?)\n\n", text, re.DOTALL)
    assert listed
    changing = [code for code, kind in PROBLEM_KINDS.items() if kind.changes_scored]
    assert re.findall(r"`([a-z-]+)`", listed[1]) == changing


# A run's page


def test_method_and_date_stand_above_the_scores(site: Path) -> None:
    page = html.parse(str(site / "runs/adhoc/best.html"))
    assert page.find(".//h1/span[@class='tag']").text == "manual"
    above = text_of(site / "runs/adhoc/best.html").partition("Scores")[0]
    assert "Type manual Description Made by hand Status baseline Contributed no" in above


def test_the_worst_topics_have_the_first_grades_of_the_run_and_of_the_best_run(site: Path) -> None:
    (table,) = html.parse(str(site / "runs/adhoc/fair.html")).xpath("//h2[@id='worst']/following::table[1]")
    rows = [["".join(cell.itertext()).strip() for cell in row] for row in table.iterfind("tbody/tr")]
    # From topic 5 on, fair ranks its relevant documents last, and good ranks them first for topics 5 and 6.
    assert [row[0].split(":")[0] for row in rows[::2]][:2] == ["5", "6"]
    assert rows[0][2:] == ["0"] * 8 + ["2", "2"]
    assert rows[1][0].startswith("Best: tag6 automatic")
    assert rows[1][2:] == ["2", "2", "1", "1"] + ["0"] * 6
    to_topic, to_run, to_comparison = (one.get("href") for one in table.findall("tbody/tr/th/a")[:3])
    assert to_topic == "../../topics/5.html#adhoc.a=fair&adhoc.b=good"
    assert to_run == "good.html"
    assert to_comparison == "../../compare/adhoc.html#a=fair&b=good&topic=5"


def test_a_run_that_is_never_behind_says_so(site: Path) -> None:
    text = text_of(site / "runs/adhoc/best.html")
    assert "Worst topics No other ranked run has a higher score on any topic." in text


def test_participants_see_their_own_first_grades_only(own_site: Path) -> None:
    (table,) = html.parse(str(own_site / "runs/adhoc/fair.html")).xpath(
        "//h2[@id='worst']/following::table[1]"
    )
    rows = [["".join(cell.itertext()).strip() for cell in row] for row in table.iterfind("tbody/tr")]
    assert rows[0][2:] == ["0"] * 8 + ["2", "2"]
    assert rows[1][2:] == ["shown after the release"]
    assert rows[1][0].startswith("Best: Run ")


def test_first_passages_and_elements_have_what_was_judged(
    sample_campaign: Path, sample_campaigns: tuple[Path, ...], tmp_path: Path
) -> None:
    part = copy_part(sample_campaign, tmp_path / "c2006", ["Focused"], runs=3, topics=4)
    wanted = {sample_campaigns[0]: r"\d / \d|–", part: r"[01]\.\d\d|–", sample_campaign: r"\d+%|–"}
    for campaign, pattern in wanted.items():
        outcome, prepared = evaluated_sample(campaign)
        view = view_campaign(outcome, prepared.metrics)
        task = outcome.tasks[0]
        pages = [run_page(view, task.task.name, run) for run in task.runs if run.evaluated][:3]
        texts = [
            text or "–"
            for page in pages
            for row in page["worst"]["rows"]
            for text in (*row["first"], *row["best_first"])
        ]
        assert any(text != "–" for text in texts), campaign
        assert [text for text in texts if not re.fullmatch(pattern, text)] == []


# Files of runs


def test_files_of_runs_are_published_with_their_checksums(campaign: Path, site: Path) -> None:
    checksums = dict(line.split("  ")[::-1] for line in (site / "checksums.sha256").read_text().splitlines())
    for run in ("best", "good", "fair", "poor", "slow"):
        content = (campaign / f"runs/adhoc/{run}.txt").read_bytes()
        assert (site / f"files/adhoc/{run}.txt").read_bytes() == content
        assert checksums[f"files/adhoc/{run}.txt"] == sha256(content).hexdigest()
        assert sha256(content).hexdigest() in (site / DATA / "runs.csv").read_text()
        page = html.parse(str(site / f"runs/adhoc/{run}.html"))
        (link,) = page.xpath("//main//a[contains(@href, 'files/')]")
        assert (link.get("href"), link.get("download")) == (f"../../files/adhoc/{run}.txt", "")
    assert [one.differences for one in verify(site, [campaign])] == [()]


def test_files_of_runs_are_neither_for_participants_nor_published_by_default(
    own_site: Path, tmp_path: Path
) -> None:
    assert not (own_site / "files").exists()
    assert not any("files/adhoc" in file.read_text("utf-8") for file in own_site.rglob("*.html"))
    outcome, prepared = evaluate_campaign(write(tmp_path / "documents"))
    by_default = public_site(outcome, prepared.metrics, PUBLIC)
    assert by_default.whole.addresses.run_files == {}
    assert "files/adhoc" not in "".join(pages_of(by_default, "runs/adhoc/best.html", "index.html").values())


@pytest.fixture
def one_run(tmp_path: Path) -> Path:
    """A campaign of the run `best`, whose file is published."""
    campaign = write_described(tmp_path / "documents", without=("good", "fair", "poor", "slow"))
    (campaign / "campaign.toml").write_text(f"{SETTINGS}{METRICS}[site]\nrun_files = true\n")
    return campaign


def test_no_published_file_is_shown_as_a_page_and_none_outside_is_read(one_run: Path, tmp_path: Path) -> None:
    text = (one_run / "runs/adhoc/best.txt").read_text()
    (one_run / "runs/adhoc/page.html").write_text(text)
    (tmp_path / "secret.txt").write_text(text)
    (one_run / "runs/adhoc/link.txt").symlink_to(tmp_path / "secret.txt")
    build(one_run, tmp_path / "out", resources=cached())
    names = {file.name for file in (tmp_path / "out/documents/files").rglob("*") if file.is_file()}
    assert names == {"page.html.txt", "best.txt"}


def test_a_file_that_changes_during_the_build_is_not_published(one_run: Path, tmp_path: Path) -> None:
    outcome, prepared = evaluate_campaign(one_run)
    paths = {run.submission.file: tmp_path / "other.txt" for run in outcome.tasks[0].runs}
    (tmp_path / "other.txt").write_text("other")
    with pytest.raises(InputChangedError, match=r"runs/adhoc/.*\.txt was changed"):
        write_site(outcome, prepared.metrics, tmp_path / "out", run_paths=paths)
    assert not (tmp_path / "out" / "documents").exists()
