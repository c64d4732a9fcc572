from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics

from inexreport.rendering.addresses import campaign_addresses, recorded_pages
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.front import front_page
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.participant import about_participant
from inexreport.report.run import run_page
from inexreport.report.task import scoring_sentences, task_page
from inexreport.subjects.archive import archive_pages
from inexreport.subjects.problems import all_problems, problems_page
from inexreport.subjects.returned_results import returned_section
from inexreport.subjects.sections import Chart
from inexreport.subjects.topic import topic_page
from inexreport.subjects.topics import topics_page


def run_of(outcome, name):
    return next(run for run in outcome.tasks[0].runs if run.submission.name == name)


def test_top_ten_in_the_layout_of_the_proceedings(view, outcome):
    page = task_page(view, outcome.tasks[0])
    ((first, second),) = page["top_tens"]
    assert (first["metric"].identifier, first["companion"].identifier) == ("iP@0.01", "MAiP")
    assert (second["metric"].identifier, second["companion"].identifier) == ("MAiP", "iP@0.01")
    assert first["overlap"].identifier == "overlap(kind=rank)"
    assert [row["rank"] for row in first["rows"]] == list(range(1, 11))
    scores = [row["score"] for row in first["rows"]]
    assert scores == sorted(scores, reverse=True)
    by_run = {row["name"].run: row for row in second["rows"]}
    for row in first["rows"]:
        if row["name"].run in by_run:
            assert row["other_rank"] == by_run[row["name"].run]["rank"]
            assert row["rank"] == by_run[row["name"].run]["other_rank"]
    assert (first["topics"], second["topics"]) == ("10 topics", "9 topics")


def test_task_page_lists_all_runs_and_says_why_one_is_missing(view, outcome):
    page = task_page(view, outcome.tasks[0])
    assert len(page["rows"]) == 12
    assert page["runs"] == 13
    assert page["topics_counted"] == ["10 topics", "10 topics", "9 topics", "10 topics"]
    (rejected,) = page["rejected"]
    assert rejected["name"].run == "rejected"
    assert rejected["reasons"][0].place == "runs/Focused/rejected.run:4"
    assert rejected["reasons"][0].further_lines == "9"


def test_the_best_of_each_ranked_column_is_marked(view, outcome):
    page = task_page(view, outcome.tasks[0])
    for column in range(3):
        cells = [row["cells"][column] for row in page["rows"]]
        assert [score for score, best in cells if best] == [max(score for score, _ in cells)]
    assert not any(row["cells"][3][1] for row in page["rows"])  # much overlap is no merit


def test_a_task_without_runs_has_a_page(view, outcome):
    page = task_page(view, outcome.tasks[1])
    assert (page["rows"], page["top_tens"], page["dots"], page["sections"][0]) == ([], [], None, None)


def test_scoring_is_described(outcome):
    sentences = scoring_sentences(outcome.tasks[0].task, outcome.campaign.collection)
    assert sentences[0] == "The first 1,500 results of each topic count."
    assert "Runs with overlapping results are rejected." in sentences
    assert "Only the first 1,000 characters of each topic’s results count." in sentences
    assert "Beyond the end of a ranking, its last generalised precision is repeated." in sentences


def test_a_run_leads_to_those_next_to_it_in_rank(view, outcome):
    ranked = view.standings["Focused"].runs
    pages = [run_page(view, "Focused", run) for run in ranked]
    assert pages[0]["above"] is None
    assert pages[-1]["below"] is None
    for rank, (upper, lower) in enumerate(pairwise(pages), start=1):
        assert (upper["below"]["name"], upper["below"]["rank"]) == (lower["name"], rank + 1)
        assert (lower["above"]["name"], lower["above"]["rank"]) == (upper["name"], rank)
    assert pages[1]["above"]["label"] == f"1. {pages[0]['name'].title}"
    rejected = run_page(view, "Focused", run_of(outcome, "rejected"))
    assert (rejected["above"], rejected["below"]) == (None, None)


def test_run_page_compares_with_median_and_best(view, outcome):
    run = run_of(outcome, "run_04")
    page = run_page(view, "Focused", run)
    scores = np.array([other.scores.by_topic[0] for other in outcome.tasks[0].runs if other.scores])
    assert [row["score"] for row in page["topics"]] == run.scores.by_topic[0].tolist()
    assert [row["median"] for row in page["topics"]] == pytest.approx(np.median(scores, axis=0))
    assert [row["best"] for row in page["topics"]] == scores.max(axis=0).tolist()
    differences = [row["difference"] for row in page["differences"]["rows"]]
    assert differences == sorted(differences, reverse=True)
    above = sum(difference > 0 for difference in differences)
    assert f"above the median on {above} of 10 topics" in page["differences"]["figure"].summary
    assert page["official_row"]["rank"] == 1 + sum(scores.mean(axis=1) > run.scores.mean[0] + 1e-12)


def test_run_page_of_a_rejected_run_says_so(view, outcome):
    page = run_page(view, "Focused", run_of(outcome, "rejected"))
    assert not page["evaluated"]
    assert page["metrics"] == page["topics"] == []
    assert page["curves"] is None
    assert page["returned"] is None
    assert page["problems"][0].is_error


def test_curves_are_drawn_against_the_best_run_and_the_median(view, outcome):
    choice, _ = run_page(view, "Focused", run_of(outcome, "run_04"))["curves"].parts
    ((curve, table),) = choice.choices.values()
    assert [label.partition(":")[0] for label in curve.frame.label][1:] == ["Best run", "Median of 12 runs"]
    assert len(table.frame) == 11
    assert curve.x[1] == "Recall"


def test_what_a_run_returned(view, outcome):
    parts = returned_section(view, "Focused", run_of(outcome, "run_04"), None).parts
    (types, of_types, judged, of_judged) = (part.frame for part in parts)
    assert types.results.tolist() == [300, 120, 9, 2]
    assert judged.to_numpy().tolist() == [["1–10", 90.0], ["11–50", 50.0], ["51–100", 25.0]]
    assert of_types is types
    assert of_judged is judged


def test_topic_page_shows_judgements_and_all_runs(view, outcome):
    page = topic_page(view, outcome.campaign.topics["2002"])
    judgements = page["sections"][0]
    assert judgements.answer[0].startswith("8 articles judged, 7 relevant")
    articles = judgements.parts[0].frame
    assert articles.relevant_characters.is_monotonic_decreasing
    largest = articles.iloc[0]
    assert largest.share == pytest.approx(100 * largest.relevant_characters / largest.length)
    (task,) = page["tasks"]
    scores = [score for _, score in task["scores"]]
    assert scores == sorted(scores, reverse=True)
    assert task["best"] == scores[0]
    assert (page["previous"], page["following"]) == ("2001", "2003")


FIGURE_1 = (
    "//article[(./fm//yr = '2000' OR ./fm//yr = '1999') AND about(., "
    "'\"intelligent transportation system\"')]//sec[about(.,'automation +vehicle')]"
)
"""The title of topic 76 of 2003 in Lalmas and Tombros, INEX 2002-2006, figure 1."""


def test_a_query_in_the_title_is_taken_apart_like_a_castitle(view, outcome):
    topic = outcome.campaign.topics["2002"]
    castitle = topic_page(view, replace(topic, castitle=FIGURE_1, title="x"))["query"]
    title = topic_page(view, replace(topic, castitle="", title=FIGURE_1))["query"]
    assert (castitle[0], title[0]) == ("Castitle", "Title")
    assert title[1] == castitle[1]
    assert {name: [token.text for token in tokens] for name, tokens in title[1].parts} == {
        "Asked for": ["//sec"],
        "Further paths": ["//article", "./fm//yr", "."],
        "Operators": ["=", "OR", "AND"],
        "Values": ["'2000'", "'1999'"],
        "Keywords": ["automation"],
        "Phrases": ['"intelligent transportation system"'],
        "Stressed": ["+vehicle"],
    }


@pytest.mark.parametrize("title", ["", "markov chains in graph related algorithms", "//article and more"])
def test_other_titles_are_no_queries(view, outcome, title):
    topic = outcome.campaign.topics["2002"]
    assert topic_page(view, replace(topic, castitle="", title=title))["query"] is None


def test_a_castitle_goes_before_a_title_that_is_a_query_too(view, outcome):
    topic = replace(outcome.campaign.topics["2002"], castitle="//article//sec", title="//article//p")
    assert topic_page(view, topic)["query"][1].steps == ("//article", "//sec")


def test_a_topic_without_assessments_has_a_page(view, outcome):
    page = topic_page(view, outcome.campaign.topics["2012"])
    assert page["sections"][0].answer == ["This topic was not assessed."]
    assert page["strip"] is None
    assert page["following"] is None


def test_topics_are_ordered_by_difficulty(view):
    (chart,) = (part for one in topics_page(view).sections for part in one.parts if isinstance(part, Chart))
    assert chart.frame["median"].is_monotonic_increasing
    assert chart.frame.topic[0] in chart.figure.summary


def test_topics_are_counted_by_type(view, outcome):
    page = topics_page(view)
    (kind,) = page.sections[0].parts[0].frame.itertuples()
    topics, assessed = len(outcome.campaign.topics), len(outcome.campaign.assessments.topics)
    assert (kind.query_type, kind.topics, kind.assessed) == ("CO+S", topics, assessed)
    most = max(int(one.candidate_number) for one in outcome.campaign.topics.values())
    assert page.lead == (
        f"{topics} topics, {assessed} of them assessed. Candidate numbers go up to {most:,}: at least that "
        "many topics were proposed."
    )


def test_participants_keep_their_runs(view):
    page = about_participant(view, "p/../9")
    assert page["name"] == "École d’essai"
    assert [task["task"] for task in page["tasks"]] == ["Focused"]
    ranks = [run["rank"] for run in page["tasks"][0]["runs"]]
    assert ranks == sorted(ranks)


def test_front_page_names_the_winner(view, outcome):
    page = front_page(view)
    focused, empty = page["tasks"]
    best = max((run for run in outcome.tasks[0].runs if run.scores), key=lambda run: run.scores.mean[0])
    assert focused["winner"].run == best.submission.name
    assert focused["topics"] == "10 topics"
    assert (empty["winner"], empty["score"]) == (None, None)
    assert (page["topics"], page["assessed_topics"], page["runs"], page["evaluated"]) == (12, 10, 13, 12)


def test_problems_are_grouped_by_code_with_errors_first(view, outcome):
    page = problems_page(view)
    by_kind = page.sections[-1].facts
    are_errors = [group["is_error"] for group in by_kind["groups"]]
    assert are_errors == sorted(are_errors, reverse=True)
    codes = [group["code"] for group in by_kind["groups"]]
    assert len(set(codes)) == len(codes)
    problems = [one for group in by_kind["groups"] for one in (*group["shown"], *group["others"])]
    assert sorted(problems, key=repr) == sorted(all_problems(outcome), key=repr)
    errors = sum(one.is_error for one in problems)
    assert page.lead.startswith(
        f"{errors} error{'s' * (errors != 1)} and {len(problems) - errors} warnings in "
    )
    assert all(one.code and one.place and one.kind.meaning and one.remedy for one in problems)
    many = next(one for one in problems if one.count == 60)
    assert many.further_lines == "4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 47 more"
    of_runs = {(one.task, one.run) for one in problems if one.run}
    assert of_runs
    assert of_runs <= by_kind["names"].keys()


def test_rejected_runs_lead_with_their_reasons(view):
    section = problems_page(view).sections[0]
    assert section.id == "rejected"
    (rejected,) = section.facts["runs"]
    assert rejected["name"].run == "rejected"
    assert rejected["reasons"]
    assert all(problem.is_error for problem in rejected["reasons"])


def test_metrics_guide_groups_identifiers(view):
    page = metrics_page(view)
    ip, maip, overlap = page["entries"]
    assert [identifier for identifier, _ in ip["identifiers"]] == ["iP@0.01", "iP@0.10"]
    assert ip["cutoffs"] == ["0.01", "0.10"]
    assert (ip["form"], ip["topic_form"]) == ("iP@…", "iP@…")
    assert (maip["form"], maip["topic_form"]) == ("MAiP", "AiP")
    assert ip["official_in"] == ["Focused", "focused"]
    assert maip["identifiers"] == [("MAiP", "AiP")]
    assert not maip["metric"].confirmed
    assert overlap["averaging"].startswith("mean over the topics for which")


def test_two_runs_of_one_id_are_distinguished(outcome):
    task = outcome.tasks[0]
    twins = tuple(
        replace(run, submission=replace(run.submission, run_id="same")) if i < 2 else run
        for i, run in enumerate(task.runs)
    )
    view = view_campaign(replace(outcome, tasks=(replace(task, runs=twins),)), invented_metrics())
    titles = [name.title for name in view.names.values()]
    assert len(set(titles)) == len(titles)
    assert titles[0] == f"same [{twins[0].submission.name}]"


def recorded(outcome, **changes):
    view = view_campaign(outcome, invented_metrics())
    pages = {"pages": recorded_pages(campaign_addresses(view))}
    return campaign_record(outcome, invented_metrics()) | pages | changes


def test_shared_tasks_have_a_history(outcome):
    now, before = recorded(outcome), recorded(outcome, year=2004, title="Older")
    page = archive_pages([("invented", now), ("older", before)])
    (tasks,) = [one for one in page.front.sections if one.id == "tasks"]
    (scores,), _, (sizes,), table = tasks.parts  # the other task has no runs
    points = table.frame.to_dict("records")
    assert [(point["task"], point["year"], point["campaign"]) for point in points] == [
        ("Focused", 2004, "older"),
        ("Focused", 2042, "invented"),
    ]
    standings = view_campaign(outcome, invented_metrics()).standings["Focused"]
    assert points[0]["median"] == np.median(standings.means[:, 0])
    assert points[0]["best"] == standings.means[:, 0].max()
    assert "2004: best" in scores.figure.summary
    assert "2004: 13 runs, 2 participants" in sizes.figure.summary


def test_one_campaign_has_no_history(outcome):
    front = archive_pages([("invented", recorded(outcome))]).front
    assert "tasks" not in [one.id for one in front.sections]


def test_records_of_another_version_are_left_out_and_named(outcome):
    page = archive_pages([("a", recorded(outcome)), ("b", recorded(outcome, format_version=0)), ("c", {})])
    assert page.folders == ("a",)
    (skipped,) = [one for one in page.front.sections if one.id == "skipped"]
    assert skipped.facts["folders"] == ["b", "c"]


def test_archive_orders_campaigns_by_year(outcome):
    record = recorded(outcome)
    older = record | {"year": 2004, "title": "Older"}
    page = archive_pages([("older", older), ("invented", record)])
    assert page.folders == ("invented", "older")
    assert (
        page.front.sections[0].facts["campaigns"][0]["table"].frame["best"].iloc[0].text
        == front_page(view_campaign(outcome, invented_metrics()))["tasks"][0]["winner"].label
    )
