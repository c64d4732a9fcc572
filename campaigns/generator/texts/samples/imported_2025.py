"""What runs of the sample campaign of 2025 cost, and how many nuggets their first documents hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ...topic import Topic
from ..corpus.article import Article
from ..systems.bm25 import words
from .runs_2025 import Run

CENTS_PER_DOCUMENT = {"documents": 0.01, "sections": 0.02, "passages": 0.04}
CENTS_PER_WORD_READ = 0.05
READ_DOCUMENTS = 5


def imported_scores(
    topics: Sequence[Topic], articles: Sequence[Article], of_campaign: Sequence[Run]
) -> dict[str, str]:
    """Both files of scores by the name of their measure; runs that are rejected are in neither."""
    evaluated = [run for run in of_campaign if not _returns_twice(run)]
    nuggets = {
        topic: Counter(
            article.number for article in articles for one in article.sentences if one.facet in topic.relevant
        )
        for topic in topics
        if topic.assessed
    }

    def nugget_recall(run: Run, topic: Topic) -> float:
        first = run.rankings[topic][:READ_DOCUMENTS]
        return sum(nuggets[topic][hit.article] for hit in first) / nuggets[topic].total()

    return {
        "cost": _scores(evaluated, topics, _cents),
        "nugget-recall": _scores(
            evaluated, [topic for topic, some in nuggets.items() if some], nugget_recall
        ),
    }


def _cents(run: Run, topic: Topic) -> float:
    read = len(words(topic.narrative)) if run.stated["type"] == "manual" else 0
    return CENTS_PER_DOCUMENT[run.stated["units"]] * len(run.rankings[topic]) + CENTS_PER_WORD_READ * read


def _returns_twice(run: Run) -> bool:
    return any(len({hit.article for hit in ranking}) < len(ranking) for ranking in run.rankings.values())


def _scores(of_campaign: Iterable[Run], topics: Sequence[Topic], score: Callable[[Run, Topic], float]) -> str:
    lines = (f"{run.name},{topic.id},{score(run, topic):.4f}\n" for run in of_campaign for topic in topics)
    return "run,topic,score\n" + "".join(lines)
