import pytest
from evaluated_samples import evaluated_sample

from inexreport.subjects.agreement import (
    AGREEMENT,
    AGREEMENT_CHARACTERS,
    AGREEMENT_COEFFICIENTS,
    AGREEMENT_MUTUAL,
)
from inexreport.subjects.judged_elements import RELEVANT_ELEMENTS
from inexreport.subjects.reliability import RELIABILITY, RELIABILITY_CURVES

COLUMNS = ["judge", "topic", "level", "grade", "union", "intersection", "ratio"]


@pytest.fixture(scope="module")
def of_2006(sample_campaign):
    return evaluated_sample(sample_campaign.with_name("sample-2006"))[0]


@pytest.fixture(scope="module")
def of_2009(sample_campaign):
    return evaluated_sample(sample_campaign)[0]


def test_agreement_of_2006_is_by_article_and_element_and_thirds_of_specificity(of_2006):
    table = AGREEMENT.build(of_2006).to_pandas()
    assert list(table.columns) == COLUMNS
    assert set(table["judge"]) == {"second-judge"}
    assert set(table["level"]) == {"article", "element"}
    assert table["grade"].drop_duplicates().tolist() == ["non-zero", "S1", "S2", "S3"]
    assert table["topic"].drop_duplicates().tolist() == ["301", "304", "305", "307", "mean"]
    defined = table[table["union"] > 0].query("topic != 'mean'")
    assert (defined["ratio"] == defined["intersection"] / defined["union"]).all()
    assert table.query("union == 0")["ratio"].isna().all()


def test_grades_of_mutual_agreement_add_up_to_the_agreed_elements(of_2006):
    table = AGREEMENT_MUTUAL.build(of_2006).to_pandas()
    assert list(table.columns) == COLUMNS
    agreed = AGREEMENT.build(of_2006).to_pandas().query("level == 'element' and grade == 'non-zero'")
    for topic, rows in table.groupby("topic"):
        by_grade = rows.set_index("grade")["union"]
        assert by_grade[["S1", "S2", "S3"]].sum() == by_grade["non-zero"]
        assert by_grade["non-zero"] == agreed.set_index("topic").loc[topic, "intersection"]


def test_passages_of_2009_are_compared_by_article_and_character(of_2009):
    table = AGREEMENT.build(of_2009).to_pandas()
    assert set(zip(table["level"], table["grade"], strict=True)) == {("article", "non-zero")}
    assert AGREEMENT_MUTUAL.build(of_2009).to_pandas().empty
    characters = AGREEMENT_CHARACTERS.build(of_2009).to_pandas()
    assert characters["ratio"].between(0, 1).all()
    assert set(AGREEMENT_COEFFICIENTS.build(of_2009).to_pandas()["subject"]) == {"articles", "characters"}


def test_passages_of_2006_are_located_in_the_documents(of_2006):
    characters = AGREEMENT_CHARACTERS.build(of_2006).to_pandas()
    assert characters["topic"].tolist() == ["301", "304", "305", "307"]
    assert (characters["unplaced_articles"] == 0).all()


def test_relevant_elements_end_with_their_summaries(of_2006):
    table = RELEVANT_ELEMENTS.build(of_2006).to_pandas()
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


NAMES = ["metric", "run", "score", "rank", "overlap", "score_over_ties", "rank_over_ties"]


def test_reliability_has_six_runs_for_every_metric(of_2006):
    table = RELIABILITY.build(of_2006).to_pandas()
    assert list(table.columns) == NAMES
    assert (table.groupby("metric")["run"].agg(list).map(" ".join) == "irb frb ia id lo ao").all()
    focused = table[table["metric"] == "nxCG(quant=gen,overlap=on)@10"].set_index("run")
    assert focused.loc["irb", ["score", "rank", "overlap"]].tolist() == [1, 1, 0]
    assert set(RELIABILITY_CURVES.build(of_2006).to_pandas()["run"]) == set(table["run"])


def test_campaigns_without_elements_have_empty_tables_with_their_columns(of_2009, outcome):
    for each in (of_2009, outcome):
        assert RELIABILITY.build(each).column_names == NAMES
        assert RELIABILITY.build(each).to_pandas().empty
        assert RELEVANT_ELEMENTS.build(each).to_pandas().empty
    assert AGREEMENT.build(outcome).column_names == COLUMNS
    assert AGREEMENT.build(outcome).to_pandas().empty
