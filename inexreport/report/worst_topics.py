"""The topics on which a run does worst, with its first results beside those of the best run."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import is_comparable
from inexreport.report.figure import PageData
from inexreport.report.first_results import first_judgements, judgement_names
from inexreport.report.naming import RunName

TOPICS_SHOWN = 5


def worst_topics(view: CampaignView, name: RunName, topics: Sequence[PageData]) -> PageData | None:
    """Return the topics farthest below the median of those on which another ranked run scores higher.

    Parameters
    ----------
    view : CampaignView
    name : RunName
    topics : sequence of dict
        The run's rows, see `inexreport.report.run.topic_rows`.

    Returns
    -------
    dict or None
        None without scores by topic. ``rows`` has the topics, worst first, each with ``first`` and
        ``best_first``, what was judged of the first results of the run and of the best run; the latter is
        None on a participant's site for a run of others. ``judged`` says what was judged, and ``comparable``
        whether the two runs have a page that compares them.
    """
    compared = [row for row in topics if not isnan(row["difference"])]
    if not compared:
        return None
    behind = [row for row in compared if row["score"] < row["best"] and not row["is_best"]]
    worst = sorted(behind, key=lambda row: row["difference"])[:TOPICS_SHOWN]
    rows = [
        row
        | {
            "first": first_judgements(view, name.task, row["topic"], name.run),
            "best_first": first_judgements(view, name.task, row["topic"], row["best_run"].run)
            if row["best_run"].run
            else None,
        }
        for row in worst
    ]
    return {
        "rows": rows,
        "behind": len(behind),
        "compared": len(compared),
        "judged": judgement_names(view, name.task, [row["topic"] for row in rows]),
        "only_relevant": view.of(name.task).relevant_articles.only_relevant,
        "comparable": not view.participant and is_comparable(view, name.task),
    }
