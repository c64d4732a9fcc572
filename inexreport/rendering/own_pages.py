"""The pages that a participant gets: those named here, and no others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from inexreport.rendering.addresses import Addresses, campaign_addresses
from inexreport.rendering.pages import PlannedPage
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.own.data import OwnDataPage
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.front import own_front_page
from inexreport.report.own.run import own_run_page
from inexreport.report.own.task import own_task_page
from inexreport.report.own.topic import own_topic_page
from inexreport.report.own.topics import own_topics_page
from inexreport.report.problems import problems_page


def own_addresses(excerpt: CampaignExcerpt) -> Addresses:
    """Give every page of a participant's site its place; the front page is the participant's own."""
    addresses = campaign_addresses(excerpt.view)
    return replace(addresses, participants={excerpt.participant: addresses.front})


def own_pages(excerpt: CampaignExcerpt, addresses: Addresses, data: OwnDataPage) -> list[PlannedPage]:
    """All pages of a participant's site, the front page first."""
    view = excerpt.view
    pages = [
        PlannedPage(addresses.front, "own/front", partial(own_front_page, excerpt)),
        PlannedPage(addresses.topics_overview, "own/topics", partial(own_topics_page, excerpt)),
        PlannedPage(addresses.metrics_guide, "metrics_guide", partial(metrics_page, view)),
        PlannedPage(addresses.data, "own/data", lambda: data),
        PlannedPage(addresses.problems, "problems", partial(problems_page, view)),
    ]
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        pages.append(PlannedPage(addresses.tasks[task], "own/task", partial(own_task_page, excerpt, task)))
        pages += [
            PlannedPage(
                addresses.runs[task, run.submission.name],
                "own/run",
                partial(own_run_page, excerpt, task, run),
            )
            for run in outcome.runs
        ]
    pages += [
        PlannedPage(addresses.topics[topic.id], "own/topic", partial(own_topic_page, excerpt, topic))
        for topic in view.outcome.campaign.topics.values()
    ]
    return pages
