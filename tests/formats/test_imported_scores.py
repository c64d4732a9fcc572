"""scores/TASK/MEASURE.csv: what is read, and every mistake with its line, all at once."""

from __future__ import annotations

from math import fsum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.campaign_directory import examine_campaign
from inexreport.formats.imported_scores import read_imported_scores
from inexreport.formats.input_files import InputFiles
from inexreport.model.imported import ImportedMeasure
from tests.hostile.campaigns import write_campaign

COST = '[imported.cost]\ntitle = "Cost"\nunit = "EUR"\nbetter = "lower"\nsource = "Bills"\n'
FILE = "scores/Focused/cost.csv"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    directory = write_campaign(tmp_path / "campaign", "2009")
    with (directory / "campaign.toml").open("a") as settings:
        settings.write(COST)
    return directory


def put(directory: Path, content: str, place: str = FILE) -> None:
    path = directory / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def found(directory: Path) -> set[tuple[str, str, tuple[int, ...]]]:
    return {(one.code, one.file, one.lines) for one in examine_campaign(directory)[1]}


def test_scores_of_topics_and_of_runs(campaign: Path) -> None:
    put(campaign, "topic,score,run\n2009002,3,a\n2009001,1.5,a\nall,-2,b\n")
    read, problems = examine_campaign(campaign)
    (scores,) = read.imported
    assert problems == ()
    cost = ImportedMeasure(name="cost", title="Cost", unit="EUR", better="lower", source="Bills")
    assert scores.measure == cost
    assert (scores.task, scores.file, scores.lowest, scores.highest) == ("Focused", FILE, -2.0, 3.0)
    a, b = scores.runs["a"], scores.runs["b"]
    assert (a.line, a.mean, dict(a.by_topic)) == (2, 2.25, {"2009001": 1.5, "2009002": 3.0})
    assert (b.line, b.mean, dict(b.by_topic)) == (4, -2.0, {})


def test_every_mistake_of_a_file_at_once(campaign: Path) -> None:
    put(
        campaign,
        "run,topic,score\n"
        "a,2009001,1\n"
        "a,2009001,2\n"  # 3: twice
        "a,all,2\n"  # 4: all beside topics
        "b,all,2\n"
        "b,2009001,2\n"  # 6: and the reverse
        "c,77,1\n"  # 7: no topic of the campaign
        "c,2009001,nan\n"  # 8-12: no score
        "c,2009001,1 EUR\n"
        "c,2009001\n"
        ",2009001,1\n"
        "c,2009001,1e300\n",
    )
    assert found(campaign) == {
        ("imported-score-twice", FILE, (3,)),
        ("imported-topics-mixed", FILE, (4, 6)),
        ("imported-topic-unknown", FILE, (7,)),
        ("imported-score-wrong", FILE, (8, 9, 10, 11, 12)),
    }


@pytest.mark.parametrize("content", ["", "run,score\na,1\n", "a,2009001,1\n", "run,topic,score,note\n"])
def test_the_columns_must_be_named(campaign: Path, content: str) -> None:
    put(campaign, content)
    assert found(campaign) == {("imported-columns-wrong", FILE, (1,))}


def test_files_and_declarations_must_match(campaign: Path) -> None:
    line = (campaign / "campaign.toml").read_text().split("\n").index("[imported.cost]") + 1
    put(campaign, "run,topic,score\na,all,1\n", "scores/Focused/energy.csv")
    put(campaign, "run,topic,score\na,all,1\n", "scores/NoTask/cost.csv")
    put(campaign, "text", "scores/note.txt")
    assert found(campaign) == {
        ("imported-measure-undeclared", "scores/Focused/energy.csv", ()),
        ("imported-task-unknown", "scores/NoTask", ()),
        ("file-unknown", "scores/note.txt", ()),
    }
    for place in ("Focused/energy.csv", "NoTask/cost.csv", "note.txt"):
        (campaign / "scores" / place).unlink()
    (campaign / "scores/NoTask").rmdir()
    assert found(campaign) == {("imported-scores-missing", "campaign.toml", (line,))}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (COST.replace("lower", "smaller"), "campaign-value-wrong"),
        (COST.replace('title = "Cost"\n', ""), "campaign-key-missing"),
        (COST.replace("unit", "units"), "campaign-key-unknown"),
        (COST.replace("imported.cost", 'imported."a/b"'), "campaign-value-wrong"),
    ],
)
def test_a_declaration_is_checked(campaign: Path, changed: str, code: str) -> None:
    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text().replace(COST, changed))
    assert code in {one[0] for one in found(campaign)}


@given(
    st.dictionaries(st.sampled_from(["1", "2", "10"]), st.floats(-1e6, 1e6), min_size=1).flatmap(
        lambda scores: st.tuples(st.just(scores), st.permutations(sorted(scores)))
    )
)
def test_the_order_of_lines_does_not_matter(tmp_path_factory, scores_and_order) -> None:
    scores, order = scores_and_order
    root = tmp_path_factory.mktemp("scores")
    put(root, "run,topic,score\n" + "".join(f"a,{topic},{scores[topic]!r}\n" for topic in order))
    files = InputFiles(root)
    (read,) = read_imported_scores(
        files, {"cost": ImportedMeasure(name="cost", title="Cost", better="higher")}, ["Focused"], {}, ()
    )
    assert files.problems == ()
    assert dict(read.runs["a"].by_topic) == scores
    assert read.runs["a"].mean == fsum(scores.values()) / len(scores)
