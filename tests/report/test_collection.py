"""Facts about the collection: the numbers of Lalmas and Tombros, and what a campaign states and has."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from inexreport.building.campaign import prepare_campaign
from inexreport.formats.element_index import index_documents
from inexreport.model.campaign import Campaign, Collection, DocumentCounts
from inexreport.subjects.collection import COLLECTION, collection_facts, collection_view

WIKIPEDIA = DocumentCounts(
    documents=659_388,
    elements=30_000_000,
    text_nodes=76_161_468,
    names=1241,
    depths=144_000_000,
    text=4_615_716_000,
    only_judged=False,
)
"""As INEX 2006: 161 nodes an article, 1,241 tags, mean depth 4.8; text nodes and text are invented."""


def campaign(**values):
    return Campaign("c", "C", 2006, "inex-2006", {}, {}, None, **values)


def facts(one):
    found = collection_facts(one).astype(object)
    rows = found.where(found.notna(), None).itertuples(index=False)
    return {row.fact: (row.stated, row.counted) for row in rows}


def test_the_collection_of_2006():
    stated = Collection(name="Wikipedia", documents=659_388, elements=30_000_000, mean_document_length=7000.0)
    found = facts(campaign(collection=stated, documents=WIKIPEDIA))
    assert list(found) == [
        "documents",
        "elements",
        "elements_per_document",
        "nodes_per_document",
        "names",
        "mean_depth",
        "text",
        "mean_document_length",
    ]
    assert found["documents"] == (659_388, 659_388)
    assert found["elements"] == (30_000_000, 30_000_000)
    assert found["nodes_per_document"] == (None, 161)
    assert found["names"] == (None, 1241)
    assert found["mean_depth"] == (None, 4.8)
    assert found["mean_document_length"] == (7000.0, 7000.0)


def test_without_documents_only_stated_numbers_are_known():
    one = campaign(collection=Collection(documents=3))
    assert collection_view(one, is_published=True) is None
    assert {counted for _, counted in facts(one).values()} == {None}
    assert facts(one)["documents"] == (3, None)
    assert facts(one)["elements"] == (None, None)


def test_a_table_of_elements_only_has_no_number_of_nodes():
    one = campaign(documents=replace(WIKIPEDIA, text_nodes=0))
    assert facts(one)["nodes_per_document"] == (None, None)


@pytest.mark.parametrize(
    ("stated", "documents", "only_judged", "expected"),
    [
        (None, 1, False, "Counted in the 1 document that the campaign has."),
        (2, 2, False, "Counted in the 2 documents that the campaign has."),
        (8, 2, False, "Counted in the 2 documents that the campaign has, 25.00% of the collection."),
        (8, 2, True, "Counted in the 2 documents with assessments, 25.00% of the collection."),
        (0, 2, True, "Counted in the 2 documents with assessments."),
    ],
)
def test_in_which_documents_was_counted(stated, documents, only_judged, expected):
    counts = replace(WIKIPEDIA, documents=documents, only_judged=only_judged)
    collection = Collection().model_copy(update={"documents": stated})
    one = campaign(collection=collection, documents=counts)
    assert collection_view(one, is_published=True).caption == expected


def test_the_samples_state_what_their_documents_have(sample_campaigns: tuple[Path, ...]):
    with_documents = [directory for directory in sample_campaigns if (directory / "documents").is_dir()]
    assert [directory.name for directory in with_documents] == ["sample-2004", "sample-2006", "sample-2009"]
    for directory in with_documents:
        one = prepare_campaign(directory).campaign
        found = facts(one)
        assert found["documents"][0] == found["documents"][1]
        assert found["elements"][0] == found["elements"][1]
        assert found["mean_document_length"][1] == pytest.approx(found["mean_document_length"][0], abs=0.05)


@pytest.mark.parametrize(("name", "only_judged"), [("sample-2006", True), ("sample-2009", False)])
def test_of_an_element_table_until_2006_only_assessed_documents_are_counted(
    sample_campaign: Path, tmp_path: Path, name: str, only_judged: bool
):
    original = sample_campaign.with_name(name)
    directory = tmp_path / name
    shutil.copytree(original, directory, ignore=shutil.ignore_patterns("documents", "runs"))
    # One of the documents is not assessed.
    assessed = {
        article
        for topic in prepare_campaign(original).campaign.assessments.topics.values()
        for article in topic.articles
    }
    shutil.copytree(original / "documents", tmp_path / "documents")
    shutil.copy(next(original.glob("documents/*.xml")), tmp_path / "documents" / "1.xml")
    index_documents(tmp_path / "documents", directory / "elements.parquet", "characters")
    counts = prepare_campaign(directory).campaign.documents
    whole = prepare_campaign(original).campaign.documents
    assert counts.only_judged is only_judged
    assert counts.documents == (len(assessed) if only_judged else whole.documents + 1)


def test_the_table_has_every_fact(outcome):
    table = COLLECTION.build(outcome).to_pandas()
    assert list(table.columns) == ["fact", "stated", "counted"]
    assert table["fact"].is_unique
    assert table.set_index("fact").loc["documents", "stated"] == outcome.campaign.collection.documents
