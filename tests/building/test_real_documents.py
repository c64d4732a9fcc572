"""Real document campaigns: trec_eval's own test files, and TREC-COVID with its official leaderboard."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from inexreport.building.evaluation import score_campaign

pytestmark = pytest.mark.real_data

CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
COUNTERPARTS = {
    "map": "AP({rel})",
    "gm_map": "GMAP({rel})",
    "Rprec": "Rprec({rel})",
    "bpref": "Bpref({rel})",
    "recip_rank": "RR({rel})",
    "infAP": "infAP({rel})",
    "ndcg": "nDCG",
    "set_P": "SetP({rel})",
    "set_recall": "SetR({rel})",
    "set_F": "SetF({rel})",
    "set_map": "SetAP({rel})",
    "rbp": "RBP({rel},p=0.9)",
    **{f"P_{k}": f"P({{rel}})@{k}" for k in CUTOFFS},
    **{f"recall_{k}": f"R({{rel}})@{k}" for k in CUTOFFS},
    **{f"ndcg_cut_{k}": f"nDCG@{k}" for k in CUTOFFS},
    **{f"map_cut_{k}": f"AP({{rel}})@{k}" for k in CUTOFFS},
    **{f"iprec_at_recall_{x / 10:.2f}": f"IPrec({{rel}})@{x / 10}" for x in range(11)},
    **{f"success_{k}": f"Success({{rel}})@{k}" for k in (1, 5, 10)},
}
"""trec_eval's names of measures, and ours at a relevance level."""

INTERPOLATED_BY_OTHER_VERSIONS = {f"iprec_at_recall_0.{x}0" for x in (1, 6, 9)}
"""Where trec_eval 10 finds another precision than pytrec_eval, which contains an earlier version."""


def printed(file: Path) -> dict[tuple[str, str], str]:
    """What trec_eval printed, by measure and topic."""
    rows = (line.split() for line in file.read_text("utf-8").splitlines())
    return {(measure, topic): value for measure, topic, value in rows}


def scored(directory: Path, qrels: Path, run: Path, metrics: list[str], more: str):
    """Our values by identifier and topic, "all" for the mean."""
    for source, place in ((qrels, "assessments/official/qrels.txt"), (run, "runs/run.txt")):
        (directory / place).parent.mkdir(parents=True)
        shutil.copyfile(source, directory / place)
    listed = ", ".join(f'"{one}"' for one in metrics)
    (directory / "campaign.toml").write_text(
        f'title = "T"\nyear = 2000\nprotocol = "trec"\n{more}\n'
        f'[tasks.main]\nofficial = "{metrics[0]}"\nmetrics = [{listed}]\n',
        encoding="utf-8",
    )
    (task,) = score_campaign(directory).tasks
    (outcome,) = task.runs
    scores = outcome.scores
    assert scores is not None, outcome.problems
    values = {}
    for row, identifier in enumerate(scores.metrics):
        values[identifier, "all"] = scores.mean[row]
        values |= {
            (identifier, topic): value
            for topic, value in zip(scores.topics, scores.by_topic[row].tolist(), strict=True)
        }
    return values


@pytest.mark.parametrize(
    ("output", "qrels", "run", "level", "more"),
    [
        ("out.test.a", "qrels.test", "results.test", 1, 'topics = "returned"'),
        ("out.test.a", "qrels.test.with-comments", "results.test", 1, 'topics = "returned"'),
        ("out.test.aq", "qrels.test", "results.test", 1, 'topics = "returned"'),
        ("out.test.aqc", "qrels.test", "results.trunc", 1, ""),
        ("out.test.aql", "qrels.rel_level", "results.test", 2, 'topics = "returned"\nrelevance_level = 2'),
    ],
)
def test_trec_eval_prints_the_same(tmp_path, real_data, output, qrels, run, level, more):
    folder = real_data / "trec-eval-test"
    expected = printed(folder / output)
    # With grades, trec_eval divides the gains of RBP by the largest grade of each topic, not of the campaign.
    skipped = {"rbp"} if level > 1 else set()
    identifiers = {name: form.format(rel=f"rel={level}") for name, form in COUNTERPARTS.items()}
    skipped |= INTERPOLATED_BY_OTHER_VERSIONS
    found = scored(tmp_path, folder / qrels, folder / run, list(identifiers.values()), more)
    compared = 0
    for (name, topic), value in expected.items():
        if name in identifiers.keys() - skipped:
            assert f"{found[identifiers[name], topic]:.4f}" == value, (name, topic)
            compared += 1
    assert compared >= len(identifiers.keys() - skipped)


@pytest.fixture(scope="module")
def covid(real_data):
    (task,) = score_campaign(real_data / "trec-covid-round1").tasks
    return {run.submission.name: run for run in task.runs}


@pytest.mark.parametrize(
    ("column", "identifier"),
    [("ndcg@10", "nDCG@10"), ("p@5", "P@5"), ("RBP(p=.5)", "RBP(p=0.5)"), ("bpref", "Bpref"), ("MAP", "AP")],
)
def test_the_official_leaderboard_of_trec_covid(real_data, covid, column, identifier):
    with (real_data / "trec-covid-round1-official.csv").open(encoding="utf-8", newline="") as file:
        official = {row["run"]: row[column] for row in csv.DictReader(file)}
    assert len(official) == 143
    ours = {
        name: f"{run.scores.mean[run.scores.metrics.index(identifier)]:.4f}" for name, run in covid.items()
    }
    assert ours == official
