"""Writes the sample campaign: `python campaigns/make_sample campaigns/sample-2009`.

Everything follows from encyclopaedia.toml, topics.toml and about.md in this folder; there is no chance in it,
so that running it again changes nothing.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from assessors import official_judgement, qrels, second_judgement
from documents import Article, Encyclopaedia
from runs import PARTICIPANTS, submissions
from systems import Index, Topic, elements

SOURCES = Path(__file__).parent
FIRST_TOPIC, FIRST_CANDIDATE = 2009001, 31
POOL_DEPTH = 12
TOPICS_OF_SECOND_JUDGE = 4


def read_topics() -> list[Topic]:
    """The topics of topics.toml, numbered in their order."""
    stated = tomllib.loads((SOURCES / "topics.toml").read_text(encoding="utf-8"))["topics"]
    return [
        Topic(
            id=str(FIRST_TOPIC + place),
            candidate_number=str(FIRST_CANDIDATE + place),
            relevant=tuple(topic.pop("relevant")),
            assessed=topic.pop("assessed", True),
            **topic,
        )
        for place, topic in enumerate(stated)
    ]


def topic_file(topics: Sequence[Topic]) -> str:
    """The topics in the format of 2009."""
    stated = "".join(
        f'<topic id="{topic.id}" ct_no="{topic.candidate_number}">\n'
        f"  <title>{escape(topic.title)}</title>\n"
        f"  <castitle>{escape(topic.castitle)}</castitle>\n"
        f"  <phrasetitle>{escape(topic.phrase_title)}</phrasetitle>\n"
        f"  <description>{escape(topic.description)}</description>\n"
        f"  <narrative>{escape(topic.narrative)}</narrative>\n"
        "</topic>\n"
        for topic in topics
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<inex-topic-file>\n{stated}</inex-topic-file>\n'


def assessment_files(topics: Sequence[Topic], articles: Sequence[Article]) -> dict[str, str]:
    """Judgements of the pooled articles, by path below assessments/."""
    by_text = Index(elements(articles, "article"))
    by_section = Index(elements(articles, "sec"))
    official, second = "", ""
    for place, topic in enumerate(topic for topic in topics if topic.assessed):
        hits = by_text.search(topic.title)[:POOL_DEPTH]
        hits += by_section.search(f"{topic.title} {topic.description}")[: 2 * POOL_DEPTH]
        pool = {hit.article for hit in hits}
        judged = [article for article in articles if article.number in pool]
        official += qrels(topic, [official_judgement(topic, article) for article in judged])
        if place < TOPICS_OF_SECOND_JUDGE:
            second += qrels(topic, [second_judgement(topic, article) for article in judged])
    return {"official/sample-2009.qrels": official, "second-judge/sample-2009.qrels": second}


def campaign_file(articles: Sequence[Article]) -> str:
    """campaign.toml, with the numbers of the collection."""
    mean_length = sum(len(article.text) for article in articles) / len(articles)
    number_of_elements = sum(len(article.elements) + article.xml.count("<link>") for article in articles)
    participants = "".join(
        f'\n[participants.{number}]\nname = "{name}"\n' for number, name in PARTICIPANTS.items()
    )
    return f"""title = "Sample Campaign 2009"
year = 2009
protocol = "inex-2009"
citation = "Sample Campaign 2009. Invented data, distributed with inexreport."
licence = "CC0 1.0: topics, articles, judgements and runs are invented and free for any use"

[collection]
name = "Little Encyclopaedia (invented)"
documents = {len(articles)}
elements = {number_of_elements}
mean_document_length = {mean_length:.1f}
unit = "characters"
{participants}"""


def campaign_files() -> Mapping[str, bytes]:
    """Every file of the campaign by its path in the campaign directory."""
    articles = Encyclopaedia(SOURCES / "encyclopaedia.toml").articles
    topics = read_topics()
    texts = {"campaign.toml": campaign_file(articles), "topics/topics-2009.xml": topic_file(topics)}
    texts |= {f"assessments/{path}": text for path, text in assessment_files(topics, articles).items()}
    texts |= {
        f"documents/{article.number}.xml": f'<?xml version="1.0" encoding="UTF-8"?>\n{article.xml}\n'
        for article in articles
    }
    files = {path: text.encode("utf-8") for path, text in texts.items()}
    files["about.md"] = (SOURCES / "about.md").read_bytes()
    return files | {f"runs/{path}": content for path, content in submissions(topics, articles).items()}


def main() -> None:
    """Write the campaign into the directory that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: python {SOURCES.name} DIRECTORY")
    for name, content in campaign_files().items():
        path = Path(sys.argv[1]) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
