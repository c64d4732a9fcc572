"""campaign.json of a participant's site."""

from __future__ import annotations

from typing import Any

from inexreport.report.audience import Audience, Readers
from inexreport.report.campaign_record import Record, ranked_record
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.tables.columns import ALL_TOPICS


def own_record(excerpt: CampaignExcerpt) -> Record:
    """The record of a campaign in which nobody else takes part, but for the numbers that tell of all runs."""
    view = excerpt.view
    audience = Audience(Readers.PARTICIPANT, excerpt.participant)
    record = ranked_record(view.outcome, view.standings, view.metrics, audience)
    return record | {
        "participant": {"id": excerpt.participant, "name": excerpt.participant_name},
        "own_runs": record["runs"],
        "runs": excerpt.runs,
        "evaluated_runs": excerpt.evaluated,
        "participants": excerpt.participants,
        "tasks": [task | _of_all_runs(excerpt, task["name"]) for task in record["tasks"]],
    }


def _of_all_runs(excerpt: CampaignExcerpt, task: str) -> dict[str, Any]:
    about = excerpt.tasks[task]
    official = about.standings.task.official
    middle, best = about.medians.means.get(official), about.best_runs.get((official, ALL_TOPICS))
    return {
        "runs": about.runs,
        "evaluated_runs": about.evaluated,
        "ranked_runs": middle.runs if middle else 0,
        "participants": about.participants,
        "median": middle.median if middle else None,
        "best": {
            "run": best.run,
            "participant": best.participant,
            "label": best.label,
            "score": middle.best,
        }
        if middle and best
        else None,
    }
