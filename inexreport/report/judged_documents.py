"""The judged documents of a topic by grade, with what the runs found of them."""

from __future__ import annotations

from inexreport.model.assessment import TopicAssessment
from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.document_links import document_address
from inexreport.report.figure import PageData
from inexreport.statistics.judged_documents import NO_RUN, JudgedDocuments, judged_documents


def topic_documents(view: CampaignView, topic: str) -> PageData:
    """Return the judged documents of an assessed topic of a campaign that judges documents.

    ``tasks`` has those whose runs are asked the topic, each with ``relevant`` and ``others``, rows with the
    highest grade and the most runs first. A participant's site has no runs: finds of all runs are not for its
    reader. ``summary`` is empty where tasks have assessments of their own, and then each has its own.
    """
    campaign = view.outcome.campaign
    differ = bool(campaign.task_assessments)
    judged = campaign.assessments.topics[topic]
    if view.participant and not differ:
        tasks = [_task(view, judged, None)]
    else:
        tasks = []
        for task in view.outcome.tasks:
            if topic in task.relevant_articles.topics:
                name = task.task.name
                own = campaign.of_task(name).assessments.topics[topic]
                summary = _summary(own) if differ else ""
                finds = None if view.participant else judged_documents(task, campaign)
                tasks.append(_task(view, own, finds) | {"task": name, "summary": summary})
    return {"summary": "" if differ else _summary(judged), "tasks": tasks}


def _summary(judged: TopicAssessment) -> str:
    grades = [] if judged.grades is None else judged.grades.tolist()
    counts = ", ".join(
        f"{grades.count(grade):,} of grade {_grade(grade)}" for grade in sorted({*grades}, reverse=True)
    )
    return f"{counted(len(grades), 'document')} judged, {judged.relevant_articles:,} relevant: {counts}."


def _grade(grade: int) -> str:
    """A grade as text shows it, with a true minus."""
    return str(grade).replace("-", "−")


def _task(view: CampaignView, judged: TopicAssessment, found: JudgedDocuments | None) -> PageData:
    collection = view.outcome.campaign.collection
    grades = [] if judged.grades is None else judged.grades.tolist()
    finds = [_NOTHING] * len(grades) if found is None else _finds(view, judged.topic, found)
    rows = [
        {
            "document": document,
            "address": document_address(collection, document),
            "grade": grade,
            "relevant": bool(relevant),
        }
        | of_document
        for document, grade, relevant, of_document in zip(
            judged.articles, grades, judged.is_relevant[:-1].tolist(), finds, strict=True
        )
    ]
    rows.sort(key=lambda row: (-row["grade"], -row["found"], row["best_rank"], row["document"]))
    return {
        "task": "",
        "summary": "",
        "runs": 0 if found is None else len(found.runs),
        "relevant": [row for row in rows if row["relevant"]],
        "others": [row for row in rows if not row["relevant"]],
    }


_NOTHING: PageData = {"found_within": (), "found": 0, "best_rank": 0, "best_run": None}


def _finds(view: CampaignView, topic: str, found: JudgedDocuments) -> list[PageData]:
    where = found.slices[topic]
    names = [view.names[found.task, run] for run in found.runs]
    return [
        {
            "found_within": within,
            "found": count,
            "best_rank": rank,
            "best_run": None if run == NO_RUN else names[run],
        }
        for within, count, rank, run in zip(
            found.found_within[:, where].T.tolist(),
            found.found[where].tolist(),
            found.best_rank[where].tolist(),
            found.best_run[where].tolist(),
            strict=True,
        )
    ]
