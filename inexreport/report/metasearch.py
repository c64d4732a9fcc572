"""Metasearch pools by the number of counted results: rows of the pooling page and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from inexreport.model.assessment import METASEARCH_DEPTH
from inexreport.model.counted import counted
from inexreport.report.figure import PageData, decimals
from inexreport.statistics.pool_comparisons import CountedDepth
from inexreport.statistics.pool_findings import PoolFindings
from inexreport.statistics.pool_quality import ALL_TOPICS


def counted_depths(findings: PoolFindings) -> PageData:
    """Return the means over topics by depth of the system pool and number of counted results.

    ``sentences`` say, about the pools of the campaign's own depth, how far the numbers of counted results
    differ and how much judging a metasearch pool saves.
    """
    means = [one for one in findings.counted_depths if one.pool.topic == ALL_TOPICS]
    own = [one for one in means if one.pool.depth == findings.own_depth]
    topics = [
        one
        for one in findings.counted_depths
        if one.pool.topic != ALL_TOPICS
        and (one.pool.depth, one.counted) == (findings.own_depth, METASEARCH_DEPTH)
    ]
    sentences = [_spread(own), _saved(topics, findings.unit)] if own else []
    return {"rows": means, "sentences": [sentence for sentence in sentences if sentence]}


def _spread(own: Sequence[CountedDepth]) -> str:
    """How far precision and recall differ between the numbers of counted results."""
    ranges = []
    for name in ("precision", "recall"):
        values = [value for one in own if not isnan(value := getattr(one.pool, name))]
        if values:
            ends = list(dict.fromkeys((decimals(min(values)), decimals(max(values)))))
            ranges.append(f"{name} is {' to '.join(ends)}")
    if not ranges:
        return ""
    of_depth = f"of depth {own[0].pool.depth}" if own[0].pool.depth.isdecimal() else "as given"
    return (
        f"With {own[0].counted:,} to {own[-1].counted:,} counted results of each run, the mean "
        f"{' and the mean '.join(ranges)}, for pools of the size of the system pool {of_depth}."
    )


def _saved(topics: Sequence[CountedDepth], item: str) -> str:
    """How many items fewer, or more, a metasearch pool takes for the same relevant ones, over all topics."""
    known = [one for one in topics if not isnan(one.saved)]
    if not known:
        return ""
    saved = int(sum(one.saved for one in known))
    system = int(sum(one.same_relevant for one in known)) + saved
    difference = f"{abs(saved):,} {'fewer' if saved > 0 else 'more'} ({100 * abs(saved) / system:.1f}%)"
    return (
        f"In {counted(len(known), 'topic')}, the system pool has {counted(system, item)}. To find as many "
        f"relevant ones, a metasearch pool that counts {METASEARCH_DEPTH} results of each run takes "
        f"{difference if saved else 'as many'}."
    )
