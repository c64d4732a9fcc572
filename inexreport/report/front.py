"""The campaign's front page."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.report.campaign_record import input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import campaign_citation, doi_address, orcid_address
from inexreport.report.collection import collection_part
from inexreport.report.data import PublishedTable
from inexreport.report.dataset import dataset_description
from inexreport.report.figure import PageData, counted_topics
from inexreport.report.judgements import measure_text
from inexreport.report.metric_choice import judged_metric
from inexreport.report.naming import MetricColumn, metric_columns
from inexreport.report.participant import participant_ids, participant_page
from inexreport.report.relevant_only import campaign_note
from inexreport.report.tables.problems import all_problems


def front_page(view: CampaignView, tables: Sequence[PublishedTable]) -> PageData:
    """Return the data of the front page: the campaign's size, its tasks and their best runs, its citation.

    A participant's site shows the participant's runs instead of tasks, participants and citation. Numbers of
    runs and problems are those of the runs that the site shows. `about` is untrusted Markdown.
    ``relevant_characters`` is None in years whose judgements measure no text.
    """
    campaign = view.outcome.campaign
    assessed = campaign.assessments.topics.values()
    runs = [run for task in view.outcome.tasks for run in task.runs]
    page = {
        "title": campaign.title,
        "collection": campaign.collection,
        "collection_facts": collection_part(campaign),
        "topics": len(campaign.topics),
        "assessed_topics": len(assessed),
        "relevant_articles": sum(topic.relevant_articles for topic in assessed),
        "passages": sum(len(topic.passage_offset) for topic in assessed),
        "relevant_characters": sum(topic.total_relevant_characters for topic in assessed)
        if measure_text(assessed)
        else None,
        "assessments_note": campaign_note(view.outcome.tasks, campaign),
        "runs": len(runs),
        "evaluated": sum(run.evaluated for run in runs),
        "problems": len(all_problems(view.outcome)),
        "about": "",
        "editions": (),
        "participants": (),
        "anonymous_runs": 0,
        "citation": None,
        "own": None,
    }
    if view.participant:
        return page | {"own": participant_page(view, view.participant)}
    return page | {
        "about": campaign.about,
        "editions": [edition.date for edition in campaign.editions],
        "tasks": [_task(view, task, column) for task, column in official_columns(view).items()],
        "participants": [participant_page(view, one) for one in participant_ids(view)],
        "anonymous_runs": sum(not run.submission.participant for run in runs),
        "authors": [
            (author, orcid_address(author.orcid) if author.orcid else "") for author in campaign.authors
        ],
        "doi": (campaign.doi, doi_address(campaign.doi)) if campaign.doi else None,
        "citation": campaign_citation(campaign, inputs_digest(input_files(view.outcome))),
        "licence": campaign.licence,
        "dataset": dataset_description(view, tables),
    }


def _task(view: CampaignView, task: str, official: MetricColumn) -> PageData:
    """A task with its best run, the first by name of several, and how many others share its score.

    ``judged`` is the measure of the judged share of the run's first documents, None where the task has none.
    """
    standings = view.standings[task]
    won = bool(standings.runs) and standings.rank(0) == 1
    judged = judged_metric(view.columns[task], view.metrics, official)
    return {
        "name": task,
        "official": official,
        "runs": sum(name.task == task for name in view.names.values()),
        "winner": view.names[task, standings.runs[0].submission.name] if won else None,
        "sharing": standings.sharing(0) if won else 0,
        "score": float(standings.means[0, standings.official]) if won else None,
        "judged": judged,
        "judged_share": float(standings.means[0, standings.task.metrics.index(judged.identifier)])
        if won and judged
        else None,
        "topics": counted_topics(standings.topics_counted[:1, standings.official]),
    }


def official_columns(view: CampaignView) -> dict[str, MetricColumn]:
    """Return each task's official metric, labelled with the parameters that are unique in the campaign."""
    columns = {column.identifier: column for column in metric_columns(tuple(view.metrics), view.metrics)}
    return {task: columns[one.task.official] for task, one in view.standings.items()}
