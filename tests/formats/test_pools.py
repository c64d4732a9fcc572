from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.file_content import FileContent
from inexreport.formats.names import article_name
from inexreport.formats.pools import document_files, pool_xml, read_pools
from inexreport.model.assessment import Pool
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.shown_text import shown


def read(*files: bytes) -> tuple[dict[str, Pool], list[Problem]]:
    logs = [ProblemLog(f"pools/{number}.xml") for number, _ in enumerate(files)]
    contents = [FileContent(data) for data in files]
    pools = read_pools(zip(contents, logs, strict=True))
    return pools, [problem for log in logs for problem in log]


def test_pools_of_two_topics() -> None:
    pools, problems = read(
        b'<pool topic="231"><file file="an/1995/a1003"><path path="/article/bdy"/>'
        b'<path path="/article[1]"/></file></pool>',
        b'<pool topic="9"/>',
        b'<pool topic="231"><file name="7.xml"><path path="/article[1]"/></file></pool>',
    )
    assert problems == []
    assert pools == {
        "231": Pool(
            "231",
            frozenset(
                {
                    ("an/1995/a1003", "/article[1]/bdy[1]"),
                    ("an/1995/a1003", "/article[1]"),
                    ("7", "/article[1]"),
                }
            ),
        ),
        "9": Pool("9", frozenset()),
    }


@pytest.mark.parametrize(
    ("data", "code", "lines"),
    [
        (b"a b c", "pool-format-unknown", (1,)),
        (b"1 0 a\n1 0 b 1\n", "pool-format-unknown", (2,)),
        (b"topic\tdocument\n1\ta\n2\tb c\n", "pool-format-unknown", (3,)),
        (b"<assessments/>", "pool-format-unknown", ()),
        (b"\n<pool/>", "pool-incomplete", (2,)),
        (b'<pool topic="1"><file>\n<path path="/a"/></file></pool>', "pool-incomplete", (2,)),
        (b'<pool topic="1">\n<file file="a"><path/></file></pool>', "pool-incomplete", (2,)),
        (b'<pool topic="1">\n<file file="a"></pool>', "xml-not-well-formed", (2,)),
    ],
)
def test_mistakes(data: bytes, code: str, lines: tuple[int, ...]) -> None:
    _, problems = read(data)
    assert [(problem.code, problem.lines) for problem in problems] == [(code, lines)]


def test_pools_of_documents_are_read_back_as_table_and_as_qrels_without_grades() -> None:
    written = {topic: Pool(topic, frozenset({("b.xml", ""), (f"a{topic}", "")})) for topic in ("2", "10")}
    files = document_files(written)
    assert files["pool.tsv"].decode().splitlines() == [
        "topic\tdocument",
        "2\ta2",
        "2\tb.xml",
        "10\ta10",
        "10\tb.xml",
    ]
    expected = {
        topic: Pool(topic, frozenset((article, "/article[1]") for article, _ in pool.elements))
        for topic, pool in written.items()
    }
    for content in files.values():
        assert read(content) == (expected, [])


@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_explained(data: bytes) -> None:
    pools, problems = read(data)
    assert pools or problems


names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12).map(shown)
paths = st.lists(st.sampled_from(["article[1]", "p[2]", "a-b[10]", "x.y[3]"]), min_size=1, max_size=4)


@given(names, st.sets(st.tuples(names, paths.map(lambda steps: "/" + "/".join(steps)))))
def test_a_written_pool_is_read_as_it_was(topic: str, elements: set[tuple[str, str]]) -> None:
    pool = Pool(topic, frozenset((article_name(article), path) for article, path in elements))
    pools, problems = read(pool_xml(pool))
    assert (pools, problems) == ({topic: pool}, [])


@pytest.mark.parametrize("article", ["a.xml", ".xml", "A.XML", 'a"b', "a&b", "<a>", "co/2000/r7108"])
def test_names_that_need_care(article: str) -> None:
    pool = Pool("1", frozenset({(article, "/article[1]")}))
    assert read(pool_xml(pool)) == ({"1": pool}, [])


def test_whole_articles_and_paths_that_xml_cannot_hold() -> None:
    pools, problems = read(pool_xml(Pool("1", frozenset({("a", ""), ("b", "/p\x01[1]")}))))
    assert pools["1"].elements == {("a", "/article[1]"), ("b", "/p\N{REPLACEMENT CHARACTER}[1]")}
    assert problems == []


def test_elements_are_in_order_of_their_numbers() -> None:
    text = pool_xml(Pool("1", frozenset({("10", "/p[1]"), ("9", "/p[10]"), ("9", "/p[2]")}))).decode()
    places = [text.index(part) for part in ('"9"', "/p[2]", "/p[10]", '"10"')]
    assert places == sorted(places)
