import pytest

from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.assessors import TEXT, assessors_page
from inexreport.report.campaign_view import view_campaign
from inexreport.report.topic import topic_page
from inexreport.report.topics import topics_page
from inexreport.subjects.reliability import EXPECTED, has_reliability, reliability_page


def viewed(directory):
    outcome, prepared = evaluate_campaign(directory)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def of_2006(sample_campaign):
    return viewed(sample_campaign.with_name("sample-2006"))


@pytest.fixture(scope="module")
def of_2009(sample_campaign):
    return viewed(sample_campaign)


def test_tables_of_a_second_judge(of_2006):
    page = assessors_page(of_2006)
    (judge,) = page["judges"]
    found = judge["comparison"]
    assert (found.judge, len(found.topics), found.unplaced_articles) == ("second-judge", 4, 0)
    assert [table["level"] for table in judge["tables"]] == ["article", "element", "character"]
    for table in judge["tables"]:
        assert [row["topic"] for row in table["rows"]] == [*found.topics, "mean"]
        for row in table["rows"]:
            assert [cell.grade for cell in row["cells"]] == table["grades"]
        first = [row["cells"][0] for row in table["rows"][:-1]]
        assert all(cell.ratio == cell.intersection / cell.union for cell in first)


def test_mutually_agreed_elements_add_up(of_2006):
    mutual = assessors_page(of_2006)["judges"][0]["mutual"]
    assert mutual["grades"] == ["non-zero", "S1", "S2", "S3"]
    for row in mutual["rows"]:
        agreed, *given = [cell.union for cell in row["cells"]]
        assert sum(given) == pytest.approx(agreed)


def test_every_figure_names_its_highest_and_lowest_values(of_2006):
    judge = assessors_page(of_2006)["judges"][0]
    for figure, table in zip(judge["figures"], judge["tables"], strict=True):
        assert len(figure["dots"]) == sum(
            cell.ratio == cell.ratio for row in table["rows"][:-1] for cell in row["cells"]
        )
        for grade, mean in figure["means"].items():
            own = [dot["ratio"] for dot in figure["dots"] if dot["grade"] == grade]
            assert mean == pytest.approx(sum(own) / len(own))
            assert f"{mean:.4f}" in figure["figure"].summary
            assert f"{max(own):.4f}" in figure["figure"].summary


def test_judges_who_highlight_are_compared_without_elements(of_2009):
    page = assessors_page(of_2009)
    assert [table["grades"] for table in page["judges"][0]["tables"]] == [["non-zero"], [TEXT]]
    assert page["judges"][0]["mutual"] is None
    assert page["relevant"] is None


def test_a_campaign_judged_once_has_no_agreement(view):
    assert assessors_page(view)["judges"] == []


def test_relevant_elements_by_grade(of_2006):
    relevant = assessors_page(of_2006)["relevant"]
    assert relevant["topics"] == 9
    assert relevant["grades"] == ["non-zero", "S1", "S2", "S3"]
    for grade in relevant["grades"]:
        topics = [row.topic for row in relevant["rows"] if row.grade == grade]
        assert topics[9:] == ["mean", "minimum", "maximum", "median", "standard_deviation"]


def test_simulated_runs_in_their_expected_order(of_2006):
    page = reliability_page(of_2006)
    assert page.facts["task"] == "Thorough"
    (runs, _), (chart,), (metrics,), _ = (section.parts for section in page.sections)
    assert runs.frame.run.tolist() == ["irb", "lo", "ao", "id", "ia", "frb"]
    assert runs.frame.expected.is_monotonic_increasing
    assert runs.frame.overlap.tolist()[:3] == [0, 0, 0]
    assert chart.frame.columns[0] == EXPECTED
    assert chart.frame.columns[chart.chosen[1]] == "MAep(quant=gen,overlap=off)"
    assert chart.frame.loc["ao", EXPECTED] == 3
    assert chart.frame.columns[1:].tolist() == metrics.frame.index.tolist()


def test_focused_metrics_find_the_ideal_run(of_2006):
    (metrics,) = reliability_page(of_2006).sections[2].parts
    focused = metrics.frame.loc["nxCG(quant=gen,overlap=on)@10"]
    assert focused.by_gain == "as expected"
    assert focused.irb == (" (1)", 1, "1.0000")
    assert focused.by_overlap.text.endswith(" of 15")
    assert metrics.frame.loc["MAep(quant=gen,overlap=off)", "by_gain"] == "irb is beaten"


def test_curves_of_the_simulated_runs_name_their_axes(of_2006):
    choice, _ = reliability_page(of_2006).sections[3].parts
    ranked, _ = choice.choices["nxCG(quant=gen,overlap=on)"]
    assert (ranked.by_rank, ranked.x[1]) == (True, "Rank")
    assert ranked.frame.label.unique().tolist() == ["irb", "frb", "ia", "id", "lo", "ao"]
    assert set(ranked.frame.y[ranked.frame.run == "irb"]) == {1.0}


def test_without_judged_elements_there_is_no_reliability(of_2009, view):
    assert not has_reliability(of_2009.outcome)
    assert not has_reliability(view.outcome)


def test_a_topic_page_shows_the_agreement_of_its_judges(of_2006):
    campaign = of_2006.outcome.campaign
    shown = topic_page(of_2006, campaign.topics["301"])["agreement"]
    assert [(one.level, one.union, one.intersection) for one in shown[:2]] == [
        ("article", 8, 7),
        ("element", 51, 38),
    ]
    assert shown[2].level == "character"
    assert topic_page(of_2006, campaign.topics["302"])["agreement"] == []


def test_the_topics_overview_has_a_column_for_each_other_judge(of_2006, view):
    page = topics_page(of_2006)
    assert page["judges"] == ["second-judge"]
    ratios = {row["topic"].id: row["agreements"] for row in page["rows"]}
    assert ratios["301"] == [7 / 8]
    assert ratios["302"] == [None]
    assert topics_page(view)["judges"] == []


def test_fully_highlighted_elements_of_the_sample(of_2006, of_2009):
    shown = assessors_page(of_2006)["highlighted"]
    whole, links, *names = (row["found"] for row in shown["rows"])
    assert whole.fully_highlighted == sum(one.fully_highlighted for one in names) > 0
    assert links.fully_highlighted == sum(
        one.fully_highlighted for one in names if one.element.endswith("link")
    )
    assert shown["summary"] == (
        f"{whole.fully_highlighted:,} of {whole.relevant:,} relevant elements ({whole.percent:.2f}%)"
        f" are fully highlighted; {links.percent_of_all:.2f}% of these are links."
    )
    assert shown["further"] == 0
    assert assessors_page(of_2009)["highlighted"] is None
