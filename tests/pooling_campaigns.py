"""Small whole campaigns of any year, as files for the program and as plain names for the reference."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import assume
from hypothesis import strategies as st
from metrics.scenarios import GRADES, LEAVES, PATHS
from pooling_reference import Item, PlainCampaign, PlainRun, PlainTopic

from inexreport.building import evaluation, variants
from inexreport.building.evaluation import evaluate_campaign
from inexreport.cache import Cache
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.statistics.pooled_results import PooledResults
from inexreport.subjects.pools import pooled_results

ARTICLES = ("A", "B", "C", "D")
UNJUDGED = "Z"
"""An article that no judge was shown and of which there is no document."""
NO_SUCH_PATH = "/article[1]/sec[9]"
SIZES = {path: sum(LEAVES[leaf] for leaf in LEAVES if leaf.startswith(path)) for path in PATHS}
ARTICLE_LENGTH = SIZES["/article[1]"]
COVERED = [(r, c) for r, c in ("3E", "2E", "3L", "1E", "2L", "2S", "1S", "1L", "0N")]
HIGHEST = {2002: ("3", "E"), 2003: (3, 3), 2004: (3, 3), 2005: (2, None), 2006: (2, None)}
"""The grades of binary assessments; from 2005 on all of the text is highlighted."""

TOPIC = (
    '<inex_topic topic_id="{id}" query_type="{kind}"><title>a title</title>'
    "<castitle>//article//sec[about(., a title)]</castitle></inex_topic>"
)
DOCUMENT = (
    "<article><sec><p>{:a<100}</p><p>{:b<200}</p></sec><sec><p>{:c<300}</p><p>{:d<400}</p></sec></article>"
)

Judged = Mapping[Any, Any]
"""Until 2006: the two values of each listed element by its path; later the passages, by number."""


@dataclass(frozen=True)
class SmallCampaign:
    """A campaign with few topics, articles and runs.

    Attributes
    ----------
    judgements : by topic and article, what the judge said; None for the values of a listed element that
        nobody judged
    kinds : the query type of every topic, assessed or not
    runs : by task and name; paths of results are places (offset, length) from 2007 on
    pools : by topic, what pools/ holds
    flags : by topic, what carries the flag of the pool, of what is listed (2004)
    entry_points : by topic and article, the path of the best entry point (2006)
    """

    year: int
    judgements: Mapping[str, Mapping[str, Judged]]
    kinds: Mapping[str, str]
    runs: Mapping[str, Mapping[str, PlainRun]]
    pools: Mapping[str, set[Item]] = field(default_factory=dict)
    flags: Mapping[str, set[Item]] = field(default_factory=dict)
    entry_points: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pool_depth: int = 2
    settings: str = ""

    @property
    def of_articles(self) -> bool:
        return self.year >= 2007

    @property
    def highlighted(self) -> bool:
        return self.year >= 2005

    # What the reference is given

    def plain(self, task: str) -> PlainCampaign:
        """The task as the reference sees it."""
        return PlainCampaign(
            topics={topic: self._plain_topic(topic) for topic in self.judgements if self.asks(task, topic)},
            runs={
                name: PlainRun(
                    run.participant, {topic: self._plain(one) for topic, one in run.results.items()}
                )
                for name, run in self.runs[task].items()
            },
            of_articles=self.of_articles,
            highlighted=self.highlighted,
            pool_depth=self.pool_depth,
            unranked_share='borda = "unranked share"' in self.settings,
        )

    def asks(self, task: str, topic: str) -> bool:
        return self.year >= 2006 or ("CAS" in self.kinds[topic]) == ("CAS" in task)

    def _plain(self, results: Sequence) -> list:
        return [(article, None) for article, _ in results] if self.of_articles else list(results)

    def _plain_topic(self, topic: str) -> PlainTopic:
        judged = self.judgements[topic]
        if self.of_articles:
            listed = {(article, ""): bool(passages) for article, passages in judged.items()}
        else:
            listed = {
                (article, path): self._is_relevant(values)
                for article, elements in judged.items()
                for path, values in elements.items()
                if values is not None
            }
        return PlainTopic(listed, set(judged), self._given(topic))

    def _given(self, topic: str) -> set[Item] | None:
        if topic in self.pools:
            return {(article, "" if self.of_articles else path) for article, path in self.pools[topic]}
        listed = {
            (article, path) for article, elements in self.judgements[topic].items() for path in elements
        }
        return (self.flags.get(topic, set()) & listed) or None

    def _is_relevant(self, values: tuple) -> bool:
        first, second = values
        if self.year == 2002:
            return first != "0" and second != "N"
        return first != 0 and second > 0

    # Other judgements of the same campaign

    def without(self, items: Mapping[str, set[Item]]) -> SmallCampaign:
        """The campaign whose judges never saw these items; an item without a path is a whole article."""
        return self._rejudged(
            {
                topic: {
                    article: {
                        path: values
                        for path, values in elements.items()
                        if (article, path) not in items.get(topic, ())
                    }
                    for article, elements in judged.items()
                    if (article, "") not in items.get(topic, ())
                }
                for topic, judged in self.judgements.items()
            }
        )

    def only(self, items: Mapping[str, set[Item]]) -> SmallCampaign:
        """The campaign whose judges saw no other elements, in these topics."""
        return self._rejudged(
            {
                topic: {
                    article: {
                        path: values
                        for path, values in elements.items()
                        if topic not in items or (article, path) in items[topic]
                    }
                    for article, elements in judged.items()
                }
                for topic, judged in self.judgements.items()
            }
        )

    def binary(self) -> SmallCampaign:
        """The campaign whose judges only said whether an element is relevant."""
        first, second = HIGHEST[self.year]
        return self._rejudged(
            {
                topic: {
                    article: {
                        path: (first, SIZES[path] if second is None else second)
                        if values is not None and self._is_relevant(values)
                        else values
                        for path, values in elements.items()
                    }
                    for article, elements in judged.items()
                }
                for topic, judged in self.judgements.items()
            }
        )

    def _rejudged(self, judgements: Mapping[str, Mapping[str, Judged]]) -> SmallCampaign:
        # Pools are what they were: flags would go with the elements that carry them.
        return replace(self, judgements=judgements, flags={}, pools={})

    # Files

    def write(self, root: Path) -> Path:
        """Write the campaign directory."""
        tasks = "".join(
            f'[tasks."{task}"]\npool_depth = {self.pool_depth}\nmetasearch_depths = [250, 1000, 1500]\n'
            for task in self.runs
        )
        head = f'title = "T"\nyear = {self.year}\nprotocol = "inex-{self.year}"\n'
        collection = "[collection]\nmean_document_length = 1000.0\n"
        _write(root, "campaign.toml", head + collection + tasks + self.settings)
        for topic, kind in self.kinds.items():
            _write(root, f"topics/{topic}.xml", TOPIC.format(id=topic, kind=kind))
        for article in ARTICLES if self.highlighted and not self.of_articles else ():
            _write(root, f"documents/{article}.xml", DOCUMENT.format("", "", "", ""))
        self._write_judgements(root)
        for topic, pool in self.pools.items():
            paths = "".join(f'<file file="{a}"><path path="{p}"/></file>' for a, p in sorted(pool))
            _write(root, f"pools/{topic}.xml", f'<pool topic="{topic}">{paths}</pool>')
        for task, runs in self.runs.items():
            for name, run in runs.items():
                self._write_run(root, task, name, run)
        return root

    def _write_judgements(self, root: Path) -> None:
        if self.of_articles:
            lines = [
                self._line(topic, article, passages.values())
                for topic, judged in self.judgements.items()
                for article, passages in judged.items()
            ]
            _write(root, "assessments/official/all.qrels", "".join(lines))
            return
        for topic, judged in self.judgements.items():
            files = "".join(self._file(topic, article, elements) for article, elements in judged.items())
            _write(
                root,
                f"assessments/official/{topic}.xml",
                f'<assessments topic="{topic}">{files}</assessments>',
            )

    @staticmethod
    def _line(topic: str, article: str, passages: Sequence[tuple[int, int]]) -> str:
        places = " ".join(f"{offset}:{length}" for offset, length in passages)
        entry = f" {next(iter(passages))[0]} {places}" if places else ""
        return f"{topic} Q0 {article} {sum(length for _, length in passages)} {ARTICLE_LENGTH}{entry}\n"

    def _file(self, topic: str, article: str, elements: Judged) -> str:
        entry = self.entry_points.get(topic, {}).get(article)
        content = f'<best-entry-point path="{entry}"/>' if entry and elements else ""
        for path, values in elements.items():
            flag = ' inpool="true"' if (article, path) in self.flags.get(topic, ()) else ""
            content += f'<element path="{path}" {self._attributes(path, values)}{flag}/>'
        return f'<file name="{article}">{content}</file>'

    def _attributes(self, path: str, values: tuple | None) -> str:
        if values is None:
            return 'exhaustiveness="U" specificity="U"'
        first, second = values
        if self.year == 2002:
            return f'relevance="{first}" coverage="{second}"'
        if self.year < 2005:
            return f'exhaustiveness="{first}" specificity="{second}"'
        return f'exhaustivity="{first}" size="{SIZES[path]}" rsize="{second}"'

    def _write_run(self, root: Path, task: str, name: str, run: PlainRun) -> None:
        if self.of_articles:
            folder = f"runs/{task}/{run.participant}" if run.participant else f"runs/{task}"
            lines = [
                f"{topic} Q0 {article} {rank} {2000 - rank} {name} {offset} {length}\n"
                for topic, results in run.results.items()
                for rank, (article, (offset, length)) in enumerate(results, start=1)
            ]
            _write(root, f"{folder}/{name}.txt", "".join(lines))
            return
        topics = "".join(
            f'<topic topic-id="{topic}">{"".join(map(_result, range(1, 9999), results))}</topic>'
            for topic, results in run.results.items()
        )
        whose = f' participant-id="{run.participant}"' if run.participant else ""
        head = f'<inex-submission{whose} run-id="{name}" task="{task}" query="automatic">'
        _write(root, f"runs/{task}/{name}.xml", f"{head}{topics}</inex-submission>")


def _result(rank: int, result: tuple[str, str | None]) -> str:
    article, path = result
    place = '<fol offset="0" length="10"/>' if path is None else f"<path>{path}</path>"
    return f"<result><file>{article}</file>{place}<rank>{rank}</rank></result>"


def _write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that is there while a Hypothesis example is tried."""
    root = Path(tempfile.mkdtemp())
    try:
        yield root
    finally:
        shutil.rmtree(root)


def evaluated(campaign: SmallCampaign) -> CampaignOutcome:
    """What the program makes of the campaign's files."""
    with folder() as root:
        return evaluate_campaign(campaign.write(root))[0]


@contextmanager
def scores_alone() -> Iterator[None]:
    """Campaigns have no simulated runs, and what needs scores alone is computed when it is asked for.

    That there are no simulated runs is not stored: others may use the same cache.
    """
    put = Cache.put

    def put_others(cache: Cache, kind: str, key: str, value: object) -> None:
        if kind != "reliability":
            put(cache, kind, key, value)

    with (
        mock.patch.object(evaluation, "OF_SCORES", ()),
        mock.patch.object(evaluation, "reliability", return_value=None),
        mock.patch.object(Cache, "put", put_others),
    ):
        yield


def scored(campaign: SmallCampaign) -> CampaignOutcome:
    """What the program makes of the campaign's files, but for statistics of the scores."""
    with scores_alone():
        return evaluated(campaign)


@dataclass(frozen=True, eq=False)
class Pools:
    """What the pools of a task are made from, the task with the results of its runs, and the campaign."""

    results: PooledResults
    outcome: TaskOutcome
    campaign: Campaign


def pools_of_only_task(campaign: SmallCampaign) -> Pools:
    """The pools of a campaign's task, while the first results of its runs are there."""
    with mock.patch.object(variants, "pooled_results", wraps=variants.pooled_results) as asked:
        scored(campaign)
    (outcome, prepared), _ = asked.call_args
    return Pools(pooled_results(outcome, prepared), outcome, prepared)


def task_of(outcome: CampaignOutcome, name: str) -> TaskOutcome:
    return next(task for task in outcome.tasks if task.task.name == name)


def scores_of(outcome: CampaignOutcome, task: str, metric: str = "") -> dict[str, float]:
    """The means of a task's evaluated runs, by the official metric if none is named."""
    found = task_of(outcome, task)
    return {
        run.submission.name: float(run.scores.mean[run.scores.metrics.index(metric or found.task.official)])
        for run in found.runs
        if run.scores is not None
    }


PARTICIPANTS = ("", "1", "2", "3")
TASKS = {2002: "CO", 2003: "CO", 2004: "CO", 2005: "CO.Thorough", 2006: "Thorough", 2009: "Thorough"}
"""A task of each year in which runs may repeat and nest results."""
KINDS = {"1": "CO", "2": "CO+S", "3": "CAS", "4": "CAS"}


# A campaign for every seed: rich enough that each group of runs is likely to find something alone


def varied_campaign(year: int, task: str, seed: int, given: str = "") -> SmallCampaign:
    """Five runs of four topics, with what judges were given by "pools" or "flags", or nothing of it."""
    draw = random.Random(f"{year} {task} {seed} {given}")
    judgements = {
        topic: {article: _varied_judgement(year, draw) for article in draw.sample(ARTICLES, 3)}
        for topic in KINDS
    }
    runs = {
        f"run{number}": PlainRun(
            PARTICIPANTS[number % len(PARTICIPANTS)],
            {topic: _varied_results(year, task, draw) for topic in draw.sample(sorted(KINDS), 3)},
        )
        for number in range(5)
    }
    returned = {
        topic: {
            (article, "/article[1]" if year >= 2007 else path)
            for run in runs.values()
            for article, path in run.results.get(topic, ())
            if path is not None
        }
        for topic in KINDS
    }
    pools = {
        topic: {element for element in sorted(elements) if draw.random() < 0.9} | {("D", NO_SUCH_PATH)}
        for topic, elements in returned.items()
    }
    return SmallCampaign(
        year=year,
        judgements=judgements,
        kinds=KINDS,
        runs={task: runs},
        pools=pools if given == "pools" else {},
        flags=pools if given == "flags" else {},
        entry_points={topic: {article: draw.choice(PATHS) for article in ARTICLES} for topic in KINDS},
        pool_depth=2 if year >= 2005 else 4,
    )


def _varied_judgement(year: int, draw: random.Random) -> Judged:
    if year >= 2007:
        cuts = sorted(draw.sample(range(ARTICLE_LENGTH), 4))
        return {0: (cuts[0], cuts[1] - cuts[0]), 1: (cuts[2], cuts[3] - cuts[2])}
    if year >= 2005:
        leaves = {leaf: draw.choice((0, size // 2, size)) for leaf, size in LEAVES.items()}
        grade = {path: 2 if year == 2006 else draw.choice(("?", 1, 2)) for path in PATHS}
        return _up_the_tree(leaves, grade)
    grades = COVERED if year == 2002 else GRADES
    highest = HIGHEST[year]
    return {path: draw.choice((highest, draw.choice(grades))) for path in draw.sample(PATHS, 5)}


def _varied_results(year: int, task: str, draw: random.Random) -> list:
    if year >= 2007:
        places = [(offset, 50) for offset in range(0, 950, 100)]
        articles = draw.sample((*ARTICLES, UNJUDGED), 5)
        more = draw.choices(articles, k=5) if task == TASKS[year] else []
        return [(article, draw.choice(places)) for article in (*articles, *more)]
    paths = (*PATHS, NO_SUCH_PATH, None)
    return [(draw.choice((*ARTICLES, UNJUDGED)), draw.choice(paths)) for _ in range(10)]


def _up_the_tree(leaves: Mapping[str, int], grade: Mapping[str, object]) -> Judged:
    """Highlighted text of leaves, summed up; elements without any are not listed."""
    found = {path: sum(leaves[leaf] for leaf in LEAVES if leaf.startswith(path)) for path in PATHS}
    return {path: (grade[path], highlighted) for path, highlighted in found.items() if highlighted}


# Campaigns that Hypothesis makes


@st.composite
def element_judgements(draw, year: int):
    """What a judge of 2002-2006 says of the elements of some articles."""
    articles = draw(st.lists(st.sampled_from(ARTICLES), unique=True, max_size=len(ARTICLES)))
    if year < 2005:
        values = st.none() | st.sampled_from(GRADES) if year == 2004 else st.sampled_from(GRADES)
        values = st.sampled_from(COVERED) if year == 2002 else values
        return {
            article: draw(st.dictionaries(st.sampled_from(PATHS), values, min_size=1)) for article in articles
        }
    return {article: draw(highlighted_elements(year)) for article in articles}


@st.composite
def highlighted_elements(draw, year: int):
    leaves = {leaf: draw(st.sampled_from((0, 0, size // 2, size))) for leaf, size in LEAVES.items()}
    grades = st.just(2) if year == 2006 else st.sampled_from(("?", 1, 2))
    return _up_the_tree(leaves, {path: draw(grades) for path in PATHS})


@st.composite
def passages(draw):
    cuts = sorted(draw(st.sets(st.integers(0, ARTICLE_LENGTH), max_size=4)))
    places = [(a, b - a) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    return dict(enumerate(places))


@st.composite
def campaigns(draw, year: int, task: str = "", max_runs: int = 7):
    """A campaign of a year with one task's runs."""
    task = task or TASKS[year]
    assessed = draw(st.lists(st.sampled_from(sorted(KINDS)), unique=True, min_size=1))
    judged = (
        st.dictionaries(st.sampled_from(ARTICLES), passages(), min_size=1)
        if year >= 2007
        else element_judgements(year)
    )
    judgements = {topic: draw(judged) for topic in sorted(assessed)}
    # Where no element was judged at all, nothing shows that the year judges elements.
    assume(
        year >= 2007
        or any(values for one in judgements.values() for judged in one.values() for values in judged.values())
    )
    article = st.sampled_from((*ARTICLES, UNJUDGED))
    if year >= 2007:
        result = st.tuples(article, st.tuples(st.integers(0, 900), st.integers(1, 100)))
        pooled = st.tuples(article, st.just("/article[1]"))
    else:
        path = st.sampled_from((*PATHS, NO_SUCH_PATH))
        result = st.tuples(article, path | st.none())
        pooled = st.tuples(article, path)
    once = {"unique_by": itemgetter(0)} if year >= 2007 and task != TASKS[year] else {}
    answers = st.dictionaries(
        st.sampled_from(sorted(KINDS)), st.lists(result, min_size=1, max_size=8, **once), min_size=1
    )
    names = [f"run{number}" for number in range(draw(st.integers(1, max_runs)))]
    runs = {name: PlainRun(draw(st.sampled_from(PARTICIPANTS)), draw(answers)) for name in names}
    pools = draw(st.dictionaries(st.sampled_from(sorted(KINDS)), st.sets(pooled, max_size=12)))
    flags = {}
    if year == 2004:
        for topic, of_topic in judgements.items():
            elements = [(one, path) for one, inside in of_topic.items() for path in inside]
            flags[topic] = {element for element in elements if draw(st.booleans())}
    entries = {
        topic: {one: draw(st.sampled_from(PATHS)) for one in judged} for topic, judged in judgements.items()
    }
    return SmallCampaign(
        year=year,
        judgements=judgements,
        kinds=KINDS,
        runs={task: runs},
        pools=draw(st.sampled_from(({}, pools))),
        flags=draw(st.sampled_from(({}, flags))),
        entry_points=entries if year == 2006 else {},
        pool_depth=draw(st.sampled_from((1, 2, 3, 100))),
    )
