"""How the results in relevant articles fit what is relevant there, with examples of near misses."""

from __future__ import annotations

from inexreport.model.assessment import UNKNOWN
from inexreport.model.diagnosis import Diagnosis, GranularityMatch, Matching
from inexreport.report.figure import PageData

_NAMES = {
    GranularityMatch.FITTING: "Fitting",
    GranularityMatch.TOO_LARGE: "Too large",
    GranularityMatch.TOO_SMALL: "Too small",
    GranularityMatch.ELSEWHERE: "Right article, wrong place",
    GranularityMatch.BEFORE: "Too early",
    GranularityMatch.AFTER: "Too late",
    GranularityMatch.UNPLACED: "Place not known",
}

_MEANINGS = {
    Matching.TEXT: {
        GranularityMatch.FITTING: (
            "half of it or more is highlighted, and it covers half or more of the passages it meets"
        ),
        GranularityMatch.TOO_LARGE: "it meets highlighted text, but less than half of it is highlighted",
        GranularityMatch.TOO_SMALL: "it covers less than half of the highlighted passages it meets",
        GranularityMatch.ELSEWHERE: "it meets no highlighted text of its article",
        GranularityMatch.UNPLACED: "where it, or the highlighted text, lies is not known",
    },
    Matching.ELEMENTS: {
        GranularityMatch.FITTING: "of the elements on its path it is the one with the highest gain",
        GranularityMatch.TOO_LARGE: "it contains an element with a higher gain",
        GranularityMatch.TOO_SMALL: "it lies in an element with a higher gain",
        GranularityMatch.ELSEWHERE: "it is not relevant, and on no path with a relevant element",
        GranularityMatch.UNPLACED: "it is no element",
    },
    Matching.ENTRY_POINTS: {
        GranularityMatch.FITTING: "it is near the best entry point",
        GranularityMatch.BEFORE: "it lies too far before the best entry point",
        GranularityMatch.AFTER: "it lies too far after the best entry point",
        GranularityMatch.UNPLACED: "where it, or the best entry point, lies is not known",
    },
}


def near_misses(diagnosis: Diagnosis) -> PageData | None:
    """How the results in relevant articles of assessed topics fit; None if there are none.

    ``rows`` has the number of results of each kind, out of ``inside``; ``misfits`` those of them that do not
    fit, the most frequent first. ``examples`` has near misses with what would have fitted.
    """
    counts = diagnosis.fits.sum(axis=0).tolist()
    inside = sum(counts)
    if not inside:
        return None
    rows = [
        {
            "name": _NAMES[fit],
            "meaning": meaning,
            "results": counts[fit],
            "percent": 100.0 * counts[fit] / inside,
        }
        for fit, meaning in _MEANINGS[diagnosis.matching].items()
    ]
    misfits = [row for row in rows if row["name"] != _NAMES[GranularityMatch.FITTING] and row["results"]]
    return {
        "inside": inside,
        "rows": rows,
        "misfits": sorted(misfits, key=lambda row: (-row["results"], row["name"])),
        "examples": [
            {
                "kind": _NAMES[one.fit],
                "topic": one.topic,
                "rank": one.rank,
                "article": one.article,
                "place": one.path or _place(one.offset, one.length),
                "wanted": one.wanted_path or _place(one.wanted_offset, one.wanted_length),
            }
            for one in diagnosis.near_misses
        ],
    }


def _place(offset: int, length: int) -> str:
    if offset == UNKNOWN:
        return "not known"
    return f"text {offset:,}–{offset + length:,}" if length else f"at {offset:,}"
