"""Every page of a campaign: its address, its template and how its data is gathered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from inexreport.model.outcome import TaskOutcome
from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.environment import environment
from inexreport.rendering.made_from import OF_NO_TASK, made_from
from inexreport.rendering.name_list import NameList
from inexreport.rendering.navigation import whereabouts
from inexreport.report.all_scores import all_scores_page
from inexreport.report.assessors import assessors_page
from inexreport.report.campaign_record import Record
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import compare_page
from inexreport.report.correlations import correlations_page
from inexreport.report.data import DataPage
from inexreport.report.front import front_page
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.participant import participant_ids, participant_page
from inexreport.report.pooling import pooling_page
from inexreport.report.problems import problems_page
from inexreport.report.reliability import reliability_page
from inexreport.report.run import run_page
from inexreport.report.significance import significance_page
from inexreport.report.task import task_page
from inexreport.report.topic import topic_page
from inexreport.report.topics import topics_page


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page that will be written; its data is gathered only then.

    Attributes
    ----------
    address, template : str
    gather : callable
    task : str or None
        The task whose runs alone it is made from, if there is one; `OF_NO_TASK` if it is made from no runs.
    """

    address: str
    template: str
    gather: Callable[[], Any]
    task: str | None = None


def planned_pages(view: CampaignView, addresses: Addresses, data: DataPage | None) -> list[PlannedPage]:
    """All pages of a campaign, the front page first; that and the data page need to know the tables."""
    campaign, of_none = view.outcome.campaign, view.of_no_task()
    pages = [
        PlannedPage(addresses.front, "front", lambda: front_page(view, data.tables if data else ())),
        PlannedPage(addresses.topics_overview, "topics", partial(topics_page, view)),
        PlannedPage(addresses.assessors, "assessors", partial(assessors_page, of_none), OF_NO_TASK),
        PlannedPage(addresses.reliability, "reliability", partial(reliability_page, of_none), OF_NO_TASK),
        PlannedPage(addresses.metrics_guide, "metrics_guide", partial(metrics_page, view)),
        PlannedPage(addresses.data, "data", lambda: data),
        PlannedPage(addresses.problems, "problems", partial(problems_page, view)),
    ]
    for outcome in view.outcome.tasks:
        pages += _task_pages(view.of_task(outcome), addresses, outcome)
    pages += [
        PlannedPage(
            addresses.topics[topic.id],
            "topic",
            partial(topic_page, view, topic),
        )
        for topic in campaign.topics.values()
    ]
    pages += [
        PlannedPage(addresses.participants[one], "participant", partial(participant_page, view, one))
        for one in participant_ids(view)
    ]
    return pages


def _task_pages(view: CampaignView, addresses: Addresses, outcome: TaskOutcome) -> Iterator[PlannedPage]:
    """The pages of one task and its runs, from a view of that task."""
    task = outcome.task.name
    kinds: Mapping[str, tuple[str, Callable[[], Any]]] = {
        addresses.tasks[task]: ("task", partial(task_page, view, outcome)),
        addresses.scores[task]: ("all_scores", partial(all_scores_page, view, task)),
        addresses.correlations[task]: ("correlations", partial(correlations_page, view, task)),
        addresses.significance[task]: ("significance", partial(significance_page, view, task)),
        addresses.pooling[task]: ("pooling", partial(pooling_page, view, task)),
        addresses.compare[task]: ("compare", partial(compare_page, view, task)),
    }
    for address, (template, gather) in kinds.items():
        yield PlannedPage(address, template, gather, task)
    for run in outcome.runs:
        address = addresses.runs[task, run.submission.name]
        yield PlannedPage(address, "run", partial(run_page, view, task, run), task)


def render_page(
    page: PlannedPage,
    links: Links,
    record: Record,
    written: Collection[str] | None = None,
) -> str:
    """The page as HTML.

    Parameters
    ----------
    page : PlannedPage
    links : Links
    record : Record
        What campaign.json says.
    written : collection of str, optional
        Addresses of the pages that are there; without it, all of them.
    """
    template = environment().get_template(f"pages/{page.template}.html")
    return template.render(
        kind=page.template,
        page=page.gather(),
        link=links,
        where=whereabouts(links.addresses, page.address, written),
        campaign=record,
        for_participant="participant" in record,
        made_from=made_from(record, page.task),
        names=NameList(links),
    )
