"""A small invented campaign of documents judged by grade."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path

SETTINGS = """\
title = "Invented retrieval"
year = 2021
protocol = "trec"
"""

HOSTILE = '<b>&"x'
"""Name of a document, for runs."""

TOPICS = ("1", "2", "3")
LANGUAGES = {"fa": 12, "ru": 7}

QRELS = {
    "1": {"d1": 2, "d2": 1, "d3": 0, "d4": 0, "d5": -1},
    "2": {"d1": 0, "d6": 1, "d7": 2, "d8": 0},
    "3": {"d2": 0, "d9": 1},
}

RUNS = {
    "east/best": {"1": "d1 d2 d3 x1", "2": "d7 d6 d8", "3": "d9 d2"},
    "east/second": {"1": "d2 d1 x1", "2": "d6 x2 d7", "3": "x3 d9"},
    "west/third": {"1": "x1 d3 d2", "2": "d8 d1 d6", "3": "d2 d9"},
    "west/fourth": {"1": "d4 d5 x2 x3", "2": "x4 x5"},
}


def write_campaign(
    folder: Path,
    runs: Mapping[str, Mapping[str, str]] = RUNS,
    qrels: Mapping[str, Mapping[str, int]] = QRELS,
    settings: str = SETTINGS,
) -> Path:
    """Write a campaign directory with one task, and return it.

    Parameters
    ----------
    folder : Path
    runs : mapping of str to mapping of topic to str
        By participant and name; documents of each topic in the order of the ranking.
    qrels : mapping of topic to mapping of document to grade
    settings : str
        Content of campaign.toml.
    """
    (folder / "assessments" / "official").mkdir(parents=True)
    (folder / "topics").mkdir()
    (folder / "campaign.toml").write_text(settings)
    statements = "".join(f'<topic number="{one}"><query>query {one}</query></topic>' for one in qrels)
    (folder / "topics" / "topics.xml").write_text(f"<topics>{statements}</topics>")
    judged = [
        f"{topic} 0 {document} {grade}"
        for topic, grades in qrels.items()
        for document, grade in grades.items()
    ]
    (folder / "assessments" / "official" / "qrels.txt").write_text("\n".join(judged) + "\n")
    for name, by_topic in runs.items():
        file = folder / "runs" / "adhoc" / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            "".join(
                f"{topic} Q0 {document} {rank} {100 - rank} {file.stem}\n"
                for topic, documents in by_topic.items()
                for rank, document in enumerate(documents.split(), start=1)
            )
        )
    return folder


def write_tasks(folder: Path, tasks: Mapping[str, int], settings: str = "", official: str = "") -> Path:
    """Write a campaign whose tasks have the same topics and other documents, with grades from 0 to 3.

    Parameters
    ----------
    folder : Path
    tasks : mapping of str to int
        Number of judged documents of each topic, by name. A task's grades are in the folder of its name.
    settings : str
        To be added to campaign.toml.
    official : str, optional
        The task whose grades are the official ones instead.
    """
    for task, judged in tasks.items():
        qrels = {
            topic: {f"{task}{topic}{number}": (number * int(topic)) % 4 for number in range(judged)}
            for topic in TOPICS
        }
        assessments = folder / "assessments" / ("official" if task == official else task)
        assessments.mkdir(parents=True)
        lines = [f"{topic} 0 {name} {grade}\n" for topic in qrels for name, grade in qrels[topic].items()]
        (assessments / "qrels.txt").write_text("".join(lines))
        for place, name in enumerate(("east/one", "east/two", "west/three"), start=2):
            file = folder / "runs" / task / f"{name}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            ranked = {
                topic: sorted([*qrels[topic], f"x{topic}"], key=lambda one: hash_of(one, place))
                for topic in qrels
            }
            file.write_text(
                "".join(
                    f"{topic} Q0 {document} {rank} {100 - rank} {file.stem}\n"
                    for topic, documents in ranked.items()
                    for rank, document in enumerate(documents, start=1)
                )
            )
    (folder / "campaign.toml").write_text(SETTINGS + settings)
    return folder


def write_languages(folder: Path, tasks: dict[str, int] = LANGUAGES) -> Path:
    """Write a campaign as `write_tasks`, whose tasks call other topics the same."""
    settings = (f'[tasks.{task}]\nassessments = "{task}"\npool_depth = 4\n' for task in tasks)
    write_tasks(folder, tasks, "".join(settings))
    for task in tasks:
        (folder / "topics" / task).mkdir(parents=True)
        lines = [f"{topic}\tquery {topic} in {task}\n" for topic in TOPICS]
        (folder / "topics" / task / "topics.tsv").write_text("".join(lines))
    return folder


def with_metrics(directory: Path, *metrics: str) -> None:
    """Let all tasks whose pool depth is 4 have these metrics alone."""
    settings = directory / "campaign.toml"
    depth = "pool_depth = 4\n"
    settings.write_text(settings.read_text().replace(depth, f"{depth}metrics = {[*metrics]}\n"))


def prefix_topics(files: list[Path], prefix: str) -> None:
    """Write a prefix before each line, which begins with a topic."""
    for file in files:
        file.write_text("".join(f"{prefix}{line}\n" for line in file.read_text().splitlines()))


def hash_of(text: str, seed: int) -> int:
    """A number that depends on nothing else."""
    return zlib.crc32(f"{seed} {text}".encode())
