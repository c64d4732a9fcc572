"""Every measure that ir_measures has is computed, or refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from ir_measures import parse_measure
from ir_measures.measures import registry

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.submission import campaign_of_qrels, evaluate_in
from inexreport.console.metrics import print_metrics
from inexreport.console.output import OutputFormat
from inexreport.errors import UsageError

FORMS = ("{}", "{}@10", "{}@1", "{}(rel=2)", "{}(rel=2)@10", "{}(max_rel=4)@10", "{}@0.5")
WITH_LEVELS = "1 0 a 4\n1 0 b 1\n1 0 c 0\n1 0 d -1\n2 0 a 0\n2 0 b 2\n3 0 a 0\n3 0 b -2\n4 0 a 1\n"
PERFECT = "1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n2 Q0 b 1 1 t\n3 Q0 b 1 1 t\n"
UNJUDGED = "1 Q0 x 1 3 t\n1 Q0 d 2 2 t\n3 Q0 a 1 1 t\n"


def value_or_reason(qrels: Path, run: Path, identifier: str) -> float | str:
    try:
        prepared: PreparedCampaign = campaign_of_qrels(qrels, [identifier])
    except UsageError as refused:
        return str(refused)
    scores = evaluate_in(prepared, run).scores
    assert scores is not None
    return float(scores.mean[-1])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, content in {"qrels": WITH_LEVELS, "perfect": PERFECT, "unjudged": UNJUDGED}.items():
        (folder / name).write_text(content)
    return folder


@pytest.fixture(scope="module")
def computed(files: Path) -> dict[str, float]:
    """The values of all identifiers that are not refused, where names are said in what refuses them."""
    values = {}
    for name, form in product(registry, FORMS):
        identifier = form.format(name)
        found = value_or_reason(files / "qrels", files / "perfect", identifier)
        if isinstance(found, float):
            values[identifier] = found
        else:
            assert name in found or registry[name].NAME in found
            assert "object at" not in found
            assert "there is no metric" not in found
    return values


def assert_finite(qrels: Path, run: Path, identifiers: Iterable[str]) -> None:
    once = {str(parse_measure(one)) for one in identifiers}  # some have several names
    scores = evaluate_in(campaign_of_qrels(qrels, sorted(once)), run).scores
    assert scores is not None
    assert [one for one, mean in zip(scores.metrics, scores.mean, strict=True) if not np.isfinite(mean)] == []


def test_measures_of_a_run_with_a_perfect_topic_are_computed_or_refused(computed: dict[str, float]) -> None:
    assert {*map(type, computed.values())} == {float}
    assert [one for one, value in computed.items() if not np.isfinite(value)] == []
    assert len(computed) > 80


def test_they_are_computed_where_no_result_is_judged(files: Path, computed: dict[str, float]) -> None:
    assert_finite(files / "qrels", files / "unjudged", computed)


@pytest.mark.real_data
def test_they_are_computed_of_the_test_data_of_trec_eval(real_data: Path, computed: dict[str, float]) -> None:
    folder = real_data / "trec-eval-test"
    assert_finite(folder / "qrels.test", folder / "results.test", computed)


@pytest.mark.parametrize("name", registry)
def test_it_is_explained_or_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = ""
    try:
        print_metrics([name], OutputFormat.TEXT)
    except UsageError as refused:
        said = str(refused)
    said += capsys.readouterr().out
    assert name in said or registry[name].NAME in said
    assert "object at" not in said


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("BPM@10", "'BPM@10' needs max_rel, e.g. BPM(max_rel=4)@10"),
        ("BPM(max_rel=4)@10", "needs a further package, cwl_eval"),
        ("IPrec", "'IPrec' needs recall, e.g. IPrec(recall=0.5)"),
        ("INST", "'INST' needs max_rel, e.g. INST(max_rel=4)"),
        ("Accuracy@1", "Accuracy@1 is undefined where no result is judged not relevant"),
        ("α_DCG@10", "needs a further package, pyndeval"),
    ],
)
def test_the_reason(tmp_path: Path, identifier: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        print_metrics([identifier], OutputFormat.TEXT)


def test_the_example_of_a_refusal_is_computed(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text(WITH_LEVELS)
    (tmp_path / "run").write_text(PERFECT)
    assert value_or_reason(tmp_path / "qrels", tmp_path / "run", "IPrec(recall=0.5)") == 0.5  # of four topics


def test_a_topic_on_which_accuracy_is_undefined_is_left_out_of_the_mean(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n1 0 c 1\n1 0 d 0\n2 0 a 1\n")
    (tmp_path / "run").write_text("1 Q0 a 1 4 t\n1 Q0 b 2 3 t\n1 Q0 c 3 2 t\n1 Q0 d 4 1 t\n2 Q0 a 1 1 t\n")
    scores = evaluate_in(campaign_of_qrels(tmp_path / "qrels", ["Accuracy@10"]), tmp_path / "run").scores
    assert scores is not None
    # Of the four pairs of a relevant document and one that is not, three are in the right order.
    assert scores.by_topic[-1].tolist() == pytest.approx([0.75, np.nan], nan_ok=True)
    assert scores.mean[-1] == 0.75


def test_the_guide_says_where_err_differs_from_gdeval(capsys: pytest.CaptureFixture[str]) -> None:
    print_metrics(["ERR@10"], OutputFormat.TEXT)
    assert (
        "gdeval, which computes it at TREC and for ir_measures, always takes m = 4" in capsys.readouterr().out
    )
