"""Judgements in the format of 2008-2010."""

from __future__ import annotations

from collections.abc import Iterable

from ..topics.topic import Topic
from .assessors import Judgement


def qrels(topic: Topic, judgements: Iterable[Judgement]) -> str:
    """Lines of a qrels file."""
    lines = []
    for judgement in judgements:
        head = f"{topic.id} Q0 {judgement.article.number}"
        if judgement.passages:
            passages = " ".join(f"{passage.start}:{len(passage)}" for passage in judgement.passages)
            lines.append(
                f"{head} {judgement.relevant_characters} {len(judgement.article.text)} "
                f"{judgement.entry_point} {passages}\n"
            )
        else:
            lines.append(f"{head} 0 {len(judgement.article.text)}\n")
    return "".join(lines)
