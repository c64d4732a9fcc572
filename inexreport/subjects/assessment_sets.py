"""Would other assessments change the ranking? Runs under further sets, and under cheaper variants of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan

import numpy as np
import pandas as pd

from inexreport.evaluation.task_plan import asks
from inexreport.judging.assessment_sets import scored_assessments
from inexreport.model.assessment import (
    BINARY,
    OFFICIAL,
    WITHOUT_OUT_OF_POOL,
    Assessments,
    TopicAssessment,
)
from inexreport.model.campaign import AssessmentSet, Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, TaskOutcome, VariantScores
from inexreport.model.score_numbers import comparable
from inexreport.report.applicability import has_assessment_sets, judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, correlation, decimals
from inexreport.report.naming import MetricColumn
from inexreport.report.tables.columns import CORRELATION_P, METRIC, RUN, TASK, TASK_AND_RUN
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.report.words import words_of
from inexreport.statistics.assessment_comparisons import (
    AssessmentComparison,
    assessed_scores,
    compare_sets,
    compare_variants,
    scores_by_topic,
)
from inexreport.statistics.pooled_results import reads_articles
from inexreport.statistics.summary import competition_ranks, known_ranks
from inexreport.subjects.correlations import SIGNIFICANT, significance
from inexreport.subjects.pool_quality import own_pools, pool_quality
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.sections import Columns, Scatter, Section, View, frame_rows

NAMED = 5
"""Runs that a caption names."""

COEFFICIENTS = ("Spearman’s rho", "Kendall’s tau")

VARIANT_TITLES = {
    WITHOUT_OUT_OF_POOL: "Without results outside the pool",
    BINARY: "Binary instead of graded",
}


def variants_section(view: CampaignView, task: str) -> Section | None:
    """How far cheaper variants of the assessments rank the runs like the assessments; None for documents.

    Without parts where the official metric knows no grades.
    """
    compared, official = compare_variants(view.of(task)), view.official_column(task)
    campaign = view.outcome.campaign
    heading = ("variants", "Would cheaper assessments change the ranking?")
    if not compared:
        is_shown = not words_of(campaign).of_documents
        return Section(*heading, facts={"is_measured": False, "official": official}) if is_shown else None
    rows = pd.DataFrame(
        {
            "reference": one.reference,
            "title": VARIANT_TITLES[one.variant],
            "coefficient": coefficient,
            "quant": one.quant,
            "value": f"{decimals(value) if not isnan(value) else '–'}{'†' if p >= SIGNIFICANT else ''}",
        }
        for one in compared
        for coefficient, value, p in zip(COEFFICIENTS, (one.spearman, one.kendall), one.p, strict=True)
    )
    several = len(rows.reference.unique()) > 1
    columns: Columns = {
        **({"reference": ("Assessments", "text")} if several else {}),
        "title": ("Variant", "name"),
        "coefficient": ("Coefficient", "text"),
        **{quant: (quant, "number") for quant in rows.quant.unique()},
    }
    about = ["reference", "title", "coefficient"]
    ranking = "ranking by the unchanged assessments of each scored judge" if several else "official ranking"
    runs = counted(max(len(one.runs) for one in compared), "run")
    table = View(
        "Rank correlation of variants with the ranking by the unchanged assessments",
        rows.pivot_table("value", about, "quant", aggfunc="first", sort=False).reset_index(),
        columns,
        caption=f"Rank correlation with the {ranking}, {runs}.",
        data="assessment_variants",
    )
    note = significance(
        np.array([p for one in compared for p in one.p]), max(len(one.runs) for one in compared)
    )
    charts = [one for one in compared if one.metric == official.identifier]
    figures = tuple(
        scores_figure(view, task, one, VARIANT_TITLES[one.variant], f"variant-chart-{place}")
        for place, one in enumerate(charts, 1)
    )
    pools, pooling = pools_of_task(view.of(task), campaign), pool_quality(view.of(task), campaign)[0]
    own = own_pools(pools, pooling)
    read = any(reads_articles(one.elements) for one in campaign.of_task(task).assessments.topics.values())
    judged = "articles" if read else pools.items
    saved = View(
        "Judgements outside the pool",
        own,
        {
            "set": ("Assessments", "text"),
            "outside": ("Outside the pool", "tenths"),
            "outside_share": ("Share", "score"),
        },
        caption=f"Judged {judged} {'without anything in' if read else 'that are not in'} the pool, and their "
        "share of all. Means over topics.",
        data="pooling",
    )
    return Section(
        *heading,
        [ranking_answer(compared), *_saved(judged, own)],
        [table, note, figures, "variant_scores", *[saved] * (len(own) > 1)],
        facts={"is_measured": True, "official": official},
    )


def _saved(judged: str, pooling: pd.DataFrame) -> Iterator[str]:
    """How many judgements would be saved if only the pool were judged (Woodley and Geva 2005, section 4)."""
    own = pooling.iloc[0]
    if own.outside_share == 0:
        yield f"All judged {judged} are in the pool, at least in part, so judging the pool alone saves none."
    elif not isnan(own.outside_share):
        yield (
            f"Judging nothing outside the pool saves {decimals(100 * own.outside_share, '%')} of a topic’s "
            f"judgements, {own.outside:,.1f} {judged} (means over topics)."
        )


def sets_section(view: CampaignView, task: str) -> Section | None:
    """How a task's runs fare under each scored set but dimensions; None without further sets."""
    outcome, words = view.of(task), words_of(view.outcome.campaign)
    dimensions = {one.judge for one in view.outcome.campaign.dimensions}
    ranked, (official, *further) = assessed_scores(outcome)
    further = [one for one in further if one.change not in dimensions]
    if not further:
        return None
    compared = [one for one in compare_sets(outcome) if dimensions.isdisjoint({one.reference, one.variant})]
    metric, column = outcome.task.official, view.official_column(task)
    by_official = [one for one in compared if one.metric == metric]
    figures = tuple(
        scores_figure(view, task, one, f"Scores: {one.reference} and {one.variant}", f"set-chart-{place}")
        for place, one in enumerate(by_official, 1)
    )
    sets = View(
        "Scored sets of assessments",
        pd.DataFrame(_sets(view, task, [one.change for one in further])),
        {
            "name": ("Set", "name"),
            "origin": ("Made from", "text"),
            "topics": ("Topics", "count"),
            "articles": (f"{'Judged' if words.of_answers else 'Relevant'} {words.items}", "count"),
            **({} if words.of_documents else {"elements": ("Judged elements", "count")}),
        },
    )
    scores = ranked_scores((official, *further), ranked, metric)
    names = [official.change, *(one.change for one in further)]
    heads = {key: head for name in names for key, head in score_columns(name, name, column).items()}
    table = View(
        "Scores and ranks under each set",
        scores.assign(name=view.named(task, scores.run)),
        {"name": ("Run", "run"), **heads},
        caption=f"By {column.label}, in the official order.{_fewer_topics(view, task, names)}",
        folded="Table: scores and ranks of the runs under each set",
        rows="runs",
        address="sets",
        data="assessment_scores",
    )
    return Section(
        "sets",
        "Would other assessments change the ranking?",
        [ranking_answer(by_official)],
        [sets, figures, _correlations(view, task, compared), table],
        facts={"of_documents": words.of_documents, "official": column},
    )


def _fewer_topics(view: CampaignView, task: str, sets: Sequence[str]) -> str:
    """Say which runs have a mean over fewer topics than a set has."""
    found = [
        f"{view.names[task, run].title} ({known:,} of {len(scores.columns):,} by {name})"
        for name, scores in scores_by_topic(view.of(task)).items()
        if name in sets
        for run, known in zip(scores.index, scores.notna().sum(axis="columns"), strict=True)
        if known < len(scores.columns)
    ]
    if not found:
        return ""
    more = f" and {len(found) - NAMED:,} more" if len(found) > NAMED else ""
    return f" Means over fewer topics than the set has: {', '.join(found[:NAMED])}{more}."


def dimension_sections(view: CampaignView, task: str) -> list[Section]:
    """Return the ranking of a task's runs by each dimension, by the task's official metric, the best first.

    Dimensions are grades that answer another question than relevance. Runs without a score by them are last.
    """
    outcome, campaign, column = view.of(task), view.outcome.campaign, view.official_column(task)
    ranked, (official, *further) = assessed_scores(outcome)
    scores = {one.change: one for one in further}
    settings = {one.name: one for one in campaign.assessment_sets}
    sections: list[Section] = []
    for judged in (one for one in campaign.dimensions if one.judge in scores):
        name, place = judged.judge, len(sections) + 1
        rows = ranked_scores((scores[name], official), ranked, outcome.task.official)
        rows = rows.assign(name=view.named(task, rows.run))
        rows = rows.sort_values(f"rank {name}", na_position="last", kind="stable")
        table = View(
            f"Ranking by the dimension {name}",
            rows,
            {"name": ("Run", "run"), **score_columns(name, name, column)}
            | score_columns(official.change, "Official", column),
            caption=f"{column.label} by the grades for {name}, and the official one.",
            rows="runs",
            address=f"dimension-{place}",
            data="assessment_scores",
        )
        answer = f"{_basis(view, task, judged, settings[name])} {_best(column.label, name, rows)}"
        sections.append(Section(f"dimension-{place}", f"Ranking by the dimension {name}", [answer], [table]))
    return sections


def _basis(view: CampaignView, task: str, judged: Assessments, settings: AssessmentSet) -> str:
    topics = asked(view, task, judged)
    documents = sum(len(one.articles) for one in topics)
    relevant = sum(one.relevant_articles for one in topics)
    level = settings.relevance_level or view.outcome.campaign.relevance_level
    were = "was" if documents == 1 else "were"
    by = f" by {settings.model}" if settings.model else ""
    return (
        f"{counted(documents, 'document')} of {counted(len(topics), 'topic')} {were} graded{by} for "
        f"{judged.judge}; {relevant:,} of them {'reaches' if relevant == 1 else 'reach'} grade {level}. "
        "Official scores and ranks do not depend on these grades."
    )


def _best(metric: str, dimension: str, rows: pd.DataFrame) -> str:
    best = rows[rows[f"rank {dimension}"].eq(1).fillna(False)]
    if not len(best):
        return f"No run has a score by {metric}."
    first = best.iloc[0]
    score, official = first[f"score {dimension}"], first[f"rank {OFFICIAL}"]
    if len(best) > 1:
        return f"{counted(len(best), 'run')} share the best {metric}, {decimals(score)}."
    rank = "without an official rank" if pd.isna(official) else f"officially at rank {official}"
    return f"Best by {metric} is {first['name'].label} with {decimals(score)}, {rank}."


def score_columns(name: str, head: str, metric: MetricColumn) -> dict[str, tuple[str, str]]:
    """Return how the columns of a set of `ranked_scores` are shown."""
    return {f"score {name}": (head, metric.format), f"rank {name}": ("Rank", "rank")}


def _correlations(view: CampaignView, task: str, compared: Sequence[AssessmentComparison]) -> View:
    """A row per pair of sets and metric."""
    largest = [frame_rows(largest_changes(view, task, one, 1)) for one in compared]
    moved = pd.DataFrame([rows[0] if rows else {} for rows in largest], columns=["name", "before", "after"])
    return View(
        "Rank correlation of each pair of sets",
        correlation_rows(view, task, compared).join(moved),
        {
            "reference": ("First set", "text"),
            "variant": ("Second set", "text"),
            "metric": ("Metric", "metric"),
            "runs": ("Runs", "count"),
            "spearman": ("Spearman’s ρ", "score"),
            "kendall": ("Kendall’s τ-b", "score"),
            "tau_ap": ("τ-AP", "score"),
            "name": ("Largest change of rank", "run label"),
            "before": ("From", "rank"),
            "after": ("To", "rank"),
        },
        caption="Rank correlation of the rankings by each pair of sets, and the run whose rank changes most "
        "from the first set to the second; of several, the better one.",
        rows="pairs",
        data="assessment_variants",
    )


def correlation_rows(view: CampaignView, task: str, compared: Sequence[AssessmentComparison]) -> pd.DataFrame:
    """Return `comparison_rows` with metrics as heads, for a page, without metrics that do not rank runs."""
    columns = {column.identifier: column for column in view.columns[task]}
    rows = comparison_rows(compared)
    rows = rows.assign(metric=rows.metric.map(columns))
    return rows.loc[[column.ranked for column in rows.metric]]


def largest_changes(view: CampaignView, task: str, compared: AssessmentComparison, most: int) -> pd.DataFrame:
    """Return the runs whose ranks change most, with ranks and scores before and after."""
    moved = compared.largest_changes(most)
    before, after = compared.ranks[moved].T
    names = view.named(task, [compared.runs[row] for row in moved])
    scores = {"score": compared.scores[moved], "changed": compared.changed[moved]}
    return pd.DataFrame({"name": names, "before": before, "after": after, **scores})


def ranked_scores(sets: Sequence[VariantScores], runs: Sequence[str], metric: str) -> pd.DataFrame:
    """Return the score of each run under each set by a metric, and its rank among these runs."""
    found = pd.DataFrame({"run": runs})
    for one in sets:
        scores = one.of_runs(runs)[:, one.metrics.index(metric)]
        found[f"score {one.change}"] = scores
        found[f"rank {one.change}"] = known_ranks(competition_ranks(scores))
    return found


def ranking_answer(compared: Sequence[AssessmentComparison]) -> str:
    """Return how far the rankings by two sets of assessments agree: Kendall's tau, or its range."""
    known = [one.kendall for one in compared if not isnan(one.kendall)]
    if not known:
        return "Fewer than two runs have different scores, so rankings cannot be compared."
    low, high = decimals(min(known)), decimals(max(known))
    if len(known) == 1:
        return f"Kendall’s tau of the two rankings is {low}: 1 is the same ranking."
    values = f"{low} in all" if low == high else f"{low} to {high} in"
    return f"Kendall’s tau of the two rankings is {values} {len(known):,} comparisons: 1 is the same ranking."


def _sets(view: CampaignView, task: str, further: Sequence[str]) -> list[PageData]:
    """Name, origin and size of each set, for the topics of the task."""
    campaign = view.outcome.campaign
    defined = {one.name: one for one in campaign.assessment_sets}
    scored = scored_assessments(campaign, view.of(task).task)
    sets = {OFFICIAL: campaign.of_task(task).assessments} | {name: scored[name] for name in further}
    return [
        {
            "name": name,
            "origin": _origin(defined[name]) if name in defined else "the official assessments",
            "topics": len(topics),
            "articles": sum(one.relevant_articles for one in topics),
            "elements": sum(len(one.elements) for one in topics if one.elements is not None),
        }
        for name, assessments in sets.items()
        for topics in [asked(view, task, assessments)]
    ]


def _origin(one: AssessmentSet) -> str:
    """Where a set comes from, in words.

    Examples
    --------
    >>> _origin(AssessmentSet(name="second-judge"))
    'the judge’s own assessments'
    >>> _origin(AssessmentSet(name="llm", model="a language model"))
    'the assessments by a language model'
    >>> _origin(AssessmentSet(name="short", source="official", without_elements=("link",), topics=("1",)))
    'official without elements named link, 1 topic only'
    """
    if not one.source:
        return f"the assessments by {one.model}" if one.model else "the judge’s own assessments"
    removed = f" without elements named {', '.join(one.without_elements)}" if one.without_elements else ""
    chosen = f", {counted(len(one.topics), 'topic')} only" if one.topics is not None else ""
    seen = f", rankings too, without what {one.without_judged_by} judged" if one.without_judged_by else ""
    return f"{one.source}{removed}{chosen}{seen}"


def asked(view: CampaignView, task: str, assessments: Assessments) -> list[TopicAssessment]:
    """Return the assessments of the task's topics."""
    campaign, of_task = view.outcome.campaign, view.of(task).task
    return [one for topic, one in assessments.topics.items() if asks(of_task, campaign, topic)]


def scores_figure(
    view: CampaignView, task: str, compared: AssessmentComparison, title: str, fragment: str
) -> Scatter:
    """Return the score of each run under two sets of assessments, or under a set and a variant of it."""
    points = pd.DataFrame({"reference": compared.scores, "changed": compared.changed})
    points["name"] = view.named(task, compared.runs)
    if isnan(compared.spearman) or isnan(compared.kendall):
        summary = f"{len(points)} runs; no rank correlation is defined."
    else:
        rho, tau = correlation(compared.spearman), correlation(compared.kendall)
        summary = f"{len(points)} runs; Spearman’s rho {rho}, Kendall’s tau {tau}."
    differences = comparable(np.abs(compared.changed - compared.scores))
    if len(points) and not differences.any():
        summary += " All scores are the same."
    elif len(points):
        far = points.iloc[int(np.argmax(differences))]
        before, after = decimals(far.reference), decimals(far.changed)
        others = int(np.count_nonzero(differences == differences.max())) - 1
        alike = f" (as large for {counted(others, 'other')})" if others else ""
        summary += f" Largest change: {far['name'].label}, from {before} to {after}{alike}."
    of_official, is_variant = compared.reference == OFFICIAL, compared.variant in VARIANT_TITLES
    return Scatter(
        fragment,
        Figure(
            title=title if of_official or not is_variant else f"{title}: {compared.reference}",
            basis=f"{compared.metric} by the {compared.reference} assessments (x axis) and by "
            f"{'the variant' if is_variant else compared.variant} (y axis); equal on the diagonal",
            source="variant_scores.csv" if is_variant else "assessment_scores.csv",
            summary=summary,
        ),
        points,
        x=("reference", "Official assessments" if of_official else compared.reference),
        y=("changed", "Variant" if is_variant else compared.variant),
    )


def comparison_rows(compared: Iterable[AssessmentComparison]) -> pd.DataFrame:
    """Return a row for each comparison, with the columns of the published table but p."""
    shown = ("variant", "quant", "spearman", "kendall", "metric", "reference", "tau_ap")
    return pd.DataFrame(
        {name: getattr(one, name) for name in shown} | {"runs": len(one.runs)} for one in compared
    )


def assessment_variants(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return how a task's runs rank by each variant of its assessments and by each two sets."""
    compared = (*compare_variants(outcome), *compare_sets(outcome))
    p = pd.DataFrame([one.p for one in compared], columns=["spearman_p", "kendall_p"])
    return comparison_rows(compared).join(p)


ASSESSMENT_VARIANTS = Table.of_tasks(
    "assessment_variants",
    "One row per task, variant of its assessments and quantisation of its official metric; and one per task, "
    "pair of scored sets of assessments and metric.",
    {
        **TASK,
        "variant": text(
            "`without_out_of_pool`: only pooled elements are judged; `binary`: whatever has a grade above "
            "zero has the highest grades; else the name of a scored set."
        ),
        "quant": text("Quantisation of the metric, or `aggregate` of them; empty where it has none."),
        "spearman": number(
            "Spearman’s rho of the ranking by the variant with that by the reference; empty where undefined."
        ),
        "kendall": number("Kendall’s tau-b of the same."),
        "runs": integer("Runs with a score by both."),
        **METRIC,
        "reference": text(
            "The scored set from which the variant is derived, or with which it is compared: `official` "
            "or a name."
        ),
        "tau_ap": number("AP correlation of the same, with ties, the mean of both directions."),
        "spearman_p": number(f"{CORRELATION_P}."),
        "kendall_p": number("The same of Kendall’s tau-b."),
    },
    assessment_variants,
    applies=has_assessment_sets,
)


def _variant_scores(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for one in compare_variants(task):
            yield (task.task.name, one.variant, one.metric, one.runs, one.scores, one.changed, one.reference)


VARIANT_SCORES = Table(
    "variant_scores",
    "One row per task, variant, metric and run that has a score by both assessments.",
    {
        **TASK,
        "variant": text("As in the table of variants."),
        "metric": text("The official metric, by quantisation."),
        **RUN,
        "score": number("Score by the reference: the official assessments, or another scored set."),
        "score_variant": number("Score by the variant."),
        "reference": text("The scored set from which the variant is derived."),
    },
    _variant_scores,
    applies=judges_text,
)


def _assessment_scores(outcome: CampaignOutcome) -> Rows:
    kinds = {OFFICIAL: OFFICIAL} | {
        one.name: "derived" if one.source else "dimension" if one.dimension else "judge"
        for one in outcome.campaign.assessment_sets
    }
    for task in outcome.tasks:
        ranked, sets = assessed_scores(task)
        for one in sets if task.sets else ():
            is_ranked = np.isin(one.runs, ranked)
            for scores, metric in zip(one.means.T, one.metrics, strict=True):
                ranks = known_ranks(competition_ranks(np.where(is_ranked, scores, np.nan))).tolist()
                yield one.change, task.task.name, one.runs, metric, scores, ranks, kinds[one.change]


ASSESSMENT_SCORES = Table(
    "assessment_scores",
    "One row per scored set of assessments, task, metric and evaluated run, where there are further sets.",
    {
        "set": text("`official`, or the name of a further set in campaign.toml."),
        **TASK_AND_RUN,
        **METRIC,
        "score": number("Mean over the topics that the set assesses; empty where undefined."),
        "rank": optional_integer(
            "Rank by the set; equal scores share a rank; empty for runs without a score or not ranked."
        ),
        "kind": text(
            "Of the set: `official`, `judge`, `derived`, or `dimension` if it is not about relevance."
        ),
    },
    _assessment_scores,
    applies=has_assessment_sets,
)
