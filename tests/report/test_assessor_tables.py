import pytest

from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.assessor_tables import (
    agreement_characters_table,
    agreement_coefficients_table,
    agreement_mutual_table,
    agreement_table,
    relevant_elements_table,
    reliability_curves_table,
    reliability_table,
)
from inexreport.report.typed_table import as_frame

COLUMNS = ["judge", "topic", "level", "grade", "union", "intersection", "ratio"]


@pytest.fixture(scope="module")
def of_2006(sample_campaign):
    return evaluate_campaign(sample_campaign.with_name("sample-2006"))[0]


@pytest.fixture(scope="module")
def of_2009(sample_campaign):
    return evaluate_campaign(sample_campaign)[0]


def test_agreement_of_2006_is_by_article_and_element_and_thirds_of_specificity(of_2006):
    table = as_frame(agreement_table(of_2006))
    assert list(table.columns) == COLUMNS
    assert set(table["judge"]) == {"second-judge"}
    assert set(table["level"]) == {"article", "element"}
    assert table["grade"].drop_duplicates().tolist() == ["non-zero", "S1", "S2", "S3"]
    assert table["topic"].drop_duplicates().tolist() == ["301", "304", "305", "307", "mean"]
    defined = table[table["union"] > 0].query("topic != 'mean'")
    assert (defined["ratio"] == defined["intersection"] / defined["union"]).all()
    assert table.query("union == 0")["ratio"].isna().all()


def test_mutual_agreement_sums_to_the_agreed_elements(of_2006):
    table = as_frame(agreement_mutual_table(of_2006))
    assert list(table.columns) == COLUMNS
    agreed = as_frame(agreement_table(of_2006)).query("level == 'element' and grade == 'non-zero'")
    for topic, rows in table.groupby("topic"):
        by_grade = rows.set_index("grade")["union"]
        assert by_grade[["S1", "S2", "S3"]].sum() == by_grade["non-zero"]
        assert by_grade["non-zero"] == agreed.set_index("topic").loc[topic, "intersection"]


def test_passages_of_2009_are_compared_by_article_and_character(of_2009):
    table = as_frame(agreement_table(of_2009))
    assert set(zip(table["level"], table["grade"], strict=True)) == {("article", "non-zero")}
    assert as_frame(agreement_mutual_table(of_2009)).empty
    characters = as_frame(agreement_characters_table(of_2009))
    assert characters["ratio"].between(0, 1).all()
    assert set(as_frame(agreement_coefficients_table(of_2009))["subject"]) == {"articles", "characters"}


def test_passages_of_2006_have_their_places_from_the_documents(of_2006):
    characters = as_frame(agreement_characters_table(of_2006))
    assert characters["topic"].tolist() == ["301", "304", "305", "307"]
    assert (characters["unplaced_articles"] == 0).all()


def test_relevant_elements_end_with_their_summaries(of_2006):
    table = as_frame(relevant_elements_table(of_2006))
    assert list(table.columns) == ["topic", "grade", "count", "mean_size", "mean_highlighted"]
    summaries = ["mean", "minimum", "maximum", "median", "standard_deviation"]
    assert table["topic"].drop_duplicates().tolist()[-5:] == summaries
    thirds = table[table["grade"] == "S3"].set_index("topic")
    topics = thirds.drop(index=summaries)
    assert thirds.loc["mean", "count"] == pytest.approx(topics["count"].mean())
    assert thirds.loc["mean", "mean_size"] == pytest.approx(topics["mean_size"].mean())
    assert thirds.loc["standard_deviation", "mean_highlighted"] == pytest.approx(
        topics["mean_highlighted"].std(ddof=1)
    )


def test_reliability_has_six_runs_for_every_metric(of_2006):
    table = as_frame(reliability_table(of_2006))
    assert list(table.columns) == ["metric", "run", "score", "rank", "overlap"]
    assert (table.groupby("metric")["run"].agg(list).map(" ".join) == "irb frb ia id lo ao").all()
    focused = table[table["metric"] == "nxCG(quant=gen,overlap=on)@10"].set_index("run")
    assert focused.loc["irb", ["score", "rank", "overlap"]].tolist() == [1, 1, 0]
    assert set(as_frame(reliability_curves_table(of_2006))["run"]) == set(table["run"])


def test_campaigns_without_elements_have_empty_tables_with_their_columns(of_2009, outcome):
    for each in (of_2009, outcome):
        assert reliability_table(each).column_names == [
            "metric",
            "run",
            "score",
            "rank",
            "overlap",
        ]
        assert as_frame(reliability_table(each)).empty
        assert as_frame(relevant_elements_table(each)).empty
    assert agreement_table(outcome).column_names == COLUMNS
    assert as_frame(agreement_table(outcome)).empty
