"""The sample campaign of 2026: generated answers, judged by nuggets and citations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..corpus.article import Article
from ..corpus.encyclopaedia import Encyclopaedia
from ..corpus.markup import articles_of_2009
from ..systems.bm25 import Index, Ranking, elements, stems, windows
from ..systems.rankings import one_per_article
from ..topics.topic import Topic, read_topics
from .campaign_parts import PARTICIPANTS
from .runs_2025 import document

TASK, TOPICS = "generation", 10
SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"

SETTINGS = """title = "Sample Campaign 2026"
year = 2026
protocol = "answers"
citation = "Sample Campaign 2026. Invented data, distributed with inexreport."
licence = "CC0 1.0: topics, documents, judgements and runs are invented and free for any use"

[site]
accent = "#7a3e9d"

[collection]
name = "Little Encyclopaedia (invented)"
documents = {documents}
{participants}
[tasks.generation]
question = "What does the encyclopaedia say about the topic, and where?"

[assessments.language-model]
model = "an invented language model"
"""


class Said(NamedTuple):
    """A sentence of an answer, and the articles that it cites."""

    text: str
    cites: tuple[Article, ...]


Answers = dict[Topic, list[Said]]


def files() -> dict[str, bytes]:
    """Every file by its path in the campaign directory."""
    articles, encyclopaedia = articles_of_2009(Encyclopaedia()), Encyclopaedia()
    topics = [one for one in read_topics(101, 1, "sec") if one.assessed][:TOPICS]
    plain = _without_fillings(encyclopaedia.places)
    nuggets = {topic: _nuggets(topic, articles, plain) for topic in topics}
    of_campaign = _runs(topics, articles, plain)
    official, model = _official(plain), _by_words
    assigned = {judge: [] for judge in (official, model)}
    for (_, name), answers in of_campaign.items():
        for topic, answer in answers.items():
            for judge, lines in assigned.items():
                if (name, topic, judge) != ("sit-cited", topics[-1], official):  # one that nobody assigned
                    lines.append(_judged(topic, name, answer, nuggets[topic], judge))
    participants = "".join(
        f'\n[participants.{one}]\nname = "{PARTICIPANTS[one]}"\n' for one in ("11", "12", "23")
    )
    texts = {
        "campaign.toml": SETTINGS.format(documents=len(articles), participants=participants),
        "about.md": (Path(__file__).parent / "about-2026.md").read_text(encoding="utf-8"),
        "runs.csv": RUNS,
        "topics/topics.jsonl": _lines(
            {"qid": one.id, "query": one.description, "narrative": one.narrative} for one in topics
        ),
        "assessments/official/assignments.jsonl": _lines(assigned[official]),
        "assessments/language-model/assignments.jsonl": _lines(assigned[model]),
    }
    for (folder, name), answers in of_campaign.items():
        write = FORMATS[folder]
        texts[f"runs/{TASK}/{folder}/{name}.jsonl"] = _lines(
            write(name, topic, answer) for topic, answer in answers.items()
        )
    return {path: text.encode("utf-8") for path, text in texts.items()}


RUNS = """run,type,generator,description
north-short,automatic,extractive,The best five sentences for the description.
north-long,automatic,extractive,The best fourteen sentences for description and narrative.
south-passages,automatic,extractive,The best three passages of three sentences each.
south-read,manual,a librarian,Sentences chosen after reading; without an answer to one topic.
sit-cited,automatic,an invented language model,Short sentences that all cite the best document.
sit-uncited,automatic,an invented language model,Shorter sentences; only every second one cites anything.
"""


def _runs(
    topics: Sequence[Topic], articles: Sequence[Article], plain: Callable[[str], str]
) -> dict[tuple[str, str], Answers]:
    """The answers of each run, by participant and name."""
    sentences, passages = Index(windows(articles, 1)), Index(windows(articles, 3))
    whole = Index(elements(articles, "article"))

    def said(ranking: Ranking) -> list[Said]:
        return [Said(hit.unit.text, (hit.unit.article,)) for hit in ranking]

    def best(topic: Topic, query: str, number: int) -> list[Said]:
        found: dict[str, Said] = {}
        for one in said(sentences.search(query)):
            found.setdefault(plain(one.text), one)
        return list(found.values())[:number]

    short = {one: best(one, one.description, 5) for one in topics}
    first = {one: one_per_article(whole.search(one.title)) for one in topics}
    read = {
        one: [some for some in best(one, f"{one.title} {one.narrative}", 60) if _answers(some, one)][:8]
        for one in topics[:-2] + topics[-1:]
    }
    return {
        ("11", "north-short"): short,
        ("11", "north-long"): {one: best(one, f"{one.description} {one.narrative}", 14) for one in topics},
        ("12", "south-passages"): {
            one: said(one_per_article(passages.search(one.title)))[:3] for one in topics
        },
        ("12", "south-read"): read,
        ("23", "sit-cited"): {
            one: [
                Said(_shortened(some.text, 0.8), (first[one][0].unit.article,))
                for some in best(one, f"{one.title} {one.description}", 9)
            ]
            for one in topics
        },
        ("23", "sit-uncited"): {
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


def _of_2024(name: str, topic: Topic, answer: list[Said]) -> dict[str, Any]:
    """Citations by their place in the references."""
    references = list(dict.fromkeys(document(one) for said in answer for one in said.cites))
    return {
        "run_id": name,
        "topic_id": topic.id,
        "topic": topic.description,
        "references": references,
        "response_length": sum(len(said.text.split()) for said in answer),
        "answer": [
            {"text": said.text, "citations": [references.index(document(one)) for one in said.cites]}
            for said in answer
        ],
    }


def _of_2025(name: str, topic: Topic, answer: list[Said]) -> dict[str, Any]:
    """The identifiers in metadata, citations by name."""
    sentences = [{"text": said.text, "citations": [*map(document, said.cites)]} for said in answer]
    return {
        "metadata": {"team_id": "south", "run_id": name, "narrative_id": topic.id},
        "references": sorted({one for said in sentences for one in said["citations"]}),
        "answer": sentences,
    }


def _of_ragtime(name: str, topic: Topic, answer: list[Said]) -> dict[str, Any]:
    """Each citation with the system's confidence."""
    sentences = [
        {"text": said.text, "citations": {document(one): 0.5 for one in said.cites}} for said in answer
    ]
    return {"metadata": {"run_id": name, "topic_id": topic.id}, "responses": sentences}


FORMATS = {"11": _of_2024, "12": _of_2025, "23": _of_ragtime}


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


def _judged(
    topic: Topic, name: str, answer: list[Said], nuggets: list[Nugget], judge: Judge
) -> dict[str, Any]:
    grades = [[judge(one.text, said.text) for said in answer] for one in nuggets]
    best = [min(row, key=(SUPPORT, PARTIAL, NOT).index) for row in grades]
    return {
        "query": topic.description,
        "qid": topic.id,
        "run_id": name,
        "nuggets": [
            {
                "text": one.text,
                "importance": one.importance,
                "assignment": assignment,
                "sentences": [place for place, grade in enumerate(row) if grade == assignment != NOT],
            }
            for one, row, assignment in zip(nuggets, grades, best, strict=True)
        ],
        "citations": [
            {"sentence": place, "document": document(one), "support": judge(said.text, one.text)}
            for place, said in enumerate(answer)
            for one in said.cites
        ],
    }


def _lines(objects: Any) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
