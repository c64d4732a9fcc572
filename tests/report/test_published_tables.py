"""Which tables and columns a campaign of text publishes."""

import pickle
from dataclasses import replace

import pyarrow as pa
import pytest
from evaluated_samples import evaluated_sample

from inexreport.model.assessment import OF_DOCUMENTS, OF_TEXT, Judged
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.table import MadeFrom, Table, integer, text


def test_a_campaign_of_text_has_all_tables_but_those_of_documents_and_answers(outcome):
    names = [one.name for one in published(TABLES, outcome)]
    of_documents = {"judged_documents", "grade_agreement", "grade_confusion", "judge_rankings"}
    of_documents |= {"judge_pairs", "judge_favours", "judge_disputes"}
    of_answers = {"nuggets", "citations"}
    with_rows = {one.name for one in TABLES if one.only_with_rows}
    assert with_rows == {"facets", "condensed", "residuals", "reusability", "corrected_scores"}
    of_editions = {"errata"}
    others = of_documents | of_answers | with_rows | of_editions
    assert names == [one.name for one in TABLES if one.name not in others]
    columns = {one.name: list(one.columns) for one in published(TABLES, outcome)}
    assert columns["assessments"] == [
        *("topic", "article", "relevant_characters", "article_length", "passages", "entry_point"),
    ]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_tables_go_to_other_processes(table):
    assert pickle.loads(pickle.dumps(table)).columns == table.columns


@pytest.mark.parametrize("year", [2006, 2025])
def test_a_table_needs_nothing_else_than_what_it_is_made_from(root, year):
    """Sites are written from these parts, everything else from the whole outcome."""
    outcome, _ = evaluated_sample(root / "campaigns" / f"sample-{year}")
    parts = {
        MadeFrom.ALL_RUNS: [outcome],
        MadeFrom.EACH_TASK: [replace(outcome, tasks=(task,)) for task in outcome.tasks],
        MadeFrom.NO_RUNS: [replace(outcome, tasks=())],
    }
    tables = published(TABLES, outcome)
    assert {table.made_from for table in tables} == {*MadeFrom}
    for table in tables:
        built = [table.build(part) for part in parts[table.made_from]]
        assert pa.concat_tables(built).equals(table.build(outcome)), table.name


def test_columns_words_and_rows_follow_what_was_judged():
    table = Table(
        "found",
        "One row per article.",
        {
            "item": text("The article.", "The document."),
            "passages": integer("Passages.", kinds=OF_TEXT),
            "grade": integer("Grade of the article.", kinds=OF_DOCUMENTS),
        },
        lambda source: [("a", [1, 2], 3), {"item": "b", "passages": 4, "grade": 5}],
        documents_row="One row per document.",
    )
    of_text, of_documents = table.of_kind(Judged.PASSAGES), table.of_kind(Judged.DOCUMENTS)
    assert table.of_kind(Judged.ANSWERS).columns["item"].meaning == "The answer."
    assert (of_text.row, of_documents.row) == ("One row per article.", "One row per document.")
    assert of_documents.columns["item"].meaning == "The document."
    assert of_documents.columns["grade"].meaning == "Grade of the document."
    assert of_text.build(None).to_pydict() == {"item": ["a", "a", "b"], "passages": [1, 2, 4]}
    assert of_documents.build(None).to_pydict() == {"item": ["a", "b"], "grade": [3, 5]}
