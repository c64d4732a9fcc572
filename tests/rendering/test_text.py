import pytest

from inexreport.model.shown_text import UNSEEN
from inexreport.rendering import text


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("# One\n\n### Three", "<h2>One</h2>\n<h3>Three</h3>"),
        ("### Three\n\n# One", "<h2>Three</h2>\n<h2>One</h2>"),
        ("#### Deep", "<h2>Deep</h2>"),
        ("<h1>Own</h1>", "<h2>Own</h2>"),
    ],
)
def test_headings_follow_without_a_gap(source, html):
    assert text.safe_markdown(source, below=1) == html


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![picture](https://example.org/a.png)",
        "[bad](javascript:alert(1))",
        "<a href='data:text/html,x' onclick='alert(1)'>bad</a>",
        "<iframe src=https://example.org></iframe><style>p{}</style><svg onload=alert(1)></svg>",
        "<p style='background:url(https://example.org)' id=content>",
    ],
)
def test_nothing_of_an_organisers_text_runs_or_loads(source):
    html = text.safe_markdown(source)
    for danger in (
        "<script",
        "<img",
        "<iframe",
        "<style",
        "<svg",
        "javascript:",
        "data:",
        " on",
        "style=",
        "id=",
    ):
        assert danger not in html


def test_numbers():
    assert text.score(0.12345) == "0.1235"
    assert text.score(26.5, "%") == "26.50"
    assert text.score(None) == "–"
    assert text.signed(-0.25) == "−0.2500"
    assert text.signed(-0.00001) == "0.0000"
    assert text.grouped(1234567) == "1,234,567"


def test_names_break_after_punctuation_and_stay_escaped():
    assert text.breakable("MAgP(score=F,beta=0.25)") == "MAgP(<wbr>score=F,<wbr>beta=0.25)"
    assert text.breakable("a_<b>") == "a_<wbr>&lt;b&gt;"


def test_words_in_formulas_are_not_products_of_letters():
    html = text.mathml(r"\mathrm{AgP} = \sum_r \mathit{rel}(r)")
    assert "<mi>AgP</mi>" in html
    assert '<mi class="word">rel</mi>' in html
    assert html.startswith("<math")


def test_code_between_backticks():
    assert text.with_code("use `<a>` now") == "use <code>&lt;a&gt;</code> now"
    assert text.with_code("one ` alone") == "one ` alone"


def test_markdown_that_is_nested_too_deeply_is_shown_as_it_stands() -> None:
    assert text.safe_markdown("1. " * 10_000 + "<b>") == "<pre>" + "1. " * 10_000 + "&lt;b&gt;</pre>"


@pytest.mark.parametrize(
    "address",
    [
        "//example.org/a",
        r"\\example.org\a",
        "/etc/passwd",
        "../other/index.html",
        "a/../../b.html",
        "a/%2e%2e/%2e%2e/b.html",
        "/&#9;/example.org",
        "https:///a",
        "file:///etc/passwd",
        "tasks\\..\\..\\x.html",
    ],
)
def test_links_of_an_organisers_text_do_not_lead_out_of_the_site(address):
    assert "href" not in text.safe_markdown(f'<a href="{address}">here</a>')


@pytest.mark.parametrize(
    "address",
    ["https://example.org/a/../b", "mailto:a@example.org", "topics/1.html#top", "#tasks", "a..b.html"],
)
def test_links_that_name_their_host_or_lead_down_stay(address):
    assert f'href="{address}"' in text.safe_markdown(f"[here]({address})")


@pytest.mark.parametrize(
    "reference", ["&#1;", "&#x1f;", "&#127;", "&#x202e;", "&#x200b;", "&shy;", "&#27;[31m"]
)
def test_character_references_bring_no_unseen_letters(reference):
    cleaned = text.safe_markdown(
        f'a{reference}b <a href="{reference}//example.org">here</a> <abbr title="{reference}">c</abbr>'
    )
    assert not UNSEEN.search(cleaned)
    assert 'href="//' not in cleaned
