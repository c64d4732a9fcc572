"""Pools, contributions and rare documents once more, as plainly as the definitions are written.

Nothing here is shared with the program: lists, sets and counters of names, no arrays, no numbers for names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, combinations
from math import nan

Item = tuple[str, str]
"""Article and path; the path is empty where items are whole articles."""

Result = tuple[str, str | None]
"""Article and path of a result; None for the path of what is no element."""


@dataclass
class PlainTopic:
    """An assessed topic.

    `listed` tells of every judged element, or where items are articles of every judged article, whether it is
    relevant; `articles` are all judged articles; `given` is what the judge was given, if anybody knows.
    """

    listed: Mapping[Item, bool]
    articles: Iterable[str]
    given: set[Item] | None = None

    @property
    def relevant(self) -> set[Item]:
        return {item for item, is_relevant in self.listed.items() if is_relevant}


@dataclass
class PlainRun:
    """An evaluated run: whose it is (empty where nobody says), and its results by topic after the cut-off."""

    participant: str
    results: Mapping[str, Sequence[Result]]


@dataclass
class PlainCampaign:
    """One task of a campaign: its assessed topics and its evaluated runs.

    With `of_articles` an item is a whole article, whatever a result says of it; `highlighted` tells that
    judges read whole articles.
    """

    topics: Mapping[str, PlainTopic]
    runs: Mapping[str, PlainRun]
    of_articles: bool = False
    highlighted: bool = False
    pool_depth: int = 100
    unranked_share: bool = False
    groups: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.groups = {name: run.participant or f"({name})" for name, run in self.runs.items()}

    def ranked(self, topic: str) -> dict[str, list[Item | None]]:
        """The items of each run; None where a result is none."""
        return {
            name: [self._item(*result) for result in run.results.get(topic, ())]
            for name, run in self.runs.items()
        }

    def _item(self, article: str, path: str | None) -> Item | None:
        if self.of_articles:
            return article, ""
        return None if path is None else (article, path)

    def lists(self, topic: str, group: str | None = None) -> list[list[Item | None]]:
        """The lists of all runs, or of one group's."""
        return [
            one for name, one in self.ranked(topic).items() if group is None or self.groups[name] == group
        ]

    def is_assessed(self, topic: str, item: Item) -> bool:
        judged = self.topics[topic]
        return item[0] in judged.articles if self.highlighted else item in judged.listed


def system_pool(lists: Iterable[Sequence[Item | None]], depth: int) -> set[Item]:
    return {item for one in lists for item in one[:depth] if item is not None}


def borda(
    lists: Iterable[Sequence[Item | None]], depth: int = 500, unranked_share: bool = False
) -> list[Item]:
    """All items, best first: by points, then by the number of lists that have it, then by id."""
    lists = list(lists)
    points: dict[Item, int | Fraction] = dict.fromkeys(system_pool(lists, depth), 0)
    lists_with: Counter[Item] = Counter()
    for one in lists:
        rest = sum(range(1, depth + 1))
        found = set()
        for place, item in enumerate(one[:depth]):
            if item is not None and item not in found:
                found.add(item)
                points[item] += depth - place
                rest -= depth - place
        lists_with.update(found)
        if unranked_share:
            for item in points.keys() - found:
                points[item] += Fraction(rest, len(points) - len(found))
    return sorted(points, key=lambda item: (-points[item], -lists_with[item], item))


def metasearch_pool(
    lists: Iterable[Sequence[Item | None]], size: int, depth: int = 500, unranked_share: bool = False
) -> set[Item]:
    return set(borda(lists, depth, unranked_share)[:size])


def pools(campaign: PlainCampaign, topic: str, depth: int | None) -> dict[str, set[Item]] | None:
    """The three pools made from the runs; without a depth those of what the judge was given, if known."""
    given = campaign.topics[topic].given
    lists = campaign.lists(topic)
    if depth is None and given is None:
        return None
    system = set(given or ()) if depth is None else system_pool(lists, depth)
    metasearch = metasearch_pool(lists, len(system), unranked_share=campaign.unranked_share)
    return {"system": system, "metasearch": metasearch, "combined": system | metasearch}


def ratio(part: int, whole: int) -> float:
    return float(Fraction(part, whole)) if whole else nan


def mean(values: Iterable[float]) -> float:
    defined = [Fraction(value) for value in values if value == value]
    return float(sum(defined) / len(defined)) if defined else nan


def quality(campaign: PlainCampaign, topic: str, pool: set[Item]) -> tuple[float, float, float, float]:
    """Size, precision, recall, unassessed."""
    relevant = campaign.topics[topic].relevant
    found = len(pool & relevant)
    unassessed = sum(not campaign.is_assessed(topic, item) for item in pool)
    return len(pool), ratio(found, len(pool)), ratio(found, len(relevant)), unassessed


def outside(campaign: PlainCampaign, topic: str, pool: set[Item]) -> tuple[float, float]:
    """Judged items, or articles where these are read, that are not in a pool, and their share."""
    judged = campaign.topics[topic]
    if campaign.highlighted:
        known, lacks = set(judged.articles), set(judged.articles) - {article for article, _ in pool}
        return len(lacks), ratio(len(lacks), len(known))
    return len(judged.listed.keys() - pool), ratio(len(judged.listed.keys() - pool), len(judged.listed))


def pooling_rows(campaign: PlainCampaign) -> dict[tuple[str, str, str], tuple[float, ...]]:
    """Size, precision, recall, unassessed, and what is outside, by pool, depth and topic; means for `all`."""
    rows = {}
    for depth in {50, 100, campaign.pool_depth, None}:
        label = "given" if depth is None else str(depth)
        for topic in campaign.topics:
            for kind, pool in (pools(campaign, topic, depth) or {}).items():
                rows[kind, label, topic] = (
                    *quality(campaign, topic, pool),
                    *outside(campaign, topic, pool),
                )
        for kind in ("system", "metasearch", "combined"):
            keys = [(kind, label, topic) for topic in campaign.topics]
            of_topics = [rows[key] for key in keys if key in rows]
            if of_topics:
                rows[kind, label, "all"] = tuple(mean(column) for column in zip(*of_topics, strict=True))
    return rows


def metasearch_rows(campaign: PlainCampaign) -> dict[tuple[str, str, int], tuple[float, ...]]:
    """By topic, depth and counted results: quality of the pool, size for as many relevant, saved."""
    rows = {}
    orders = {
        (topic, counted): borda(campaign.lists(topic), counted, campaign.unranked_share)
        for topic in campaign.topics
        for counted in (250, 500, 1000, 1500)
    }
    for depth in {50, 100, campaign.pool_depth, None}:
        label = "given" if depth is None else str(depth)
        pools_of = {topic: pools(campaign, topic, depth) for topic in campaign.topics}
        for counted in (250, 500, 1000, 1500):
            of_topics = []
            for topic, judged in campaign.topics.items():
                found = pools_of[topic]
                if found is None:
                    continue
                order = orders[topic, counted]
                system = found["system"]
                wanted = len(system & judged.relevant)
                relevant = accumulate((item in judged.relevant for item in order), initial=0)
                sizes = [size for size, number in enumerate(relevant) if number >= wanted]
                same = float(sizes[0]) if wanted and sizes else nan
                row = (*quality(campaign, topic, set(order[: len(system)])), same, len(system) - same)
                rows[topic, label, counted] = row
                of_topics.append(row)
            if of_topics:
                rows["all", label, counted] = tuple(mean(column) for column in zip(*of_topics, strict=True))
    return rows


def growth_row(campaign: PlainCampaign, group: str | None, depth: int) -> tuple[float, float, float]:
    """Mean size, mean number of relevant items, mean recall of the pool of all runs or of one group's."""
    sizes, found, recall = [], [], []
    for topic, judged in campaign.topics.items():
        pool = system_pool(campaign.lists(topic, group), depth)
        sizes.append(len(pool))
        found.append(len(pool & judged.relevant))
        recall.append(ratio(found[-1], len(judged.relevant)))
    return mean(sizes), mean(found), mean(recall)


def contribution_rows(campaign: PlainCampaign) -> dict[tuple[str, str], tuple[int, int, int, int]]:
    """Pooled, relevant, unique and unique relevant items by group and run; the run is empty for a group."""
    rows: Counter[tuple[str, str, int]] = Counter()
    names = {(group, "") for group in campaign.groups.values()}
    names |= {(group, name) for name, group in campaign.groups.items()}
    for topic, judged in campaign.topics.items():
        for group, name in names:
            lists = [campaign.ranked(topic)[name]] if name else campaign.lists(topic, group)
            mine = _pooled(campaign, topic, lists)
            others = set()
            for other in set(campaign.groups.values()) - {group}:
                others |= _pooled(campaign, topic, campaign.lists(topic, other))
            counted = (mine, mine & judged.relevant, mine - others, (mine - others) & judged.relevant)
            for column, items in enumerate(counted):
                rows[group, name, column] += len(items)
    return {name: tuple(rows[*name, column] for column in range(4)) for name in names}


def _pooled(campaign: PlainCampaign, topic: str, lists: Iterable[Sequence[Item | None]]) -> set[Item]:
    pool = system_pool(lists, campaign.pool_depth)
    given = campaign.topics[topic].given
    return pool if given is None else pool & given


def judged_thanks_to(campaign: PlainCampaign, group: str) -> dict[str, set[Item]]:
    """What is relevant and would not have been judged without a group, by topic; articles with no path."""
    found = {}
    for topic, judged in campaign.topics.items():
        mine = _pooled(campaign, topic, campaign.lists(topic, group))
        others = set()
        for other in set(campaign.groups.values()) - {group}:
            others |= _pooled(campaign, topic, campaign.lists(topic, other))
        if campaign.highlighted:
            read = {article for article, _ in mine} - {article for article, _ in others}
            alone = {(article, "") for article in read & {article for article, _ in judged.relevant}}
        else:
            alone = (mine - others) & judged.relevant
        if alone:
            found[topic] = alone
    return found


def rare_row(campaign: PlainCampaign, run: str, depth: int = 100) -> tuple[int, int, int, int]:
    """Rare articles among a run's first results, the relevant ones, those of all runs, and judged ones."""
    few = min(5, max(1, len(campaign.runs) // 10))
    rare = relevant = relevant_of_all = of_judged = 0
    for topic, judged in campaign.topics.items():
        known = {*judged.articles} if campaign.highlighted else {article for article, _ in judged.listed}
        found = {
            name: {article for article, _ in one.results.get(topic, ())[:depth]}
            for name, one in campaign.runs.items()
        }
        for article in set().union(*found.values()):
            if sum(article in articles for articles in found.values()) <= few:
                is_relevant = article in {name for name, _ in judged.relevant}
                rare += article in found[run]
                relevant += is_relevant and article in found[run]
                relevant_of_all += is_relevant
                of_judged += article in known and article in found[run]
    return rare, relevant, relevant_of_all, of_judged


def competition_ranks(scores: Mapping[str, float]) -> dict[str, int | None]:
    """1 and the number of better runs by scores of ten decimals; None without a score."""
    rounded = {name: round(score, 10) for name, score in scores.items()}
    return {
        name: None if score != score else 1 + sum(other > score for other in rounded.values())
        for name, score in rounded.items()
    }


def tau_b(one: Iterable[float], other: Iterable[float]) -> float | None:
    """Pairs that agree less pairs that do not, over the geometric mean of the pairs that each tells apart."""
    signs = [
        ((a > c) - (a < c), (b > d) - (b < d))
        for (a, b), (c, d) in combinations(zip(one, other, strict=True), 2)
    ]
    apart = [sum(pair[side] != 0 for pair in signs) for side in (0, 1)]
    return sum(a * b for a, b in signs) / (apart[0] * apart[1]) ** 0.5 if all(apart) else None
