"""The page of a task's scores by run and topic, whose topics the reader chooses."""

from __future__ import annotations

from scipy import stats

from inexreport.model.task import Significance
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.compare import compared_metrics
from inexreport.report.figure import PageData
from inexreport.statistics import paired_tests
from inexreport.statistics.score_intervals import CONFIDENCE
from inexreport.statistics.significance import BEST_RUNS, LEVEL, MOST_RUNS
from inexreport.statistics.topic_subsets import topic_subsets


def topics_runs_page(view: CampaignView, task: str) -> PageData:
    """Return runs, topics, metrics and subsets of topics; the scores are those of the compare page.

    `quantiles` are those of Student's t for the intervals of means of two topics, of three, and so on;
    `method` has the constants of the tests that make the groups.
    """
    standings = view.evaluated_runs[task]
    topics, _ = standings.topic_scores(view.topic_metrics[task])
    known_topics = view.outcome.campaign.topics
    runs = [view.names[task, run.submission.name] for run in standings.runs]
    metrics = compared_metrics(view, task)
    among = [
        (one.kind, one.name, [topic for topic in topics if topic in one.topics])
        for one in topic_subsets(view.outcome.campaign)
    ]
    return {
        "task": task,
        "usable": bool(runs and metrics),
        "runs": runs,
        "topics": [known_topics.get(topic, Topic(topic)) for topic in topics],
        "metrics": metrics,
        "subsets": [{"kind": kind, "name": name, "topics": inside} for kind, name, inside in among if inside],
        "confidence": CONFIDENCE,
        "is_tukey": standings.task.significance is Significance.TUKEY,
        "method": {
            "decimals": paired_tests.DECIMALS,
            "level": LEVEL,
            "most_runs": MOST_RUNS,
            "best_runs": BEST_RUNS,
        },
        "quantiles": [interval_factor(count) for count in range(2, len(topics) + 1)],
    }


def interval_factor(topics: int) -> float:
    """Half the width of the interval of a mean over topics, in standard errors.

    Examples
    --------
    >>> round(interval_factor(11), 3)
    2.228
    """
    return float(stats.t.ppf(0.5 + CONFIDENCE / 200, topics - 1))
