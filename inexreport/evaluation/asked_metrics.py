"""Metrics as people ask for them: identifiers, names of other tools, several in a text, or objects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inexreport.metrics.documents import at_relevance_level, measures_of_trec_eval
from inexreport.metrics.registry import COUNTS, UnknownMetricError, bind

OFFICIAL = ("map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P")
"""What trec_eval prints without ``-m``, or with ``-m official``, after its counts."""

_ALWAYS_PRINTED = {"num_q", *(metric.name for metric in COUNTS)}

_RANX = {"ndcg": "nDCG", "map": "AP", "mrr": "RR", "precision": "P", "recall": "R", "hit_rate": "Success"}
"""Measures of ranx that have a rank after ``@``; those without are trec_eval's names or these."""
_RANX_WITHOUT_RANK = {"mrr": "RR", "r-precision": "Rprec"}

# Numbers after a comma are further parameters of trec_eval's measure: P_5,10.
_COMMA = re.compile(r",(?![^(]*\))(?!\s*[0-9.]+\s*(?:,|$))")


def identifiers_of(asked: str | Iterable[object], relevance_level: int = 1) -> tuple[str, ...]:
    """Return the identifiers of metrics that are asked for, each once; an unknown name is left as it is.

    Counts, which are always reported, are left out beside other metrics.

    Parameters
    ----------
    asked : str or iterable of str or ir_measures.Measure
        Identifiers, or names of trec_eval or ranx; a text may have several, with commas between them.
    relevance_level : int
        The lowest grade that is relevant for metrics that do not say it themselves, as trec_eval's ``-l``.

    Examples
    --------
    >>> identifiers_of("map,P_5,10,ndcg_cut_20"), identifiers_of(["RBP(rel=1,p=0.8)", "recip_rank"], 2)
    (('AP', 'P@5', 'P@10', 'nDCG@20'), ('RBP(rel=1,p=0.8)', 'RR(rel=2)'))
    """
    texts = [asked] if isinstance(asked, str) else [str(one) for one in asked]
    names = [name.strip() for text in texts for name in _COMMA.split(text) if name.strip()]
    others = [name for name in names if name not in _ALWAYS_PRINTED]
    found = (identifier for name in others or names for identifier in _identifiers(name))
    return tuple(dict.fromkeys(at_relevance_level(identifier, relevance_level) for identifier in found))


def _identifiers(name: str) -> Iterator[str]:
    """The identifiers that a name stands for."""
    for one in OFFICIAL if name == "official" else (name,):
        try:
            bind(one)
        except UnknownMetricError:
            measure, at, rank = one.partition("@")
            of_ranx = f"{_RANX[measure]}@{rank}" if at and measure in _RANX else _RANX_WITHOUT_RANK.get(one)
            yield from [of_ranx] if of_ranx else measures_of_trec_eval(one) or [one]
        else:
            yield one
