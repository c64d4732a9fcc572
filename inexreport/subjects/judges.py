"""How far several judges of documents agree on grades, and on the ranking of the runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isnan, nan

import pandas as pd

from inexreport.model.assessment import TopicAssessment
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_judges_of_documents
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, correlation, counted_topics, decimals
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import METRIC, TASK
from inexreport.report.tables.table import MadeFrom, Table, integer, number, text
from inexreport.statistics.agreement import (
    cohen_kappa,
    confusion,
    observed_agreement,
    ordinal_alpha,
    quadratic_kappa,
)
from inexreport.statistics.assessment_comparisons import AssessmentComparison, compare_judges
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.agreement import JUDGE, Pair, judge_pairs, judged_by_both, topic_strips
from inexreport.subjects.assessment_sets import (
    asked,
    comparison_rows,
    correlation_rows,
    largest_changes,
    scores_figure,
)
from inexreport.subjects.sections import Chart, Section, View

POOLED = "all"
"""In place of a topic: the documents of all topics together."""

MOST_MOVERS = 10
"""Runs in the table of those whose rank changes most."""

MEASURES = {
    "agreement": "Agreement",
    "kappa": "Kappa",
    "kappa_grades": "Kappa of grades",
    "kappa_quadratic": "Quadratic kappa",
    "alpha": "Ordinal alpha",
}
"""Titles; the first two are about relevance, the others about grades."""

MEANINGS = {
    "agreement": "Share of the documents on which both say the same: relevant, or not relevant.",
    "kappa": "Cohen’s kappa of the same: agreement beyond chance, whatever the grade.",
    "kappa_grades": "Cohen’s kappa of all grades: every other grade is a disagreement, near or far.",
    "kappa_quadratic": "Weighted kappa of all grades: a disagreement counts as the square of the grades’ "
    "difference.",
    "alpha": "Krippendorff’s alpha of all grades: the more judgements lie between two grades, the more their "
    "disagreement counts.",
}


@dataclass(frozen=True, slots=True)
class Confusion(Chart):
    """Documents by the grade of the official judge and of another, rows of `grade_confusion`."""

    judge: str


@once_per_outcome
def graded_twice(outcome: CampaignOutcome) -> pd.DataFrame:
    """Return the documents of each further judge, see `graded_by_both`."""
    return graded_by_both(judge_pairs(outcome))


def graded_by_both(pairs: Iterable[Pair]) -> pd.DataFrame:
    """Return the documents with a grade by both judges, by judge and topic in the official order.

    Grades and whether they reach the campaign's relevance level; negative grades count as they are.
    """
    frames = [
        _grades(first)
        .merge(_grades(second), on="document", suffixes=("_official", "_judge"))
        .assign(judge=judge, topic=topic)
        for judge, topic, first, second in judged_by_both(pairs)
        if first.grades is not None and second.grades is not None
    ]
    names = ["judge", "topic", "grade_official", "grade_judge", "is_relevant_official", "is_relevant_judge"]
    return pd.concat(frames, ignore_index=True)[names] if frames else pd.DataFrame(columns=names)


def _grades(judged: TopicAssessment) -> pd.DataFrame:
    return pd.DataFrame(
        {"document": judged.articles, "grade": judged.grades, "is_relevant": judged.is_relevant[:-1]}
    )


def grade_agreement(documents: pd.DataFrame) -> pd.DataFrame:
    """Return the agreement on `graded_by_both` by each of `MEASURES`: all topics together, then by topic."""
    rows = [
        (judge, topic, measure, len(found), value)
        for judge, of_judge in documents.groupby("judge", sort=False)
        for topic, found in [(POOLED, of_judge), *of_judge.groupby("topic", sort=False)]
        for measure, value in zip(MEASURES, _coefficients(found), strict=True)
    ]
    return pd.DataFrame(rows, columns=[*GRADE_AGREEMENT.columns])


def _coefficients(documents: pd.DataFrame) -> Iterator[float]:
    _, relevance = confusion(documents.is_relevant_official, documents.is_relevant_judge)
    yield observed_agreement(relevance)
    yield cohen_kappa(relevance)
    grades, counts = confusion(documents.grade_official, documents.grade_judge)
    yield cohen_kappa(counts)
    yield quadratic_kappa(counts, grades)
    yield ordinal_alpha(counts + counts.T)


def grade_confusion(documents: pd.DataFrame) -> pd.DataFrame:
    """Return how many documents have each pair of grades, of those that a judge or the official one gave."""
    rows = [
        (judge, grade, other, count)
        for judge, found in documents.groupby("judge", sort=False)
        for grades, counts in [confusion(found.grade_official, found.grade_judge)]
        for grade, of_grade in zip(grades, counts.tolist(), strict=True)
        for other, count in zip(grades, of_grade, strict=True)
    ]
    return pd.DataFrame(rows, columns=[*GRADE_CONFUSION.columns])


def judge_rankings(outcome: CampaignOutcome) -> pd.DataFrame:
    """Return the correlation of the official rankings with those under each scored judge."""
    compared = [
        (task.task.name, one)
        for judge in outcome.campaign.judges
        for task in outcome.tasks
        for one in compare_judges(task, [judge.judge])
    ]
    rows = comparison_rows(one for _, one in compared).assign(task=[task for task, _ in compared])
    return rows.rename(columns={"variant": "judge", "kendall": "tau"})


GRADE_AGREEMENT = Table.of_campaign(
    "grade_agreement",
    "One row per judge, topic and measure of agreement on documents, and one for all topics together.",
    {
        **JUDGE,
        "topic": text("Id of a topic, or `all` for the documents of all topics together."),
        "measure": text(
            "`agreement`: share of the documents that both find relevant or both do not; `kappa`: Cohen’s "
            "kappa of the same; `kappa_grades`: Cohen’s kappa of the grades; `kappa_quadratic`: kappa of the "
            "grades weighted by their squared difference; `alpha`: Krippendorff’s alpha of ordinal grades."
        ),
        "pairs": integer("Documents with a grade by both judges."),
        "value": number(
            "A share; of kappa and alpha at most 1, 0 for chance agreement, empty where all documents are in "
            "one category."
        ),
    },
    grade_agreement,
    graded_twice,
    applies=has_judges_of_documents,
)

GRADE_CONFUSION = Table.of_campaign(
    "grade_confusion",
    "One row per judge and pair of grades that the judges gave, all topics together.",
    {
        **JUDGE,
        "grade_official": integer("Grade by the official judge."),
        "grade_judge": integer("Grade by the other judge."),
        "count": integer("Documents with these grades."),
    },
    grade_confusion,
    graded_twice,
    applies=has_judges_of_documents,
)

JUDGE_RANKINGS = Table.of_campaign(
    "judge_rankings",
    "One row per judge under whose grades runs are scored, task and metric: that ranking and the official.",
    {
        **JUDGE,
        **TASK,
        **METRIC,
        "tau": number("Kendall’s tau-b of both rankings; empty where undefined."),
        "tau_ap": number("AP correlation of the same, with ties, the mean of both directions."),
        "spearman": number("Spearman’s rho of the same."),
        "runs": integer("Runs with a score by both."),
    },
    judge_rankings,
    made_from=MadeFrom.ALL_RUNS,
    applies=has_judges_of_documents,
)


def kappa_answer(outcome: CampaignOutcome, judge: str) -> tuple[float, str]:
    """Return the kappa of a judge and the official one, and a sentence with it; NaN if they share nothing."""
    documents = graded_twice(outcome).query("judge == @judge")
    kappa = [*_coefficients(documents)][1] if len(documents) else nan
    if isnan(kappa):
        return kappa, f"{judge} and the official judge have no documents to compare."
    return kappa, (
        f"Cohen’s kappa of {judge} and the official judge is {correlation(kappa)} on whether a document is "
        "relevant."
    )


def graded_sections(view: CampaignView, judge: str, place: int) -> Iterator[Section]:
    """Yield how a judge agrees with the official one, and how the runs of each task rank under the judge."""
    campaign, documents = view.outcome.campaign, graded_twice(view.outcome).query("judge == @judge")
    models = {one.name: one.model for one in campaign.assessment_sets}
    answer = [f"Judged automatically, by {models[judge]}." if models.get(judge) else ""]
    tasks = [task for task in view.standings if compare_judges(view.of(task), [judge])]
    unscored = "" if tasks else f"Runs are not scored under the grades of {judge}."
    parts: list[tuple[Chart, ...] | View] = []
    if len(documents):
        parts += _agreement_parts(campaign, judge, documents, place)
        has = "has" if len(documents) == 1 else "have"
        topics = f"{counted(len(documents), 'document')} of {counted(documents.topic.nunique(), 'topic')}"
        answer += [f"{topics} {has} a grade by both {judge} and the official judge."]
        answer += [f"A document is relevant {_relevance_levels(campaign)}."]
        if min(*documents.grade_official, *documents.grade_judge) < 0:
            answer += ["Negative grades are compared like any other."]
    else:
        nothing = f"No document has a grade by both {judge} and the official judge"
        answer += [f"{nothing}, so there are no grades to compare."]
    heading, note = f"Agreement with {judge}", "grades" if parts else ""
    yield Section(f"judge-{place}", heading, [" ".join(answer).strip()], [*parts, unscored], note=note)
    yield from (_leaderboard(view, task, judge, f"{place}-{i}") for i, task in enumerate(tasks, 1))


def _relevance_levels(campaign: Campaign) -> str:
    """From which grade on a document is relevant, in words; by task where tasks differ."""
    tasks: dict[int, list[str]] = {}
    for task in campaign.tasks.values() if campaign.task_assessments else ():
        tasks.setdefault(task.relevance_level, []).append(task_title(task.name))
    if len(tasks) < 2:
        return f"from grade {next(iter(tasks), campaign.relevance_level)} on"
    return ", ".join(f"from grade {level} on in {' and '.join(names)}" for level, names in tasks.items())


def _agreement_parts(
    campaign: Campaign, judge: str, documents: pd.DataFrame, place: int
) -> Iterator[tuple[Chart, ...] | View]:
    rows, counts = grade_agreement(documents), grade_confusion(documents)
    rows = rows.assign(strip=rows.measure.map(MEASURES), meaning=rows.measure.map(MEANINGS))
    defined = rows[rows.topic != POOLED].groupby("measure").value.count()
    figure = Figure(
        title="Agreement by topic",
        basis=f"Each measure on {counted_topics(defined.tolist())}: a dot per topic, a tick at the value of "
        "all documents together",
        source="grade_agreement.csv",
        summary="",
    )
    fragment, tick = f"by-topic-{place}", "All topics together"
    strips = topic_strips(campaign, fragment, figure, rows, POOLED, _sentence, "Agreement", tick)
    yield _confusion(judge, documents, counts, place), strips
    yield View(
        f"Measures of agreement with {judge}",
        rows[rows.topic == POOLED],
        {"strip": ("Measure", "name"), "value": ("Value", "score"), "meaning": ("Meaning", "text")},
        caption=f"All {counted(len(documents), 'document')} together.",
    )
    by_both = counts.pivot_table("count", "grade_official", "grade_judge", aggfunc="sum", margins=True)
    grades = [str(grade) for grade in by_both.columns]
    yield View(
        f"Documents by the grades of the official judge and of {judge}",
        by_both.set_axis(grades, axis="columns").assign(official=by_both.index.map(str)),
        {"official": ("Official grade", "name"), **{grade: (grade, "count") for grade in grades}},
        caption=f"A row per official grade, a column per grade by {judge}.",
        folded="Table: documents by both grades",
        data="grade_confusion",
    )
    of_topics = rows[rows.topic != POOLED]
    by_topic = of_topics.pivot_table("value", "topic", "measure", aggfunc="first", dropna=False, sort=False)
    yield View(
        f"Agreement with {judge} by topic",
        by_topic.assign(pairs=of_topics.groupby("topic").pairs.first()).reset_index(),
        {
            "topic": ("Topic", "topic"),
            "pairs": ("Documents", "count"),
            **{measure: (title, "score") for measure, title in MEASURES.items()},
        },
        folded="Table: agreement by topic",
        rows="topics",
        data="grade_agreement",
    )


def _confusion(judge: str, documents: pd.DataFrame, counts: pd.DataFrame, place: int) -> Confusion:
    total = counted(len(documents), "document")
    same = int((documents.grade_judge == documents.grade_official).sum())
    higher = int((documents.grade_judge > documents.grade_official).sum())
    figure = Figure(
        title=f"Grades of the official judge and of {judge}",
        basis=f"{total} by both grades; the deeper, the larger its share of an official grade",
        source="grade_confusion.csv",
        summary=f"{same:,} of {total} ({decimals(100 * same / len(documents), '%')}) have the same grade by "
        f"both. {judge} graded {higher:,} higher and {len(documents) - same - higher:,} lower than the "
        "official judge.",
    )
    return Confusion(f"confusion-{place}", figure, counts, judge)


def _sentence(title: str, value: float, topics: Sequence[str]) -> str:
    if not topics:
        return f"{title}: {decimals(value)} of all topics, defined for no single one."
    spread = f"from {topics[0]} to {topics[-1]}" if topics[0] != topics[-1] else topics[0]
    return f"{title}: {decimals(value)}, {spread}."


def _leaderboard(view: CampaignView, task: str, judge: str, place: str) -> Section:
    """How the runs of a task rank under a judge, by every metric; chart and movers by the official one."""
    campaign, official = view.outcome.campaign, view.official_column(task)
    by_metric = compare_judges(view.of(task), [judge])
    ranking = next(one for one in by_metric if one.metric == official.identifier)
    assessments = {one.judge: one for one in campaign.judges}[judge], campaign.of_task(task).assessments
    by_judge, by_official = ({one.topic for one in asked(view, task, by)} for by in assessments)
    same = f"Both average over the same {counted(len(by_judge), 'topic')}."
    other = (
        f"Means are over {counted(len(by_judge), 'topic')} judged by {judge} and over "
        f"{counted(len(by_official), 'topic')} judged officially, so differences between the topics also "
        "affect the ranking."
    )
    correlations = View(
        f"Rank correlation of the official ranking of {task} with that under {judge}",
        correlation_rows(view, task, by_metric),
        {
            "metric": ("Metric", "metric"),
            "runs": ("Runs", "count"),
            "kendall": ("Kendall’s τ-b", "score"),
            "tau_ap": ("τ-AP", "score"),
            "spearman": ("Spearman’s ρ", "score"),
        },
        caption=f"The official ranking and the one under {judge}: 1 is the same order, 0 no relation. "
        "Differences at the top weigh more in τ-AP.",
        rows="metrics",
        data="judge_rankings",
    )
    metrics, columns = view.metrics, view.columns[task]
    scaled = [one for one in columns if "largest_grade" in metrics[one.identifier].metric.settings]
    title, fragment = f"Scores: official and {judge}", f"ranking-chart-{place}"
    scored = f"All runs are scored again by the grades of {judge}; ranks on all other pages are official."
    return Section(
        f"ranking-{place}",
        f"{task_title(task)}: the runs under {judge}",
        [f"{scored} {same if by_judge == by_official else other}"],
        [
            scores_figure(view, task, ranking, title, fragment),
            correlations,
            _movers(view, task, judge, ranking) or f"No run changes its rank by {official.label}.",
            "assessment_scores",
        ],
        level=3,
        note="leaderboard",
        facts={"scaled": scaled},
    )


def _movers(view: CampaignView, task: str, judge: str, compared: AssessmentComparison) -> View | None:
    column, moved = view.official_column(task), largest_changes(view, task, compared, MOST_MOVERS)
    if moved.empty:
        return None
    return View(
        f"Runs of {task} that move most under {judge}",
        moved,
        {
            "name": ("Run", "run"),
            "before": ("Official rank", "rank"),
            "after": ("Rank", "rank"),
            "score": ("Official score", column.format),
            "changed": ("Score", column.format),
        },
        caption=f"The runs whose rank by {column.label} changes most, at most {MOST_MOVERS}.",
        rows="runs",
    )
