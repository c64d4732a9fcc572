"""Small campaigns of documents judged by grade, as files and as judged rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inexreport.judging.judged_ranking import JudgedRanking, judge
from inexreport.judging.located_run import document_ranking
from inexreport.model.assessment import graded_documents

Grades = Mapping[str, int]


@dataclass(frozen=True)
class DocumentCampaign:
    """A campaign with the task `main`.

    Attributes
    ----------
    grades : by topic and document
    runs : by participant and run, then by topic, the documents in order
    settings : further lines of campaign.toml, before its tables
    official, metrics : of the task
    """

    grades: Mapping[str, Grades]
    runs: Mapping[tuple[str, str], Mapping[str, Sequence[str]]]
    settings: str = ""
    official: str = "nDCG@10"
    metrics: tuple[str, ...] = ("nDCG@10", "AP", "RBP(p=0.5)")

    def write(self, folder: Path) -> Path:
        """Write the campaign directory."""
        (folder / "assessments" / "official").mkdir(parents=True)
        (folder / "campaign.toml").write_text(
            f'title = "Small"\nyear = 2042\nprotocol = "trec"\n{self.settings}'
            f'[tasks.main]\nofficial = "{self.official}"\nmetrics = {list(self.metrics)}\n'
        )
        (folder / "assessments" / "official" / "qrels.txt").write_text(
            "".join(
                f"{topic} 0 {document} {grade}\n"
                for topic, judged in self.grades.items()
                for document, grade in judged.items()
            )
        )
        for (participant, run), results in self.runs.items():
            (folder / "runs" / "main" / participant).mkdir(parents=True, exist_ok=True)
            (folder / "runs" / "main" / participant / f"{run}.txt").write_text(
                "".join(
                    f"{topic} Q0 {document} {rank} {1000 - rank} {run}\n"
                    for topic, documents in results.items()
                    for rank, document in enumerate(documents, start=1)
                )
            )
        return folder


def judged_documents(documents: Sequence[str], grades: Grades, topic: str = "1") -> JudgedRanking:
    """A ranking of documents joined with their grades."""
    given = np.array(list(grades.values()), dtype=np.int64)
    return judge(document_ranking(topic, documents), graded_documents(topic, tuple(grades), given))
