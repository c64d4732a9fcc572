"""Which runs the invented participants submit to the campaign of 2006, faulty ones included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...formats.runs_xml import PLAIN, WITHOUT_RANK, WITHOUT_SCORE, Habits
from ...topic import Topic
from ..systems.rankings import (
    Rankings,
    Search,
    by_article,
    first_paragraphs,
    one_per_article,
    parents,
    without_overlap,
)
from ..systems.systems import Systems
from .faults import careless, foreign_paths, without_topics
from .parts import STRUCTURED_QUERIES, WHOLE_ARTICLES, Run

RESULTS_PER_TOPIC = {"Thorough": 40, "Focused": 25, "AllInContext": 25, "BestInContext": 15}

WITH_DESCRIPTION = Habits(fields=("title", "description"))
STRUCTURED = Habits(("castitle",), encoding="ISO-8859-1")


def submissions(topics: Sequence[Topic], systems: Systems) -> list[Run]:
    """All runs, task by task."""

    def run(
        file: str,
        description: str,
        search: Search,
        habits: Habits = PLAIN,
        fault: Callable[[Rankings], Rankings] = dict,
        **others: Any,
    ) -> Run:
        depth = RESULTS_PER_TOPIC[file.partition("/")[0]]
        rankings = fault({topic: search(topic)[:depth] for topic in topics})
        return Run(file, description, rankings, habits, **others)

    return [
        run(
            "Thorough/north-elements.xml",
            "All elements in one index, from articles to links.",
            systems.everything,
        ),
        run(
            "Thorough/south-propagated.xml.gz",
            "Scores of paragraphs go up to all elements around them.",
            systems.propagated,
            WITH_DESCRIPTION,
        ),
        run(
            "Thorough/sit-paragraphs.xml",
            "Paragraphs and items of lists.",
            systems.paragraphs,
            Habits(("title", "description"), WITHOUT_RANK),
        ),
        run(
            "Thorough/specimen-careless.xml",
            "Paragraphs that share words with the narrative.",
            systems.paragraphs_by_narrative,
            Habits(("narrative",)),
            lambda rankings: careless(rankings, "289"),
        ),
        run("Focused/north-sections.xml", "Sections; of nested ones the better.", systems.sections),
        run(
            "Focused/south-parents.xml",
            "The element around the best paragraph, as context for the reader.",
            lambda topic: without_overlap(parents(systems.paragraphs(topic))),
            WITH_DESCRIPTION,
        ),
        run(
            "Focused/sit-beginnings.xml",
            "The first paragraph of each section that was found; ranks count from 0.",
            lambda topic: first_paragraphs(systems.sections(topic)),
            first_rank=0,
        ),
        run(
            "Focused/specimen-overlap.xml",
            "Sections and paragraphs in one index.",
            systems.nested,
            Habits(result=WITHOUT_SCORE),
        ),
        run("Focused/prl-articles.xml", WHOLE_ARTICLES, systems.articles),
        run("Focused/ue-structure.xml", STRUCTURED_QUERIES, systems.structured, STRUCTURED),
        run(
            "AllInContext/north-sections.xml",
            "Sections gathered by article.",
            lambda topic: by_article(systems.sections(topic), 0.5),
            name="North-in-context",
        ),
        run(
            "AllInContext/south-unescaped.xml",
            "Sections & paragraphs gathered by article.",
            lambda topic: by_article(without_overlap(systems.nested(topic)), 0.8),
            name="South-in-context",
            broken=True,
        ),
        run(
            "AllInContext/sit-paragraphs.xml",
            "Paragraphs gathered by article.",
            lambda topic: by_article(systems.paragraphs(topic), 0.4),
            Habits(("title", "description"), collections_in_topics=True),
            name="SIT-in-context",
        ),
        run(
            "AllInContext/specimen-scattered.xml",
            "Paragraphs that share words with the narrative, by score.",
            systems.paragraphs_by_narrative,
            Habits(("narrative",), WITHOUT_SCORE),
        ),
        run(
            "BestInContext/south-entries.xml",
            "Where the best paragraphs of an article begin.",
            systems.paragraphs,
            WITH_DESCRIPTION,
        ),
        run(
            "BestInContext/sit-sections.xml",
            "The best section of each article; some paths are those of another collection.",
            lambda topic: one_per_article(systems.sections(topic)),
            fault=foreign_paths,
        ),
        run("BestInContext/prl-articles.xml", WHOLE_ARTICLES, systems.articles),
        run(
            "BestInContext/ue-structure.xml",
            STRUCTURED_QUERIES,
            lambda topic: one_per_article(systems.structured(topic)),
            STRUCTURED,
            lambda rankings: without_topics(rankings, 2, 6),
            name="UE-entrée",
        ),
    ]
