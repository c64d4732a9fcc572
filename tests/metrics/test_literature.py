"""Literature that the limits of metrics cite."""

import re

from inexreport.metrics.document_texts import LIMITS
from inexreport.metrics.literature import WORKS, works_cited
from inexreport.metrics.registry import METRICS

TEXTS = (*LIMITS.values(), *(metric.limits for metric in METRICS))
CITATION = re.compile(r"(?:[A-Z][\w]+|et al\.) \((\d{4})\)")


def test_every_citation_has_its_reference():
    citations = [match.group() for text in TEXTS for match in CITATION.finditer(text)]
    assert citations
    assert all(any(cited.endswith(citation) for cited in WORKS) for citation in citations)


def test_every_work_is_cited():
    assert works_cited(TEXTS) == list(WORKS.values())


def test_the_reference_has_the_year_and_first_author_of_its_citation():
    for cited, reference in WORKS.items():
        surname = re.match(r"\w+", cited)[0]
        assert f". {surname}" in re.split(r",| and ", reference)[0]
        assert re.search(r"\((\d{4})\)", cited)[1] in reference


def test_references_are_in_the_order_of_their_authors():
    assert list(WORKS) == sorted(WORKS)


def test_only_what_is_cited_is_returned():
    assert works_cited(["It depends on p: Moffat and Zobel (2008)."]) == [WORKS["Moffat and Zobel (2008)"]]
