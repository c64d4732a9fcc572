"""Diagnoses with random numbers that agree with one another."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import numpy as np

from inexreport.model.diagnosis import (
    DEPTHS,
    RANK_BANDS,
    Diagnosis,
    GranularityMatch,
    Matching,
    NearMiss,
    Reading,
    Relevance,
    RelevantArticles,
    RuleEffects,
)


def sought(relevant: Mapping[str, Sequence[str]]) -> RelevantArticles:
    """What is relevant for each topic."""
    return RelevantArticles(tuple(relevant), tuple(map(tuple, relevant.values())))


def invented_diagnosis(
    name: str, relevant: Mapping[str, Sequence[str]], types: Sequence[str], matching: Matching = Matching.TEXT
) -> Diagnosis:
    """A run of this name, by what is relevant for each topic; some topics are not answered."""
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    topics = tuple(relevant)
    results = generator.integers(0, 200, len(topics)) * (generator.random(len(topics)) < 0.9)
    relevant_results = (results * generator.random(len(topics)) * 0.4).astype(np.int64)
    first = np.where(relevant_results > 0, 1 + (generator.random(len(topics)) ** 4 * 60).astype(np.int64), 0)
    fits = generator.multinomial(results, [0.3, 0.2, 0.2, 0.25, 0, 0, 0.05]).astype(np.int64)
    articles = [generator.integers(1, 300, len(names)) for names in relevant.values()]
    ranks = [
        np.where((one <= most) & (generator.random(len(one)) < 0.7), one, 0)
        for one, most in zip(articles, results, strict=True)
    ]
    worths = generator.integers(0, 40, (len(types), len(RANK_BANDS), len(Relevance)))
    shares = generator.random(len(topics))
    return Diagnosis(
        matching=matching,
        reading=Reading(),
        results=results,
        relevant_results=relevant_results,
        first_relevant=first,
        relevant_first=np.minimum(relevant_results, generator.integers(0, 10, len(topics))),
        unjudged_first=np.minimum(results, generator.integers(0, 8, len(topics))),
        grades_first=np.zeros(len(topics), dtype=np.int64),
        overlapping=(results * generator.random(len(topics)) * 0.3).astype(np.int64),
        found=np.where(results > 0, shares, 0.0),
        fits=fits,
        article_ranks=np.concatenate([np.zeros(0), *ranks]).astype(np.int32),
        found_by_depth=np.sort(generator.random(len(DEPTHS))),
        overlapping_by_depth=np.sort(generator.random(len(DEPTHS))),
        result_types=tuple(types),
        by_type=worths[np.argsort(-worths.sum(axis=(1, 2)))],
        near_misses=tuple(
            NearMiss(fit, topic, rank, article, f"/article[1]/{types[0]}[{rank}]", 7, 70, "", 100, 90)
            for fit in (GranularityMatch.TOO_LARGE, GranularityMatch.TOO_SMALL, GranularityMatch.ELSEWHERE)
            for rank, (topic, names) in enumerate(list(relevant.items())[:3], start=1)
            for article in names[-1:]
        ),
        rules=RuleEffects(1, 2, 3, 4, 5, 600, 70, 0.5),
    )
