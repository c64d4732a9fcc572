"""Sentences that templates and modules put together hold for every number of things."""

from __future__ import annotations

from pathlib import Path

import pytest
from building.document_campaigns import RUNS, write_campaign
from evaluated_samples import cached
from lxml import html
from sentences import FAULTS, faults, faults_of_pages

from inexreport.building.build import build


@pytest.mark.parametrize(
    ("fault", "wrong", "right"),
    [
        ("words run together", "by P@5.Equal scores share a rank.", "by P@5. Equal scores share a rank."),
        ("words run together", "(3 runs).Runs of one rank", "inex.xml and iP@0.01, see CO.Thorough"),
        ("one of several", "mean over 1 topics", "mean over 1 topic, topics 1 to 3, P@1 results"),
        ("one of several", "of 1 evaluated runs", "of 1 evaluated run"),
        ("one of several", "and 1 others", "and 1 other"),
        ("several in the singular", "over 12 topic.", "over 12 topics; topic 12 run by run; 10 topic sets"),
        ("several in the singular", "0 run was rejected", "0 runs were rejected"),
        ("verb in the plural", "1 run were rejected", "1 run was rejected"),
        ("the one", "All 1 runs of Focused", "All 10 runs of Focused"),
        ("share of nothing", "0 of 0 runs", "0 of 3 runs, 10 of 30"),
        ("no number", "with nan over 3 topics", "None of the runs; ranking nan-runs; infer"),
        ("negative zero", "a difference of −0.0000.", "a difference of −0.0001 or 0.0000"),
        ("hyphen for minus", "a difference of -0.25", "a difference of −0.25, 2009-2010, P-2"),
        ("space before punctuation", "by P@5 .", "by P@5."),
        ("doubled punctuation", "The best is A..", "A, B, …; see 2.1."),
        ("doubled punctuation", "better than others ()", "better than others (A)"),
        ("nothing after a word", "better than .", "better than A."),
        ("nothing between two words", "Half lie between and 0.5", "Half lie between 0.1 and 0.5"),
        ("doubled word", "mean of of 12 runs", "mean of 12 runs"),
        ("nothing of nothing", "Found by no other run: 0, 0 of them relevant", "0; 10, 0 of them relevant"),
        ("nothing of nothing", "most runs return; 0 are returned by no run", "no run returns 10 of them"),
        ("open range", "2 at 51–; 3 at 1", "2 at rank 51 or beyond, 3 at ranks 2–5"),
        ("half of two", "that half of the other 2 runs return", "that half of the other 22 runs return"),
        ("no thousands separator", "lines 3, 4 and 21148 more", "lines 3, 4 and 21,148 more; topic 21148"),
        ("space before percent", "Poor fit: 35\u00a0% of the results", "Poor fit: 35% of the results"),
        ("any what", "mean over 30 topics with any.", "mean over 30 topics with relevant documents."),
        ("two models", "language-model is a language model", "Judged automatically, by a language model."),
        ("no participants", "2009: 4 runs, 0 participants", "2009: 4 runs; 10 participants"),
        ("placeholder", "by {metric}", "by code"),
    ],
)
def test_a_fault_is_found_and_a_good_sentence_passes(fault: str, wrong: str, right: str):
    assert fault in dict(faults(wrong))
    assert faults(right) == []


def test_each_fault_has_an_example():
    tested = test_a_fault_is_found_and_a_good_sentence_passes.pytestmark[0].args[1]
    assert {fault for fault, *_ in tested} == FAULTS.keys()


def test_sentences_of_a_campaign_of_documents_with_equal_runs(tmp_path: Path):
    runs = RUNS | {"west/equal": RUNS["east/best"]}
    build(write_campaign(tmp_path / "campaigns" / "invented", runs), tmp_path / "site", resources=cached())
    task = html.parse(tmp_path / "site" / "invented" / "tasks" / "adhoc.html").getroot()
    captions = [" ".join(one.text_content().split()) for one in task.iter("caption")]
    assert any("by AP. Equal scores share a rank" in caption for caption in captions), captions
    assert faults_of_pages(tmp_path / "site") == []


def test_sentences_of_the_samples(sample_sites: Path):
    assert faults_of_pages(sample_sites) == []
