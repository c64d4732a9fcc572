"""The page of subsets of the topics, by query type and tag: scores, relevance and agreement on them."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, signed
from inexreport.report.naming import task_title
from inexreport.report.words import words_of
from inexreport.statistics.random_subsets import DRAWS, EXACT_UP_TO
from inexreport.statistics.significance import LEVEL
from inexreport.subjects.judged_elements import element_caption, element_columns
from inexreport.subjects.judgements import measure_text
from inexreport.subjects.sections import Columns, Page, Section, Strips, View
from inexreport.subjects.topic_subsets import (
    SUBSET,
    agreement_on_subsets,
    elements_of_subsets,
    further_scores,
    relevance_of_subsets,
    subset_scores,
)


def topic_subsets_page(view: CampaignView) -> Page:
    """Return the subsets, for each task the runs on them, and the judgements of their topics."""
    return Page(
        "Topic subsets",
        "Subsets of the topics",
        "Do the results differ between types of topics, or between new and re-used topics?",
        list(_sections(view)),
        notes="topic_subsets.html",
    )


def _sections(view: CampaignView) -> Iterator[Section]:
    outcome = view.outcome
    if not len(relevance := relevance_of_subsets(outcome)):
        return
    yield Section("subsets", "Which subsets are there?", parts=[_overview(outcome, relevance)])
    tasks = [one for one in outcome.tasks if len(subset_scores(one, outcome.campaign).means)]
    if tasks:
        facts = {"level": LEVEL, "draws": DRAWS, "exact_up_to": EXACT_UP_TO}
        yield Section("method", "How subsets are compared", facts=facts)
    yield from (_task(view, task, place) for place, task in enumerate(tasks, 1))
    if len(elements := elements_of_subsets(outcome)):
        table = _elements(elements, outcome.campaign.collection.unit)
        yield Section("relevant-elements", "Relevant elements", parts=[table])
    if len(agreement := agreement_on_subsets(outcome)):
        tables = [_agreement(rows) for _, rows in agreement.groupby(["judge", "level"], sort=False)]
        yield Section("agreement", "Agreement of judges", parts=[*tables, "topic_subset_agreement"])


def _overview(outcome: CampaignOutcome, relevance: pd.DataFrame) -> View:
    campaign, items = outcome.campaign, words_of(outcome.campaign).items
    has_text = measure_text(campaign.assessments.topics.values())
    text: Columns = {"passages": ("Passages", "tenths"), "relevant_characters": ("Relevant text", "tenths")}
    relevant = f"{items}, passages and text per assessed topic, text in {campaign.collection.unit}"
    return View(
        "Subsets of the topics",
        relevance,
        {
            "subset": ("Subset", "name"),
            "kind": ("Kind", "text"),
            "topics": ("Topics", "count"),
            "assessed": ("Assessed", "count"),
            "relevant_articles": (f"Relevant {items}", "tenths"),
            **(text if has_text else {}),
            "ids": ("Topics", "topics"),
        },
        caption="Subsets by query type and tag; relevant "
        f"{relevant if has_text else f'{items} per assessed topic'}.",
        data="topic_subset_relevance",
    )


def _task(view: CampaignView, outcome: TaskOutcome, place: int) -> Section:
    """The runs of a task in the order of its ranking."""
    task, (runs, means) = outcome.task.name, subset_scores(outcome, view.outcome.campaign)
    metric, standings = view.topic_column(task), view.standings[task]
    names = [run.submission.name for run in standings.runs]
    beside = pd.DataFrame({"name": view.named(task, names), "rank": map(standings.rank, range(len(names)))})
    columns = {"name": ("Run", "run"), "rank": ("Rank", "rank")}
    heads = {"score": metric.format, "rank": "rank", "advantage": "signed", "p_adjusted": "p"}
    for number, ((_, subset), rows) in enumerate(runs.groupby([*SUBSET], sort=False)):
        titles = dict(zip(heads, (str(subset), "Rank", "Advantage", "p′"), strict=True))
        of_subset = rows[[*heads]].reset_index(drop=True).add_suffix(f" {number}")
        beside = beside.join(of_subset)
        columns |= {f"{name} {number}": (titles[name], heads[name]) for name in heads}
    has_further = any(True for _ in further_scores(outcome, view.outcome.campaign))
    table = View(
        f"Runs on subsets in {task}",
        beside,
        columns,
        caption="Score on each subset with rank, advantage and corrected p."
        + " The published table also has the task’s other metrics." * has_further,
        rows="runs",
        data="topic_subsets",
    )
    difficulty = View(
        f"Subsets in {task}",
        means,
        {
            "subset": ("Subset", "name"),
            "topics": ("Topics", "count"),
            "mean": ("Mean", metric.format),
            "other_topics": ("Other topics", "count"),
            "mean_on_others": ("Mean", metric.format),
            "p": ("p", "p"),
            "kendall": ("Kendall’s τ-b", "correlation"),
        },
        caption=f"Difficulty of the topics: mean of all runs by {metric.topic_label}.",
        data="topic_subset_means",
    )
    has_dots = runs.advantage.notna().any()
    strips = [_strips(view, task, runs, f"subsets-chart-{place}")] if has_dots else []
    return Section(
        f"task-{place}",
        task_title(task),
        parts=[difficulty, *strips, table],
        note="task",
        facts={"metric": metric},
    )


def _strips(view: CampaignView, task: str, runs: pd.DataFrame, fragment: str) -> Strips:
    """A strip for each subset: a dot for each run's advantage on it."""
    named = runs.assign(strip=runs.subset, name=view.named(task, runs.run), value=runs.advantage)
    dots = named.dropna(subset="value")
    widest = dots.iloc[dots.value.abs().argmax()]
    return Strips(
        fragment,
        Figure(
            title="Which runs do better on a subset than elsewhere?",
            basis=f"Distance of {view.topic_column(task).identifier} from the mean of all runs, on the "
            f"subset less on the other topics; a dot for each of {counted(runs.run.nunique(), 'run')}",
            source="topic_subsets.csv",
            summary=f"Farthest is {widest['name'].label} on {widest.strip}: {signed(widest.value)}.",
        ),
        dots,
        {},
        "Advantage on the subset",
        strips=dots.strip.unique().tolist(),
    )


def _elements(found: pd.DataFrame, unit: str) -> View:
    """Relevant elements by grade and summary, as table 1 of Pehcevski and Thom (2005)."""
    known = element_columns(found, "tenths")
    by_subset = [
        (str(subset), rows.set_index(["grade", "summary"])[[*known]].add_suffix(f" {place}"))
        for place, ((_, subset), rows) in enumerate(found.groupby([*SUBSET], sort=False))
    ]
    beside = pd.concat([rows for _, rows in by_subset], axis=1).reset_index()
    grades = found.grade.unique().tolist()
    return View(
        "Relevant elements of subsets by grade",
        beside.assign(summary=beside.summary.str.replace("_", " ").str.capitalize()).sort_values(
            "grade", key=lambda column: column.map(grades.index), kind="stable"
        ),
        {
            "grade": ("Grade", "name"),
            "summary": ("Over topics", "text"),
            **{f"{name} {place}": known[name] for place in range(len(by_subset)) for name in known},
        },
        caption=f"Relevant elements per topic{element_caption(known, unit)}, summed up over the topics of "
        "each subset.",
        groups=[(name, len(known)) for name, _ in by_subset],
        parted_by="grade",
        data="topic_subset_elements",
    )


def _agreement(rows: pd.DataFrame) -> View:
    """The agreement with a judge at a level: a row for each subset, with the ratio for each grade."""
    judge, level = rows[["judge", "level"]].iloc[0]
    by_subset, grades = rows.set_index([*SUBSET]), rows.grade.unique().tolist()
    ratios = {grade: by_subset[by_subset.grade == grade].ratio for grade in grades}
    return View(
        f"Agreement with {judge} at {level} level by subset",
        by_subset[~by_subset.index.duplicated()].assign(**ratios).reset_index(),
        {
            "subset": ("Subset", "name"),
            "topics": ("Topics", "count"),
            "union": ("∪", "tenths"),
            "intersection": ("∩", "tenths"),
            **{grade: (f"{grade} ∩/∪", "score") for grade in ratios},
        },
        caption=f"Agreement with {judge}, {level} level: mean ∪ and ∩ of all that is relevant, then the mean "
        "∩/∪ by grade.",
    )
