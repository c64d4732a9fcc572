"""Is a system's gain over a baseline the same in a later year? Effect ratios of systems in two campaigns."""

from __future__ import annotations

import pandas as pd

from inexreport.report.tables.table import Table, number, text
from inexreport.subjects.reused_topics import TWO_YEARS

REPLICATIONS = Table.of_frame(
    "replications",
    "One row per task, two campaigns of different years with the same official metric, and system with a "
    "score in both, except for the baseline.",
    {
        **TWO_YEARS,
        "system": text("The system, as in systems.csv."),
        "participant": text("Its participant in the earlier year."),
        "baseline": text(
            "The system that it is compared with: of those in both campaigns a run with the status baseline, "
            "else, or of several, the one with the worst rank in the earlier year."
        ),
        "score": number("Score of the system in the earlier year."),
        "later_score": number("In the later year."),
        "improvement": number("Score less that of the baseline in the earlier year."),
        "later_improvement": number("In the later year."),
        "effect_ratio": number("later_improvement / improvement; empty if that is 0. 1: the same gain."),
        "relative_improvement": number("improvement / score of the baseline; empty if that is 0."),
        "later_relative_improvement": number("In the later year."),
        "delta_relative_improvement": number(
            "relative_improvement less later_relative_improvement. 0: the same gain."
        ),
    },
)


def replications(runs: pd.DataFrame) -> pd.DataFrame:
    """Return `REPLICATIONS` of `inexreport.subjects.systems_over_years.archive_runs`, with titles of systems.

    Of several runs of a system in a task the best one counts. Scores are means over the topics of each year,
    so improvements are mean differences over topics.

    References
    ----------
    Breuer, Ferro, Fuhr, Maistro, Sakai, Schaer and Soboroff, SIGIR 2020, section 3.3: effect ratio and delta
    relative improvement.
    """
    scored = runs[(runs["system_title"] != "") & runs["score"].notna()]
    if scored["year"].nunique() < 2:
        return pd.DataFrame(columns=[*REPLICATIONS.columns, "system_title", "baseline_title"])
    # Runs without a rank, such as baselines, come last: the best run of a system is its first one.
    scored = scored.drop_duplicates(["campaign", "task", "system_title"])
    scored = scored.astype({"score": float, "rank": float})
    scored = scored[["task", "metric", "system_title", *_OF_YEAR]]
    both = scored.merge(scored, on=["task", "metric", "system_title"], suffixes=("", "_later"))
    both = both[both["year"] < both["year_later"]]
    both = both.assign(is_baseline=both["is_baseline"] | both["is_baseline_later"])
    both = both.sort_values(["is_baseline", "rank"], ascending=[False, False], kind="stable")
    of_pair = both.groupby(["task", "metric", "year", "campaign", "year_later", "campaign_later"])
    base, later_base = of_pair["score"].transform("first"), of_pair["score_later"].transform("first")
    improvement, later_improvement = both["score"] - base, both["score_later"] - later_base
    relative = improvement / base.where(base != 0)
    later_relative = later_improvement / later_base.where(later_base != 0)
    found = both.assign(
        baseline=of_pair["system"].transform("first"),
        baseline_title=of_pair["system_title"].transform("first"),
        improvement=improvement,
        later_improvement=later_improvement,
        effect_ratio=later_improvement / improvement.where(improvement != 0),
        relative_improvement=relative,
        later_relative_improvement=later_relative,
        delta_relative_improvement=relative - later_relative,
    ).rename(columns={f"{name}_later": f"later_{name}" for name in ("year", "campaign", "score")})
    order = ["task", "metric", "year", "campaign", "later_year", "later_campaign", "system_title"]
    return found[found["system_title"] != found["baseline_title"]].sort_values(order)


_OF_YEAR = ["year", "campaign", "system", "participant", "score", "rank", "is_baseline"]
