"""Do results differ between topics? Runs, judgements and counts by what topics have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import pandas as pd

from inexreport.metrics.registry import bind
from inexreport.model.assessment import OF_TEXT
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.derived import derived
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.report.applicability import has_judges, has_query_types, judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, signed
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import RUN, TASK
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.report.words import words_of
from inexreport.statistics.random_subsets import DRAWS, EXACT_UP_TO, Choices, random_subset_test, smallest_p
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.significance import LEVEL, holm
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, competition_ranks, known_means, known_ranks
from inexreport.subjects.agreement import AGREEMENT, JUDGE, subset_agreement
from inexreport.subjects.judged_elements import (
    RELEVANT_ELEMENTS,
    element_caption,
    element_columns,
    subset_elements,
)
from inexreport.subjects.judgements import measure_text
from inexreport.subjects.sections import Columns, Page, Section, Strips, View

ALL = "(all)"
"""All types of topics together."""

UNTESTABLE = (
    "With so few topics, no advantage can be significant: the smallest p that the test can give is no longer "
    f"below {LEVEL} after the correction."
)


class TopicSubset(NamedTuple):
    """Topics, at least one, that have a query type or a tag in common; in the campaign's order."""

    kind: str
    name: str
    topics: tuple[str, ...]


class SubsetScores(NamedTuple):
    """The runs of a task on each subset of its topics, and how hard each subset is for all runs."""

    runs: pd.DataFrame
    means: pd.DataFrame


def topic_subsets(campaign: Campaign) -> tuple[TopicSubset, ...]:
    """Return the subsets of a campaign's topics: query types if there are several, then the tags.

    Tags of topics that the campaign does not have are left out.
    """
    of_type: dict[str, list[str]] = {}
    for topic in sorted(campaign.topics.values(), key=lambda one: one.query_type):
        if topic.query_type:
            of_type.setdefault(topic.query_type, []).append(topic.id)
    kinds = {"query type": of_type if len(of_type) > 1 else {}, "tag": campaign.topic_tags}
    return tuple(
        TopicSubset(kind, name, found)
        for kind, subsets in kinds.items()
        for name, topics in subsets.items()
        if (found := tuple(topic for topic in campaign.topics if topic in topics))
    )


def has_topic_subsets(outcome: CampaignOutcome) -> bool:
    """Whether topics have several types, or tags."""
    return bool(topic_subsets(outcome.campaign))


def _has_tables(outcome: CampaignOutcome) -> bool:
    return judges_text(outcome) or has_topic_subsets(outcome)


def _has_agreement(outcome: CampaignOutcome) -> bool:
    return has_judges(outcome) and _has_tables(outcome)


@derived
def subset_scores(outcome: TaskOutcome, campaign: Campaign) -> SubsetScores:
    """Score the evaluated runs of a task on each subset that has topics of the task.

    By the metric of single topics; p of an advantage or of a difference between topics is by
    `random_subset_test`. Of two subsets that make up all topics, an advantage on one is a disadvantage on the
    other: this is one test.

    References
    ----------
    Woodley and Geva, section 7: whether systems are fitted to re-used topics is tested by comparing their
    performance on re-used and on new topics.
    """
    standings = task_standings(outcome)
    metric = standings.topic_metric
    topics, scores = _scored_topics(standings, metric)
    of_topics = known_means(scores.T)
    relative = scores - of_topics
    is_complete = ~np.isnan(scores).any(axis=1)
    by_run, means, tests = [], [], dict[bytes, Floats]()
    for inside, runs in _on_subsets(standings, metric, campaign):
        split = min(inside.tobytes(), (~inside).tobytes())
        if split not in tests:
            draws = RepeatableDraws(DrawKind.TOPIC_SUBSETS, metric, *topics)
            tests[split] = random_subset_test(np.vstack((relative, of_topics)), inside, draws)
        p = tests[split]
        advantage = known_means(relative[:, inside]) - known_means(relative[:, ~inside])
        advantage[~is_complete] = np.nan
        by_run.append(runs.assign(advantage=advantage, p=p[:-1], split=[*tests].index(split)))
        means.append(
            {
                **runs.iloc[0][["metric", *SUBSET, "topics"]],
                "other_topics": np.count_nonzero(~inside),
                "runs": runs.score.count(),
                "mean": known_means(of_topics[None, inside])[0],
                "mean_on_others": known_means(of_topics[None, ~inside])[0],
                "p": p[-1],
                "kendall": kendall_of_scored(runs.score.to_numpy(), runs.score_on_others.to_numpy()),
            }
        )
    if not by_run:
        return SubsetScores(pd.DataFrame(), pd.DataFrame())
    p = np.array([of_runs[:-1] for of_runs in tests.values()])
    adjusted = holm(p.ravel()).reshape(p.shape)
    runs = pd.concat(
        [rows.assign(p_adjusted=adjusted[rows.split.iloc[0]]) for rows in by_run], ignore_index=True
    )
    return SubsetScores(runs, pd.DataFrame(means))


def further_scores(outcome: TaskOutcome, campaign: Campaign) -> Iterator[pd.DataFrame]:
    """Yield the runs on each subset by the metrics without tests; sums over topics are left out."""
    standings = task_standings(outcome)
    sums = {metric for metric in outcome.computed_metrics if bind(metric).metric.is_count}
    for metric in standings.task.metrics:
        if metric != standings.topic_metric and metric not in sums:
            yield from (runs for _, runs in _on_subsets(standings, metric, campaign))


def _by_all_metrics(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    found = [subset_scores(outcome, campaign).runs, *further_scores(outcome, campaign)]
    return pd.concat(found, ignore_index=True).reindex(columns=[*TOPIC_SUBSETS.columns][1:])


def _scored_topics(standings: Standings, metric: str) -> tuple[tuple[str, ...], Floats]:
    """Topics for which a run has a score, and the scores, shape (runs, topics)."""
    topics, scores = standings.topic_scores(metric)
    scored = np.flatnonzero(~np.isnan(scores).all(axis=0))
    return tuple(topics[place] for place in scored.tolist()), scores[:, scored]


def _on_subsets(
    standings: Standings, metric: str, campaign: Campaign
) -> Iterator[tuple[Choices, pd.DataFrame]]:
    """Which of the scored topics are in a subset that has any, and the runs on it."""
    topics, scores = _scored_topics(standings, metric)
    sign = standings.signs[standings.task.metrics.index(metric)]
    for subset in topic_subsets(campaign):
        inside = np.isin(topics, subset.topics)
        if not inside.any():
            continue
        means = known_means(scores[:, inside])
        cells = {
            "metric": metric,
            "kind": subset.kind,
            "subset": subset.name,
            "topics": np.count_nonzero(inside),
            "run": [run.submission.name for run in standings.runs],
            "score": means,
            "rank": known_ranks(competition_ranks(sign * means)),
            "score_on_others": known_means(scores[:, ~inside]),
        }
        yield inside, pd.DataFrame(cells)


SUBSET = {
    "kind": text("`query type`, or `tag` for a tag that campaign.toml gives topics."),
    "subset": text("The query type or tag."),
}
_SUBSET_OF_TASK = {
    **TASK,
    "metric": text(
        "The task’s official metric, or one like it where that values whole runs only: by it runs are "
        "tested. In `topic_subsets` runs have rows by the task’s other metrics too."
    ),
    **SUBSET,
    "topics": integer("Topics of the subset for which runs of the task have a score."),
}

TOPIC_SUBSETS = Table.of_tasks(
    "topic_subsets",
    "One row per task, metric, subset of its topics and evaluated run.",
    {
        **_SUBSET_OF_TASK,
        **RUN,
        "score": number("Mean over the topics of the subset."),
        "rank": optional_integer("Rank by that mean; equal scores share a rank."),
        "score_on_others": number("Mean over the task’s other topics; empty where there are none."),
        "advantage": number(
            "How much farther the run is above the mean of all runs on the subset than on the other topics; "
            "empty for a run without a score for each topic, and for metrics by which runs are not tested."
        ),
        "p": number(
            "With two tails: how probable so large an advantage or disadvantage is on a random subset of "
            "as many topics."
        ),
        "p_adjusted": number(
            "The same after Holm’s correction for all runs and subsets of the task; two subsets that make up "
            "all topics are one test."
        ),
    },
    _by_all_metrics,
    applies=_has_tables,
)


TOPIC_SUBSET_MEANS = Table.of_tasks(
    "topic_subset_means",
    "One row per task and subset of its topics: all evaluated runs.",
    {
        **_SUBSET_OF_TASK,
        "other_topics": integer("The task’s other topics with scores."),
        "runs": integer("Evaluated runs with a score on the subset."),
        "mean": number("Mean over the subset of the topics’ mean scores of all runs."),
        "mean_on_others": number("The same over the other topics."),
        "p": number(
            "With two tails: how probable so large a difference is on a random subset of as many topics."
        ),
        "kendall": number("Kendall’s tau-b of the rankings by the subset and by the other topics."),
    },
    attrgetter("means"),
    subset_scores,
    applies=_has_tables,
)


def _of_subsets(
    frame: Callable[[CampaignOutcome, Collection[str]], pd.DataFrame], outcome: CampaignOutcome
) -> pd.DataFrame:
    """The rows of a frame of some topics for each subset, with the columns of `SUBSET`."""
    found = [
        rows.assign(kind=one.kind, subset=one.name)
        for one in topic_subsets(outcome.campaign)
        if len(rows := frame(outcome, one.topics))
    ]
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame()


def _relevance(outcome: CampaignOutcome, topics: Collection[str]) -> pd.DataFrame:
    official = outcome.campaign.assessments.topics
    judged = [official[topic] for topic in topics if topic in official]
    return pd.DataFrame(
        {
            "topics": [len(topics)],
            "assessed": len(judged),
            "relevant_articles": mean(one.relevant_articles for one in judged),
            "passages": mean(len(one.passage_offset) for one in judged),
            "relevant_characters": mean(one.total_relevant_characters for one in judged),
            "ids": [topics],
        }
    )


relevance_of_subsets = partial(_of_subsets, _relevance)
elements_of_subsets = partial(_of_subsets, subset_elements)
agreement_on_subsets = partial(_of_subsets, subset_agreement)

TOPIC_SUBSET_RELEVANCE = Table.of_campaign(
    "topic_subset_relevance",
    "One row per subset of the topics: what the official judge found relevant.",
    {
        **SUBSET,
        "topics": integer("Topics of the subset."),
        "assessed": integer("Assessed ones."),
        "relevant_articles": number("Relevant articles per assessed topic."),
        "passages": number("Highlighted passages per assessed topic.", kinds=OF_TEXT),
        "relevant_characters": number(
            "Highlighted text per assessed topic, in the campaign’s unit; where judgements measure no text, "
            "relevant articles.",
            kinds=OF_TEXT,
        ),
    },
    relevance_of_subsets,
    applies=_has_tables,
)

TOPIC_SUBSET_ELEMENTS = Table.of_campaign(
    "topic_subset_elements",
    "One row per subset of the topics, summary over its topics and grade of relevant elements.",
    {
        **SUBSET,
        "summary": text("`mean`, `minimum`, `maximum`, `median` or `standard_deviation`."),
        **{name: column for name, column in RELEVANT_ELEMENTS.columns.items() if name != "topic"},
    },
    elements_of_subsets,
    applies=judges_text,
)

TOPIC_SUBSET_AGREEMENT = Table.of_campaign(
    "topic_subset_agreement",
    "One row per subset of the topics, judge, level and grade: means over topics.",
    {
        **SUBSET,
        **JUDGE,
        "topics": integer("Topics of the subset that both have judged."),
        "level": AGREEMENT.columns["level"],
        "grade": AGREEMENT.columns["grade"],
        "union": number("Mean number of items to which at least one of the judges gave the grade."),
        "intersection": number("Mean number of items to which both did."),
        "ratio": number(
            "Mean of the topics’ ratios of intersection to union, without topics of an empty union."
        ),
    },
    agreement_on_subsets,
    applies=_has_agreement,
)


def topic_types(outcome: CampaignOutcome) -> pd.DataFrame:
    """Return how many topics of each type there are, and were assessed; all of them in the last row.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, table 1.
    """
    topics = outcome.campaign.topics.values()
    assessed = [topic.id in outcome.campaign.assessments.topics for topic in topics]
    found = pd.DataFrame({"query_type": [topic.query_type for topic in topics], "assessed": assessed})
    by_type = found.groupby("query_type").assessed.agg(["size", "sum"])
    by_type.loc[ALL] = [len(found), sum(assessed)]
    numbers = [topic.candidate_number for topic in topics]
    stated = [int(number) for number in numbers if number.isascii() and number.isdigit()]
    by_type["candidates"] = pd.Series({ALL: max(stated)} if stated else {}, dtype="Int64")
    return by_type.reset_index().set_axis([*TOPIC_TYPES.columns], axis=1)


TOPIC_TYPES = Table.of_campaign(
    "topic_types",
    "One row per type of topics, and one for all.",
    {
        "query_type": text(
            "CO, CAS or CO+S; empty for topics whose file does not say; `(all)` for all.",
            "Type of the topics; empty for topics whose file does not say; `(all)` for all.",
        ),
        "topics": integer("Number of topics."),
        "assessed": integer("Number of these that were assessed."),
        "candidates": optional_integer(
            "Highest candidate number of the topics: at least as many were proposed. In `(all)` only; "
            "empty where topic files state none.",
            kinds=OF_TEXT,
        ),
    },
    topic_types,
    applies=has_query_types,
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
    sizes: Columns = {"passages": ("Passages", "tenths"), "relevant_characters": ("Relevant text", "tenths")}
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
            **(sizes if has_text else {}),
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
    for i, ((_, subset), rows) in enumerate(runs.groupby([*SUBSET], sort=False)):
        titles = dict(zip(heads, (str(subset), "Rank", "Advantage", "p′"), strict=True))
        beside = beside.join(rows[[*heads]].reset_index(drop=True).add_suffix(f" {i}"))
        columns |= {f"{name} {i}": (titles[name], heads[name]) for name in heads}
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
        [UNTESTABLE] if _cannot_differ(runs, means) else [],
        [difficulty, *strips, table],
        note="task",
        facts={"metric": metric},
    )


def _cannot_differ(runs: pd.DataFrame, means: pd.DataFrame) -> bool:
    """Whether no p that the tests can give would be significant after the correction."""
    tests = len(runs.dropna(subset="p").drop_duplicates(["split", "run"]))
    sizes = zip(means.topics + means.other_topics, means.topics, strict=True)
    return tests > 0 and min(smallest_p(*size) for size in sizes) * tests >= LEVEL


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
        f"Relevant elements of subsets{' by grade' * (len(grades) > 1)}",
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
        f"∩/∪{' by grade' * (len(grades) > 1)}.",
    )
