"""Which topics are hard? All topics with their assessments, and what the runs of a task score on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import isnan, nan

import numpy as np
import pandas as pd

from inexreport.model.assessment import OF_DOCUMENTS, OF_TEXT, OFFICIAL, UNKNOWN, nothing_judged
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.score_numbers import comparable
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import TASK, TOPIC
from inexreport.report.tables.table import (
    MadeFrom,
    Rows,
    Shown,
    Table,
    boolean,
    integer,
    number,
    optional_integer,
    text,
)
from inexreport.report.words import words_of
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Integers, TopicSummary, competition_ranks, known_ranks
from inexreport.subjects.agreement import article_overlaps
from inexreport.subjects.judgements import measure_text
from inexreport.subjects.sections import Heads, Ordered, Page, Section, TopicRanges, View
from inexreport.subjects.topic_influence import topic_influence
from inexreport.subjects.topic_subsets import topic_types

HALF = 50.0
MOST_NAMED = 5

_STATEMENT = {
    "candidate_number": text(
        "Number of the candidate topic, by which some submissions name it.", kinds=OF_TEXT
    ),
    "query_type": text(
        "CO, CAS or CO+S, where the year distinguishes.", "Type of the topic, where its file states one."
    ),
    "title": text("Title."),
    "castitle": text("NEXI query.", kinds=OF_TEXT),
    "phrase_title": text("Title with phrases marked.", kinds=OF_TEXT),
    "description": text("Description."),
    "narrative": text("Narrative: what is relevant and why."),
    "file": text("File of the statement."),
    "line": integer("Its line there."),
}
_JUDGED = {
    "judged_articles": integer(
        "Number of judged articles; where the assessments list relevant articles only, of these."
    ),
    "relevant_articles": integer(
        "Number of articles with something relevant.",
        "Number of relevant documents.",
        kinds=OF_TEXT | OF_DOCUMENTS,
    ),
    "passages": integer("Number of highlighted passages.", kinds=OF_TEXT),
    "relevant_characters": integer(
        "Highlighted text, in the campaign’s unit; where judgements measure no text, the number of relevant "
        "articles.",
        kinds=OF_TEXT,
    ),
}


def topics(outcome: CampaignOutcome) -> pd.DataFrame:
    """Return the topics of a campaign; counts of a topic that was not assessed are 0."""
    asked, official = outcome.campaign.topics, outcome.campaign.assessments.topics
    statements = {name: [getattr(topic, name) for topic in asked.values()] for name in _STATEMENT}
    assessed = [topic in official for topic in asked]
    return pd.DataFrame(
        {"topic": [*asked], **statements, "assessed": assessed, **_judged(outcome.campaign, [*asked])}
    )


def _judged(campaign: Campaign, topics: Sequence[str]) -> dict[str, list[int]]:
    judged = [campaign.assessments.topics.get(topic) or nothing_judged(topic) for topic in topics]
    return {
        "judged_articles": [len(one.articles) for one in judged],
        "relevant_articles": [one.relevant_articles for one in judged],
        "passages": [len(one.passage_offset) for one in judged],
        "relevant_characters": [one.total_relevant_characters for one in judged],
    }


TOPICS = Table.of_campaign(
    "topics",
    "One row per topic: its statement and its assessments summed up.",
    {**TOPIC, **_STATEMENT, "assessed": boolean("Whether the topic was assessed."), **_JUDGED},
    topics,
    participants=Shown(),
)


def _assessments(outcome: CampaignOutcome) -> Rows:
    campaign = outcome.campaign
    by_folder = {task.assessments: campaign.of_task(name) for name, task in campaign.tasks.items()}
    judgements = (
        (topic, folder, judged)
        for folder, own in (by_folder or {OFFICIAL: campaign}).items()
        for topic, judged in own.assessments.topics.items()
    )
    for topic, folder, judged in sorted(judgements, key=lambda row: row[:2]):
        yield (
            topic,
            judged.articles,
            judged.relevant_characters,
            [None if n == UNKNOWN else n for n in judged.article_length.tolist()],
            np.bincount(judged.passage_article, minlength=len(judged.articles)),
            [None if n == UNKNOWN else n for n in judged.entry_point.tolist()],
            judged.grades,
            folder,
        )


ASSESSMENTS = Table(
    "assessments",
    "One row per judged article of a topic.",
    {
        **TOPIC,
        "article": text("Id of the judged article.", "Name of the judged document."),
        "relevant_characters": integer(
            "Highlighted text, in the campaign’s unit, or 1 where judgements measure no text; 0 means judged "
            "not relevant.",
            kinds=OF_TEXT,
        ),
        "article_length": optional_integer("Length of its text; empty where not given.", kinds=OF_TEXT),
        "passages": integer("Number of highlighted passages.", kinds=OF_TEXT),
        "entry_point": optional_integer(
            "Offset of the best entry point; empty where not given.", kinds=OF_TEXT
        ),
        "grade": optional_integer("Grade of the document.", kinds=OF_DOCUMENTS),
        "assessments": text(
            "Folder of the judgement in assessments/: `official`, or that of single tasks.",
            kinds=OF_DOCUMENTS,
        ),
    },
    _assessments,
    made_from=MadeFrom.NO_RUNS,
    participants=Shown(),
)


def difficulty_ranks(outcome: TaskOutcome, summary: TopicSummary) -> Integers:
    """Return the ranks of topics by the median, 1 for the hardest, shape (topics,).

    `UNRANKED` is a topic with nothing relevant, which says nothing about runs.
    """
    known = outcome.relevant_articles
    relevant = dict(zip(known.topics, known.relevant_articles, strict=True))
    is_empty = np.array([relevant.get(topic) == () for topic in summary.topics], dtype=np.bool_)
    return competition_ranks(np.where(is_empty, np.nan, -summary.median))


def difficulty(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the topics on which an evaluated run of a task has a score, and what all runs score."""
    standings = task_standings(outcome)
    summary = standings.topic_summary(standings.topic_metric)
    best = [standings.runs[row].submission.name for row in summary.best_run.tolist()]
    ranks = known_ranks(difficulty_ranks(outcome, summary))
    further = {"metric": standings.topic_metric, "best_run": best, "difficulty": ranks}
    return pd.DataFrame(vars(summary) | further).rename(columns={"topics": "topic"})


DIFFICULTY = Table.of_tasks(
    "difficulty",
    "One row per task and topic: the scores of all ranked runs.",
    {
        **TASK,
        "metric": text("The task’s official metric, or one like it where that values whole runs only."),
        **TOPIC,
        "runs": integer("Ranked runs with a score for the topic."),
        "lowest": number("Lowest score."),
        "lower_quartile": number("First quartile."),
        "median": number("Median."),
        "upper_quartile": number("Third quartile."),
        "best": number("Best score."),
        "best_run": text("The run that reaches it; of several, the one that ranks first in the task."),
        "difficulty": optional_integer(
            "Rank by the median, 1 for the hardest topic; empty where nothing is relevant."
        ),
    },
    difficulty,
)


def topics_page(view: CampaignView) -> Page:
    """Return all topics, and for each task those that are hard."""
    types = topic_types(view.outcome)
    whole, most = types.iloc[-1], types.candidates.max()
    lead = f"{counted(whole.topics, 'topic')}, {whole.assessed} of them assessed."
    if pd.notna(most) and most:
        lead += f" Candidate numbers go up to {most:,}: at least that many topics were proposed."
    return Page("Topics", "Topics", lead, [*_sections(view, types.iloc[:-1])], notes="topics.html")


def _sections(view: CampaignView, types: pd.DataFrame) -> Iterator[Section]:
    tasks = [task for task in view.standings if view.difficulty[task].topics]
    if (types.query_type != "").any():
        yield Section("", "", parts=[_type_view(types, "topics" if view.participant else "topic_types")])
    if view.participant and tasks:
        charts = [placing_chart(view, task, f"topics-chart-{n}") for n, task in enumerate(tasks, start=1)]
        question = "Which topics are hard, and for which runs"
        yield Section("section-which-topics-are-hard-and-for-which-runs", question, parts=charts)
    yield _all_topics(view, tasks)
    for n, task in enumerate(() if view.participant else tasks, start=1):
        rows, question = scored_topics(view.of(task), view), "Which topics are hard" if n == 1 else ""
        chart = difficulty_chart(view, task, f"difficulty-chart-{n}")
        yield Section("section-which-topics-are-hard", question, parts=[chart])
        deciding = deciding_topics(rows.topic.tolist(), rows.share.tolist())
        yield Section("", "", [deciding], [_influence_view(view, task, rows), "topic_influence"])


INFLUENCE = (
    "Spread: standard deviation of the runs’ scores. τ-b: Kendall’s correlation of the ranking by this topic "
    "alone with the official ranking (which includes the topic). "
)
SHARE = (
    "Share: the percentage of the variance of the runs’ means that comes from the topic; the shares of all "
    "topics add up to 100, and a topic on which better runs score lower has a negative share."
)
NO_SHARES = (
    "How much of the variance of the runs’ means comes from a topic is defined only if runs differ and each "
    "has a score on each topic."
)


def _type_view(types: pd.DataFrame, data: str) -> View:
    return View(
        "Topics by type",
        types.replace({"query_type": {"": "Not stated"}}),
        {"query_type": ("Type", "name"), "topics": ("Topics", "count"), "assessed": ("Assessed", "count")},
        data=data,
    )


def _all_topics(view: CampaignView, tasks: Sequence[str]) -> Section:
    """Each topic with its assessments, and what runs score on it in each task."""
    campaign, words, rows = view.outcome.campaign, words_of(view.outcome.campaign), topics(view.outcome)
    rows[[*_JUDGED]] = rows[[*_JUDGED]].where(rows.assessed)
    has_text = not words.of_documents and measure_text(campaign.assessments.topics.values())
    columns: Heads = {
        "topic": ("Topic", "topic"),
        "title": ("Title", "text"),
        **({"query_type": ("Type", "text")} if (rows.query_type != "").any() else {}),
        **({} if words.of_answers else {"relevant_articles": (f"Relevant {words.items}", "count")}),
        **({"judged_articles": ("Judged", "count")} if words.of_documents else {}),
        **({"passages": ("Passages", "count")} if has_text else {}),
        **({"relevant_characters": ("Highlighted", "count")} if has_text else {}),
    }
    judges = {} if words.of_answers else article_overlaps(view.outcome)
    for judge, ratios in judges.items():
        rows[f"agreement {judge}"] = [_precise(ratios.get(topic, nan)) for topic in rows.topic]
        columns[f"agreement {judge}"] = f"Overlap with {judge}", "ordered"
    for task in tasks:
        metric, found = view.topic_column(task), scored_topics(view.of(task), view)
        named = (f"{task_title(task)} ", replace(metric, label=metric.topic_label))
        own = {"own": (*named, ": yours"), "median": "Median", "best": "Best"}
        ranks = zip(found.difficulty, found.has_relevant, strict=True)
        after = [f" ({rank})" if relevant and not view.participant else "" for rank, relevant in ranks]
        for name, head in (own if view.participant else {"median": named}).items():
            scores = zip(found.topic, found[name].tolist(), after, strict=True)
            cells = {topic: _precise(score, metric.unit, rank) for topic, score, rank in scores}
            rows[f"{name} {task}"] = [cells.get(topic, _precise(nan)) for topic in rows.topic]
            columns[f"{name} {task}"] = head, "ordered"
    about_scores = (
        "; the best of your runs, the median and the best of each task’s ranked runs"
        if view.participant
        else ", and the median of each task’s ranked runs, in brackets the topic’s rank by difficulty, 1 "
        "is the hardest"
        + ", and topics with nothing relevant have none"
        * any(not scored_topics(view.of(task), view).has_relevant.all() for task in tasks)
    )
    unit = f", highlighted text in {campaign.collection.unit}" if has_text else ""
    table = View(
        "All topics",
        rows,
        columns,
        caption=f"Assessments of each topic{unit}{about_scores}.",
        rows="topics",
        address="topics",
        data="topics",
    )
    medians, note = "medians" if view.participant else "", "agreement" if judges else ""
    return Section("section-all-topics", "All topics", parts=[table, medians], note=note)


def _precise(value: float, unit: str = "", after: str = "") -> Ordered:
    """A number that is sorted and copied as published."""
    if isnan(value):
        return Ordered("–", None)
    return Ordered(decimals(value, unit).removesuffix("%") + after, value)


@once_per_outcome
def scored_topics(outcome: TaskOutcome, view: CampaignView) -> pd.DataFrame:
    """Return the topics on which a run of a task has a score, hardest first by the median of all runs.

    What is relevant is what the task counts; ``has_relevant`` holds too where the task has no assessments.
    With their influence on the ranking, shares in percent; on a participant's site with ``own``, the best
    score of the participant's runs, NaN without any.
    """
    task = outcome.task.name
    summary, campaign = view.difficulty[task], view.outcome.campaign.of_task(task)
    topics = np.array(summary.topics)
    order = np.lexsort((topics, summary.median))
    names, known = topics[order].tolist(), outcome.relevant_articles
    relevant = dict(zip(known.topics, map(len, known.relevant_articles), strict=True))
    found = {
        "topic": names,
        "title": [campaign.topics.get(topic, Topic(topic)).title for topic in names],
        **_judged(campaign, names),
        "relevant_articles": [relevant.get(topic, 0) for topic in names],
        "has_relevant": [relevant.get(topic) != 0 for topic in names],
        "difficulty": difficulty_ranks(outcome, summary)[order],
        **{name: values[order] for name, values in vars(summary).items() if name != "topics"},
    }
    if view.participant:
        scored, scores = view.topic_scores[task]
        own = dict(zip(scored, np.fmax.reduce(scores, axis=0, initial=np.nan).tolist(), strict=True))
        return pd.DataFrame(found | {"own": [own[topic] for topic in names]})
    # The official metric may value whole runs only, and then no topic has an influence.
    influence = topic_influence(outcome, campaign).set_index("topic").reindex(names)
    measures = {name: influence[name].to_numpy() for name in ("kendall", "spread", "share")}
    return pd.DataFrame(found | measures | {"share": 100 * measures["share"]})


def _influence_view(view: CampaignView, task: str, rows: pd.DataFrame) -> View:
    shown, title = view.topic_column(task).format, task_title(task)
    shares = rows.share.notna().any()
    return View(
        f"Topics of {title} by difficulty",
        rows,
        {
            "topic": ("Topic", "topic"),
            "lowest": ("Lowest", shown),
            "lower_quartile": ("First quartile", shown),
            "median": ("Median", shown),
            "upper_quartile": ("Third quartile", shown),
            "best": ("Best", shown),
            "spread": ("Spread", shown),
            "kendall": ("τ-b", "correlation"),
            **({"share": ("Share %", "tenths")} if shares else {}),
        },
        caption=INFLUENCE + (SHARE if shares else NO_SHARES),
        folded=f"Table: topics of {title} from the hardest, with their influence on the ranking",
        kind="scores",
        data="difficulty",
    )


def difficulty_chart(view: CampaignView, task: str, fragment: str = "topics") -> TopicRanges:
    """Return the scores of all runs on each topic of a task that has any, hardest first."""
    metric, rows = view.topic_column(task), scored_topics(view.of(task), view)
    only_relevant, items = (
        view.of(task).relevant_articles.only_relevant,
        words_of(view.outcome.campaign).items,
    )
    relevant = rows[rows.has_relevant]
    hardest, easiest = (_extreme(relevant if len(relevant) else rows, place) for place in (0, -1))
    without = counted(len(rows) - len(relevant), "topic")
    judged = {} if only_relevant else {"judged_articles": f"Judged {items}"}
    return TopicRanges(
        fragment,
        Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=f"{metric.topic_identifier} of {view.ranked_runs(task)} on {counted(len(rows), 'topic')}: "
            "line from lowest to best, bar between quartiles, tick at the median; the larger the dot, the "
            f"more {items} {'are relevant' if only_relevant else 'were judged'}",
            source="difficulty.csv",
            summary=f"Hardest by the median is {hardest}; easiest is {easiest}."
            + f" {without} with nothing relevant cannot tell runs apart." * (len(relevant) < len(rows)),
        ),
        rows,
        metric,
        line=("lowest", "best"),
        dot="median",
        texts=judged | {"relevant_articles": f"Relevant {items}"},
        scores={"best": "Best", "median": "Median", "lowest": "Lowest"},
        box=("lower_quartile", "upper_quartile"),
        size="judged_articles",
        picture=(task, "topics"),
    )


def _extreme(rows: pd.DataFrame, place: int) -> str:
    """Name the topic of a row with its median, and say how many others have the same."""
    one = rows.iloc[place]
    others = int((comparable(rows["median"]) == comparable(rows["median"])[place]).sum()) - 1
    same = f" with {counted(others, 'other')}" if others else ""
    return f"topic {one.topic}, {one.title or 'untitled'}{same} ({decimals(one['median'])})"


def placing_chart(view: CampaignView, task: str, fragment: str) -> TopicRanges:
    """Return the best score of the participant's runs on each topic, with median and best of all runs."""
    metric, rows = view.topic_column(task), scored_topics(view.of(task), view)
    below = rows[rows.own < rows["median"]]
    summary = f"Your best run is below the median on {len(below)} of {counted(len(rows), 'topic')}"
    if len(below):
        worst = below.iloc[(below["median"] - below.own).argmax()]
        summary += (
            f", farthest on topic {worst.topic}, {worst.title or 'untitled'} ({decimals(worst.own)} against "
            f"{decimals(worst['median'])})"
        )
    return TopicRanges(
        fragment,
        Figure(
            title=f"{task_title(task)}: topics from the hardest to the easiest",
            basis=f"{metric.topic_identifier} on {counted(len(rows), 'topic')}: line from the median to the "
            f"best of {view.ranked_runs(task)}, tick at the median, dot at your best run",
            source="medians.csv",
            summary=f"{summary}.",
        ),
        rows,
        metric,
        line=("median", "best"),
        dot="own",
        texts={"relevant_articles": f"Relevant {words_of(view.outcome.campaign).items}"},
        scores={"best": "Best", "median": "Median", "own": "Your best run"},
    )


def deciding_topics(topics: Sequence[str], shares: Sequence[float]) -> str:
    """Say which topics decide the ranking; empty where a share is undefined.

    Parameters
    ----------
    topics : sequence of str
    shares : sequence of float
        Percentage of the variance of the runs' means that comes from each topic.

    Examples
    --------
    >>> deciding_topics(["1", "2", "3"], [70.0, 40.0, -10.0])
    '1 of 3 topics makes up at least half of the variance of the runs’ means: 1 (70.0%). 1 topic reduces it: \
3 (−10.0%).'
    """
    if not shares or np.isnan(shares).any():
        return ""
    ordered = sorted(zip(shares, topics, strict=True), key=lambda one: (-one[0], one[1]))
    totals = accumulate(share for share, _ in ordered)
    needed = next((n for n, total in enumerate(totals, start=1) if total >= HALF), len(ordered))
    most = [f"{topic} ({share:.1f}%)" for share, topic in ordered[:needed]]
    make = "makes" if len(most) == 1 else "make"
    sentence = (
        f"{len(most):,} of {counted(len(ordered), 'topic')} {make} up at least half of the variance of the "
        f"runs’ means: {_listed(most)}."
    )
    against = [f"{topic} (−{-share:.1f}%)" for share, topic in reversed(ordered) if share < 0]
    if against:
        reduce = "reduces" if len(against) == 1 else "reduce"
        sentence += f" {counted(len(against), 'topic')} {reduce} it: {_listed(against)}."
    return sentence


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else shown
