"""The diagnosis of a run: where it lost, what it missed, how its results fit, and what the rules took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from inexreport.model.assessment import OF_TEXT
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import Diagnosis, Matching
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.task import Task
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, decimals, known
from inexreport.report.tables.columns import TASK_AND_RUN
from inexreport.report.tables.table import Shown, Table, integer, number, text
from inexreport.report.words import words_of
from inexreport.subjects.found_by_rank import found_section
from inexreport.subjects.likely_causes import (
    FIT,
    FIT_COLUMNS,
    FIT_NAMES,
    MISSED_BY_ALL,
    lost_section,
    topic_diagnoses,
    topics_by_run,
)
from inexreport.subjects.missed_articles import FITS, MUCH, TopicRows, diagnosed, fit_section, missed_section
from inexreport.subjects.problems import scored_otherwise
from inexreport.subjects.returned_results import bands_section
from inexreport.subjects.sections import Section

_SUMS = ("results", "relevant_results", "overlapping", *FITS.values(), "missed_widely", "missed_by_all")


def run_diagnoses(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return sums over topics and effects of the rules: rows and columns of the table, but the task."""
    runs, (topics, medians) = list(diagnosed(outcome)), topic_diagnoses(outcome)
    if not runs:
        return pd.DataFrame()
    names = [run.submission.name for run, _ in runs]
    sums = topics.assign(missed=topics.relevant_articles - topics.articles_found).groupby("run")
    facts = [
        {
            "run": run.submission.name,
            "matching": one.matching.value,
            "topics": len(medians),
            "without_place": run.composition.unlocated if run.composition else 0,
            **{name: getattr(one.rules, name) for name in one.rules.__slots__},
        }
        for run, one in runs
    ]
    counts = sums[[*_SUMS, "missed"]].sum().reindex(names, fill_value=0).reset_index(drop=True)
    return pd.concat([pd.DataFrame(facts), counts], axis=1)


RUN_DIAGNOSIS = Table.of_tasks(
    "run_diagnosis",
    "One row per evaluated run: how its results fit, what it missed, what the rules took.",
    {
        **TASK_AND_RUN,
        "matching": text(
            "What results are held against: `highlighted text`, `relevant elements` or `best entry "
            "points`. All counts are of results, after the cut-off and limits, for assessed topics.",
            kinds=OF_TEXT,
        ),
        "topics": integer("Assessed topics of the task."),
        "results": integer("Results that count."),
        "relevant_results": integer(
            "Relevant ones among them: with highlighted text, judged relevant, or near the "
            "best entry point of their article.",
            "Relevant ones among them.",
        ),
        "overlapping": integer("Results that overlap an earlier one of their topic.", kinds=OF_TEXT),
        **FIT_COLUMNS,
        "missed": integer(
            "Relevant articles without any result.", "Relevant documents that the run does not return."
        ),
        "missed_widely": integer("Number of these that at least half of the other runs of the task return."),
        **MISSED_BY_ALL,
        "not_asked": integer("Results for topics outside the task, which are ignored."),
        "beyond_cutoff": integer("Results beyond the rank at which a topic is cut."),
        "not_assessed": integer("Results for unassessed topics."),
        "repeated": integer(
            "Results that repeat an earlier one of the topic; of entry points, further ones of an article.",
            "Results that repeat an earlier one of the topic.",
        ),
        "without_place": integer(
            "Results, for all topics, whose place in the text is not known.", kinds=OF_TEXT
        ),
        "left_out": integer("Results that a limit of characters takes away.", kinds=OF_TEXT),
        "characters_lost": integer("Text that a limit of characters takes away.", kinds=OF_TEXT),
        "relevant_lost": integer("Highlighted text among it.", kinds=OF_TEXT),
        "score_unlimited": number(
            "Official score without the limit; empty where no limit took anything.", kinds=OF_TEXT
        ),
    },
    run_diagnoses,
    documents_row="One row per evaluated run: its relevant results, what it missed, what the rules took.",
    participants=Shown(
        "One row per evaluated own run: how its results fit, what it missed, and what the rules took.",
        of_all_runs=f"task run matching topics results relevant_results overlapping {FIT_NAMES} missed "
        "missed_widely missed_by_all not_asked beyond_cutoff not_assessed repeated without_place left_out "
        "characters_lost relevant_lost score_unlimited",
    ),
)

_REPEATED = {
    Matching.TEXT: "Results that repeat the text of an earlier one",
    Matching.ELEMENTS: "Results that repeat an earlier element",
    Matching.ENTRY_POINTS: "Further entry points of an article, of which the first counts",
    Matching.DOCUMENTS: "Results that repeat an earlier one",
}


def run_diagnosis(
    view: CampaignView, task: str, run: RunOutcome, topics: Sequence[PageData]
) -> Mapping[str, Section] | None:
    """Return the sections that apply to a run, by id; None unless it was evaluated and topics assessed.

    `topics` are the run's rows, see `inexreport.report.run.topic_rows`.
    """
    diagnosis, outcome = run.diagnosis, view.of(task)
    if diagnosis is None or run.scores is None or not outcome.relevant_articles.topics:
        return None
    own, words = topics_by_run(outcome)[run.submission.name], words_of(view.outcome.campaign)
    official = known(run.scores.mean[run.scores.metrics.index(outcome.task.official)])
    sections = (
        lost_section(view, task, own, diagnosis.reading, topics),
        found_section(view, task, run, diagnosis, own),
        missed_section(outcome, run.submission.name, own, words),
        fit_section(diagnosis, matters=diagnosis.reading.aspects >= FIT),
        bands_section(view, task, run, diagnosis),
        _rules_section(applied_rules(outcome.task, run, diagnosis, official), words.of_documents),
    )
    found = [one for one in sections if one is not None]
    findings = [
        *_altered(run),
        *((one.id, *one.facts["finding"]) for one in found if one.facts.get("finding")),
    ]
    if not outcome.relevant_articles.only_relevant:
        findings += _unjudged(own, diagnosis.reading.first)
    if findings:
        found.append(Section("findings", "What to look at first", facts={"findings": findings}))
    return {one.id: one for one in found}


def _altered(run: RunOutcome) -> Iterator[tuple[str, str, str]]:
    """The finding that a run was not scored as its file is."""
    if warnings := len(scored_otherwise(run)):
        affect = f"{counted(warnings, 'warning')} {'affects' if warnings == 1 else 'affect'} the scores"
        yield "scored-otherwise", affect, "All that follows is about the results as they were scored."


def _unjudged(own: TopicRows, depth: int) -> Iterator[tuple[str, str, str]]:
    """The finding that many of the first results have no judgement: its part, a claim, and a detail."""
    first = sum(min(one["results"], depth) for one in own)
    unjudged = sum(one["unjudged_first"] for one in own)
    if first and 100 * unjudged / first >= MUCH:
        share = f"{100 * unjudged / first:.0f}%"
        claim = f"{share} of the top {depth} results, all topics together, have no judgement"
        yield "worth-title", claim, ""


def _rules_section(effects: list[tuple[str, str]], of_documents: bool) -> Section:
    every = (
        "No result is left out: none is for another topic, beyond the cut-off, "
        f"{'or repeated' if of_documents else 'repeated, or without a location'}."
    )
    answer, parts = ([], ["run_diagnosis"]) if effects else ([every], [])
    return Section("rules", "Effect of the task rules", answer, parts, facts={"facts": effects})


def applied_rules(
    task: Task, run: RunOutcome, diagnosis: Diagnosis, score: float | None
) -> list[tuple[str, str]]:
    """Return the effects of the task's rules on a run with an official score, each with its size in words."""
    rules = diagnosis.rules
    counts = (
        ("Results for topics outside the task", rules.not_asked),
        (f"Results beyond the cut-off at rank {task.cutoff:,}", rules.beyond_cutoff),
        ("Results for unassessed topics", rules.not_assessed),
        (_REPEATED[diagnosis.matching], rules.repeated),
        ("Results with unknown location", run.composition.unlocated if run.composition else 0),
    )
    effects = [(name, f"{count:,} of {run.results:,}") for name, count in counts if count]
    if rules.characters_lost:
        limits = (
            (task.rules.characters_per_topic, "a topic"),
            (task.rules.characters_per_article, "an article"),
        )
        limit = " and ".join(f"{size:,} characters of {what}" for size, what in limits if size is not None)
        size = (
            f"{rules.characters_lost:,} characters, {rules.relevant_lost:,} of them highlighted; "
            f"{rules.left_out:,} results as a whole"
        )
        effects.append((f"Removed by the limit of {limit}", size))
        without = known(rules.score_unlimited)
        if without is not None and score is not None:
            change = f"{decimals(without)} instead of {decimals(score)}"
            effects.append((f"{task.official} without the limit", change))
    return effects
