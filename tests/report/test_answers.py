"""Pages and tables of a campaign of answers: the sample, against its files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from evaluated_samples import evaluated_sample
from rendering.test_document_links import links
from trapped_campaign import TRAP

import inexreport
from inexreport.building.pool_files import make_pools
from inexreport.formats.protocols import read_protocol
from inexreport.model.answer import Answer, Sentence
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.table_views import view_rows
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.embargo import view_for_participant
from inexreport.report.tables.published import TABLES, published
from inexreport.subjects.answers import CITATIONS, NUGGETS, nuggets, run_section, topic_sections
from inexreport.subjects.assessors import assessors_page
from inexreport.subjects.health import health_page
from inexreport.subjects.judge_lab import JUDGE_DISPUTES, JUDGE_PAIRS
from inexreport.subjects.run_groups import run_groups_page
from inexreport.subjects.sections import View

SAMPLE = Path(__file__).parents[2] / "campaigns" / "sample-2026"
JUDGES = ("official", "language-model")
ABOUT_RANKINGS = (
    "pool",
    "rank_",
    "results",
    "judged",
    "residuals",
    "condensed",
    "missed",
    "diagnosis",
    "rare",
    "leave",
)


@pytest.fixture(scope="module")
def view() -> CampaignView:
    outcome, prepared = evaluated_sample(SAMPLE)
    return view_campaign(outcome, prepared.metrics)


def assigned(judge: str) -> list[dict]:
    text = (SAMPLE / "assessments" / judge / "assignments.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def rows_of(table, outcome: CampaignOutcome) -> list[dict]:
    return table.build(outcome).to_pylist()


def shown(view: CampaignView, answer: Answer) -> View:
    """Another answer of the run south-read to topic 101, as its page shows it."""
    run = view.run("generation", "south-read")
    section = run_section(view, "generation", replace(run, answers={"101": answer}))
    ((view_of_answer,),) = section.parts[0].choices.values()
    return view_of_answer


def test_the_tables_are_what_the_judges_say(view: CampaignView) -> None:
    given = [(judge, one) for judge in JUDGES for one in assigned(judge)]
    found = rows_of(NUGGETS, view.outcome)
    assert sorted(tuple(one.values()) for one in found) == sorted(
        (
            "generation",
            one["qid"],
            judge,
            one["run_id"],
            *(nugget[name] for name in ("text", "importance", "assignment")),
        )
        for judge, one in given
        for nugget in one["nuggets"]
    )
    assert sorted(tuple(one.values()) for one in rows_of(CITATIONS, view.outcome)) == sorted(
        (
            "generation",
            one["qid"],
            judge,
            one["run_id"],
            cited["sentence"],
            cited["document"],
            cited["support"],
        )
        for judge, one in given
        for cited in one["citations"]
    )
    assert {one["assignment"] for one in found} == {"support", "partial_support", "not_support"}


@pytest.mark.parametrize("topic", ["101", "105", "110"])
def test_the_nuggets_that_everybody_misses_come_first(view: CampaignView, topic: str) -> None:
    of_topic = [one for one in assigned("official") if one["qid"] == topic]
    by_nugget: dict[str, list[str]] = {}
    vital = {nugget["text"]: nugget["importance"] == "vital" for one in of_topic for nugget in one["nuggets"]}
    for one in of_topic:
        for nugget in one["nuggets"]:
            by_nugget.setdefault(nugget["text"], []).append(nugget["assignment"])
    missed = [text for text, found in by_nugget.items() if set(found) == {"not_support"}]
    section, _ = topic_sections(view, topic)
    are, answers = "is" if len(missed) == 1 else "are", len(of_topic)
    of_them = f"{sum(vital[one] for one in missed) or 'none'} of them vital"
    if len(missed) == 1:
        of_them = f"and it is {'' if vital[missed[0]] else 'not '}vital"
    assert section.answer == [
        (f"Of {len(by_nugget)} nuggets, {len(missed)} {are} in none of {answers} judged answers, {of_them}.")
    ]
    choice, table = section.parts
    assert (table, [*choice.choices]) == ("nuggets", [*JUDGES])
    (matrix,) = choice.choices["official"]
    assert {*matrix.frame.nugget[: len(missed)]} == {*missed}
    assert dict(zip(matrix.frame.nugget, matrix.frame.full, strict=True)) == {
        text: found.count("support") for text, found in by_nugget.items()
    }
    heads = [head for head, kind in matrix.columns.values() if kind == "support"]
    assert sorted(heads) == sorted(one["run_id"] for one in of_topic)


def test_two_answers_stand_side_by_side(view: CampaignView) -> None:
    _, section = topic_sections(view, "101")
    ((first, second), _) = section.parts
    names = [run.submission.name for run in view.standings["generation"].runs]
    assert [*first.choices] == names
    assert [*second.choices][:2] == [names[1], names[0]]
    assert {*second.choices} == {*names}
    (answer,) = first.choices["south-read"]
    given = next(one for one in assigned("official") if (one["qid"], one["run_id"]) == ("101", "south-read"))
    said = json.loads((SAMPLE / "runs/generation/12/south-read.jsonl").read_text("utf-8").splitlines()[0])
    assert answer.frame.sentence.tolist() == [*(one["text"] for one in said["answer"]), "Not in the answer"]
    for place, found in enumerate(answer.frame.nuggets[:-1]):
        wanted = [one["text"] for one in given["nuggets"] if place in one["sentences"]]
        assert [one.partition(": ")[2] for one in found] == wanted
    assert answer.frame.citations.tolist()[0] == [(said["answer"][0]["citations"][0], "yes")]
    assert len(answer.frame.nuggets.iloc[-1]) == sum(
        one["assignment"] == "not_support" for one in given["nuggets"]
    )


def test_an_answer_that_nobody_assigned_says_so(view: CampaignView) -> None:
    section = run_section(view, "generation", view.run("generation", "sit-cited"))
    assert section.answer == ["The run answered 10 topics; 9 of its answers were judged."]
    ((_, (answer,)),) = [one for one in section.parts[0].choices.items() if one[0].startswith("110 ")]
    assert not any(answer.frame.nuggets)
    assert {mark for cited in answer.frame.citations for _, mark in cited} == {"not judged"}


def test_nuggets_without_a_sentence_stand_below_the_answer(view: CampaignView) -> None:
    answer = shown(view, Answer("south-read", (Sentence("Nothing.", ()),)))
    labels = answer.frame.sentence.tolist()
    assert labels == ["Nothing.", "In the answer; the judge does not say where", "Not in the answer"]
    assert (len(answer.frame.nuggets[0]), len(answer.frame.nuggets[1])) == (1, 4)


def test_texts_of_strangers_are_escaped(view: CampaignView) -> None:
    answer = shown(view, Answer("south-read", (Sentence(TRAP, (TRAP,)),)))
    html = view_rows(answer, links("https://example.org/{docno}"))
    assert "&lt;script" in html
    assert not any(one in html for one in ("<script", "<svg class", "<img"))


def test_the_tables_are_those_of_scores(view: CampaignView) -> None:
    tables = {one.name: one for one in published(TABLES, view.outcome)}
    assert {
        "scores",
        "significance",
        "intervals",
        "run_groups",
        "assessment_scores",
        "nuggets",
    } <= tables.keys()
    assert [name for name in tables if name.startswith(ABOUT_RANKINGS)] == []
    topics = tables["topics"].build(view.outcome)
    assert "relevant_answers" not in topics.column_names
    assert topics["judged_answers"].to_pylist() == [6, 6, 6, 6, 6, 6, 6, 6, 5, 5]
    assert tables["topics"].columns["judged_answers"].meaning.startswith("Number of judged answers")


def test_the_other_judge_ranks_the_runs_too(view: CampaignView) -> None:
    page = assessors_page(view)
    rankings, pairs, favours, disputes = page.sections
    assert rankings.answer[0].startswith("Kendall’s tau of the two rankings is 0.")
    assert pairs.answer == ["Kappa on assignments of nuggets is 0.86 (official and language-model)."]
    # One of six runs cannot have a smaller p than 1 / 6.
    assert favours.answer[0].startswith("There are too few runs to tell")
    assert disputes.answer == ["Judges gave different grades to 33 of 464 assignments of nuggets."]
    assert page.facts["answers"][1].startswith("It is not shown that language-model may replace the official")
    checks = [one.parts[0].frame.to_dict("records") for one in health_page(view).sections]
    assert "pool" not in str(checks).lower()
    assert "Cohen’s kappa of language-model and the official judge is 0.86" in str(checks)


def test_judges_agree_on_nuggets_as_counted_from_their_files(view: CampaignView) -> None:
    grade = {"not_support": 0, "partial_support": 1, "support": 2}
    official, model = (
        {
            (one["qid"], one["run_id"], nugget["text"]): grade[nugget["assignment"]]
            for one in assigned(judge)
            for nugget in one["nuggets"]
        }
        for judge in JUDGES
    )
    both = [(official[one], model[one]) for one in official.keys() & model.keys()]
    same = sum(a == b for a, b in both) / len(both)
    shares = [[sum(pair[i] == one for pair in both) / len(both) for one in range(3)] for i in (0, 1)]
    chance = sum(a * b for a, b in zip(*shares, strict=True))
    found = {one["measure"]: one for one in rows_of(JUDGE_PAIRS, view.outcome)}
    assert {one["items"] for one in found.values()} == {len(both), 6}
    expected = same, (same - chance) / (1 - chance), sum(b - a for a, b in both) / len(both)
    for measure, value in zip(("agreement", "kappa", "leniency"), expected, strict=True):
        assert found[measure]["value"] == pytest.approx(value)
        assert found[measure]["low"] < value < found[measure]["high"]
    disputes = rows_of(JUDGE_DISPUTES, view.outcome)
    differing = {(key[0], key[2]) for key in official.keys() & model.keys() if official[key] != model[key]}
    assert {(one["topic"], one["nugget"]) for one in disputes if one["nugget"] != "all"} == differing
    assert sum(one["nuggets"] for one in disputes if one["nugget"] == "all") == len(both)


def test_a_participant_sees_own_answers_alone(view: CampaignView) -> None:
    prepared = evaluated_sample(SAMPLE)[1]
    own = view_for_participant("12", view.outcome, prepared.metrics).view
    (task,) = own.outcome.tasks
    assert {*nuggets(task, own.outcome.campaign).run} == {"south-passages", "south-read"}
    missed, answers = topic_sections(own, "101")
    assert "2 judged answers" in missed.answer[0]
    assert [{*one.choices} for one in answers.parts[0]] == [{"south-passages", "south-read"}] * 2


def test_there_are_no_pools_and_no_counts_of_documents(tmp_path: Path) -> None:
    with pytest.raises(inexreport.UsageError, match="no pools"):
        make_pools(SAMPLE, "system", 5)
    scores = inexreport.evaluate(SAMPLE / "runs/generation/11/north-long.jsonl", SAMPLE)
    assert set(scores.metric) == {"num_topics", *read_protocol("answers").any_task.metrics}


def test_differences_of_groups_are_not_those_of_their_means_where_an_answer_has_no_score(
    view: CampaignView,
) -> None:
    parts = [part for one in run_groups_page(view, "generation").sections for part in one.parts]
    captions = [one.caption for one in parts if isinstance(one, View) and one.data == "run_group_tests"]
    assert captions
    assert [one for one in captions if "Not all runs have a score for each topic" not in one] == []
