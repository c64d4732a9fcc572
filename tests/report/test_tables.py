import hashlib

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics

from inexreport.report.campaign_record import campaign_record, input_files
from inexreport.report.tables.published import ORGANISERS_TABLES, TABLES
from inexreport.report.tables.scores import RUNS, SCORES
from inexreport.subjects.problems import PROBLEMS
from inexreport.subjects.topics import TOPICS


def test_scores_have_the_documented_columns_and_order(outcome):
    table = SCORES.build(outcome).to_pandas()
    assert list(table.columns) == ["task", "run", "participant", "metric", "topic", "score"]
    assert table["run"].tolist() == sorted(table["run"])
    first = table[table["run"] == "run_04"]
    assert first["metric"].drop_duplicates().tolist() == ["iP@0.01", "iP@0.10", "MAiP", "overlap(kind=rank)"]
    by_metric = first[first["metric"] == "iP@0.01"]["topic"].tolist()
    assert by_metric == [*sorted(by_metric[:-1]), "all"]


def test_an_undefined_topic_has_no_row(outcome):
    table = SCORES.build(outcome).to_pandas()
    assert table["score"].notna().all()
    maip = table.query("run == 'run_04' and metric == 'MAiP'")
    assert "2005" not in maip["topic"].tolist()
    assert len(maip) == 9 + 1


def test_a_rejected_run_is_in_runs_but_not_in_scores(outcome):
    runs = RUNS.build(outcome).to_pandas().set_index("run")
    assert runs.loc["rejected", "status"] == "not evaluated"
    assert runs.loc["rejected", "problems"] == 1
    assert np.isnan(runs.loc["rejected", "official_score"])
    assert "rejected" not in SCORES.build(outcome).to_pandas()["run"].tolist()
    best = runs[runs["official_rank"] == 1]
    assert best["official_score"].tolist() == [runs["official_score"].max()]


def test_topics_count_their_assessments(outcome):
    topics = TOPICS.build(outcome).to_pandas().set_index("topic")
    assert topics.loc["2001", ["judged_articles", "relevant_articles"]].tolist() == [8, 7]
    assert topics.loc["2012", "assessed"] == False  # noqa: E712  # a NumPy truth value
    assert topics.loc["2012", "relevant_characters"] == 0


def test_problems_keep_every_line(outcome):
    table = PROBLEMS.build(outcome).to_pandas()
    row = table[table["run"] == "rejected"].iloc[0]
    assert (row["file"], row["line"], row["lines"], row["count"]) == (
        "runs/Focused/rejected.run",
        4,
        "4 9",
        2,
    )
    assert row["severity"] == "error"


@pytest.mark.parametrize("declared", [*TABLES, *ORGANISERS_TABLES], ids=lambda declared: declared.name)
def test_every_column_is_explained_and_has_its_type(outcome, declared):
    table = declared.build(outcome)
    assert table.schema.names == list(declared.columns)
    assert table.schema.types == [column.type for column in declared.columns.values()]
    assert all(column.meaning.endswith(".") for column in declared.columns.values())


def test_the_record_names_every_input_with_its_checksum(outcome):
    record = campaign_record(outcome, invented_metrics())
    inputs = input_files(outcome)
    assert [one["file"] for one in record["inputs"]] == sorted(one.file for one in inputs)
    assert len(inputs) == 2 + 13
    lines = "".join(f"{one['sha256']}  {one['file']}\n" for one in record["inputs"])
    assert record["inputs_sha256"] == hashlib.sha256(lines.encode()).hexdigest()
    assert record["tasks"][0]["best"]["score"] == RUNS.build(outcome).to_pandas()["official_score"].max()
    assert record["tasks"][1]["best"] is None
    assert record["format_version"] == 1
