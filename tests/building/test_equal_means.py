"""A last bit decides nothing: equal means are equal, and ranks, ties and correlations know ten decimals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from inexreport.building.evaluation import score_campaign
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.scores import RUNS, SCORES
from inexreport.statistics.rank_correlation import kendall, spearman, tau_ap
from inexreport.statistics.summary import competition_ranks, percentiles, summarise_topics

LAST_BITS = np.array([0.20000000000000004, 0.19999999999999998, 0.2, 0.1])


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> CampaignOutcome:
    """Six runs whose P@10 of three topics are the permutations of 0.1, 0.2 and 0.3."""
    directory = tmp_path_factory.mktemp("made") / "equal"
    (directory / "topics").mkdir(parents=True)
    (directory / "assessments" / "official").mkdir(parents=True)
    (directory / "runs" / "Focused").mkdir(parents=True)
    topics = ("1", "2", "3")
    texts = "".join(f'<topic id="{topic}"><title>t</title></topic>' for topic in topics)
    (directory / "topics" / "topics.xml").write_text(f"<inex-topic-file>{texts}</inex-topic-file>")
    qrels = [f"{topic} Q0 r{n} 10 10 0 0:10" for topic in topics for n in range(10)]
    (directory / "assessments" / "official" / "a.qrels").write_text("\n".join(qrels) + "\n")
    for name, hits in zip("abcdef", permutations((1, 2, 3)), strict=True):
        lines = []
        for topic, relevant in zip(topics, hits, strict=True):
            articles = [f"r{n}" for n in range(relevant)] + [f"x{n}" for n in range(10 - relevant)]
            lines += [f"{topic} Q0 {one} {i} {10 - i} S 0 10" for i, one in enumerate(articles, start=1)]
        (directory / "runs" / "Focused" / f"{name}.run").write_text("\n".join(lines) + "\n")
    settings = 'title = "T"\nyear = 2009\nprotocol = "inex-2009"\n[tasks.Focused]\n'
    settings += 'official = "article-P@10"\nmetrics = ["article-P@10", "article-MAP"]\n'
    (directory / "campaign.toml").write_text(settings)
    return score_campaign(directory)


def test_permuted_scores_have_one_mean_and_one_rank(outcome: CampaignOutcome) -> None:
    means = [
        row["score"]
        for row in SCORES.build(outcome).to_pylist()
        if (row["metric"], row["topic"]) == ("article-P@10", "all")
    ]
    assert len(means) == 6
    assert len(set(means)) == 1
    assert [row["official_rank"] for row in RUNS.build(outcome).to_pylist()] == [1] * 6


def test_ranks_are_by_ten_decimals() -> None:
    assert competition_ranks(LAST_BITS).tolist() == [1, 1, 1, 4]
    assert competition_ranks(np.array([0.3, 0.3 - 2e-10])).tolist() == [1, 2]
    assert percentiles(LAST_BITS).tolist() == [100 / 3] * 3 + [0]


def test_the_best_run_of_a_topic_is_the_first_of_equal_ones() -> None:
    summary = summarise_topics(("1",), LAST_BITS[[1, 0, 2]][:, None])
    assert summary.best_run.tolist() == [0]


@pytest.mark.parametrize("coefficient", [spearman, kendall, tau_ap])
def test_correlations_are_by_ten_decimals(coefficient: Callable[..., float]) -> None:
    other = np.array([0.5, 0.4, 0.3, 0.2])
    assert coefficient(LAST_BITS, other) == coefficient(np.array([0.2, 0.2, 0.2, 0.1]), other)
    assert np.isnan(coefficient(LAST_BITS[:3], other[:3]))
