"""What would people's scores be on all topics that a model judged? Its scores, corrected by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from inexreport.metrics.metric import Averaging
from inexreport.metrics.registry import bind
from inexreport.model.assessment import OFFICIAL
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.report.applicability import has_graded_judges
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.tables.columns import OFFICIAL_METRIC, RUN, TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.assessment_comparisons import scores_by_topic
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.prediction_powered import corrected_means
from inexreport.subjects.judge_lab import scored_judges
from inexreport.subjects.sections import Section, View


def models_of(campaign: Campaign, official: str, sets: Iterable[str]) -> list[str]:
    """Return the judges that are models: those of which campaign.toml says it, else all.

    None unless the official score is a mean over topics. `sets` are those by which runs are scored.
    """
    stated = {one.name for one in campaign.assessment_sets if one.model}
    is_mean = bind(official).metric.averaging in (Averaging.MEAN, Averaging.MEAN_OF_ANSWERED)
    judges = scored_judges(campaign, sets) if is_mean else []
    return [one for one in judges if one in stated] or judges


@once_per_outcome
def corrected_scores(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return `corrected_means` of the ranked runs, see `corrected_by`."""
    scores, official = scores_by_topic(outcome), outcome.task.official
    return corrected_by(scores, official, models_of(campaign, official, scores))


def corrected_by(scores: Mapping[str, pd.DataFrame], official: str, models: Iterable[str]) -> pd.DataFrame:
    """Return `corrected_means` by each model that judged further topics than people, from `scores_by_topic`.

    None unless people and the model judged at least two topics, and the model alone at least two more.
    """
    parts = [pd.DataFrame(columns=[*CORRECTED_SCORES.columns][1:])]
    for judge in models:
        people = scores[OFFICIAL].reindex(columns=scores[judge].columns)
        found = corrected_means(scores[judge].to_numpy(), people.to_numpy())
        if found.low.notna().any():
            found = found.assign(run=people.index, metric=official, judge=judge)
            parts.append(found.sort_values("corrected", ascending=False, kind="stable"))
    return pd.concat(parts[1:] or parts, ignore_index=True)


CORRECTED_SCORES = Table.of_tasks(
    "corrected_scores",
    "One row per task, model that judged more topics than people, and run: mean scores by both together.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        **RUN,
        "judge": text("Folder of the judge that stands for a model."),
        "topics": integer("Topics with a score by the model’s grades."),
        "topics_people": integer("Topics with one by people’s, the official ones, too."),
        "raw": number("Mean of the scores by the model’s grades."),
        "corrected": number(
            "The same plus the mean difference of people’s and the model’s scores on the topics that both "
            "judged (prediction-powered inference)."
        ),
        "low": number("Lower end of its 95% interval (Welch); empty where either kind of topic has no two."),
        "high": number("Upper end."),
        "people": number("Mean of people’s scores alone, on the topics that both judged."),
        "people_low": number("Lower end of its 95% interval (Student’s t)."),
        "people_high": number("Upper end."),
    },
    corrected_scores,
    applies=has_graded_judges,
    only_with_rows=True,
)

TABLES = (CORRECTED_SCORES,)


def corrected_section(view: CampaignView, task: str) -> Section | None:
    """What people’s scores would be on all topics that a model judged; None unless it judged more."""
    rows = corrected_scores(view.of(task), view.outcome.campaign)
    if not len(rows):
        return None
    rows, column = rows.assign(name=view.named(task, rows.run)), view.official_column(task)
    first, kind = rows.iloc[0], "percent" if column.unit == "%" else "score"
    value, low, high, raw, people = map(decimals, first[["corrected", "low", "high", "raw", "people"]])
    answer = (
        f"{first.judge} judged {first.topics} topics and people {first.topics_people} of them. "
        f"{first['name'].label} is best, with {value} (95% interval {low} to {high}) on all of them: "
        f"{first.judge} alone gives {raw}, people alone {people}."
    )
    narrower = int((rows.high - rows.low < rows.people_high - rows.people_low).sum())
    gain = f"Corrected intervals are narrower than people’s for {narrower} of {len(rows)} scores."
    table = View(
        "Corrected scores",
        rows,
        {
            "name": ("Run", "run"),
            "corrected": ("Corrected", kind),
            "low": ("From", kind),
            "high": ("To", kind),
            "raw": ("Raw", kind),
            "people": ("People only", kind),
            "people_low": ("From", kind),
            "people_high": ("To", kind),
            "judge": ("Judge", "text"),
        },
        caption=f"{column.label}; from and to: 95% intervals.",
        rows="runs",
        address="corrected",
        data="corrected_scores",
    )
    return Section("corrected", "What would people’s scores be on all topics?", [answer, gain], [table])
