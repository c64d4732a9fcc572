"""Do the judges agree on what is relevant? Articles, elements, grades and highlighted text of each topic."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from math import floor, isnan, nan
from typing import Any

import numpy as np
import pandas as pd

from inexreport.model.assessment import UNKNOWN, Assessments, Judged, Scale, TopicAssessment
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.score_numbers import comparable, mean
from inexreport.model.task_assessments import official_of
from inexreport.model.topic import Topic
from inexreport.report.applicability import has_judges, judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.report.words import words_of
from inexreport.statistics.agreement import cohen_kappa, krippendorff_alpha, observed_agreement
from inexreport.statistics.grades import (
    NON_ZERO,
    dimensions,
    graded_articles,
    graded_elements,
    grades,
    judged_elements,
    scale_of,
)
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.sections import Columns, Section, Strips, View, frame_rows

MEAN = "mean"
"""In place of a topic: the mean over topics."""

ARTICLE, ELEMENT, CHARACTER = LEVELS = ("article", "element", "character")

TEXT = "highlighted text"
"""The grade at the level of characters."""

FAR = 2**40
"""Distance of articles in which passages never overlap."""

Pair = tuple[Assessments, Assessments]
"""The official assessments and those of another judge."""

Graded = Mapping[str, Set[object]]
Counts = Sequence[Sequence[int]]
"""Number of items by category of the official (row) and the other judge (column)."""


def judge_pairs(outcome: CampaignOutcome) -> list[Pair]:
    """Return each further judge with the official one, as far as their tasks are the same."""
    campaign = outcome.campaign
    return [(official_of(campaign, judge), judge) for judge in campaign.judges]


def judged_by_both(pairs: Iterable[Pair]) -> Iterator[tuple[str, str, TopicAssessment, TopicAssessment]]:
    """Yield the topics that both have judged, ordered: judge, topic, official and other assessment."""
    for official, judge in pairs:
        for topic in sorted(official.topics.keys() & judge.topics.keys()):
            yield judge.judge, topic, official.topics[topic], judge.topics[topic]


def agreement_of(pairs: Iterable[Pair]) -> pd.DataFrame:
    """Return the agreement on articles, then on elements, by topic and grade, each followed by means.

    Only topics that both have judged count; elements are compared if both have judged elements. The grade of
    an article is that of its root element. A ratio is NaN for an empty union.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 2.
    """
    rows = [
        (judge, topic, level, grade, *overlap(one[grade], other[grade]))
        for judge, topic, level, names, one, other in _graded(pairs)
        for grade in names
    ]
    return with_means(pd.DataFrame(rows, columns=COLUMNS), ["level", "grade"])


def mutual_agreement(pairs: Iterable[Pair]) -> pd.DataFrame:
    """Return the agreement on the grades of elements that both judges find relevant, followed by means.

    The union is the number of these elements with the official grade, the intersection the number of those
    with the same grade by the other judge.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 3.
    """
    rows = [
        (judge, topic, level, grade, *overlap(given, given & other[grade]))
        for judge, topic, level, names, one, other in _graded(pairs)
        if level == ELEMENT
        for grade in names
        for given in [one[grade] & other[NON_ZERO]]
    ]
    return with_means(pd.DataFrame(rows, columns=COLUMNS), ["level", "grade"])


def _graded(pairs: Iterable[Pair]) -> Iterator[tuple[str, str, str, Sequence[str], Graded, Graded]]:
    """Judge, topic, level, common grades (`NON_ZERO` if scales differ), and the items of each by both."""
    for pair in pairs:
        scale, other_scale = map(scale_of, pair)
        names = grades(scale if scale is other_scale else None)
        levels: dict[str, Callable[[TopicAssessment], Graded]] = {ARTICLE: graded_articles}
        if scale is not None and other_scale is not None:
            levels[ELEMENT] = graded_elements
        for judge, topic, *both in judged_by_both([pair]):
            for level, graded in levels.items():
                one, other = (defaultdict(frozenset, graded(judged)) for judged in both)
                yield judge, topic, level, names, one, other


def overlap(one: Set[object], other: Set[object]) -> tuple[int, int, float]:
    """Return the sizes of union and intersection, and their ratio, NaN for an empty union."""
    union, shared = len(one | other), len(one & other)
    return union, shared, shared / union if union else nan


def with_means(rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return the rows of each judge and first value of `by`, followed by their means over topics."""
    groups = [found for _, found in rows.groupby(["judge", by[0]], sort=False)]
    parts = [part for found in groups for part in (found, topic_means(found, by))]
    return pd.concat(parts, ignore_index=True) if parts else rows


def topic_means(rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return the means over topics of the numbers that are defined, by judge and `by`."""
    groups = defaultdict[tuple[Any, ...], list[dict[str, Any]]](list)
    for row in frame_rows(rows):
        groups[tuple(row[name] for name in ("judge", *by))].append(row)
    numbers = rows.columns.difference(["judge", "topic", *by], sort=False).tolist()
    means = [
        found[0] | {name: mean(one[name] for one in found if not isnan(one[name])) for name in numbers}
        for found in groups.values()
    ]
    return pd.DataFrame(means, columns=rows.columns).assign(topic=MEAN)


def subset_agreement(outcome: CampaignOutcome, topics: Iterable[str]) -> pd.DataFrame:
    """Return the mean agreement on some topics by judge, level and grade, with their number, ``topics``."""
    rows = agreement(outcome)
    rows = rows[rows.topic.isin([*topics]) & (rows.level != CHARACTER)]
    means = topic_means(rows, ["level", "grade"])
    return means.assign(topics=means.judge.map(rows.groupby("judge").topic.nunique()))


@once_per_outcome
def highlighted_agreement(outcome: CampaignOutcome) -> pd.DataFrame:
    """Return the agreement on highlighted text by judge and topic, see `highlighted_text`."""
    rows = [
        {"judge": judge, "topic": topic, **highlighted_text(official, other)}
        for judge, topic, official, other in judged_by_both(judge_pairs(outcome))
    ]
    return pd.DataFrame(rows, columns=[*AGREEMENT_CHARACTERS.columns])


def _characters(outcome: CampaignOutcome) -> pd.DataFrame:
    return highlighted_agreement(outcome).query("union > 0")


def highlighted_text(official: TopicAssessment, other: TopicAssessment) -> dict[str, Any]:
    """Compare the highlighted passages of two judges of a topic, in the campaign's unit.

    If only one judge has judged an article, the other has highlighted nothing in it. Articles in which the
    place of relevant text is unknown are left out. ``table`` is the text of the articles that both have
    judged, by who highlighted it, None if a length is unknown.
    """
    unplaced = _unplaced(official) | _unplaced(other)
    one, another, either = (_covered(judges) for judges in ([official], [other], [official, other]))
    union = sum(either[article] for article in either.keys() - unplaced)
    lengths = [
        dict(zip(each.articles, each.article_length.tolist(), strict=True)) for each in (official, other)
    ]
    both = (lengths[0].keys() & lengths[1].keys()) - unplaced
    texts = [max(of_judge[article] for of_judge in lengths) for article in both]
    shared = sum(one[article] + another[article] - either[article] for article in both)
    only = [sum(found[article] for article in both) - shared for found in (one, another)]
    table = [[shared, only[0]], [only[1], max(sum(texts) - shared - sum(only), 0)]]
    return {
        "union": union,
        "intersection": shared,
        "ratio": shared / union if union else nan,
        "unplaced_articles": len(unplaced),
        "table": None if UNKNOWN in texts else table,
    }


def _unplaced(judged: TopicAssessment) -> set[str]:
    """Articles of which the place of relevant text is unknown."""
    without = np.setdiff1d(np.flatnonzero(judged.relevant_characters > 0), judged.passage_article)
    unknown = judged.passage_article[judged.passage_offset == UNKNOWN]
    return {judged.articles[place] for place in {*without.tolist(), *unknown.tolist()}}


def _covered(judges: Sequence[TopicAssessment]) -> Counter[str]:
    """Amount of text by article that at least one of the judges highlighted, overlaps counted once."""
    names = [np.array(one.articles, dtype=object)[one.passage_article] for one in judges]
    places, articles = pd.factorize(np.concatenate(names))
    start = places * FAR + np.concatenate([one.passage_offset for one in judges])
    end = start + np.concatenate([one.passage_length for one in judges])
    order = np.argsort(start, kind="stable")
    start, end = start[order], np.maximum.accumulate(end[order])
    reached = np.concatenate((start[:1], end[:-1]))
    new = np.clip(end - np.maximum(start, reached), 0, None)
    amounts = np.bincount(places[order], new, len(articles)).astype(np.int64)
    return Counter(dict(zip(articles, amounts.tolist(), strict=True)))


def coefficients(pairs: Iterable[Pair]) -> pd.DataFrame:
    """Return the agreement beyond chance on every subject that can be compared, by topic, then means.

    Elements are compared if non-relevant elements are judged (2002-2004); characters if places of passages
    and lengths of articles are known.
    """
    rows = [
        (judge.judge, topic, subject, items, *(coefficient(table) for coefficient in COEFFICIENTS))
        for official, judge in pairs
        for _, topic, first, second in judged_by_both([(official, judge)])
        for subject, table in _tables(scale_of(official), scale_of(judge), first, second)
        if (items := sum(map(sum, table)))
    ]
    return with_means(pd.DataFrame(rows, columns=[*AGREEMENT_COEFFICIENTS.columns]), ["subject"])


COEFFICIENTS = (observed_agreement, cohen_kappa, krippendorff_alpha)


def _tables(
    scale: Scale | None, other_scale: Scale | None, first: TopicAssessment, second: TopicAssessment
) -> Iterator[tuple[str, Counts]]:
    articles = (defaultdict(frozenset, graded_articles(one))[NON_ZERO] for one in (first, second))
    yield "articles", _relevance({*first.articles} & {*second.articles}, *articles)
    one, other = (defaultdict(frozenset, graded_elements(judged)) for judged in (first, second))
    if scale in (Scale.RELEVANCE_COVERAGE, Scale.GRADES) and scale is other_scale:
        judged, judged_too = {*judged_elements(first)}, {*judged_elements(second)}
        if judged - one[NON_ZERO] or judged_too - other[NON_ZERO]:
            yield "elements", _relevance(judged & judged_too, one[NON_ZERO], other[NON_ZERO])
    if scale is not None and scale is other_scale:
        for dimension, names in dimensions(scale).items():  # of elements that both have graded
            yield dimension, [[len(one[row] & other[column]) for column in names] for row in names]
    found = highlighted_text(first, second)
    if found["union"] and not found["unplaced_articles"] and found["table"]:
        yield "characters", found["table"]


def _relevance(items: Iterable[object], first: Set[object], second: Set[object]) -> Counts:
    counts = Counter((item in first, item in second) for item in items)
    return [[counts[one, other] for other in (True, False)] for one in (True, False)]


JUDGE = {"judge": text("Folder of the judge who is compared with the official one.")}
_TOPIC = {"topic": text("Id of a topic that both have judged, or `mean` for the mean over them.")}
AGREEMENT = Table.of_campaign(
    "agreement",
    "One row per judge, topic, level and grade, and one for the mean.",
    {
        **JUDGE,
        **_TOPIC,
        "level": text(
            "`article`, by the judgement of its root element where elements are judged, or `element`.",
            "`article`: whole documents.",
        ),
        "grade": text(
            "`non-zero` for all that is relevant; else a grade of exhaustivity or relevance (E) or of "
            "specificity (S). Where text is highlighted S1, S2 and S3 are thirds of the highlighted share.",
            "`non-zero` for all that is relevant.",
        ),
        "union": number("Items to which at least one of the judges gave the grade."),
        "intersection": number("Items to which both did."),
        "ratio": number(
            "Intersection by union, empty where the union is; in `mean` the mean of those that are not."
        ),
    },
    agreement_of,
    judge_pairs,
    applies=has_judges,
)
COLUMNS = [*AGREEMENT.columns]

AGREEMENT_MUTUAL = Table.of_campaign(
    "agreement_mutual",
    "One row per judge, topic and grade: elements that both judges find relevant; one for the mean.",
    {
        **AGREEMENT.columns,
        "level": text("`element`."),
        "grade": text("As in the table of agreement."),
        "union": number("Elements that both find relevant and to which the official judge gave the grade."),
        "intersection": number("Number of these to which the other judge also gave it."),
    },
    mutual_agreement,
    judge_pairs,
    applies=judges_text,
)

AGREEMENT_CHARACTERS = Table.of_campaign(
    "agreement_characters",
    "One row per judge and topic with highlighted text whose place is known.",
    {
        **JUDGE,
        "topic": text("Id of a topic that both have judged."),
        "union": integer("Text that at least one of the judges highlighted, in the campaign’s unit."),
        "intersection": integer("Text that both highlighted."),
        "ratio": number("Intersection by union."),
        "unplaced_articles": integer(
            "Articles left out because the place of relevant text in them is not known."
        ),
    },
    _characters,
    applies=judges_text,
)

AGREEMENT_COEFFICIENTS = Table.of_campaign(
    "agreement_coefficients",
    "One row per judge, subject and topic, and one for the mean: agreement beyond chance.",
    {
        **JUDGE,
        **_TOPIC,
        "subject": text(
            "What is compared: whether both find `articles`, `elements` or `characters` relevant; the "
            "grades of `exhaustivity` or `specificity` of elements that both find relevant."
        ),
        "items": number("How many items were compared."),
        "observed": number("Share of the items on which the judges agree."),
        "kappa": number("Cohen’s kappa; empty where all items are in one category."),
        "alpha": number("Krippendorff’s alpha for nominal data; empty where all items are in one category."),
    },
    coefficients,
    judge_pairs,
    applies=judges_text,
)


@once_per_outcome
def agreement(outcome: CampaignOutcome) -> pd.DataFrame:
    """Return the agreement of each judge on articles, elements, and highlighted text, with means."""
    characters = _characters(outcome).assign(level=CHARACTER, grade=TEXT)[COLUMNS]
    parts = agreement_of(judge_pairs(outcome)), with_means(characters, ["level", "grade"])
    found = pd.concat([one for one in parts if len(one)] or parts)
    order = {one.judge: place for place, one in enumerate(outcome.campaign.judges)}
    return found.sort_values("judge", key=lambda judges: judges.map(order), kind="stable")


def article_overlaps(outcome: CampaignOutcome) -> dict[str, dict[str, float]]:
    """Return the overlap of relevant articles for each judge and topic, `MEAN` last if there are any."""
    rows = agreement(outcome)
    rows = rows[(rows.level == ARTICLE) & (rows.grade == NON_ZERO)]
    of_judge = ((one.judge, rows[rows.judge == one.judge]) for one in outcome.campaign.judges)
    return {judge: dict(zip(found.topic, found.ratio, strict=True)) for judge, found in of_judge}


def overlap_answer(outcome: CampaignOutcome, judge: str) -> tuple[float, str]:
    """Return the mean overlap of a judge and the official one on articles, and a sentence with it; or NaN."""
    overlaps = article_overlaps(outcome)[judge]
    overlap = overlaps.get(MEAN, nan)
    if isnan(overlap):
        return overlap, f"{judge} and the official judge have no relevant articles to compare."
    return overlap, (
        f"Of the articles that {judge} or the official judge found relevant, both did so for "
        f"{decimals(100 * overlap, '%')}, mean over {counted(len(overlaps) - 1, 'topic')}."
    )


def topic_section(view: CampaignView, topic: str) -> Section | None:
    """Return the agreement on all that is relevant to a topic, by judge and level; None without any.

    A document counts as text of length 1, so that articles would say the same again.
    """
    campaign, rows = view.outcome.campaign, agreement(view.outcome)
    levels = LEVELS if campaign.judged is not Judged.DOCUMENTS else (CHARACTER,)
    rows = rows[(rows.topic == topic) & rows.grade.isin([NON_ZERO, TEXT]) & rows.level.isin(levels)]
    if not len(rows):
        return None
    items = {CHARACTER: campaign.collection.unit, ARTICLE: words_of(campaign).items, ELEMENT: "elements"}
    table = View(
        "Agreement of judges on this topic",
        rows.assign(items=rows.level.map(items)),
        {
            "judge": ("Judge", "name"),
            "items": ("Items", "text"),
            "union": ("∪", "count"),
            "intersection": ("∩", "count"),
            "ratio": ("∩/∪", "score"),
        },
        caption="Relevant to at least one of the judges (∪) and to both (∩), compared with the official "
        "judge.",
        data="agreement",
    )
    return Section("agreement", "Agreement of judges", parts=[table], level=3, note="agreement_on_topic")


def judge_sections(view: CampaignView, judge: str, place: int) -> Iterator[Section]:
    """Yield tables 2 and 3 of Pehcevski and Thom (2005) for a judge, and the agreement beyond chance."""
    outcome, unit = view.outcome, view.outcome.campaign.collection.unit
    rows, characters = agreement(outcome), highlighted_agreement(outcome)
    rows, characters = rows[rows.judge == judge], characters[characters.judge == judge]
    heading = (f"judge-{place}", f"Agreement with {judge}")
    if not len(rows):
        nothing = f"{judge} has judged none of the topics that have official judgements, so there is nothing"
        yield Section(*heading, [f"{nothing} to compare."])
        return
    by_level = [
        _level_parts(outcome.campaign, judge, str(level), found, f"agreement-{place}-{i}")
        for i, (level, found) in enumerate(rows.groupby("level", sort=False), 1)
    ]
    charts, tables = zip(*by_level, strict=True)
    parts: list[tuple[Strips, ...] | View | str] = [charts, *tables]
    if unplaced := int(characters.unplaced_articles.sum()):
        are_left_out = f"{counted(unplaced, 'article')} {'is' if unplaced == 1 else 'are'} left out"
        reason = "because the location of the relevant text is unknown"
        parts.append(f"{are_left_out} of the comparison in characters {reason}.")
    pairs = [pair for pair in judge_pairs(outcome) if pair[1].judge == judge]
    mutual, chance = mutual_agreement(pairs), coefficients(pairs)
    if not len(mutual):
        unjudged = "At least one of the judges judged no elements"
        parts.append(f"{unjudged}, so there is no comparison at element level.")
    both = counted(len(characters), "topic") + (" has" if len(characters) == 1 else " have")
    answer = f"{both} been judged by both the official judge and {judge}."
    yield Section(*heading, [answer], parts, note="judge")
    if len({*mutual.grade}) > 1:
        yield _mutual_section(judge, mutual, place)
    if len(chance):
        yield _chance_section(judge, chance, unit, place, len(characters))


def _by_topic(rows: pd.DataFrame) -> pd.DataFrame:
    """A row per topic, then the mean; columns ``union``, ``intersection`` and ``ratio`` by grade."""
    numbers = ["union", "intersection", "ratio"]
    wide = rows.pivot_table(numbers, "topic", "grade", aggfunc="first", dropna=False, sort=False)
    wide = wide.set_axis(wide.columns.map(" ".join), axis="columns").reset_index()
    return wide.assign(is_mean=wide.topic == MEAN, topic=wide.topic.replace(MEAN, "Mean"))


def _level_parts(
    campaign: Campaign, judge: str, level: str, rows: pd.DataFrame, fragment: str
) -> tuple[Strips, View]:
    """The agreement at one level by topic and grade, as a chart and as a table."""
    given, of_text, unit = rows.grade.unique().tolist(), level == CHARACTER, campaign.collection.unit
    data, by_grade = "agreement_characters" if of_text else "agreement", " by grade" * (len(given) > 1)
    figure = Figure(
        title="Agreement in characters" if of_text else f"Agreement at {level} level",
        basis=f"Intersection by union, {rows.topic.nunique() - 1} topics: a dot per topic, a tick at the "
        "mean",
        source=f"{data}.csv",
        summary="Neither judge finds anything relevant.",
    )
    dots, axis = rows.assign(strip=rows.grade, value=rows.ratio), "Agreement (intersection by union)"
    table = View(
        f"Agreement with {judge} at {level} level",
        _by_topic(rows),
        {
            "topic": ("Topic", "topic"),
            f"union {given[0]}": ("∪", "count"),
            f"intersection {given[0]}": ("∩", "count"),
            **{f"ratio {grade}": (f"{grade} ∩/∪", "score") for grade in given},
        },
        caption=f"Highlighted {unit} of articles, including articles that only one of the judges has read."
        if of_text
        else f"{level.capitalize()} level: ∪ and ∩ of all that is relevant, then ∩/∪{by_grade}.",
        data=data,
    )
    return topic_strips(campaign, fragment, figure, dots, MEAN, _sentence, axis), table


def topic_strips(
    campaign: Campaign,
    fragment: str,
    figure: Figure,
    rows: pd.DataFrame,
    whole: str,
    describe: Callable[[str, float, Sequence[str]], str],
    axis: str,
    tick: str = "Mean of",
) -> Strips:
    """Return a strip with a dot for each topic, and a tick for `whole` in place of a topic, where defined.

    The summary is made by `describe` from each strip, its value for `whole`, and those of topics, ascending:
    each with the first topic that has it, and how many others do.
    """
    defined = rows.dropna(subset="value").sort_values(["value", "topic"])
    dots, ticks = defined[defined.topic != whole], rows.dropna(subset="value").query("topic == @whole")
    means = dict(zip(ticks.strip, ticks.value, strict=True))
    texts: dict[str, list[str]] = defaultdict(list)
    tied = dots.groupby(["strip", comparable(dots.value)]).topic
    names = tied.transform("first") + [
        f" and {counted(n - 1, 'other')}" * (n > 1) for n in tied.transform("size")
    ]
    for strip, name, value in zip(dots.strip, names, dots.value, strict=True):
        texts[strip].append(f"{decimals(value)} (topic {name})")
    sentences = [describe(*one, texts[one[0]]) for one in means.items()]
    return Strips(
        fragment,
        replace(figure, summary=" ".join(sentences) or figure.summary),
        dots.assign(title=[campaign.topics.get(topic, Topic(topic)).title for topic in dots.topic]),
        means,
        axis,
        tick,
        strips=rows.strip.unique().tolist(),
        domain=(floor(min([0.0, *defined.value]) * 10) / 10, 1),
    )


def _sentence(grade: str, value: float, topics: Sequence[str]) -> str:
    spread = f", from {topics[0]} to {topics[-1]}" if topics[:1] != topics[-1:] else ""
    number = counted(len(topics), "topic")
    return f"{grade[:1].upper()}{grade[1:]}: mean {decimals(value)} over {number}{spread}."


def _mutual_section(judge: str, rows: pd.DataFrame, place: int) -> Section:
    whole, *given = rows.grade.unique().tolist()
    heads: dict[str, tuple[str, str]] = {}
    for grade in given:
        heads |= {f"union {grade}": ("given", "count"), f"ratio {grade}": ("confirmed", "score")}
    table = View(
        f"Mutually agreed elements with {judge}",
        _by_topic(rows),
        {"topic": ("Topic", "topic"), f"union {whole}": ("MA", "count"), **heads},
        caption="Mutually agreed elements (MA), and for each grade the official judge’s count and the "
        "confirmed share.",
        groups=[(grade, 2) for grade in given],
        data="agreement_mutual",
    )
    text = (
        "For the elements that both find relevant: the number of elements to which the official judge gave "
        f"each grade, and the share to which {judge} gave the same grade. The counts of a dimension add up "
        "to the mutually agreed elements."
    )
    return Section(f"mutual-{place}", "Grades of mutually agreed elements", [text], [table], level=3)


def _chance_section(judge: str, rows: pd.DataFrame, unit: str, place: int, topics: int) -> Section:
    rows, is_mean = rows.replace({"subject": {"characters": unit}}), rows.topic == MEAN
    values: Columns = {
        "observed": ("Observed agreement", "score"),
        "kappa": ("Cohen’s kappa", "score"),
        "alpha": ("Krippendorff’s alpha", "score"),
    }
    means = View(
        f"Agreement beyond chance with {judge}",
        rows[is_mean],
        {"subject": ("Items", "name"), "items": ("Items per topic", "tenths"), **values},
        caption=f"Means over {counted(topics, 'topic')}; coefficients over the topics that define them.",
    )
    by_topic = View(
        f"Agreement beyond chance with {judge} by topic",
        rows[~is_mean],
        {"topic": ("Topic", "topic"), "subject": ("Items", "text"), "items": ("Number", "count"), **values},
        folded="Table: agreement beyond chance, topic by topic",
        data="agreement_coefficients",
    )
    return Section(
        f"chance-{place}",
        "Agreement beyond chance",
        parts=[means, by_topic],
        level=3,
        note="beyond_chance",
        facts={"unit": unit, "subjects": {*rows.subject}},
    )
