from pooling_campaigns import SmallCampaign, pools_of_only_task
from pooling_reference import PlainRun

from inexreport.subjects import pool_contributions

FIRST, SECOND = "/article[1]/sec[1]", "/article[1]/sec[2]"


def contributions(year, judged, runs, **more):
    campaign = SmallCampaign(year, {"1": judged}, {"1": "CO"}, runs, **more)
    pools = pools_of_only_task(campaign)
    counts, judged_thanks_to = pool_contributions.contributions(pools.results, campaign.pool_depth)
    thanks_to = {
        group: {pools.results.element(item) for item in items}
        for group, topics in judged_thanks_to.items()
        for items in topics.values()
    }
    rows = {(group, run): tuple(numbers) for group, run, *numbers in counts.itertuples(index=False)}
    return rows, thanks_to


RUNS = {
    "a": PlainRun("7", {"1": [("A", FIRST), ("B", FIRST)]}),
    "b": PlainRun("7", {"1": [("A", SECOND), ("B", FIRST)]}),
    "c": PlainRun("", {"1": [("A", SECOND), ("C", FIRST)]}),
    "d": PlainRun("", {"1": [("A", SECOND), ("Z", FIRST)]}),
}
"""What two runs of participant 7 both have is unique; what only strangers have is theirs run by run."""


def test_elements_judged_one_by_one():
    judged = {"A": {FIRST: (3, 3), SECOND: (1, 1)}, "B": {FIRST: (2, 1)}, "C": {FIRST: (0, 0)}}
    rows, thanks_to = contributions(2004, judged, {"CO": RUNS})
    assert list(rows) == [
        ("(c)", ""),
        ("(c)", "c"),
        ("(d)", ""),
        ("(d)", "d"),
        ("7", ""),
        ("7", "a"),
        ("7", "b"),
    ]
    assert rows["7", ""] == (3, 3, 2, 2)
    assert rows["7", "a"] == (2, 2, 2, 2)
    assert rows["7", "b"] == (2, 2, 1, 1)
    assert rows["(c)", ""] == rows["(c)", "c"] == (2, 1, 1, 0)
    assert rows["(d)", "d"] == (2, 1, 1, 0)
    assert thanks_to == {"7": {("A", FIRST), ("B", FIRST)}}


def test_only_what_judges_were_given_counts():
    judged = {"A": {FIRST: (3, 3), SECOND: (1, 1)}, "B": {FIRST: (2, 1)}}
    given = {("A", FIRST), ("A", SECOND)}
    rows, thanks_to = contributions(2004, judged, {"CO": RUNS}, pools={"1": given})
    assert rows["7", ""] == (2, 2, 1, 1)
    assert rows["(d)", ""] == (1, 1, 0, 0)
    assert thanks_to == {"7": {("A", FIRST)}}


def test_where_text_is_highlighted_an_article_is_read_for_any_of_its_elements():
    judged = {"A": {FIRST: (2, 300), SECOND: (2, 10)}, "B": {SECOND: (2, 5)}, "C": {}}
    rows, thanks_to = contributions(2006, judged, {"Thorough": RUNS})
    # The element is 7's alone, but others too had the judge read article A.
    assert rows["7", ""] == (3, 2, 2, 1)
    assert thanks_to == {"7": {("B", "")}}


def test_articles():
    runs = {
        "a": PlainRun("7", {"1": [("A", (0, 9)), ("A", (20, 9)), ("B", (0, 9))]}),
        "b": PlainRun("8", {"1": [("C", (0, 9)), ("A", (0, 9))]}),
    }
    judged = {"A": {0: (0, 9)}, "B": {0: (500, 9)}, "C": {0: (500, 9)}}
    rows, thanks_to = contributions(2009, judged, {"Thorough": runs})
    # B is third: the repeated article keeps its rank.
    assert rows["7", ""] == (1, 1, 0, 0)
    assert rows["8", ""] == (2, 2, 1, 1)
    assert thanks_to == {"8": {("C", "")}}
