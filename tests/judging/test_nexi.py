import hypothesis.strategies as st
import pytest
from hypothesis import given

from inexreport.building.campaign import prepare_campaign
from inexreport.judging.nexi import read_nexi


def parts(query):
    return [(str(token.part), token.text) for token in read_nexi(query).tokens if token.part != "other"]


def test_every_part_is_distinguished():
    query = '//article[about(.//fm, x) and .//yr >= 1998]//sec[about(., "markov chains" +algorithm -graph)]'
    assert parts(query) == [
        ("path", "//article"),
        ("filter", "["),
        ("function", "about"),
        ("path", ".//fm"),
        ("term", "x"),
        ("operator", "and"),
        ("path", ".//yr"),
        ("operator", ">="),
        ("value", "1998"),
        ("filter", "]"),
        ("target", "//sec"),
        ("filter", "["),
        ("function", "about"),
        ("path", "."),
        ("phrase", '"markov chains"'),
        ("required", "+algorithm"),
        ("excluded", "-graph"),
        ("filter", "]"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "target", "others"),
    [
        ("//*[about(.,a) and (about(.//(sec|p), b) OR about(., c))]", "//*", [".", ".//(sec|p)"]),
        ("//article//bdy//sec", "//sec", ["//article", "//bdy"]),
        ("//( sec | p )[ about(., valentine's day) ]", "//( sec | p )", ["."]),
        ("/article/bdy[about(.//@id, x (y) z)]", "/bdy", ["/article", ".//@id"]),
    ],
)
def test_the_last_step_outside_of_filters_is_asked_for(query, target, others):
    listed = dict(read_nexi(query).parts)
    assert [token.text for token in listed["Asked for"]] == [target]
    assert [token.text for token in listed["Further paths"]] == others


def test_a_query_of_2003_has_its_contents_between_apostrophes():
    query = "//article[(./fm//yr='2000' OR ./fm//yr='1999') AND about(., '\"a b\" +c d')]"
    listed = {name: [token.text for token in tokens] for name, tokens in read_nexi(query).parts}
    assert listed == {
        "Asked for": ["//article"],
        "Further paths": ["./fm//yr", "."],
        "Operators": ["=", "OR", "AND"],
        "Values": ["'2000'", "'1999'"],
        "Keywords": ["d"],
        "Phrases": ['"a b"'],
        "Stressed": ["+c"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "markov chains",
        "//article[about(., x)",
        "//article[about(., x)]]",
        "//article[]",
        "//article[about(.,)]",
        "//article[about(x)]",
        '//article[about(., "x)]',
        "//article[about(., x) about(., y)]",
        "//article[about(., x)] and //sec",
        "//a[" + "(" * 5000 + "about(., x)",
    ],
)
def test_what_is_no_query_stays_whole(text):
    query = read_nexi(text)
    assert not query.understood
    assert query.parts == ()
    assert [token.text for token in query.tokens] == [text]


def test_no_query_is_none():
    assert read_nexi("") is None


@given(st.text(alphabet="//.*()[]\"'+-,=| ab&orabout", min_size=1, max_size=60))
def test_nothing_of_a_query_is_lost(query):
    assert "".join(token.text for token in read_nexi(query).tokens) == query


@pytest.mark.real_data
def test_every_query_of_2009_is_understood(real_data):
    topics = prepare_campaign(real_data / "inex-2009-adhoc").campaign.topics.values()
    queries = [topic.castitle for topic in topics if topic.castitle]
    assert len(queries) > 100
    assert [query for query in queries if not read_nexi(query).understood] == []
