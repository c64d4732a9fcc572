"""Runs that return a document again: rejected, or scored by the best result of each document."""

from __future__ import annotations

from pathlib import Path

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.submission import evaluate_in
from tests.building.document_campaigns import QRELS, SETTINGS, write_campaign

MEASURES = ("AP", "nDCG@5", "RR", "P@5", "Bpref", "R@5", "nDCG")
FIRST = 'repeated_documents = "first"\n'
CAMPAIGN_WIDE = f"[rules]\n{FIRST}"
OF_THE_TASK = f"[rules]\nrepeated_documents = 'error'\n[tasks.adhoc.rules]\n{FIRST}"
RESULTS = st.dictionaries(  # no two results of a topic have the same score, so that documents never tie
    st.tuples(st.sampled_from(sorted(QRELS)), st.integers(-50, 50)),
    st.sampled_from(["d1", "d2", "d3", "d6", "d7", "d9", "x"]),
    min_size=1,
    max_size=25,
)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedCampaign:
    folder = tmp_path_factory.mktemp("campaign")
    return prepare_campaign(write_campaign(folder, settings=SETTINGS + CAMPAIGN_WIDE))


@given(results=RESULTS)
def test_values_are_those_of_ir_measures_for_the_best_result_of_each_document(
    prepared: PreparedCampaign,
    tmp_path_factory: pytest.TempPathFactory,
    results: dict[tuple[str, int], str],
) -> None:
    run = tmp_path_factory.getbasetemp() / "repeated.txt"
    lines = [f"{topic} Q0 {document} 1 {score} t\n" for (topic, score), document in results.items()]
    run.write_text("".join(lines))
    scores = evaluate_in(prepared, run, metrics=MEASURES).scores
    assert scores is not None
    best: dict[str, dict[str, float]] = {}
    for (topic, score), document in sorted(results.items()):
        best.setdefault(topic, {})[document] = score  # the highest one is the last
    wanted = {measure: ir_measures.parse_measure(measure) for measure in MEASURES}
    expected = dict.fromkeys(((name, topic) for name in MEASURES for topic in QRELS), 0.0)
    for one in ir_measures.iter_calc(list(wanted.values()), QRELS, best):
        expected[str(one.measure), one.query_id] = one.value
    ours = {
        (metric, topic): value
        for metric, row in zip(scores.metrics, scores.by_topic.tolist(), strict=True)
        for topic, value in zip(scores.topics, row, strict=True)
        if metric in MEASURES
    }
    assert ours == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ("", "run-document-twice"),
        (CAMPAIGN_WIDE, "run-document-repeated"),
        (OF_THE_TASK, "run-document-repeated"),
        (CAMPAIGN_WIDE + '[tasks.adhoc.rules]\nrepeated_documents = "error"\n', "run-document-twice"),
    ],
)
def test_the_campaign_or_the_task_decides(tmp_path: Path, settings: str, code: str) -> None:
    campaign = write_campaign(
        tmp_path / "campaign", {"east/again": {"1": "d1 d2 d1"}}, settings=SETTINGS + settings
    )
    evaluated = evaluate_in(prepare_campaign(campaign), campaign / "runs/adhoc/east/again.txt")
    codes = [problem.code for problem in evaluated.problems if "document" in problem.code]
    assert codes == [code]
    assert (evaluated.scores is None) == (code == "run-document-twice")
