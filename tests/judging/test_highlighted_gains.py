"""Text of elements as judgements of 2006 count it."""

from by_hand import assessment as highlighted_passages
from by_hand import element_ranking
from element_judgements import graded, highlighted

from inexreport.judging.article_gains import article_text
from inexreport.judging.highlighted_gains import element_text, highlighted_gains, judged_text
from inexreport.judging.judged_ranking import judge

TRUTH = highlighted(
    {("a", "/article[1]"): (2, 100, 50), ("a", "/article[1]/p[1]"): (2, 60, 40)}, graded=False
)


def text(*paths):
    judged = judge(element_ranking([("a", f"/article[1]{path}") for path in paths]), TRUTH)
    return [column.tolist() for column in element_text(judged)]


def test_nested_and_repeated_elements_count_once():
    assert text("/p[1]", "", "/p[1]") == [[0, 100, 0], [0, 50, 0]]
    assert text("/p[1]", "/p[1]") == [[60, 0], [40, 0]]


def test_what_nobody_knows_counts_18_characters_and_overlaps_nothing():
    assert text("", "/q[9]", "/q[9]") == [[100, 18, 18], [50, 0, 0]]


def test_text_of_articles_as_the_judgements_of_2006_count_it():
    elements = [("b", "/article[1]"), ("a", "/article[1]/p[1]"), ("a", "/article[1]"), ("z", "/article[1]")]
    judged = judge(element_ranking(elements), TRUTH)
    by_article = article_text(judged, judged_units="elements")
    assert by_article.retrieved.tolist() == [18, 100, 18]
    assert by_article.relevant.tolist() == [0, 50, 0]
    assert by_article.highlighted.tolist() == [0, 50, 0]
    assert (by_article.is_relevant.tolist(), by_article.total) == ([False, True, False], 1)
    # Their places in the text are not known.
    assert article_text(judged).retrieved.tolist() == [18, 36, 18]


def test_text_is_known_where_size_and_highlighted_text_are():
    sized = graded({("a", "/article[1]"): (3, 3)}, {"/article[1]": 100})
    for truth in (sized, highlighted_passages({"a": [(0, 5)], "b": []})):
        judged = judge(element_ranking([("a", "/article[1]"), ("b", "/article[1]")]), truth)
        assert not judged_text(truth).known.any()
        assert not judged_text(truth).size.any()
        assert [column.tolist() for column in element_text(judged)] == [[18, 18], [0, 0]]
        assert highlighted_gains(judged, "off").total == 0
        assert highlighted_gains(judged, "on").total == truth.relevant_characters.sum()
        for overlap in ("on", "off"):
            assert highlighted_gains(judged, overlap).value.tolist() == [0, 0]


def test_an_element_of_one_character():
    truth = highlighted({("a", "/article[1]"): (2, 1, 1)})
    assert highlighted_gains(judge(element_ranking([("a", "/article[1]")]), truth), "on").share.tolist() == [
        1
    ]
