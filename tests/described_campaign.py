"""A small campaign of documents whose runs.csv describes its runs."""

from __future__ import annotations

from pathlib import Path

SETTINGS = 'title = "Documents"\nyear = 2020\nprotocol = "trec"\n'
QRELS = "".join(
    f"{topic} 0 d{document} {int(document % 3 == topic % 3) * (1 + document % 2)}\n"
    for topic in range(1, 9)
    for document in range(1, 13)
)
TABLE = """run,participant,type,status,contributed,description,GPU
best,Harbour,manual,baseline,no,Made by hand,
good,Harbour,automatic,,yes,Weighted terms,none
fair,Lighthouse,automatic,official,yes,,one
poor,Lighthouse,manual,,no,,one
slow,Lighthouse,automatic,late,no,Came later,one
"""


def ranking(topic: int, skill: int) -> list[int]:
    """Documents of a topic: the relevant ones first for the first `skill` topics, and last for the others."""
    relevant = [document for document in range(1, 13) if document % 3 == topic % 3]
    relevant.sort(key=lambda document: document % 2 == 0)
    others = [document for document in range(1, 13) if document % 3 != topic % 3]
    return relevant + others if topic <= skill else others + relevant


def run_text(skill: int) -> str:
    return "".join(
        f"{topic} Q0 d{document} {place} {13 - place} tag{skill}\n"
        for topic in range(1, 9)
        for place, document in enumerate(ranking(topic, skill), start=1)
    )


SKILLS = {"best": 8, "good": 6, "fair": 4, "poor": 1, "slow": 5}
"""Number of topics that each run ranks perfectly."""


def write_described(directory: Path, table: str = TABLE, *, without: tuple[str, ...] = ()) -> Path:
    """Write the campaign; some runs may be left out."""
    for file, text in {
        "campaign.toml": SETTINGS,
        "assessments/official/qrels.txt": QRELS,
        **{
            f"runs/adhoc/{name}.txt": run_text(skill) for name, skill in SKILLS.items() if name not in without
        },
        **({"runs.csv": table} if table else {}),
    }.items():
        path = directory / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return directory
