"""The collection of a campaign of documents: nothing is said of elements and of text."""

import pytest

from inexreport.model.assessment import Assessments, Judged
from inexreport.model.campaign import Campaign, Collection, DocumentCounts
from inexreport.subjects.collection import collection_facts

COUNTED = DocumentCounts(2, 2, 2, 1, 2, 100, only_judged=False)


@pytest.mark.parametrize(
    ("stated", "counted", "expected"),
    [
        (None, None, []),
        (51_078, None, [("documents", 51_078, None)]),
        (None, COUNTED, [("documents", None, 2)]),
    ],
)
def test_only_the_number_of_documents_is_a_fact(stated, counted, expected):
    campaign = Campaign(
        "c",
        "C",
        2020,
        "trec",
        {},
        {},
        Assessments("official", {}),
        collection=Collection(documents=stated, unit="documents"),
        documents=counted,
        judged=Judged.DOCUMENTS,
    )
    found = collection_facts(campaign)[["fact", "stated", "counted"]].astype(object)
    assert [*found.where(found.notna(), None).itertuples(index=False, name=None)] == expected
