"""Tables of the topics and their assessments."""

from __future__ import annotations

import numpy as np

from inexreport.model.assessment import OF_DOCUMENTS, OF_TEXT, OFFICIAL, UNKNOWN
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.columns import TASK, TOPIC
from inexreport.report.tables.table import (
    Rows,
    Shown,
    Table,
    boolean,
    integer,
    number,
    optional_integer,
    text,
)
from inexreport.statistics.standings import task_standings


def _topics(outcome: CampaignOutcome) -> Rows:
    for topic in outcome.campaign.topics.values():
        judged = outcome.campaign.assessments.topics.get(topic.id)
        yield {
            "topic": topic.id,
            "candidate_number": topic.candidate_number,
            "query_type": topic.query_type,
            "title": topic.title,
            "castitle": topic.castitle,
            "phrase_title": topic.phrase_title,
            "description": topic.description,
            "narrative": topic.narrative,
            "file": topic.file,
            "line": topic.line,
            "assessed": judged is not None,
            "judged_articles": len(judged.articles) if judged else 0,
            "relevant_articles": judged.relevant_articles if judged else 0,
            "passages": len(judged.passage_offset) if judged else 0,
            "relevant_characters": judged.total_relevant_characters if judged else 0,
        }


TOPICS = Table(
    "topics",
    "One row per topic: its statement and its assessments summed up.",
    {
        **TOPIC,
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
        "assessed": boolean("Whether the topic was assessed."),
        "judged_articles": integer(
            "Number of judged articles; where the assessments list relevant articles only, of these.",
            "Number of judged documents; where the assessments list relevant documents only, of these.",
        ),
        "relevant_articles": integer(
            "Number of articles with highlighted text.", "Number of relevant documents."
        ),
        "passages": integer("Number of highlighted passages.", kinds=OF_TEXT),
        "relevant_characters": integer("Highlighted text, in the campaign’s unit.", kinds=OF_TEXT),
    },
    _topics,
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
            None if judged.grades is None else judged.grades,
            folder,
        )


ASSESSMENTS = Table(
    "assessments",
    "One row per judged article of a topic.",
    {
        **TOPIC,
        "article": text("Id of the judged article.", "Name of the judged document."),
        "relevant_characters": integer(
            "Highlighted text, in the campaign’s unit; 0 means judged not relevant.", kinds=OF_TEXT
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
    documents_row="One row per judged document of a topic.",
    participants=Shown(),
)


def _difficulty(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        standings = task_standings(task)
        summary = standings.topic_summary(standings.topic_metric)
        yield {
            "task": task.task.name,
            "metric": standings.topic_metric,
            "topic": summary.topics,
            "runs": summary.runs,
            "lowest": summary.lowest,
            "lower_quartile": summary.lower_quartile,
            "median": summary.median,
            "upper_quartile": summary.upper_quartile,
            "best": summary.best,
            "best_run": [standings.runs[row].submission.name for row in summary.best_run.tolist()],
            "difficulty": summary.difficulty,
        }


DIFFICULTY = Table(
    "difficulty",
    "One row per task and topic: the scores of all evaluated runs.",
    {
        **TASK,
        "metric": text("The task’s official metric, or one like it where that values whole runs only."),
        **TOPIC,
        "runs": integer("Evaluated runs with a score for the topic."),
        "lowest": number("Lowest score."),
        "lower_quartile": number("First quartile."),
        "median": number("Median."),
        "upper_quartile": number("Third quartile."),
        "best": number("Best score."),
        "best_run": text("The run that reaches it; of several, the one that ranks first in the task."),
        "difficulty": integer("Rank by the median, 1 for the hardest topic."),
    },
    _difficulty,
)
