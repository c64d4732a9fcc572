"""Topics, runs and assignments of campaigns with generated answers: lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from ..topic import Topic

Sentence = tuple[str, Sequence[str]]
"""A sentence of an answer, and the documents that it cites."""

Line = dict[str, Any]


def json_lines(lines: Iterable[Line]) -> str:
    """Return the text of a file."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def topic_line(topic: Topic) -> Line:
    """A topic; its description is the query."""
    return {"qid": topic.id, "query": topic.description, "narrative": topic.narrative}


def answer_of_2024(run_id: str, topic: Topic, answer: Sequence[Sentence]) -> Line:
    """Citations by their place in the references."""
    references = list(dict.fromkeys(document for _, cited in answer for document in cited))
    return {
        "run_id": run_id,
        "topic_id": topic.id,
        "topic": topic.description,
        "references": references,
        "response_length": sum(len(text.split()) for text, _ in answer),
        "answer": [{"text": text, "citations": [*map(references.index, cited)]} for text, cited in answer],
    }


def answer_of_2025(run_id: str, topic: Topic, answer: Sequence[Sentence]) -> Line:
    """The identifiers in metadata, citations by name."""
    return {
        "metadata": {"team_id": "south", "run_id": run_id, "narrative_id": topic.id},
        "references": sorted({document for _, cited in answer for document in cited}),
        "answer": [{"text": text, "citations": cited} for text, cited in answer],
    }


def answer_of_ragtime(run_id: str, topic: Topic, answer: Sequence[Sentence]) -> Line:
    """Each citation with the system's confidence."""
    responses = [{"text": text, "citations": dict.fromkeys(cited, 0.5)} for text, cited in answer]
    return {"metadata": {"run_id": run_id, "topic_id": topic.id}, "responses": responses}


def assignment(
    run_id: str,
    topic: Topic,
    nuggets: Iterable[tuple[str, str, str, list[int]]],
    citations: Iterable[tuple[int, str, str]],
) -> Line:
    """What a judge says of an answer.

    Nuggets have a text, an importance, an assignment and the sentences that have them; citations have a
    sentence, a document and its support.
    """
    nugget = ("text", "importance", "assignment", "sentences")
    citation = ("sentence", "document", "support")
    return {
        "query": topic.description,
        "qid": topic.id,
        "run_id": run_id,
        "nuggets": [dict(zip(nugget, one, strict=True)) for one in nuggets],
        "citations": [dict(zip(citation, one, strict=True)) for one in citations],
    }
