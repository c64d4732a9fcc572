from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.assessments import read_assessments
from inexreport.formats.file_content import FileContent, utf8_text
from inexreport.model.assessment import (
    TOO_SMALL,
    UNKNOWN,
    Coverage,
    ElementJudgements,
    Scale,
    TopicAssessment,
)
from inexreport.model.problem import Problem, ProblemLog


def read(*files: str | bytes) -> tuple[dict[str, TopicAssessment], list[Problem]]:
    logs = [ProblemLog(f"assessments/official/{number}.xml") for number, _ in enumerate(files)]
    contents = [FileContent(file.encode("utf-8") if isinstance(file, str) else file) for file in files]
    assessments = read_assessments("official", zip(contents, logs, strict=True))
    return dict(assessments.topics), [problem for log in logs for problem in log]


def places(problems: list[Problem]) -> list[tuple[str, tuple[int, ...]]]:
    return [(problem.code, problem.lines) for problem in problems]


def elements(topic: TopicAssessment) -> ElementJudgements:
    assert topic.elements is not None
    return topic.elements


def by_path(topic: TopicAssessment, values: np.ndarray) -> dict[tuple[str, str], float]:
    judged = elements(topic)
    return {
        (topic.articles[article], judged.paths[path]): value
        for article, path, value in zip(judged.article, judged.path, values.tolist(), strict=True)
    }


def test_2002() -> None:
    topics, problems = read(
        '<assessments topic="31"><file file="an/1995/a1003.xml">'
        '<article path="/article[1]" relevance="1" coverage="L"><bdy path="/article[1]/bdy" relevance="3" '
        'coverage="E"/></article></file><file file="an/1995/a1004"><article path="/article[1]" relevance="0" '
        'coverage="N"/></file></assessments>'
    )
    assert problems == []
    topic = topics["31"]
    assert topic.articles == ("an/1995/a1003", "an/1995/a1004")
    assert topic.relevant_characters.tolist() == [1, 0]
    assert topic.article_length.tolist() == [UNKNOWN, UNKNOWN]
    judged = elements(topic)
    assert judged.scale is Scale.RELEVANCE_COVERAGE
    assert judged.paths == ("/article[1]", "/article[1]/bdy[1]")
    assert judged.article.tolist() == [0, 0, 1]
    assert judged.path.tolist() == [0, 1, 0]
    assert judged.exhaustivity.tolist() == [1, 3, 0]
    assert judged.coverage.tolist() == [Coverage.TOO_LARGE, Coverage.EXACT, Coverage.NONE]
    assert np.isnan(judged.specificity).all()
    assert judged.size.tolist() == judged.highlighted.tolist() == [UNKNOWN] * 3
    assert topic.flagged_pool is None


def test_too_small_and_highly_relevant_is_an_error_of_the_data() -> None:
    topics, problems = read(
        '<assessments topic="31">\n<file file="a">\n<e path="/a[1]" relevance="3" coverage="S"/>\n'
        '<e path="/a[1]/b[1]" relevance="0" coverage="E"/>\n</file></assessments>'
    )
    assert places(problems) == [("assessments-values-contradict", (3, 4))]
    judged = elements(topics["31"])
    assert judged.exhaustivity.tolist() == [3, 0]
    assert judged.coverage.tolist() == [Coverage.TOO_SMALL, Coverage.EXACT]
    assert topics["31"].relevant_characters.tolist() == [0]


def test_2003() -> None:
    topics, problems = read(
        '<assessments pool="1" topic="91"><inex_topic topic_id="91"><title>x</title></inex_topic>'
        '<file name="co/2001/r7022.xml"><element path="/article[1]" exhaustiveness="3" specificity="1"/>'
        '<element path="/article[1]/p[1]" exhaustiveness="0" specificity="0"/></file></assessments>'
    )
    assert problems == []
    judged = elements(topics["91"])
    assert judged.scale is Scale.GRADES
    assert judged.exhaustivity.tolist() == [3, 0]
    assert judged.specificity.tolist() == [1.0, 0.0]
    assert judged.coverage.tolist() == [UNKNOWN, UNKNOWN]
    assert topics["91"].relevant_characters.tolist() == [1]


def test_2004() -> None:
    topics, problems = read(
        "<assessments pool='12' topic='163' version='2'>\n<file file='an/1995/a1003'>"
        "<path path='/article[1]/bdy[1]' exhaustiveness='2' specificity='1' inferred='true' "
        "inconsistant='true' inpool='true'/>\n<path path=\"/article[1]\" exhaustiveness=\"2\" "
        "specificity='1'/><path path='/article[1]/fm[1]' exhaustiveness='U' specificity='U' inpool='true'/>"
        "<path path='/article[1]/fm[2]'/></file>\n<file file='an/1995/a1004'><path path='/article[1]' "
        "exhaustiveness='U'/></file><file file='an/1995/a1005'><path path='/article[1]' exhaustiveness='0' "
        "specificity='2'/>\n<path path='/article[1]/p[1]' exhaustiveness='2' specificity='0'/></file>"
        "</assessments>"
    )
    assert places(problems) == [("assessments-values-contradict", (4, 5))]
    topic = topics["163"]
    assert topic.articles == ("an/1995/a1003", "an/1995/a1005")
    judged = elements(topic)
    assert judged.paths == ("/article[1]/bdy[1]", "/article[1]", "/article[1]/p[1]")
    assert judged.exhaustivity.tolist() == [2, 2, 0, 0]
    assert judged.specificity.tolist() == [1.0, 1.0, 0.0, 0.0]
    assert topic.flagged_pool == {
        ("an/1995/a1003", "/article[1]/bdy[1]"),
        ("an/1995/a1003", "/article[1]/fm[1]"),  # pooled, though nobody judged it
    }
    assert topic.relevant_characters.tolist() == [1, 0]


def test_2005_as_the_overview_prints_it() -> None:
    topics, problems = read(
        '<assessments topic="203"><file collection="ieee" name="co/2000/r7108">\n'
        '<element path="/article[1]" E="1" size="13,556" rsize="5,494"/>\n'
        '<element path="/article[1]/bdy[1]" E="1" size="9,797" rsize="4,594"/>\n'
        '<element path="/article[1]/bdy[1]/sec[2]" E="1" size="2,064" rsize="2,064"/>\n'
        '<element path="/article[1]/bdy[1]/sec[2]/st[1]" E="?" size="30" rsize="30"/>\n'
        "</file></assessments>"
    )
    assert problems == []
    topic = topics["203"]
    assert topic.articles == ("co/2000/r7108",)
    assert topic.relevant_characters.tolist() == [5494]
    assert topic.article_length.tolist() == [13556]
    judged = elements(topic)
    assert judged.scale is Scale.HIGHLIGHTED_GRADES
    assert judged.exhaustivity.tolist() == [1, 1, 1, TOO_SMALL]
    assert judged.size.tolist() == [13556, 9797, 2064, 30]
    assert judged.highlighted.tolist() == [5494, 4594, 2064, 30]
    assert judged.specificity.tolist() == [5494 / 13556, 4594 / 9797, 1.0, 1.0]


def test_2005_passages_and_specificity_without_sizes() -> None:
    topics, problems = read(
        '<assessments topic="203"><file collection="ieee" name="a"><passage '
        'start="/article[1]/p[1]/text()[1].0" end="/article[1]/p[1]/text()[1].812" size="812"/>'
        '<passage start="/article[1]/p[3]/text().4" end="/article[1]/p[4]" size="1,000"/>'
        '<element path="/article[1]/p[1]" exhaustivity="2" specificity="0.99"/>'
        '<element path="/article[1]/q[1]" exhaustivity="1" size="0" rsize="0"/></file>'
        '<file name="b"><element path="/article[1]" exhaustivity="2" specificity="0.5" size="9"/></file>'
        '<file name="c"><element path="/article[1]/p[1]" exhaustivity="?" size="9" rsize="3"/>'
        '<element path="/article[1]/p[2]" exhaustivity="?" size="9" rsize="4"/></file></assessments>'
    )
    assert problems == []
    topic = topics["203"]
    assert topic.passage_article.tolist() == [0, 0]
    assert topic.passage_start == ("/article[1]/p[1]/text()[1].0", "/article[1]/p[3]/text()[1].4")
    assert topic.passage_end == ("/article[1]/p[1]/text()[1].812", "/article[1]/p[4]")
    assert topic.passage_offset.tolist() == topic.passage_length.tolist() == [UNKNOWN, UNKNOWN]
    assert topic.entry_point_path == ()
    judged = elements(topic)
    assert judged.specificity.tolist() == [0.99, 0.0, 0.5, 3 / 9, 4 / 9]
    assert judged.highlighted.tolist() == [UNKNOWN, 0, UNKNOWN, 3, 4]
    assert judged.size.tolist() == [UNKNOWN, 0, 9, 9, 9]
    # The sum of the passages, something relevant of unknown size, the most that an element has.
    assert topic.relevant_characters.tolist() == [1812, 1, 4]


def test_2006() -> None:
    topics, problems = read(
        '<assessments topic="289"><file collection="wikipedia" name="12345"><best-entry-point '
        'path="/article[1]/body[1]/section[1]"/><passage start="/article[1]/body[1]/section[1]" '
        'end="/article[1]/body[1]/section[1]/text()[2].31" size="31"/><element path="/article[1]" '
        'exhaustivity="2" size="100" rsize="31"/></file><file name="7"/><file name="8"><best-entry-point '
        'path="/article/p[2]/text()[1].13"/><passage start="/article[1]/p[2]" end="/article[1]/p[2]" '
        'size="7"/><element path="/article[1]" size="70" rsize="7"/></file></assessments>',
        '<assessments topic="290"/>',
    )
    assert problems == []
    topic = topics["289"]
    assert topic.articles == ("12345", "7", "8")
    assert topic.relevant_characters.tolist() == [31, 0, 7]
    assert topic.entry_point_path == ("/article[1]/body[1]/section[1]", "", "/article[1]/p[2]/text()[1].13")
    assert topic.entry_point.tolist() == [UNKNOWN] * 3
    assert (topic.relevant_articles, topic.total_relevant_characters) == (2, 38)
    assert elements(topic).scale is Scale.HIGHLIGHTED
    assert elements(topic).exhaustivity.tolist() == [2, 2]
    assert topics["290"].articles == ()
    assert len(elements(topics["290"])) == 0


def test_2007_passages_without_elements() -> None:
    passage = '<file name="1"><passage start="/a[1]/text()[2].3" end="/a[1]/b[1]" size="9"/></file>'
    topics, problems = read(
        f'<assessments topic="414" whitespace-text-node="strip">{passage}</assessments>',
        f'<assessments topic="415" whitespace-text-node="keep">{passage}</assessments>',
        '<assessments topic="416" whitespace-text-node="keep"><file name="1"><element path="/a[1]" '
        'exhaustivity="2" size="9" rsize="9"/></file></assessments>',
    )
    assert problems == []
    assert topics["414"].elements is None
    assert topics["414"].relevant_characters.tolist() == [9]
    assert topics["414"].passage_start == ("/a[1]/text()[normalize-space()][2].3",)
    assert topics["414"].passage_end == ("/a[1]/b[1]",)
    assert topics["415"].passage_start == ("/a[1]/text()[2].3",)
    assert elements(topics["416"]).scale is Scale.HIGHLIGHTED


def test_pools_of_a_topic_are_merged() -> None:
    topics, problems = read(
        "<assessments topic='1'><file file='a'><path path='/a[1]' exhaustiveness='1' specificity='1'/></file>"
        "</assessments>",
        "<assessments topic='2'><file file='a'><path path='/a[1]' exhaustiveness='1' specificity='1'/></file>"
        "</assessments>",
        "<assessments topic='1'>\n<file file='a'><path path='/a[1]' exhaustiveness='1' specificity='1' "
        "inpool='true'/><path path='/a[1]/b[1]' exhaustiveness='3' specificity='3'/></file></assessments>",
    )
    assert [(problem.place, problem.code) for problem in problems] == [
        ("assessments/official/2.xml:2", "assessments-judgement-repeated")
    ]
    assert list(topics) == ["1", "2"]
    assert by_path(topics["1"], elements(topics["1"]).exhaustivity) == {
        ("a", "/a[1]"): 1,
        ("a", "/a[1]/b[1]"): 3,
    }
    assert topics["1"].flagged_pool == {("a", "/a[1]")}
    assert topics["2"].flagged_pool is None


def test_a_topic_in_two_formats() -> None:
    _, problems = read("1 Q0 a 0 5\n", '<assessments topic="1"/>', '<assessments topic="2"/>')
    assert [(problem.file[-5:], problem.code) for problem in problems] == [
        ("1.xml", "assessments-formats-mixed")
    ]


@pytest.mark.parametrize(
    ("content", "code", "lines"),
    [
        ("<file><e/></file>", "assessments-article-missing", (2,)),
        ('<file name="a">\n<e E="1" size="5" rsize="5"/></file>', "assessments-place-missing", (3,)),
        ('<file name="a">\n<passage start="/a[1]" size="5"/></file>', "assessments-place-missing", (3,)),
        ('<file name="a">\n<best-entry-point/></file>', "assessments-place-missing", (3,)),
        ('<file name="a"><e path="/a" E="4" size="5" rsize="5"/></file>', "assessments-value-unknown", (2,)),
        (
            '<file name="a"><e path="/a" relevance="4" coverage="E"/></file>',
            "assessments-value-unknown",
            (2,),
        ),
        (
            '<file name="a"><e path="/a" relevance="1" coverage="X"/></file>',
            "assessments-value-unknown",
            (2,),
        ),
        ('<file name="a"><e path="/a" E="1" specificity="1.5"/></file>', "assessments-value-unknown", (2,)),
        (
            '<file name="a"><e path="/a" exhaustiveness="x" specificity="3"/></file>',
            "assessments-value-unknown",
            (2,),
        ),
        ('<file name="a"><e path="/a" E="1" size="-5" rsize="5"/></file>', "assessments-number", (2,)),
        ('<file name="a"><e path="/a" E="1" size="5" rsize="1,5"/></file>', "assessments-number", (2,)),
        ('<file name="a"><passage start="/a" end="/a" size="x"/></file>', "assessments-number", (2,)),
        ('<file name="a"><e path="/a" E="1"/></file>', "assessments-judgement-incomplete", (2,)),
        ('<file name="a"><e path="/a" relevance="1"/></file>', "assessments-judgement-incomplete", (2,)),
        (
            """<file name="a"><e path="/a" relevance="1" coverage="E"/>
            <e path="/b" exhaustiveness="1" specificity="2"/></file>""",
            "assessments-scale-differs",
            (3,),
        ),
        (
            """<file name="a"><e path="/a" E="1" size="9" rsize="5"/>
            <e path="/a[1]" E="2" size="9" rsize="5"/></file>""",
            "assessments-judgement-differs",
            (3,),
        ),
        (
            '<file name="a"><best-entry-point path="/a"/>\n<best-entry-point path="/b"/></file>',
            "assessments-judgement-differs",
            (3,),
        ),
        (
            """<file name="a"><passage start="/a" end="/b" size="5"/>
            <passage start="/a" end="/b" size="5"/></file>""",
            "assessments-judgement-repeated",
            (3,),
        ),
    ],
)
def test_mistakes(content: str, code: str, lines: tuple[int, ...]) -> None:
    _, problems = read(f'<assessments topic="1">\n{content}</assessments>')
    assert places(problems) == [(code, lines)]


def test_more_highlighted_than_there_is() -> None:
    topics, problems = read(
        '<assessments topic="1">\n<file name="a"><e path="/a" E="1" size="5" rsize="6"/></file></assessments>'
    )
    assert places(problems) == [("assessments-highlighted-beyond-size", (2,))]
    assert elements(topics["1"]).specificity.tolist() == [1.0]
    assert elements(topics["1"]).highlighted.tolist() == [5]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('\n<assessments pool="5"><file name="a"/></assessments>', "assessments-topic-missing"),
        ("\n<assessments topic=' '/>", "assessments-topic-missing"),
        ("<assessments topic='1'><file>\n</assessments>", "xml-not-well-formed"),
    ],
)
def test_files_that_cannot_be_read(content: str, code: str) -> None:
    _, problems = read(content)
    assert places(problems) == [(code, (2,))]


def test_another_kind_of_file() -> None:
    _, problems = read("<html/>")
    assert [problem.code for problem in problems] == ["assessments-format-unknown"]


MARKUP = st.lists(
    st.sampled_from(['<assessments topic="1">', "</assessments>", '<file name="a">', "</file>", "<file/>"])
    | st.sampled_from(['<e path="/a" ', 'E="1" ', 'size="5" ', 'rsize="5" ', 'coverage="N" ', "/>", "&x;"])
    | st.sampled_from(['<passage start="/a" ', 'end="" ', "&#1;", "]]>", "<best-entry-point/>", "\n"])
)


@given(st.one_of(st.binary(max_size=200), MARKUP.map(lambda pieces: "".join(pieces).encode())))
def test_any_bytes_are_read_or_explained(data: bytes) -> None:
    topics, problems = read(data)
    blank = not (utf8_text(data, ProblemLog("")) or b"").split()  # perhaps but for a byte order mark
    assert topics or problems or blank


PATHS = st.from_regex(r"(/[a-z]{1,3}\[[1-9]\]){1,3}", fullmatch=True)
NAMES = st.from_regex(r"[a-z]{1,3}/[0-9]{1,3}", fullmatch=True)
JUDGEMENTS = {
    Scale.RELEVANCE_COVERAGE: st.sampled_from(
        [f'relevance="{r}" coverage="{c}"' for r in "123" for c in "LSE" if r + c != "3S"]
        + ['relevance="0" coverage="N"']
    ),
    Scale.GRADES: st.sampled_from(
        [f'exhaustiveness="{e}" specificity="{s}"' for e in "123" for s in "123"]
        + ['exhaustiveness="0" specificity="0"']
    ),
    Scale.HIGHLIGHTED_GRADES: st.tuples(
        st.sampled_from("?12"), st.integers(0, 9999), st.integers(0, 9999)
    ).map(lambda v: f'exhaustivity="{v[0]}" size="{max(v[1:])}" rsize="{min(v[1:])}"'),
}


@given(st.data(), st.sampled_from(list(JUDGEMENTS)))
def test_what_is_written_is_read_back(data: st.DataObject, scale: Scale) -> None:
    written = data.draw(
        st.dictionaries(
            st.sampled_from(["1", "2"]),
            st.dictionaries(NAMES, st.dictionaries(PATHS, JUDGEMENTS[scale])),
            min_size=1,
        )
    )
    files = [
        f'<assessments topic="{topic}">'
        + "".join(
            f'<file file="{name}">'
            + "".join(f"<e path={path!r} {values}/>" for path, values in judged.items())
            + "</file>"
            for name, judged in articles.items()
        )
        + "</assessments>"
        for topic, articles in written.items()
    ]
    topics, problems = read(*files)
    assert problems == []
    assert list(topics) == list(written)
    for topic, articles in written.items():
        assert topics[topic].articles == tuple(articles)
        if topics[topic].elements is not None:
            assert as_written(topics[topic]) == articles
        else:
            assert not any(judged for inner in written.values() for judged in inner.values())


def as_written(topic: TopicAssessment) -> dict[str, dict[str, str]]:
    """Write the judgements as the files have them."""
    judged = elements(topic)
    articles: dict[str, dict[str, str]] = {name: {} for name in topic.articles}
    for row in range(len(judged)):
        value = int(judged.exhaustivity[row])
        if judged.coverage[row] != UNKNOWN:
            values = f'relevance="{value}" coverage="{"NLSE"[judged.coverage[row]]}"'
        elif judged.size[row] != UNKNOWN:
            size, highlighted = judged.size[row], judged.highlighted[row]
            assert judged.specificity[row] == (highlighted / size if size else 0)
            written = "?" if value == TOO_SMALL else value
            values = f'exhaustivity="{written}" size="{size}" rsize="{highlighted}"'
        else:
            values = f'exhaustiveness="{value}" specificity="{int(judged.specificity[row])}"'
        articles[topic.articles[judged.article[row]]][judged.paths[judged.path[row]]] = values
    return articles
