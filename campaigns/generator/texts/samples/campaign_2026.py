"""The sample campaign of 2026: generated answers, judged by nuggets and citations."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...formats.answers import (
    Line,
    answer_of_2024,
    answer_of_2025,
    answer_of_ragtime,
    assignment,
    json_lines,
    topic_line,
)
from ...topic import Topic
from ..corpus.article import Article
from ..corpus.encyclopaedia import Encyclopaedia
from ..corpus.markup import articles_of_2009
from ..systems.bm25 import Index, Ranking, stems, windows
from ..systems.rankings import one_per_article
from ..systems.systems import Systems
from ..topics import read_topics
from .parts import Files, document_campaign, participant
from .runs_2025 import document

TASK, TOPICS = "generation", 10
FORMATS = {"11": answer_of_2024, "12": answer_of_2025, "23": answer_of_ragtime}
SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"


class Said(NamedTuple):
    """A sentence of an answer, and the articles that it cites."""

    text: str
    cites: tuple[Article, ...]


Answers = dict[Topic, list[Said]]


def files() -> Files:
    """Every file by its path in the campaign directory."""
    articles = articles_of_2009()
    topics = [one for one in read_topics(101, 1, "sec") if one.assessed][:TOPICS]
    plain = _without_fillings(Encyclopaedia().places)
    nuggets = {topic: _nuggets(topic, articles, plain) for topic in topics}
    of_campaign = _runs(topics, articles, plain)
    official, model = _official(plain), _by_words
    assigned = {judge: [] for judge in (official, model)}
    for name, answers in of_campaign.items():
        for topic, answer in answers.items():
            for judge, lines in assigned.items():
                if (name, topic, judge) != ("sit-cited", topics[-1], official):  # one that nobody assigned
                    lines.append(_judged(topic, name, answer, nuggets[topic], judge))
    texts = {
        "topics/topics.jsonl": json_lines(map(topic_line, topics)),
        "assessments/official/assignments.jsonl": json_lines(assigned[official]),
        "assessments/language-model/assignments.jsonl": json_lines(assigned[model]),
    }
    for name, answers in of_campaign.items():
        identifier = participant(name).identifier
        texts[f"runs/{TASK}/{identifier}/{name}.jsonl"] = json_lines(
            FORMATS[identifier](name, topic, [(said.text, [*map(document, said.cites)]) for said in answer])
            for topic, answer in answers.items()
        )
    return document_campaign(2026, articles, texts)


def _runs(
    topics: Sequence[Topic], articles: Sequence[Article], plain: Callable[[str], str]
) -> dict[str, Answers]:
    """The answers of each run by its name."""
    sentences, systems = Index(windows(articles, 1)), Systems(articles)

    def said(ranking: Ranking) -> list[Said]:
        return [Said(hit.unit.text, (hit.unit.article,)) for hit in ranking]

    def best(topic: Topic, query: str, number: int) -> list[Said]:
        found: dict[str, Said] = {}
        for one in said(sentences.search(query)):
            found.setdefault(plain(one.text), one)
        return list(found.values())[:number]

    short = {one: best(one, one.description, 5) for one in topics}
    first = {one: one_per_article(systems.of_articles.search(one.title)) for one in topics}
    read = {
        one: [some for some in best(one, f"{one.title} {one.narrative}", 60) if _answers(some, one)][:8]
        for one in topics[:-2] + topics[-1:]
    }
    return {
        "north-short": short,
        "north-long": {one: best(one, f"{one.description} {one.narrative}", 14) for one in topics},
        "south-passages": {
            one: said(one_per_article(systems.of_passages.search(one.title)))[:3] for one in topics
        },
        "south-read": read,
        "sit-cited": {
            one: [
                Said(_shortened(some.text, 0.8), (first[one][0].unit.article,))
                for some in best(one, f"{one.title} {one.description}", 9)
            ]
            for one in topics
        },
        "sit-uncited": {
            one: [
                Said(_shortened(some.text, 0.72), some.cites if place % 2 else ())
                for place, some in enumerate(best(one, f"{one.title} {one.description}", 8))
            ]
            for one in topics
        },
    }


def _shortened(text: str, share: float) -> str:
    """The first words of a sentence."""
    words = text.split()
    return " ".join(words[: round(share * len(words))]).rstrip(",") + " …"


def _answers(said: Said, topic: Topic) -> bool:
    return any(
        span.facet in topic.relevant and article.text[span.start : span.end] == said.text
        for article in said.cites
        for span in article.sentences
    )


class Nugget(NamedTuple):
    """A fact that an answer should have."""

    text: str
    importance: str


def _without_fillings(places: Sequence[str]) -> Callable[[str], str]:
    """What makes the sentences alike that the encyclopaedia fills with different places and numbers."""
    names = re.compile("|".join([r"\d+", *map(re.escape, places)]))
    return lambda text: names.sub("", text)


def _nuggets(topic: Topic, articles: Sequence[Article], plain: Callable[[str], str]) -> list[Nugget]:
    """The distinct sentences that answer a topic; those of most articles are vital."""
    found: dict[str, list[str]] = {}
    for article in articles:
        for span in article.sentences:
            if span.facet in topic.relevant:
                text = article.text[span.start : span.end]
                found.setdefault(plain(text), []).append(text)
    often = sorted(map(len, found.values()))[len(found) // 2]
    return [Nugget(texts[0], "vital" if len(texts) >= often else "okay") for texts in found.values()]


Judge = Callable[[str, str], str]
"""How far the second text has what the first says."""


def _official(plain: Callable[[str], str]) -> Judge:
    def support(fact: str, text: str) -> str:
        share = _share(fact, text)
        if plain(fact) in plain(text) or share > 0.75:
            return SUPPORT
        return PARTIAL if share > 0.5 else NOT

    return support


def _by_words(fact: str, text: str) -> str:
    share = _share(fact, text)
    return SUPPORT if share > 0.5 else PARTIAL if share > 0.3 else NOT


def _share(fact: str, text: str) -> float:
    asked = {*stems(fact)}
    return len(asked & {*stems(text)}) / len(asked)


def _judged(topic: Topic, name: str, answer: list[Said], nuggets: list[Nugget], judge: Judge) -> Line:
    judged = []
    for one in nuggets:
        grades = [judge(one.text, said.text) for said in answer]
        best = min(grades, key=(SUPPORT, PARTIAL, NOT).index)
        having = [place for place, grade in enumerate(grades) if grade == best != NOT]
        judged.append((one.text, one.importance, best, having))
    return assignment(
        name,
        topic,
        judged,
        (
            (place, document(one), judge(said.text, one.text))
            for place, said in enumerate(answer)
            for one in said.cites
        ),
    )
