"""What documents contain, against their XML and by hand."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from inexreport.formats.element_index import index_documents
from inexreport.formats.element_table import read_element_table
from inexreport.model.element_table import ElementTable
from inexreport.statistics import document_counts
from inexreport.statistics.document_counts import count_documents


def counted(places, *, only_judged=False):
    return count_documents(ElementTable.of(places), only_judged=only_judged)


TWO_ARTICLES = {
    ("1", "/article[1]"): (0, 90),
    ("1", "/article[1]/sec[1]"): (0, 40),
    ("1", "/article[1]/sec[2]"): (40, 50),
    ("1", "/article[1]/sec[2]/p[1]"): (40, 50),
    ("1", "/article[1]/sec[2]/p[1]/text()[1]"): (40, 50),
    ("2", "/article[1]"): (0, 10),
    ("2", "/article[1]/text()[1]"): (0, 10),
}


def test_two_articles_by_hand():
    """Depths 1, 2, 2, 3 and 1."""
    counts = counted(TWO_ARTICLES)
    assert (counts.documents, counts.elements, counts.text_nodes) == (2, 5, 2)
    assert (counts.names, counts.depths, counts.text) == (3, 9, 100)
    assert not counts.only_judged
    assert counted(TWO_ARTICLES, only_judged=True).only_judged


def test_without_a_whole_document_there_is_nothing_to_count():
    assert counted({}) is None
    assert counted({("1", "/article[1]/sec[1]"): (0, 40)}) is None


def test_blocks_of_rows_do_not_matter(monkeypatch):
    whole = counted(TWO_ARTICLES)
    for rows in (1, 2, 3):
        monkeypatch.setattr(document_counts, "ROWS_AT_ONCE", rows)
        assert counted(TWO_ARTICLES) == whole


PATHS = st.lists(st.sampled_from(["a", "b", "text()"]), max_size=3).map(
    lambda steps: "/r[1]" + "".join(f"/{step}[{place}]" for place, step in enumerate(steps, start=1))
)
TABLES = st.dictionaries(
    st.tuples(st.sampled_from("123"), PATHS), st.tuples(st.just(0), st.integers(0, 9)), max_size=12
)


@given(TABLES, TABLES)
def test_counts_of_further_documents_are_added(one, other):
    renamed = {(f"other {name}", path): place for (name, path), place in other.items()}
    parts = [counts for table in (one, renamed) if (counts := counted(table))]
    if len(parts) == 2:
        both = counted(one | renamed)
        for name in ("documents", "elements", "text_nodes", "depths", "text"):
            assert getattr(both, name) == sum(getattr(part, name) for part in parts)


@pytest.mark.parametrize("indexed", [False, True])
def test_the_documents_of_the_sample(sample_campaign: Path, tmp_path: Path, indexed: bool):
    documents = sample_campaign / "documents"
    trees = [etree.parse(file).getroot() for file in sorted(documents.glob("*.xml"))]
    elements = [one for tree in trees for one in tree.iter(etree.Element)]
    texts = ["".join(tree.itertext()).strip() for tree in trees]
    directory = sample_campaign
    if indexed:
        directory = tmp_path
        index_documents(documents, tmp_path / "elements.parquet", "characters")
    table, _ = read_element_table(directory, "characters")
    counts = count_documents(table, only_judged=False)
    assert counts.documents == len(trees)
    assert counts.elements == len(elements)
    assert counts.names == len({one.tag for one in elements})
    assert counts.depths == sum(1 + sum(1 for _ in one.iterancestors()) for one in elements)
    assert counts.text == sum(map(len, texts))
    assert counts.text_nodes == sum(len(one.xpath("text()")) for one in elements)
