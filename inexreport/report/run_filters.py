"""Filters of a table of runs: by participant, query, status and what else is stated about them."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.model.run import DESCRIPTION, Submission
from inexreport.report.figure import PageData
from inexreport.report.naming import RunName, facet_title

MOST_CHOICES = 60
"""Values of a filter. What has more is searched for as text."""

MOST_FILTERS = 20
"""The metadata of runs can have dozens of facts, which come last."""


def run_filters(runs: Sequence[tuple[Submission, RunName]]) -> list[PageData]:
    """Return the facts by which some of the runs can be chosen.

    Each filter has a ``title``, its ``choices``, and for each run the ``places`` of its value among these,
    None if nothing is stated. A fact by which nothing could be chosen, because all runs have the same value,
    is left out, as are one with a value of its own for each run and the description.

    Examples
    --------
    >>> names = [RunName("Focused", run, "", "", run) for run in "abc"]
    >>> facts = [{"type": "manual"}, {"type": "automatic"}, {"type": "manual"}]
    >>> runs = [Submission("Focused", name.run, "", "", facets=one) for name, one in zip(names, facts)]
    >>> run_filters(list(zip(runs, names)))
    [{'title': 'Type', 'choices': ['automatic', 'manual'], 'places': [1, 0, 1]}]
    """
    facets = list(dict.fromkeys(name for submission, _ in runs for name in submission.facets))
    facts = {
        "participant": [name.participant_name for _, name in runs],
        "query": [submission.query for submission, _ in runs],
        "status": [str(submission.standing) for submission, _ in runs],
        **{
            name: [submission.facets.get(name, "") for submission, _ in runs]
            for name in facets
            if name != DESCRIPTION
        },
    }
    filters = [
        {
            "title": facet_title(name),
            "choices": choices,
            "places": [choices.index(one) if one else None for one in stated],
        }
        for name, stated in facts.items()
        if (choices := sorted({one for one in stated if one}))
        and len(choices) <= MOST_CHOICES
        and 1 < len(set(stated)) < len(stated)
    ]
    return filters[:MOST_FILTERS]
