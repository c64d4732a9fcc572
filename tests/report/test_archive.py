"""Tasks and participants over the years, from invented records."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rendering.invented_campaign import PARTICIPANTS, invented_metrics

from inexreport.rendering.addresses import campaign_addresses, recorded_pages
from inexreport.rendering.archive import write_archive
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.tables.scores import RUNS
from inexreport.subjects import archive, participants_over_years, replications
from inexreport.subjects.archive import archive_pages, segments
from inexreport.subjects.sections import Leading, Standing, View
from inexreport.subjects.significance import intervals

SCHOOL = PARTICIPANTS["p/../9"]


@pytest.fixture(scope="module")
def record(outcome):
    pages = recorded_pages(campaign_addresses(view_campaign(outcome, invented_metrics())))
    return campaign_record(outcome, invented_metrics()) | {"pages": pages}


def pages_of(*records):
    return archive_pages([(f"of-{one['year']}-{i}", one) for i, one in enumerate(records)])


def part(page, section, kind=View):
    """The first part of a kind in a section of a page."""
    parts = next(one.parts for one in page.sections if one.id == section)
    return next(one for one in parts if isinstance(one, kind))


def rows(page, section):
    return part(page, section).frame.to_dict("records")


def campaigns(made):
    return [one for part in made.front.sections for one in part.facts.get("campaigns", ())]


def sections(page):
    return [one.id for one in page.sections]


def participants(*records):
    return {one["participant"].text: one for one in rows(pages_of(*records).front, "participants")}


def systems(*records):
    return pages_of(*records).pages


@pytest.mark.parametrize(
    ("years", "metrics", "by_metric", "expected"),
    [
        ((2004, 2005, 2007), "aaa", True, [0, 0, 0]),
        ((2004, 2005, 2006), "aba", True, [0, 1, 2]),
        ((2004, 2005, 2006), "aba", False, [0, 0, 0]),
        ((2004, 2005, 2006), "abb", True, [0, 1, 1]),
        ((2004, 2005, 2005, 2006, 2007), "aaaaa", True, [0, 1, 2, 3, 3]),
        ((2005, 2005), "aa", False, [0, 1]),
    ],
)
def test_lines_connect_neighbouring_years_of_one_campaign_each(years, metrics, by_metric, expected):
    assert segments(pd.DataFrame({"year": years, "metric": list(metrics)}), by_metric=by_metric) == expected


def test_the_record_tells_every_run_with_its_place(record, outcome):
    reported = record["tasks"][0]["standings"]
    table = RUNS.build(outcome).to_pandas().set_index("run")
    assert {run["run"] for run in reported} == set(table.index)
    for run in reported:
        row = table.loc[run["run"]]
        assert run["participant"] == row["participant"]
        if run["rank"] is None:
            assert row["status"] == "not evaluated"
        else:
            assert (run["rank"], run["score"]) == (row["official_rank"], row["official_score"])
    ranks = [run["rank"] for run in reported if run["rank"] is not None]
    assert ranks == sorted(ranks)
    assert reported[-1]["run"] == "rejected"
    assert record["participant_names"] == PARTICIPANTS


def test_a_participant_is_recognised_by_its_name_not_by_its_id(record):
    renamed = record | {"year": 2041, "participant_names": {"12": SCHOOL, "p/../9": "Elsewhere"}}
    found = participants(record, renamed)
    assert set(found) == {*PARTICIPANTS.values(), "Elsewhere"}
    school = found[SCHOOL]
    assert (school["years"], school["first"], school["last"]) == (2, 2041, 2042)
    assert school["participant"][1:3] == ("of-2042-0", record["pages"]["participants"]["p/../9"])
    assert (found["Elsewhere"]["first"], found["Elsewhere"]["last"]) == (2041, 2041)


def test_white_space_in_a_name_does_not_matter_and_one_name_of_two_ids_is_one_participant(record):
    spaced = record | {"year": 2041, "participant_names": {"p/../9": f" {SCHOOL} ".replace(" ", "  ")}}
    assert participants(record, spaced)[SCHOOL]["years"] == 2
    twins = record | {"participant_names": {"12": SCHOOL, "p/../9": SCHOOL}}
    (school,) = participants(twins).values()
    named = [run for run in record["tasks"][0]["standings"] if run["participant"]]
    assert school["runs"] == len(named)


def campaign(record, year, tasks, **further):
    """A record with the scores of runs by task, best first; ``12.x`` and ``12.y`` are of one participant."""
    found = [
        record["tasks"][0]
        | {"name": name, "official": "AP"}
        | {
            "standings": [
                {"run": run, "title": run, "rank": rank, "score": score, "participant": "12"}
                | further.get(run.removeprefix("12."), {})
                for rank, (run, score) in enumerate(scores.items(), 1)
            ]
        }
        for name, scores in tasks.items()
    ]
    pages = {name: {run: f"runs/{name}/{run}.html" for run in scores} for name, scores in tasks.items()}
    return record | {
        "year": year,
        "tasks": found,
        "pages": record["pages"] | {"runs": pages},
        "participant_names": {"12": "One"},
    }


def test_a_system_has_its_runs_over_tasks_and_years(record):
    before = campaign(record, 2041, {"A": {"12.x": 0.5, "z": 0.4}, "B": {"12.x": 0.3}})
    found = systems(before, campaign(record, 2042, {"A": {"y": 0.6, "x": 0.4}}))
    assert set(found) == {"x – One"}  # the others have one run
    (system,) = found.values()
    assert [(run["year"], run["task"], run["rank"]) for run in rows(system, "runs")] == [
        (2042, "A", "2 of 2"),
        (2041, "B", "1 of 1"),
        (2041, "A", "1 of 2"),
    ]
    assert (system.title, system.lead) == ("x", "3 runs of One in 2 campaigns, 2041 to 2042.")
    assert system.sections[0].answer == ["2 of 3 runs are first by the official metric of the task."]
    standing = part(system, "runs", Standing)
    assert standing.frame.not_better.tolist() == pytest.approx([0, np.nan, 100], nan_ok=True)
    assert standing.figure.summary == "2041: best rank 1 of 2 (A); 2042: best rank 2 of 2 (A)."
    assert sections(system) == ["runs"]  # no other system is in both


def test_runs_csv_names_a_system_of_several_participants(record):
    named = {"x": {"system": "Okapi"}, "y": {"system": "Okapi", "participant": "unknown"}}
    found = systems(
        campaign(record, 2041, {"A": {"x": 0.5}}, **named), campaign(record, 2042, {"A": {"y": 0.6}}, **named)
    )
    assert {name: one.lead for name, one in found.items()} == {
        "Okapi": "2 runs of One in 2 campaigns, 2041 to 2042."
    }


def test_a_figure_needs_ranks_of_two_years(record):
    one = campaign(record, 2042, {"A": {"x": 0.5, "y": 0.4}})
    (runs,) = systems(one, one)["x – One"].sections  # two campaigns of one year
    assert [type(one) for one in runs.parts] == [View]


def test_replications_by_hand(record):
    """A gain of 0.2 over the baseline becomes one of 0.1; y loses what it had gained."""
    records = [
        ("a", campaign(record, 2041, {"A": {"x": 0.5, "y": 0.4, "base": 0.3, "once": 0.2}})),
        ("b", campaign(record, 2042, {"A": {"x": 0.3, "base": 0.2, "y": 0.1}})),
    ]
    made = archive_pages(records)
    assert made.pages["x – One"].sections[-1].answer == [
        "The gain over a baseline is at least as large in the later year in 0 of 1 comparison."
    ]
    table = archive.REPLICATIONS.build(made.tables["replications"]).to_pandas()
    assert table[["system", "baseline"]].to_numpy().tolist() == [["x", "base"], ["y", "base"]]
    assert table.improvement.tolist() == pytest.approx([0.2, 0.1])
    assert table.later_improvement.tolist() == pytest.approx([0.1, -0.1])
    assert table.effect_ratio.tolist() == pytest.approx([0.5, -1])
    assert table.relative_improvement.tolist() == pytest.approx([2 / 3, 1 / 3])
    assert table.delta_relative_improvement.tolist() == pytest.approx([2 / 3 - 1 / 2, 1 / 3 + 1 / 2])


def test_the_baseline_is_the_worst_also_where_less_is_better(record):
    records = [(str(year), campaign(record, year, {"A": {"x": 1, "y": 2, "z": 4}})) for year in (2041, 2042)]
    found = archive_pages(records).tables["replications"]
    assert found[["system", "baseline"]].to_numpy().tolist() == [["x", "z"], ["y", "z"]]
    assert found.effect_ratio.tolist() == [1, 1]


def test_pairs_of_tasks_lead_to_the_page_that_the_campaign_has(record):
    """Sites of earlier versions have none of this name."""
    columns = ["task_a", "task_b", "metric_a", "metric_b", "run_a"]
    pairs = pd.DataFrame([("A", "B", "AP", "AP", "x")], columns=columns)
    now = campaign(record, 2042, {"A": {"x": 0.5}, "B": {"x": 0.4}})
    for pages, expected in ({"systems": "systems.html"}, "systems.html"), ({}, ""):
        one = now | {"pages": {k: v for k, v in now["pages"].items() if k != "systems"} | pages}
        (system,) = archive_pages([("a", one)], pairs=lambda folder: pairs).pages.values()
        (pair,) = rows(system, "pairs")
        assert (pair["tasks"], pair["metrics"]) == (Leading("A – B", "a", expected), "AP")


def test_a_baseline_that_is_named_counts_before_the_lowest_score(record):
    base = {"y": {"baseline": True, "rank": None}}
    records = [
        ("a", campaign(record, 2041, {"A": {"x": 0.5, "y": 0.4, "z": 0.4, "late": 0.1}}, **base)),
        ("b", campaign(record, 2042, {"A": {"x": 0.3, "z": 0.3, "y": 0.0}})),
    ]
    found = archive_pages(records).tables["replications"]
    assert found[["system", "baseline"]].to_numpy().tolist() == [["x", "y"], ["z", "y"]]
    assert found.effect_ratio.tolist() == pytest.approx([3, np.nan], nan_ok=True)  # z had gained nothing
    assert found.later_relative_improvement.isna().all()  # of a baseline at 0


@given(
    st.lists(st.tuples(*[st.floats(0.01, 1)] * 4), min_size=2, max_size=6).filter(
        lambda rows: abs(sum(one[1] - one[0] for one in rows)) > 0.01
    )
)
def test_the_effect_ratio_is_that_of_mean_improvements_over_topics(rows):
    """As Breuer et al. define it: topic by topic, in both years."""
    base, system, later_base, later = (np.array(column) for column in zip(*rows, strict=True))
    runs = pd.DataFrame(
        [
            ("A", "AP", name, year, str(year), name, "One", scores.mean(), np.nan, name == "base")
            for year, scored in ((2041, (base, system)), (2042, (later_base, later)))
            for name, scores in zip(("base", "system"), scored, strict=True)
        ],
        columns=["task", "metric", "system_title", *replications._OF_YEAR],
    )
    (row,) = replications.replications(runs).to_dict("records")
    assert row["effect_ratio"] == pytest.approx(np.mean(later - later_base) / np.mean(system - base))
    relative = [(one.mean() - of.mean()) / of.mean() for one, of in ((system, base), (later, later_base))]
    assert row["delta_relative_improvement"] == pytest.approx(relative[0] - relative[1])


def test_records_of_earlier_versions_are_shown_without_their_runs(record):
    def without(one: dict, *keys: str) -> dict:
        return {key: value for key, value in one.items() if key not in keys}

    old = without(record, "participant_names", "pages") | {"year": 2003, "title": "Old"}
    old["tasks"] = [without(task, "standings", "median") for task in record["tasks"]]
    page = archive_pages([("new", record), ("old", old)])
    assert page.folders == ("new", "old")
    (without_runs,) = [one for one in page.front.sections if one.id == "without-runs"]
    assert [campaign["title"] for campaign in without_runs.facts["campaigns"]] == ["Old"]
    assert rows(page.front, "tasks")[0]["median"] is None
    assert all(one["first"] == one["last"] == 2042 for one in rows(page.front, "participants"))
    assert (page.systems.years == "2042").all()


def test_a_record_that_lacks_what_all_have_is_skipped(record):
    page = archive_pages([("whole", record), ("torn", {"format_version": 1, "title": "Torn"})])
    assert page.folders == ("whole",)
    (skipped,) = [one for one in page.front.sections if one.id == "skipped"]
    assert skipped.facts["folders"] == ["torn"]


def test_campaigns_are_grouped_by_year(record):
    page = archive_pages([("b", record), ("c", record | {"year": 2003}), ("a", record)])
    years = [
        (one.id, [campaign["folder"] for campaign in one.facts["campaigns"]])
        for one in page.front.sections
        if one.note == "campaigns"
    ]
    assert years == [("year-2042", ["a", "b"]), ("year-2003", ["c"])]


def test_tables_hold_what_the_pages_show(record):
    page = archive_pages([("now", record), ("then", record | {"year": 2003})])
    tasks = archive.TASKS.build(page.tables["tasks"]).to_pandas()
    assert list(tasks.columns) == list(archive.TASKS.columns)
    assert tasks[["task", "year", "campaign"]].to_numpy().tolist() == [
        ["Focused", 2003, "then"],
        ["Focused", 2042, "now"],
    ]
    assert tasks["best"].tolist() == [record["tasks"][0]["best"]["score"]] * 2
    participants = participants_over_years.PARTICIPANTS.build(page.tables["participants"]).to_pandas()
    assert list(participants.columns) == list(participants_over_years.PARTICIPANTS.columns)
    named = [run for run in record["tasks"][0]["standings"] if run["participant"]]
    assert len(participants) == 2 * len(named)
    assert participants["rank"].isna().sum() == 2  # the rejected run, in either year
    empty = archive_pages([]).tables
    assert archive.TASKS.build(empty["tasks"]).to_pandas().empty
    assert participants_over_years.PARTICIPANTS.build(empty["participants"]).to_pandas().empty


def test_who_came_back(record):
    renamed = record | {"year": 2041, "participant_names": {"12": SCHOOL, "p/../9": "Elsewhere"}}
    page = archive_pages([("b", renamed), ("a", record)])
    latest = len(PARTICIPANTS)
    found = [tuple(one.values()) for one in rows(page.front, "returning")]
    assert found == [("2041", 2, 0, 0), ("2042", latest, 1, 1)]
    table = participants_over_years.RETURNING.build(page.tables["returning"]).to_pandas()
    assert table.returning.tolist() == [0, 1]
    assert "returning" not in sections(archive_pages([("a", record)]).front)
    own = [
        (folder, one | {"participant": {"id": "12", "name": "x"}})
        for folder, one in (("b", renamed), ("a", record))
    ]
    assert "returning" not in sections(archive_pages(own).front)


def test_topics_are_shared_by_id_and_title_between_years(record):
    def campaign(year: int, **titles: str) -> dict:
        return record | {"year": year, "title": str(year), "topic_titles": titles}

    earlier = campaign(2040, t1="One  title", t2="Two", t3="", t4="Four")
    later = campaign(2041, t1=" One title", t2="Another", t3="", t5="Five")
    same_year = campaign(2041, t5="Five")
    old = campaign(2039)
    del old["topic_titles"]
    page = archive_pages([("e", earlier), ("l", later), ("s", same_year), ("o", old)])
    (group,) = rows(page.front, "shared-topics")
    assert (group["topics"], group["which"]) == (1, ["t1: One title"])
    assert group["campaigns"] == [Leading("2040 (2040)", "e"), Leading("2041 (2041)", "l")]
    shared = archive.SHARED_TOPICS.build(page.tables["shared_topics"]).to_pandas()
    assert shared.to_numpy().tolist() == [["t1", "One title", 2040, "e"], ["t1", "One title", 2041, "l"]]


def test_topics_of_each_year_as_stated_or_counted(record):
    """The first years of table 1 of Lalmas and Tombros."""
    years = {2003: (120, 66, 62), 2002: (143, 60, 54)}
    records = [
        (
            str(year),
            record
            | {"year": year, "title": "A", "topics": 60, "assessed_topics": assessed}
            | {"facts": {"Candidate topics": str(candidates), "Selected topics": str(selected)}},
        )
        for year, (candidates, selected, assessed) in years.items()
    ]
    unstated = record | {"year": 2004, "topics": 71, "assessed_topics": 60}
    page = archive_pages([*records, ("2004", unstated)])
    counts = archive.TOPIC_COUNTS.build(page.tables["topic_counts"]).to_pylist()
    assert [[*row.values()] for row in counts] == [
        [2002, "2002", 143, 60, 54],
        [2003, "2003", 120, 66, 62],
        [2004, "2004", None, 71, 60],
    ]
    assert "topic-counts" not in sections(archive_pages(records[:1]).front)


def test_the_best_score_of_a_year_has_its_interval(record, outcome):
    shared = next(task for task in record["tasks"] if task["best"])
    found = intervals(next(one for one in outcome.tasks if one.task.name == shared["name"]))
    expected = [found.low[0], found.high[0]]
    assert expected[0] <= shared["best"]["score"] <= expected[1]
    older = record | {"year": 2041, "tasks": [{k: v for k, v in shared.items() if k != "best_interval"}]}
    page = archive_pages([("b", older), ("a", record | {"tasks": [shared]})])
    shown = [one["interval"] for one in rows(page.front, "tasks")]
    assert pd.isna(shown[0])
    assert shown[1] == f"{expected[0]:.4f} to {expected[1]:.4f}"
    ((scores,), _) = [one for one in page.front.sections[2].parts if isinstance(one, tuple)]
    assert f"({shown[1]})" in scores.figure.summary
    table = archive.TASKS.build(page.tables["tasks"]).to_pandas()
    assert table.loc[1, ["best_low", "best_high"]].tolist() == expected
    assert table.loc[0, ["best_low", "best_high"]].isna().all()


def test_tasks_best_runs_and_metrics_have_their_pages(record):
    (campaign,) = campaigns(archive_pages([("invented", record)]))
    row, empty = campaign["table"].frame.to_dict("records")
    best = record["tasks"][0]["best"]["run"]
    assert row["task"].address == record["pages"]["tasks"]["Focused"] == "tasks/Focused.html"
    assert row["best"].address == record["pages"]["runs"]["Focused"][best]
    assert (row["metric"].address, row["metric"].fragment) == ("metrics.html", "iP")
    assert (empty["best"], empty["score"]) == (None, None)


def test_a_campaign_is_introduced_by_its_participants(record):
    def introduced(names: int, participants: int, **further) -> tuple[list[str], int]:
        named = {str(number): f"Group {number}" for number in range(names)}
        pages = record["pages"] | {"participants": {one: f"participants/{one}.html" for one in named}}
        changed = (
            record | {"participant_names": named, "participants": participants, "pages": pages} | further
        )
        (campaign,) = campaigns(archive_pages([("invented", changed)]))
        return campaign["named"], campaign["unnamed"]

    assert introduced(0, 3) == ([], 3)
    assert introduced(2, 2) == (["Group 0", "Group 1"], 0)
    assert introduced(2, 3) == (["Group 0", "Group 1"], 1)
    assert introduced(6, 7) == (["Group 0", "Group 1", "Group 2"], 4)
    assert introduced(1, 7, participant={"id": "0", "name": "Group 0"}) == ([], 7)


def test_a_record_of_an_earlier_version_says_less_of_the_best_run(record, tmp_path):
    tasks = [
        task | {"best": {name: task["best"][name] for name in ("run", "participant", "label", "score")}}
        for task in record["tasks"]
        if task["best"]
    ]
    folder = tmp_path / "older" / "data"
    folder.mkdir(parents=True)
    (folder / "campaign.json").write_text(json.dumps(record | {"tasks": tasks}), "utf-8")
    write_archive(tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    assert tasks[0]["best"]["run"] in page.replace("<wbr>", "")
    assert "highest possible score" not in page


def test_records_without_addresses_are_shown_without_links(record):
    older = {name: value for name, value in record.items() if name != "pages"}
    campaign, _ = campaigns(archive_pages([("older", older)]))  # listed again for its participants
    for row in campaign["table"].frame.to_dict("records"):
        assert row["task"].address is row["metric"].address is None


def test_campaigns_of_one_year_are_named_where_their_numbers_are_in_words(record):
    others = [(slug, record | {"title": f"Campaign {slug}"}) for slug in ("x", "y")]
    page = archive_pages([("b", record | {"year": 2041}), *others])
    charts = [one for part in page.front.sections[2].parts if isinstance(part, tuple) for one in part]
    for chart in charts:
        shown = [one.partition(":")[0] for one in chart.figure.summary.split("; ")]
        assert shown == ["2041", "2042 (Campaign x)", "2042 (Campaign y)"]
