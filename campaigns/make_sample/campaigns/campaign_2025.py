"""The sample campaign of 2025: documents judged by grade, as at TREC."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path

from ..corpus.article import Article
from ..corpus.encyclopaedia import Encyclopaedia
from ..corpus.markup import articles_of_2009
from ..judgements.assessors import Judgement, judgement_by_words, official_judgement
from ..topics.topic import Topic, read_topics
from ..topics.topic_formats import topic_file_of_trec
from . import imported_2025
from .campaign_parts import PARTICIPANTS
from .runs_2025 import Run, document, run_file, runs, runs_csv

POOL_DEPTH = 6
TASK = "adhoc"
SHARES = (0.0, 0.16, 0.36)
"""Shares of the text that must be more than relevant for the grades 1, 2 and 3."""

SETTINGS = """title = "Sample Campaign 2025"
year = 2025
protocol = "trec"
pool_depth = {depth}
citation = "Sample Campaign 2025. Invented data, distributed with inexreport."
licence = "CC0 1.0: topics, documents, judgements and runs are invented and free for any use"

[site]
accent = "#0b6e4f"

[collection]
name = "Little Encyclopaedia (invented)"
documents = {documents}
{participants}
[participants.organisers]
name = "Organisers of the sample campaign"

[tasks.adhoc]
question = "Which documents of the encyclopaedia answer the topic?"
official = "nDCG@10"
metrics = ["nDCG@10", "AP", "P@5", "Bpref", "RR", "R@100", "RBP(p=0.8)", "ERR@10", "Judged@10"]

[assessments.language-model]
model = "an invented language model"
"""


def files() -> dict[str, bytes]:
    """Every file by its path in the campaign directory."""
    articles = articles_of_2009(Encyclopaedia())
    topics = read_topics(first=51, first_candidate=1, section="sec")
    of_campaign = runs(topics, articles)
    participants = "".join(
        f'\n[participants.{number}]\nname = "{PARTICIPANTS[number]}"\n' for number in ("11", "12", "23")
    )
    texts = {
        "campaign.toml": SETTINGS.format(depth=POOL_DEPTH, documents=len(articles), participants=participants)
        + imported_2025.SETTINGS,
        "about.md": (Path(__file__).parent / "about-2025.md").read_text(encoding="utf-8"),
        "runs.csv": runs_csv(of_campaign),
        "topics/topics.txt": "".join(map(topic_file_of_trec, topics)),
        "assessments/official/qrels.txt": _qrels(topics, articles, of_campaign, official_judgement),
        "assessments/language-model/qrels.txt": _qrels(topics, articles, of_campaign, judgement_by_words),
    }
    for measure, scores in imported_2025.imported_scores(topics, articles, of_campaign).items():
        texts[f"scores/{TASK}/{measure}.csv"] = scores
    found = {path: text.encode("utf-8") for path, text in texts.items()}
    for run in of_campaign:
        content = run_file(run).encode("utf-8")
        # mtime=0: the same bytes at any time.
        found[f"runs/{TASK}/{run.file}"] = (
            gzip.compress(content, mtime=0) if run.file.endswith(".gz") else content
        )
    return found


def _qrels(
    topics: Sequence[Topic],
    articles: Sequence[Article],
    of_campaign: Sequence[Run],
    judge: Callable[[Topic, Article], Judgement],
) -> str:
    """Grades of the first documents of the runs that contributed."""
    lines = ""
    for topic in topics:
        if not topic.assessed:
            continue
        pool = {
            hit.article
            for run in of_campaign
            if run.contributed == "yes"
            for hit in run.rankings[topic][:POOL_DEPTH]
        }
        for article in articles:
            if article.number in pool:
                share = judge(topic, article).relevant_characters / len(article.text)
                grade = sum(share > limit for limit in SHARES)
                lines += f"{topic.id} 0 {document(article)} {grade}\n"
    return lines
