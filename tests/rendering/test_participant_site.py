"""What a participant gets before the release tells nothing of others but the median and the best."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from drawn_pages import pages_of
from evaluated_samples import cached
from lxml import etree
from site_links import broken_links

from inexreport.errors import UsageError
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.run import Standing
from inexreport.rendering import addresses, page_kinds, site
from inexreport.rendering.site import public_site, write_site
from inexreport.report import embargo
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_view import CampaignView
from inexreport.report.embargo import participant_outcome, tables_before_release, view_for_participant
from inexreport.report.pseudonyms import run_pseudonyms
from inexreport.report.tables import published
from inexreport.report.tables.table import Shown, Table, text
from inexreport.subjects.sections import Page as SectionPage
from inexreport.subjects.sections import PageKind, Section, View
from rendering.identifiable_campaign import MARK, OTHERS, OWN, identifiable_outcome
from rendering.invented_campaign import invented_metrics
from rendering.withheld import NUMBER, breaches, readings, texts_within, withheld_from, within

FOR_OWN = Audience(Readers.PARTICIPANT, OWN)
ORGANISERS = Audience(Readers.ORGANISERS)


@pytest.fixture(scope="module")
def outcome() -> CampaignOutcome:
    return identifiable_outcome()


@pytest.fixture(scope="module")
def own_site(outcome: CampaignOutcome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(
        outcome, invented_metrics(), tmp_path_factory.mktemp("own"), audience=FOR_OWN, cache=cached().cache
    )


@pytest.fixture(scope="module")
def released(outcome: CampaignOutcome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(outcome, invented_metrics(), tmp_path_factory.mktemp("released"), cache=cached().cache)


def test_nothing_withheld_occurs_anywhere(own_site: Path, outcome: CampaignOutcome):
    withheld = withheld_from(OWN, outcome, exact_only=False)
    assert len(withheld.texts) > 70
    assert len(withheld.numbers) > 1000
    assert breaches(own_site.parent, withheld) == []


def test_only_texts_of_others_and_organisers_are_marked(own_site: Path):
    assert [file for file in own_site.rglob("*") if MARK in file.as_posix()] == []
    written = [own_site.parent / "index.html", *(file for file in own_site.rglob("*") if file.is_file())]
    marked = {file.name: reading for file in written for reading in readings(file) if MARK in reading}
    assert marked == {}


def test_the_search_finds_marked_texts_in_the_released_site(released: Path, outcome: CampaignOutcome):
    """Otherwise finding none in the participant's site would prove nothing."""
    withheld = withheld_from(OWN, outcome, exact_only=False)
    breached = breaches(released, withheld)
    found = {text for _, text in breached}
    names = {
        run.submission.name for task in outcome.tasks for run in task.runs if MARK in run.submission.name
    }
    assert names <= found
    scores = {
        repr(score)
        for task in outcome.tasks
        for run in task.runs
        if run.scores is not None
        for score in run.scores.by_topic.ravel().tolist()
    }
    assert scores & withheld.numbers <= found
    kinds = {Path(file).suffix for file, _ in breached}
    assert {".html", ".csv", ".json", ".parquet", ".svg", ".tex", ".sha256"} <= kinds


def test_tasks_without_own_runs_are_absent(own_site: Path, outcome: CampaignOutcome):
    thorough = next(task for task in outcome.tasks if task.task.name == "Thorough")
    numbers = {f"{score:.4f}" for run in thorough.runs for score in run.scores.mean.tolist()}
    written = [file for file in own_site.rglob("*") if file.is_file()]
    assert not any(numbers & set(NUMBER.findall(reading)) for file in written for reading in readings(file))
    assert not any("Thorough" in reading for file in written for reading in readings(file))


def test_tasks_of_few_runs_warn_that_median_and_best_are_scores_of_others(
    own_site: Path, outcome: CampaignOutcome
):
    warning, pages = (
        "With so few runs, the median and the best score are those of one or two runs, also of others",
        {},
    )
    for task in outcome.tasks:
        page = own_site / f"tasks/{task.task.name}.html"
        if page.exists():
            ranked = sum(run.evaluated and run.submission.standing is Standing.OFFICIAL for run in task.runs)
            pages[task.task.name] = (warning in page.read_text("utf-8"), ranked < 5)
    assert all(said == is_small for said, is_small in pages.values())
    assert {said for said, _ in pages.values()} == {True, False}


def test_the_participant_view_contains_nothing_withheld(outcome: CampaignOutcome):
    participant_view = view_for_participant(OWN, outcome, invented_metrics())
    tables = [one.build(participant_view.view.outcome).to_pandas() for one in participant_view.tables]
    assert {"run_diagnosis", "medians", "runs"} <= {one.name for one in participant_view.tables}
    known = [participant_view, *tables]
    assert [text for text in texts_within(known) if MARK in text] == []
    withheld = withheld_from(OWN, outcome, exact_only=False).numbers
    assert {repr(number) for number in numbers_within(known)} & withheld == set()


NEW_SCORE = 0.123456789
"""In a table and on a page that nobody has thought of."""

COLUMNS = {name: text(name) for name in ("task", "run", "participant", "best_run")}


def new_table(outcome: CampaignOutcome, participants: Shown | None) -> Table[CampaignOutcome]:
    """A table that nobody has thought of: a row for each run, each participant, and the whole task."""
    rows = [
        (task.task.name, *owner, "zqrun-a1")
        for task in outcome.tasks
        for one in [run.submission for run in task.runs]
        for owner in ((one.name, one.participant), ("", one.participant), ("", ""))
    ]
    return Table("novelties", "One row.", COLUMNS, lambda _: rows, participants=participants)


def new_page(view: CampaignView) -> SectionPage:
    rows = pd.DataFrame({"name": ["novel"], "value": [NEW_SCORE]})
    table = View("Rows", rows, {"name": ("Name", "name"), "value": ("Value", "score")}, data="novelties")
    section = Section("novel", "Is it new?", [f"Yes, by {NEW_SCORE}."], [table])
    return SectionPage("Novelties", "Novelties", "What is new?", [section])


def test_a_table_that_declares_nothing_is_withheld_and_so_is_a_section_made_from_it(
    outcome: CampaignOutcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    table = new_table(outcome, participants=None)
    kind = PageKind("novelties", "novelties.html", new_page, "Novelties")
    for module in (site, embargo):
        monkeypatch.setattr(module, "TABLES", (*published.TABLES, table))
    monkeypatch.setitem(page_kinds.KINDS, kind.name, kind)
    monkeypatch.setattr(site, "PUBLIC_KINDS", {*page_kinds.PUBLIC_KINDS, kind.name})
    monkeypatch.setattr(addresses, "CAMPAIGN_PAGES", (*page_kinds.CAMPAIGN_PAGES, kind))
    everything = public_site(outcome, invented_metrics(), PUBLIC)
    assert table.name in {one.name for one in everything.tables}
    assert "0.1235" in pages_of(everything, "novelties.html")["novelties.html"]

    without = write_site(outcome, invented_metrics(), tmp_path / "without", audience=FOR_OWN)
    files = [file for file in without.rglob("*") if file.is_file()]
    assert [one for one in files if "novelties" in "\n".join((one.name, *readings(one)))] == []
    monkeypatch.setattr(site, "PARTICIPANT_KINDS", (*page_kinds.PARTICIPANT_KINDS, kind.name))
    listed = write_site(outcome, invented_metrics(), tmp_path / "listed", audience=FOR_OWN)
    assert not [*listed.glob("data/novelties.*")]
    page = (listed / "novelties.html").read_text("utf-8")
    assert "Is it new?" in page
    assert "Withheld until the release." in page
    assert "0.123" not in page
    assert "data/novelties" not in page
    assert breaches(listed.parent, withheld_from(OWN, outcome, exact_only=False)) == []


def test_of_a_table_of_all_runs_others_and_columns_that_it_does_not_name_are_withheld(
    outcome: CampaignOutcome,
):
    own = participant_outcome(OWN, outcome)
    whole = replace(outcome, tasks=tuple(one for one in outcome.tasks if one.task.name != "Thorough"))
    declared = Shown("Own rows.", of_all_runs="task run participant")
    tables = [new_table(whole, declared), new_table(whole, None)]
    (table,) = tables_before_release(tables, own, whole)
    rows = table.build(own).to_pandas()
    assert (table.row, [*table.columns]) == ("Own rows.", ["task", "run", "participant"])
    assert [*rows] == ["task", "run", "participant"]
    assert set(zip(rows.run, rows.participant, strict=True)) == {
        *((name, OWN) for name in ("own-first", "own-second", "mine-2")),
        ("", OWN),
        ("", ""),
    }


def numbers_within(thing: object) -> Iterator[float]:
    for one in within(thing, set()):
        if isinstance(one, float):
            yield one
        elif isinstance(one, np.ndarray) and one.dtype == np.float64:
            # A view of a larger array would bring all of it.
            yield from np.asarray(one if one.base is None else one.base, dtype=float).ravel().tolist()


def test_own_numbers_are_those_of_the_released_site(own_site: Path, released: Path):
    for name in ("scores", "runs", "curves", "results", "element_types", "judged", "problems"):
        own, everything = (pd.read_csv(site / f"data/{name}.csv") for site in (own_site, released))
        expected = everything[everything["run"].isin(own["run"])].reset_index(drop=True)
        if name == "problems":
            own, expected = own.drop(columns="found"), expected.drop(columns="found")
        pd.testing.assert_frame_equal(own, expected, obj=name)
        assert len(own), name


def test_medians_are_those_of_all_runs(own_site: Path, outcome: CampaignOutcome):
    medians = pd.read_csv(own_site / "data/medians.csv", dtype={"topic": str})
    runs = [run.scores for run in outcome.tasks[0].runs if run.scores is not None]
    row = medians.query("task == 'Focused' and metric == 'MAiP' and topic == '2003'").iloc[0]
    values = [one.by_topic[2, 2] for one in runs]
    assert (row["runs"], row["median"], row["best"]) == (9, np.median(values), max(values))
    mean = medians.query("task == 'Focused' and metric == 'MAiP' and topic == 'all'").iloc[0]
    assert mean["median"] == np.median([one.mean[2] for one in runs])


def test_the_released_medians_are_the_same(own_site: Path, released: Path):
    for name in ("medians", "median_curves"):
        own, everything = (pd.read_csv(site / f"data/{name}.csv") for site in (own_site, released))
        expected = everything[everything["task"].isin(["Focused", "BestInContext"])].reset_index(drop=True)
        pd.testing.assert_frame_equal(own, expected)


def test_ranks_are_those_among_all(own_site: Path, outcome: CampaignOutcome):
    means = {run.submission.name: run.scores.mean[0] for run in outcome.tasks[0].runs if run.scores}
    rank = 1 + sum(score > means["own-first"] for score in means.values())
    html = (own_site / "runs/Focused/own-first.html").read_text("utf-8")
    lead = " ".join(etree.HTML(html).xpath("string(//p[@class='lead'])").split())
    assert f"rank {rank} of 9 (" in lead
    assert f" = {means['own-first']:.4f} over " in lead


def test_the_best_run_has_a_pseudonym_unless_it_is_an_own_run(own_site: Path, outcome: CampaignOutcome):
    scores = {run.submission.name: run.scores.by_topic[0] for run in outcome.tasks[0].runs if run.scores}
    best = [max(scores, key=lambda name: scores[name][topic]) for topic in range(10)]
    html = (own_site / "runs/Focused/own-first.html").read_text("utf-8")
    pseudonyms = run_pseudonyms(outcome)
    for name in set(best):
        assert (pseudonyms["Focused", name] in html) == (not name.startswith("own"))
    assert {name.startswith("own") for name in best} == {True, False}


def test_pseudonyms_do_not_depend_on_other_runs(outcome: CampaignOutcome):
    before = run_pseudonyms(outcome)
    task = outcome.tasks[0]
    fewer = replace(outcome, tasks=(TaskOutcome(task.task, task.runs[1:]), *outcome.tasks[1:]))
    after = run_pseudonyms(fewer)
    assert len(after) == len(before) - 1
    assert all(before[run] == name for run, name in after.items())
    assert len(set(before.values())) == len(before)


def test_pseudonyms_cannot_be_guessed_from_names(outcome: CampaignOutcome):
    """They depend on the bytes of the file, which nobody but its participant has."""
    run = outcome.tasks[0].runs[0]
    other = replace(run, submission=replace(run.submission, sha256="0" * 64))
    changed = replace(outcome, tasks=(TaskOutcome(outcome.tasks[0].task, (other,)),))
    key = ("Focused", run.submission.name)
    assert run_pseudonyms(changed)[key] != run_pseudonyms(outcome)[key]
    elsewhere = replace(outcome, campaign=replace(outcome.campaign, slug="another"))
    assert run_pseudonyms(elsewhere)[key] != run_pseudonyms(outcome)[key]


def test_only_organisers_get_the_table_of_pseudonyms(outcome: CampaignOutcome, released: Path):
    site = public_site(outcome, invented_metrics(), ORGANISERS)
    (key,) = (table.build(outcome).to_pandas() for table in site.tables if table.name == "pseudonyms")
    pseudonyms = {(row.task, row.run): row.pseudonym for row in key.itertuples()}
    assert pseudonyms == run_pseudonyms(outcome)
    assert not (released / "data/pseudonyms.csv").exists()
    texts = [
        (released / name).read_text("utf-8") for name in ("index.html", "data.html", "data/campaign.json")
    ]
    assert not any(name in text for text in texts for name in pseudonyms.values())


def test_every_unreleased_page_is_marked(own_site: Path, released: Path):
    pages = [*own_site.rglob("*.html"), own_site.parent / "index.html"]
    assert len(pages) > 15
    assert all("Not released." in page.read_text("utf-8") for page in pages)
    assert not any("Not released." in page.read_text("utf-8") for page in released.rglob("*.html"))


def test_every_link_has_a_target(own_site: Path):
    assert broken_links(own_site.parent) == []


def test_a_run_claimed_by_two_participants_is_shown_to_neither(outcome: CampaignOutcome):
    task = outcome.tasks[0]
    disputed = next(run for run in task.runs if run.submission.name == "own-first")
    differs = replace(
        disputed.problems[0] if disputed.problems else outcome.problems[0], code="run-participant-differs"
    )
    runs = tuple(replace(run, problems=(differs,)) if run is disputed else run for run in task.runs)
    changed = replace(outcome, tasks=(TaskOutcome(task.task, runs), *outcome.tasks[1:]))
    shown = view_for_participant(OWN, changed, invented_metrics())
    assert ("Focused", "own-first") not in shown.view.names
    assert ("Focused", "own-second") in shown.view.names
    assert not any("own-first" in text for text in texts_within(shown))


def test_the_error_for_an_unknown_participant_lists_the_known_ones(outcome: CampaignOutcome, tmp_path: Path):
    with pytest.raises(UsageError, match=r"'9' has a run.*own-lab \(Own Laboratory\), zqa-17") as refused:
        write_site(outcome, invented_metrics(), tmp_path / "out", audience=Audience(Readers.PARTICIPANT, "9"))
    assert refused.value.exit_status == 2
    assert not (tmp_path / "out").exists()


def test_a_participant_whose_runs_were_all_rejected(outcome: CampaignOutcome, tmp_path: Path):
    only = replace(outcome, tasks=outcome.tasks[2:])
    site = write_site(only, invented_metrics(), tmp_path, audience=FOR_OWN)
    assert "None of your runs was evaluated" in (site / "tasks/BestInContext.html").read_text("utf-8")
    assert breaches(tmp_path, withheld_from(OWN, only, exact_only=False)) == []


class TestAnArchiveIsForOneAudience:
    @pytest.fixture
    def archive(self, own_site: Path, tmp_path: Path) -> Path:
        return Path(shutil.copytree(own_site.parent, tmp_path / "archive"))

    @pytest.mark.parametrize(
        "audience", [Audience(), ORGANISERS, Audience(Readers.PARTICIPANT, OTHERS[0])], ids=str
    )
    @pytest.mark.parametrize("place", ["archive", "archive/below", "."])
    def test_no_other_site_is_written_next_to_below_or_above_it(
        self, archive: Path, outcome: CampaignOutcome, audience: Audience, place: str
    ):
        before = sorted(archive.parent.rglob("*"))
        with pytest.raises(UsageError, match=r"is for another audience \(participant:own-lab\)"):
            write_site(outcome, invented_metrics(), archive.parent / place, audience=audience)
        assert sorted(archive.parent.rglob("*")) == before

    @pytest.mark.parametrize("levels", [1, 2, 3])
    def test_no_public_site_is_written_several_folders_above_it(
        self, own_site: Path, outcome: CampaignOutcome, tmp_path: Path, levels: int
    ):
        shutil.copytree(own_site.parent, tmp_path.joinpath("top", *"abc"[:levels]))
        with pytest.raises(UsageError, match=r"is for another audience \(participant:own-lab\)"):
            write_site(outcome, invented_metrics(), tmp_path / "top")
        assert [one.name for one in (tmp_path / "top").iterdir()] == ["a"]

    @pytest.mark.parametrize("place", ["link", "link/new"])
    def test_nor_into_a_link_to_a_folder_in_it(self, archive: Path, outcome: CampaignOutcome, place: str):
        (archive / "deep/er").mkdir(parents=True)
        (archive.parent / "link").symlink_to(archive / "deep/er")
        with pytest.raises(UsageError, match="is for another audience"):
            write_site(outcome, invented_metrics(), archive.parent / place)

    def test_a_site_of_the_same_participant_is_rebuilt(self, archive: Path, outcome: CampaignOutcome):
        site = write_site(outcome, invented_metrics(), archive, audience=FOR_OWN)
        assert json.loads((site / "data/campaign.json").read_text())["audience"] == f"participant:{OWN}"

    def test_a_site_with_a_damaged_record_can_be_rebuilt(self, archive: Path, outcome: CampaignOutcome):
        (archive / "telling/data/campaign.json").write_text("{")
        write_site(outcome, invented_metrics(), archive, audience=FOR_OWN)
