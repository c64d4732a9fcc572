"""What a campaign's preview picture says, and the words that other sites show with its address."""

from __future__ import annotations

from urllib.parse import urlsplit

from inexreport.model.counted import counted
from inexreport.model.outcome import participants_of
from inexreport.report.campaign_view import CampaignView
from inexreport.report.citation import is_address
from inexreport.report.figure import PageData, decimals
from inexreport.report.naming import task_title
from inexreport.subjects.winners import task_winner

PREVIEW_FILE = "preview.png"

TASKS_SHOWN = 5


def social_preview(view: CampaignView) -> PageData:
    """Return title, year and size of a campaign, and its first tasks with their best runs.

    Each of ``tasks`` is its name, its best run and the score; ``more`` is the number of tasks not among them.
    """
    campaign = view.outcome.campaign
    runs = [run for task in view.outcome.tasks for run in task.runs]
    size = counted(len(runs), "run")
    if participants := len(participants_of(runs)):
        size += f" by {counted(participants, 'participant')}"
    shown = [task_winner(view, task) for task in list(view.standings)[:TASKS_SHOWN]]
    return {
        "title": campaign.title,
        "year": "" if str(campaign.year) in campaign.title else str(campaign.year),
        "size": f"{size}, {counted(len(campaign.assessments.topics), 'assessed topic')}",
        "tasks": [(task_title(task["name"]), *_best(task)) for task in shown],
        "more": len(view.standings) - len(shown),
    }


def _best(task: PageData) -> tuple[str, str]:
    if not task["winner"]:
        return "no ranked run", ""
    official = task["official"]
    return task["winner"].badged_label, f"{official.label} {decimals(task['score'], official.unit)}"


def preview_address(url: str) -> str:
    """Return the address of the preview picture; empty unless the campaign's own address is known.

    Other sites accept no relative address.

    Examples
    --------
    >>> preview_address("https://campaign.example/2009")
    'https://campaign.example/2009/preview.png'
    >>> preview_address("https://campaign.example/2009/index.html"), preview_address("see below")
    ('https://campaign.example/2009/preview.png', '')
    """
    if not is_address(url):
        return ""
    parts = urlsplit(url)
    path = parts.path.rpartition("/")[0] if parts.path.endswith(".html") else parts.path.rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path}/{PREVIEW_FILE}"
