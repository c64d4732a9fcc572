import hypothesis.strategies as st
import pytest
from hypothesis import given

from inexreport.report.nexi import nexi_tokens


def parts(query):
    return [(str(token.part), token.text) for token in nexi_tokens(query) if token.part != "other"]


def test_paths_functions_phrases_and_signs_are_told_apart():
    assert parts('//article[about(.//fm, x)]//sec[about(., "markov chains" +algorithm -graph)]') == [
        ("path", "//article"),
        ("function", "about"),
        ("path", ".//fm"),
        ("term", "x"),
        ("path", "//sec"),
        ("function", "about"),
        ("path", "."),
        ("phrase", '"markov chains"'),
        ("required", "+algorithm"),
        ("excluded", "-graph"),
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "//*[about(.,a) and about(.//(sec|p), b)]",
            ["//*", "about", ".", "a", "and", "about", ".//(sec|p)", "b"],
        ),
        ("//article[.//yr > 1998]", ["//article", ".//yr", ">", "1998"]),
        ('//bdy//*[about(., -"two words")]', ["//bdy//*", "about", ".", '-"two words"']),
    ],
)
def test_other_forms(query, expected):
    assert [text for _, text in parts(query)] == expected


@given(st.text(alphabet='//.*()[]"+-,ab about', max_size=60))
def test_nothing_of_a_query_is_lost(query):
    assert "".join(token.text for token in nexi_tokens(query)) == query
