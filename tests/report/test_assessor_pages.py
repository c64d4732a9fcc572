import pytest
from evaluated_samples import evaluated_sample

from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.agreement import TEXT
from inexreport.subjects.assessors import assessors_page
from inexreport.subjects.reliability import EXPECTED, has_reliability, reliability_page
from inexreport.subjects.sections import Page, Strips, View
from inexreport.subjects.topic import topic_page
from inexreport.subjects.topics import topics_page
from tests.golden.seeded_campaigns import write_campaign


def viewed(directory):
    outcome, prepared = evaluated_sample(directory)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def of_2006(sample_campaign):
    return viewed(sample_campaign.with_name("sample-2006"))


@pytest.fixture(scope="module")
def of_2009(sample_campaign):
    return viewed(sample_campaign)


def views(page: Page, section: str) -> list[View]:
    (found,) = (one for one in page.sections if one.id == section)
    return [part for part in found.parts if isinstance(part, View)]


def strips(page: Page) -> tuple[Strips, ...]:
    """Charts of the first judge."""
    return page.sections[0].parts[0]


def grades(view: View, number: str) -> list[str]:
    return [name.removeprefix(f"{number} ") for name in view.columns if name.startswith(number)]


def test_tables_of_a_second_judge(of_2006):
    page = assessors_page(of_2006)
    judge = page.sections[0]
    assert judge.question == "Agreement with second-judge"
    assert judge.answer == ["4 topics have been judged by both the official judge and second-judge."]
    assert not any("left out" in part for part in judge.parts if isinstance(part, str))
    tables = views(page, "judge-1")
    assert [table.label for table in tables] == [
        f"Agreement with second-judge at {level} level" for level in ("article", "element", "character")
    ]
    for table, figure in zip(tables, strips(page), strict=True):
        assert table.frame.topic.tolist() == ["301", "304", "305", "307", "Mean"]
        assert grades(table, "ratio") == figure.strips
        first, topics = figure.strips[0], table.frame[:-1]
        ratios = topics[f"intersection {first}"] / topics[f"union {first}"]
        assert topics[f"ratio {first}"].tolist() == ratios.tolist()


def test_mutually_agreed_elements_add_up(of_2006):
    (mutual,) = views(assessors_page(of_2006), "mutual-1")
    assert grades(mutual, "union") == ["non-zero", "S1", "S2", "S3"]
    agreed, *given = (mutual.frame[f"union {grade}"] for grade in grades(mutual, "union"))
    assert sum(given).tolist() == pytest.approx(agreed.tolist())


def test_every_figure_names_its_highest_and_lowest_values(of_2006):
    page = assessors_page(of_2006)
    for chart, table in zip(strips(page), views(page, "judge-1"), strict=True):
        ratios = table.frame[:-1][[f"ratio {grade}" for grade in chart.strips]]
        assert len(chart.frame) == ratios.notna().sum().sum()
        for grade, mean in chart.means.items():
            own = chart.frame[chart.frame.strip == grade].value
            assert mean == pytest.approx(own.mean())
            for value in (mean, own.min(), own.max()):
                assert f"{value:.4f}" in chart.figure.summary


def test_judges_who_highlight_are_compared_without_elements(of_2009):
    page = assessors_page(of_2009)
    assert [chart.strips for chart in strips(page)] == [["non-zero"], [TEXT]]
    (elements,) = (one for one in page.sections if one.id == "relevant-elements")
    assert (elements.note, elements.parts) == ("no_elements", ())
    assert {one.id for one in page.sections}.isdisjoint({"mutual-1", "highlighted-elements"})
    assert any(
        "no comparison at element level" in one for one in page.sections[0].parts if isinstance(one, str)
    )


def test_a_campaign_judged_once_has_no_agreement(view):
    assert assessors_page(view).sections[0].note == "judged_once"


def test_elements_of_2002_have_no_grades_to_compare(tmp_path):
    """Its pairs of relevance and coverage are not split into the grades of the published tables."""
    write_campaign("inex-2002", tmp_path / "c")
    page = assessors_page(viewed(tmp_path / "c"))
    relevant = next(one for one in page.sections if one.id == "relevant-elements")
    assert relevant.answer[0] == (
        "What the official judge found relevant in 6 assessed topics. A topic without relevant elements "
        "counts as 0 in the mean numbers and is left out of the mean sizes."
    )
    assert [one.label for one in relevant.parts] == ["Relevant elements", "Relevant elements by topic"]
    assert [one.caption for one in views(page, "judge-1")] == [
        f"{level} level: ∪ and ∩ of all that is relevant, then ∩/∪." for level in ("Article", "Element")
    ]
    assert "Grades of mutually agreed elements" not in [one.question for one in page.sections]


def test_relevant_elements_by_grade(of_2006):
    relevant = next(one for one in assessors_page(of_2006).sections if one.id == "relevant-elements")
    assert (
        "relevant in 9 assessed topics, by grade. A topic without elements of a grade" in relevant.answer[0]
    )
    page = assessors_page(of_2006)
    summaries, topics = views(page, "relevant-elements")
    (section,) = (one for one in page.sections if one.id == "relevant-elements")
    assert "in 9 assessed topics" in section.answer[0]
    assert section.answer[1].startswith("Grades of specificity: the share of an element’s text")
    assert topics.frame.topic.nunique() == 9
    assert topics.frame.grade.unique().tolist() == ["non-zero", "S1", "S2", "S3"]
    counts = topics.frame[topics.frame.grade == "non-zero"].set_index("topic")["count"]
    most, fewest = (
        (one, counts[counts == value].index) for one in ("max", "min") for value in [counts.agg(one)]
    )
    assert summaries.caption.endswith(
        f"Most: topic {most[1].item()} ({counts.max():.0f}). "
        f"Fewest: topic {fewest[1].item()} ({counts.min():.0f})."
    )
    assert summaries.frame.groupby("grade", sort=False).summary.agg(list).to_dict() == {
        grade: ["Mean", "Minimum", "Maximum", "Median", "Standard deviation"]
        for grade in ("non-zero", "S1", "S2", "S3")
    }


def test_simulated_runs_in_their_expected_order(of_2006):
    page = reliability_page(of_2006)
    assert page.facts["task"] == "Thorough"
    (runs, _), (listings, _), (chart,), (metrics, tied), _ = (section.parts for section in page.sections)
    (listed,) = listings.choices["irb"]
    assert listed.frame["rank"].tolist() == list(range(1, len(listed.frame) + 1))
    assert listed.frame.gain.is_monotonic_decreasing
    assert tied.frame.irb.tolist() == metrics.frame.irb[tied.frame.index].tolist()
    assert runs.frame.run.tolist() == ["irb", "lo", "ao", "id", "ia", "frb"]
    assert runs.frame.expected.is_monotonic_increasing
    assert runs.frame.overlap.tolist()[:3] == [0, 0, 0]
    assert chart.frame.columns[0] == EXPECTED
    assert chart.frame.columns[chart.chosen[1]] == "MAep(quant=gen,overlap=off)"
    assert chart.frame.loc["ao", EXPECTED] == 3
    assert chart.frame.columns[1:].tolist() == metrics.frame.index.tolist()


def test_focused_metrics_find_the_ideal_run(of_2006):
    metrics, _ = reliability_page(of_2006).sections[3].parts
    focused = metrics.frame.loc["nxCG(quant=gen,overlap=on)@10"]
    assert focused.by_gain == "as expected"
    assert focused.irb == (" (1)", 1, "1.0000")
    assert focused.by_overlap.text.endswith(" of 15")
    assert metrics.frame.loc["MAep(quant=gen,overlap=off)", "by_gain"] == "irb is beaten"


def test_curves_of_the_simulated_runs_name_their_axes(of_2006):
    choice, _ = reliability_page(of_2006).sections[4].parts
    ranked, _ = choice.choices["nxCG(quant=gen,overlap=on)"]
    assert (ranked.by_rank, ranked.x[1]) == (True, "Rank")
    assert ranked.frame.label.tolist() == ["irb", "frb", "ia", "id", "lo", "ao"]
    assert set(ranked.frame.y[0]) == {1.0}


def test_without_judged_elements_there_is_no_reliability(of_2009, view):
    assert not has_reliability(of_2009.outcome)
    assert not has_reliability(view.outcome)


def test_a_topic_page_shows_the_agreement_of_its_judges(of_2006):
    campaign = of_2006.outcome.campaign
    shown = topic_page(of_2006, campaign.topics["301"])["sections"][-1].parts[0].frame
    counts = shown.set_index("level")[["union", "intersection"]]
    assert counts.loc["article"].tolist() == [8, 7]
    assert counts.loc["element"].tolist() == [51, 38]
    assert shown.level.tolist() == ["article", "element", "character"]
    others = topic_page(of_2006, campaign.topics["302"])["sections"]
    assert "agreement" not in [one.id for one in others]


def test_the_topics_overview_has_a_column_for_each_other_judge(of_2006, view):
    (table,), (other,) = (views(topics_page(one), "section-all-topics") for one in (of_2006, view))
    ratios = table.frame.set_index("topic")["agreement second-judge"]
    assert ratios["301"] == ("0.8750", 7 / 8, "")
    assert ratios["302"] == ("–", None, "")
    assert [head for head, _ in table.columns.values() if "Overlap" in head] == ["Overlap with second-judge"]
    assert not any("Overlap" in head for head, _ in other.columns.values())


def test_fully_highlighted_elements_of_the_sample(of_2006, of_2009):
    page = assessors_page(of_2006)
    (section,) = (one for one in page.sections if one.id == "highlighted-elements")
    (shown,) = views(page, "highlighted-elements")
    whole, links, *names = shown.frame.itertuples()
    assert whole.fully_highlighted == sum(one.fully_highlighted for one in names) > 0
    assert links.fully_highlighted == sum(
        one.fully_highlighted for one in names if one.element.endswith("link")
    )
    assert " ".join(section.answer) == (
        f"{whole.fully_highlighted:,} of {whole.relevant:,} relevant elements ({whole.percent:.2f}%)"
        f" are fully highlighted; {links.percent_of_all:.2f}% of these are links."
    )
    assert not any("more name" in part for part in section.parts if isinstance(part, str))
