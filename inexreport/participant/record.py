"""campaign.json of a participant's site."""

from __future__ import annotations

from typing import Any

from inexreport.participant.view import ParticipantView
from inexreport.report.audience import Audience, Readers
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import AllRuns
from inexreport.report.naming import participant_name


def participant_record(participant_view: ParticipantView) -> Record:
    """Return the record of a campaign with the participant's runs only, plus facts about all runs."""
    view, tasks = participant_view.view, participant_view.tasks
    audience = Audience(Readers.PARTICIPANT, view.participant)
    record = campaign_record(view.outcome, view.metrics, audience, view.standings)
    return record | {
        "participant": {
            "id": view.participant,
            "name": participant_name(view.outcome.campaign, view.participant),
        },
        "own_runs": record["runs"],
        "runs": sum(one.runs for one in tasks.values()),
        "evaluated_runs": sum(one.evaluated for one in tasks.values()),
        "participants": participant_view.participants,
        "tasks": [task | _of_all_runs(tasks[task["name"]], task["official"]) for task in record["tasks"]],
    }


def _of_all_runs(about: AllRuns, official: str) -> dict[str, Any]:
    summary, best = about.medians.means.get(official), about.best_runs.get(official)
    return {
        "runs": about.runs,
        "evaluated_runs": about.evaluated,
        "ranked_runs": summary.runs if summary else 0,
        "participants": about.participants,
        "median": summary.median if summary else None,
        "best": {
            "run": best.run,
            "participant": best.participant,
            "label": best.label,
            "score": summary.best,
        }
        if summary and best
        else None,
    }
