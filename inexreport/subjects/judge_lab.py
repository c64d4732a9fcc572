"""May another judge replace the official one? Each pair of judges, favoured runs, and disputed documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
import pandas as pd

from inexreport.evaluation.task_plan import asks
from inexreport.judging.assessment_sets import scored_assessments
from inexreport.model.answer import Support
from inexreport.model.assessment import OF_ANSWERS, OF_DOCUMENTS, OF_TEXT, OFFICIAL
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.model.topic import Topic
from inexreport.report.applicability import has_graded_judges
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import correlation, decimals
from inexreport.report.naming import facet_title, task_title
from inexreport.report.tables.columns import TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.statistics.assessment_comparisons import scores_by_topic
from inexreport.statistics.judge_pairs import TOP, grade_measures, interval, rank_measures, topic_samples
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.random_subsets import smallest_p
from inexreport.statistics.ranks import centred_ranks
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.significance import LEVEL, holm
from inexreport.statistics.summary import known_means
from inexreport.subjects.agreement import JUDGE
from inexreport.subjects.answers import MARKS, nuggets
from inexreport.subjects.reusability import DIFFERENT
from inexreport.subjects.run_groups import FACETS, PARTICIPANT, RUN_GROUPS, run_groups
from inexreport.subjects.sections import Section, View

PERMUTATIONS = 9_999
"""Random orders of the runs; the observed one is added."""

MOST_SHOWN = 10
"""Rows of the tables of topics and documents."""

MOST_GROUPS = 30

ALL_DOCUMENTS = "all"
"""In place of a document: all of the topic."""

SUPPORT = {Support.NONE: 0, Support.PARTIAL: 1, Support.FULL: 2}
"""Grades of nuggets."""

ON_GRADES = {"agreement": "Agreement", "kappa": "Kappa", "alpha": "Ordinal alpha", "leniency": "Leniency"}
MEASURES = ON_GRADES | {"tau": "Kendall’s τ-b", "tau_ap": "τ-AP", "tau_top": "τ-b of the best ten"}


def scored_judges(campaign: Campaign, sets: Iterable[str]) -> list[str]:
    """Return which of the further sets by which runs are scored are judges of documents or answers."""
    folders = {one.judge for one in campaign.judges if campaign.judged not in OF_TEXT}
    return [one for one in sets if one in folders]


@once_per_outcome
def task_grades(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the grades of each judge under whom the runs are scored, and whether they are relevant.

    Returns
    -------
    DataFrame
        A row per topic and document, or per topic, run and nugget (in ``document``); columns ``grade`` and
        ``relevant`` (1 or 0; of nuggets the grade, see `SUPPORT`) by judge, the official one first; NaN where
        a judge has not judged. Empty unless there are several judges.
    """
    judges = {OFFICIAL: campaign.of_task(outcome.task.name).assessments}
    for name in scored_judges(campaign, scores_by_topic(outcome)):
        judges[name] = scored_assessments(campaign, outcome.task)[name]
    if len(judges) < 2:
        return pd.DataFrame()
    rows = [
        (name, topic, "", document, grade, is_relevant)
        for name, judged in judges.items()
        for topic, one in judged.topics.items()
        if one.grades is not None and asks(outcome.task, campaign, topic)
        for document, grade, is_relevant in zip(
            one.articles, one.grades.tolist(), one.relevant_characters.tolist(), strict=True
        )
    ]
    found = pd.DataFrame(rows, columns=["judge", "topic", "run", "document", "grade", "relevant"])
    if campaign.judged in OF_ANSWERS:
        found = nuggets(outcome, campaign).rename(columns={"nugget": "document"})
        asked = [one for one in found.topic.unique() if asks(outcome.task, campaign, one)]
        found = found[found.judge.isin(judges) & found.topic.isin(asked)]
        grades = [SUPPORT[Support(one)] for one in found.assignment]
        found = found.assign(grade=grades, relevant=grades)
    wide = found.pivot_table(["grade", "relevant"], ["topic", "run", "document"], "judge", aggfunc="first")
    return wide.reindex(columns=list(judges), level="judge")


@once_per_outcome
def judge_pairs(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the measures of each two judges on their common documents or nuggets and topics, with intervals.

    References
    ----------
    Cohen (1960) and Krippendorff (2011), see `inexreport.statistics.agreement`; intervals by bootstrap over
    topics. Clarke and Dietz, LLM-based relevance assessment still can't replace human relevance assessment
    (2024), on rankings at the top.
    """
    grades, scores, rows = task_grades(outcome, campaign), scores_by_topic(outcome), []
    for a, b in combinations(grades.columns.unique("judge") if len(grades) else (), 2):
        of_both = grades[[("grade", a), ("grade", b), ("relevant", a), ("relevant", b)]].dropna()
        both = of_both.set_axis(["a", "b", "relevant_a", "relevant_b"], axis="columns").reset_index()
        common = sorted({*scores[a].columns} & {*scores[b].columns})
        topics = tuple(sorted({*both.topic, *common}))
        samples = pd.DataFrame(topic_samples(topics, outcome.task.official), columns=topics)
        one, other = (scores[name][common].dropna(how="all") for name in (a, b))
        runs = one.index.intersection(other.index)
        measures = dict.fromkeys(ON_GRADES, np.full(1, np.nan))
        measures |= grade_measures(both, samples) if len(both) else {}
        ranked = one.loc[runs].to_numpy(), other.loc[runs].to_numpy()
        measures |= rank_measures(*ranked, samples[common].to_numpy())
        for name, values in measures.items():
            items = len(both) if name in ON_GRADES else len(runs)
            rows.append((a, b, name, len(topics), items, *interval(values)))
    return pd.DataFrame(rows, columns=[*JUDGE_PAIRS.columns][1:])


@once_per_outcome
def judge_favours(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return by how many ranks each judge moves the runs of each group, against the official ranking.

    Ranks are by the official metric on the topics that both judged, equal runs sharing the mean of theirs.
    The mean move of a group is compared with those of as many runs drawn at random. ``smallest_p`` is the
    smallest that the first group of a family can have after the correction.
    """
    scores, members, rows = scores_by_topic(outcome), run_groups(outcome).members, []
    for judge in scored_judges(campaign, scores):
        common = scores[OFFICIAL].columns.intersection(scores[judge].columns)
        means = [known_means(scores[name][common].to_numpy()) for name in (OFFICIAL, judge)]
        known = np.flatnonzero(~np.isnan(means).any(axis=0))
        # Both are twice the distance from the mean rank, upwards.
        before, after = (centred_ranks(one[known]) for one in means)
        moves, names = (after - before) / 2, scores[OFFICIAL].index[known].tolist()
        draws = RepeatableDraws(DrawKind.FAVOURITISM, judge, outcome.task.official, *names)
        sums = moves[draws.orders(PERMUTATIONS, len(moves))].cumsum(axis=1)
        for (facet, group), of_group in members.groupby(["facet", "group"], sort=False).run:
            runs = moves[np.isin(names, of_group.to_numpy())]
            if 0 < len(runs) < len(moves):
                reached = np.abs(sums[:, len(runs) - 1]) >= abs(runs.sum()) - 1e-9
                p = (1 + np.count_nonzero(reached)) / (PERMUTATIONS + 1)
                least = max(smallest_p(len(moves), len(runs)), 1 / (PERMUTATIONS + 1))
                rows.append((judge, facet, group, len(runs), runs.mean(), p, least))
    found = pd.DataFrame(rows, columns=[*[*JUDGE_FAVOURS.columns][1:-1], "smallest_p"])
    family = found.groupby([found.judge, found.facet == PARTICIPANT])
    adjusted = family.p.transform(lambda p: holm(p.to_numpy()))
    return found.assign(p_adjusted=adjusted, smallest_p=found.smallest_p * family.p.transform("size"))


OF_SCORES = (judge_pairs, judge_favours)


@once_per_outcome
def judge_disputes(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    """Return the documents or nuggets on which judges differ, the most different first, then the topics."""
    grades = task_grades(outcome, campaign)
    if not len(grades):
        return pd.DataFrame(columns=[*JUDGE_DISPUTES.columns][1:])
    grades = grades[["grade"]].droplevel(0, axis="columns").dropna(thresh=2)
    apart = np.nanmean([(grades[a] - grades[b]).abs() for a, b in combinations(grades, 2)], axis=0)
    marks = {SUPPORT[one]: mark for one, mark in MARKS.items()} if campaign.judged in OF_ANSWERS else {}
    given = [
        ", ".join(
            f"{name} {marks.get(one, f'{one:.0f}')}"
            for name, one in zip(grades, row, strict=True)
            if one == one
        )
        for row in grades.to_numpy()
    ]
    documents = pd.DataFrame({"documents": 1, "difference": apart, "grades": given}, grades.index)
    documents = documents.assign(of_topic=documents.groupby("topic").difference.transform(mean)).reset_index()
    # Of equal differences, first those of the topics on which judges differ most.
    documents = documents.sort_values(["difference", "of_topic"], ascending=False, kind="stable")
    by_topic = documents.groupby("topic", as_index=False)
    topics = by_topic.agg(documents=("documents", "size"), difference=("of_topic", "first"))
    topics = topics.sort_values("difference", ascending=False, kind="stable")
    topics = topics.assign(document=ALL_DOCUMENTS, run="", grades="")
    found = pd.concat([documents[documents.difference > 0], topics], ignore_index=True)
    return found.assign(nugget=found.document, nuggets=found.documents)


JUDGE_PAIRS = Table.of_tasks(
    "judge_pairs",
    "One row per task, two judges under whose grades runs are scored, and measure of their agreement.",
    {
        **TASK,
        "judge_a": text("`official`, or the folder of a judge."),
        "judge_b": text("Folder of another judge."),
        "measure": text(
            "On relevance, or the three assignments of nuggets, `agreement` and Cohen’s `kappa`; on grades "
            "(of nuggets 2 support, 1 partial, 0 none) Krippendorff’s ordinal `alpha` and "
            "`leniency`, the mean grade by judge_b less that by judge_a. On the rankings of runs by the "
            "official metric Kendall’s `tau`-b, `tau_ap`, and `tau_top`, tau-b of the ten runs that are best "
            "under judge_a."
        ),
        "topics": integer("Topics that both judged."),
        "items": integer(
            "Documents (nuggets of answers) with a grade by both, or runs with a score under both; `tau_top` "
            "takes the best."
        ),
        "value": number("Over the topics that both judged; empty where undefined."),
        "low": number("Lower end of its 95% interval (percentile bootstrap over topics)."),
        "high": number("Upper end."),
    },
    judge_pairs,
    applies=has_graded_judges,
)

JUDGE_FAVOURS = Table.of_tasks(
    "judge_favours",
    "One row per task, judge, facet and group of runs: how far the judge moves these in the ranking.",
    {
        **TASK,
        **JUDGE,
        "facet": RUN_GROUPS.columns["facet"],
        "group": text("The group."),
        "runs": integer("Runs of the group."),
        "ranks": number(
            "By how many ranks they are higher under the judge than officially, on the topics that both "
            "judged: mean over the runs."
        ),
        "p": number("With two tails: share of random groups of as many runs that move at least as far."),
        "p_adjusted": number(
            "The same after Holm’s correction for all groups of the judge, participants apart from others."
        ),
    },
    judge_favours,
    applies=has_graded_judges,
)

JUDGE_DISPUTES = Table.of_tasks(
    "judge_disputes",
    "One row per task and document, or nugget of an answer, to which judges gave different grades, the most "
    "different first, and one per topic.",
    {
        **TASK,
        "topic": text("Id of the topic."),
        "document": text(
            "Name of the document, or `all` for those of the topic with grades by several judges.",
            kinds=OF_DOCUMENTS,
        ),
        "run": text("Whose answer; empty for all of the topic.", kinds=OF_ANSWERS),
        "nugget": text(
            "Text of the nugget, or `all` for those of the topic assigned by several judges.",
            kinds=OF_ANSWERS,
        ),
        "documents": integer("How many these are.", kinds=OF_DOCUMENTS),
        "nuggets": integer("How many these are.", kinds=OF_ANSWERS),
        "difference": number("Mean difference of the grades by two judges, over all pairs of judges."),
        "grades": text("The grade by each judge; empty for a topic."),
    },
    judge_disputes,
    applies=has_graded_judges,
)

TABLES = (JUDGE_PAIRS, JUDGE_FAVOURS, JUDGE_DISPUTES)


def nuggets_answer(outcome: CampaignOutcome, judge: str) -> tuple[float, str]:
    """Return the lowest kappa by task of a judge and the official one, and a sentence with it; or NaN."""
    pairs = JUDGE_PAIRS.build(outcome).to_pandas().query("judge_a == @OFFICIAL and judge_b == @judge")
    kappa = pairs[pairs.measure == "kappa"].value.min()
    if kappa != kappa:
        return kappa, f"{judge} and the official judge have no nuggets to compare."
    both = f"{judge} and the official judge"
    return kappa, f"Cohen’s kappa of {both} is {correlation(kappa)} on assignments of nuggets."


def verdict(view: CampaignView, judge: str) -> str:
    """Return whether a judge may replace the official one for ranking the runs of this campaign, and why.

    This is not shown if the interval of tau, of all or of the best ten runs of a task, goes below
    `DIFFERENT`, or if a group of runs moves significantly.
    """
    pairs, groups = (one.build(view.outcome).to_pandas() for one in (JUDGE_PAIRS, JUDGE_FAVOURS))
    pairs = pairs[
        (pairs.judge_a == OFFICIAL) & (pairs.judge_b == judge) & pairs.measure.isin(["tau", "tau_top"])
    ]
    pairs, groups = pairs.dropna(subset="low"), groups[groups.judge == judge]
    replace = "replace the official judge for ranking the runs of this campaign"
    if not len(pairs):
        return f"Whether {judge} may {replace} is not known: it needs two topics, and runs that differ."
    worst = pairs.loc[pairs.low.idxmin()]
    runs = f"{'the best ten' if worst.measure == 'tau_top' else 'all'} runs of {task_title(worst.task)}"
    value, low, high = map(correlation, worst[["value", "low", "high"]])
    reasons = [f"Kendall’s tau with the official ranking of {runs} is {value} (95% interval {low} to {high})"]
    moved = groups[groups.p_adjusted < LEVEL]
    model = {one.name: one.model for one in view.outcome.campaign.assessment_sets}.get(judge, "")
    own = groups[groups.group.str.casefold() == model.casefold()]
    furthest = moved.sort_values("ranks", key=abs, ascending=False, kind="stable")[:1]
    reasons += [
        f"it ranks {counted(one.runs, 'run')} of {one.group} ({_title(one.facet)}) {abs(one.ranks):.1f} "
        f"ranks {'higher' if one.ranks > 0 else 'lower'} on average"
        f"{'' if one.p_adjusted < LEVEL else ', which may be chance'} (p = {decimals(one.p_adjusted)})"
        for _, one in pd.concat([furthest, own]).drop_duplicates().iterrows()
    ]
    if worst.low < DIFFERENT or len(moved):
        return f"It is not shown that {judge} may {replace}: {'; '.join(reasons)}."
    reasons.append("no group of runs moves more than by chance")
    return f"{judge} may {replace} within these limits: {'; '.join(reasons)}."


def _title(facet: str) -> str:
    return FACETS.get(facet, facet_title(facet))


def lab_sections(view: CampaignView, task: str, place: int) -> Iterator[Section]:
    """Yield how each two judges of a task agree, whom they favour, and where they differ most."""
    outcome, campaign = view.of(task), view.outcome.campaign
    pairs, favours, disputes = (
        one(outcome, campaign) for one in (judge_pairs, judge_favours, judge_disputes)
    )
    if not len(pairs):
        return
    # Of at most ten runs it repeats tau.
    pairs = pairs[(pairs.measure != "tau_top") | (pairs["items"] > TOP)]
    title, of_answers = f"{task_title(task)}: " * (len(view.outcome.tasks) > 1), campaign.judged in OF_ANSWERS
    item, what = ("nugget", "assignments of nuggets") if of_answers else ("document", "relevance")
    kappa = pairs[pairs.measure == "kappa"].dropna(subset="value").sort_values("value")
    ends = [
        f"{correlation(value)} ({a} and {b})"
        for value, a, b in zip(kappa.value, kappa.judge_a, kappa.judge_b, strict=True)
    ]
    answer = f"Kappa on {what} is {' to '.join(dict.fromkeys([ends[0], ends[-1]]))}." if ends else ""
    table = View(
        "Agreement of each two judges",
        pairs.assign(name=pairs.measure.map(MEASURES)),
        {
            "name": ("Measure", "name"),
            "judge_a": ("Judge", "text"),
            "judge_b": ("Other judge", "text"),
            "value": ("Value", "correlation"),
            "low": ("From", "correlation"),
            "high": ("To", "correlation"),
            "topics": ("Topics", "count"),
            "items": ("Assignments or runs" if of_answers else "Documents or runs", "count"),
        },
        caption="On the topics that both judged; from and to: 95% interval over topics.",
        rows="pairs",
        data="judge_pairs",
    )
    heading = f"pairs-{place}", f"{title}How far does each pair of judges agree?"
    answer, facts = answer or f"No two judges graded the same {item}.", {"top": "tau_top" in {*pairs.measure}}
    yield Section(*heading, [answer], [table], note="pairs", facts=facts)

    moved = f"{(favours.p_adjusted < LEVEL).sum()} of {counted(len(favours), 'group')} of runs"
    answer = f"{moved} rank higher or lower under a judge than officially, more than by chance."
    if len(favours) and favours.smallest_p.min() >= LEVEL:
        answer = "There are too few runs to tell: no group could rank higher or lower more than by chance."
    shown = favours.sort_values("p_adjusted", kind="stable")[:MOST_GROUPS]
    table = View(
        "Groups of runs by how far judges move them",
        shown.assign(title=shown.facet.map(_title)),
        {
            "group": ("Runs", "name"),
            "title": ("By", "text"),
            "judge": ("Judge", "text"),
            "runs": ("Number", "count"),
            "ranks": ("Ranks higher", "hundredths"),
            "p_adjusted": ("p", "p"),
        },
        caption="Mean over the runs of a group, against the official ranking; p after Holm’s correction.",
        rows="groups",
        data="judge_favours",
    )
    heading = f"favours-{place}", f"{title}Does a judge favour kinds of runs?"
    yield Section(*heading, [answer], [table] if len(shown) else [], note="favours")

    rows = disputes.assign(
        title=[campaign.topics.get(one, Topic(one)).title for one in disputes.topic], task=task
    )
    topics, documents = rows[rows.document == ALL_DOCUMENTS], rows[rows.document != ALL_DOCUMENTS]
    items = "assignments of nuggets" if of_answers else "documents"
    answer = f"Judges gave different grades to {len(documents):,} of {topics.documents.sum():,} {items}."
    columns = {
        "topic": ("Topic", "topic"),
        "title": ("Title", "text"),
        "difference": ("Difference", "hundredths"),
    }
    document, last = {"document": ("Document", "document")}, {"grades": ("Grades", "text")}
    if of_answers:
        documents = documents.assign(name=view.named(task, documents.run))
        document = {"nugget": ("Nugget", "text"), "name": ("Answer of", "run")}
    caption = f"At most {MOST_SHOWN} {{}}, by the mean difference of the grades by two judges."
    parts = [
        View(what, of[:MOST_SHOWN], shown, caption.format(what.lower()), data="judge_disputes")
        for what, of, shown in (
            ("Topics", topics, columns | {"documents": (f"{item.capitalize()}s", "count")}),
            (f"{item.capitalize()}s", documents, document | columns | last),
        )
        if len(of)
    ]
    yield Section(f"disputes-{place}", f"{title}Where do judges differ most?", [answer], parts)
