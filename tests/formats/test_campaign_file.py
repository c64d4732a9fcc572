from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.campaign_file import read_campaign_file
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.task import Significance, TopicSelection, Treatment

START = 'title = "T"\nyear = 2009\nprotocol = "inex-2009"\n'
OWN_TASK = '[tasks.Mine]\ncutoff = 10\nofficial = "MAiP"\nmetrics = ["MAiP"]\n'


def read(text: str | bytes) -> tuple[dict[str, Any] | None, list[Problem]]:
    log = ProblemLog("campaign.toml")
    return read_campaign_file(text.encode() if isinstance(text, str) else text, log), list(log)


def good(text: str) -> SimpleNamespace:
    content, problems = read(text)
    assert problems == []
    assert content is not None
    return SimpleNamespace(**content)


def test_all_settings() -> None:
    content = good(
        '\ufefftitle = "INEX 2009"\nyear = 2009\nprotocol = "inex-2009"\ncitation = "C"\nlicence = "L"\n'
        '[collection]\nname = "Wikipedia"\ndocuments = 5\nelements = 50\nmean_document_length = 70\n'
        'unit = "bytes"\n[participants.19]\nname = "QUT"\n[participants]\n4.name = "Otago"\n'
    )
    assert (content.title, content.year, content.citation, content.licence) == ("INEX 2009", 2009, "C", "L")
    assert content.collection.mean_document_length == 70
    assert (content.collection.unit, content.collection.elements) == ("bytes", 50)
    assert [(key, one.name) for key, one in content.participants.items()] == [("19", "QUT"), ("4", "Otago")]
    assert list(content.tasks) == ["Focused", "Thorough", "RelevantInContext", "BestInContext"]


def test_overrides_replace_the_settings_of_the_protocol() -> None:
    plain = good(START).tasks
    tasks = good(
        START + '[tasks.Focused]\ncutoff = 7\ntopics = "returned"\n[tasks.Focused.rules]\n'
        'overlap = "warning"\n[tasks.AllInContext]\nofficial = "gR@5"\nmetrics = ["gR@1", "gR@1"]\n'
    ).tasks
    assert tasks["Focused"].cutoff == 7
    assert tasks["Focused"].topics is TopicSelection.RETURNED
    assert tasks["Focused"].rules.overlap is Treatment.WARNING
    assert tasks["Focused"].metrics == plain["Focused"].metrics
    assert tasks["Focused"].question == plain["Focused"].question
    assert tasks["RelevantInContext"].metrics == ("gR@1", "gR@1")
    assert tasks["Thorough"] == plain["Thorough"]
    assert list(tasks) == list(plain)


def test_topics_at_the_top_hold_for_all_tasks_that_say_nothing_else() -> None:
    tasks = good('topics = "returned"\n' + START + '[tasks.Focused]\ntopics = "assessed"\n').tasks
    assert tasks["Focused"].topics is TopicSelection.ASSESSED
    assert tasks["Thorough"].topics is TopicSelection.RETURNED


def test_the_test_of_significance_is_that_of_the_task_the_campaign_or_the_protocol() -> None:
    assert {one.significance for one in good(START).tasks.values()} == {Significance.T}
    tasks = good('significance = "tukey"\n' + START + '[tasks.Focused]\nsignificance = "t"\n').tasks
    assert tasks["Focused"].significance is Significance.T
    assert tasks["Thorough"].significance is Significance.TUKEY


@pytest.mark.parametrize(("setting", "expected"), [("", Significance.TUKEY), ("t", Significance.T)])
def test_tasks_of_documents_are_tested_all_at_once_unless_the_campaign_says_otherwise(
    setting: str, expected: Significance
) -> None:
    line = f'significance = "{setting}"\n' if setting else ""
    text = f'title = "T"\nyear = 2020\nprotocol = "trec"\n{line}'
    found = read_campaign_file(text.encode(), ProblemLog("campaign.toml"), ["main"])
    assert found is not None
    assert found["tasks"]["main"].significance is expected


def test_an_unknown_test_of_significance_is_reported_with_those_there_are() -> None:
    content, problems = read(START + 'significance = "z"\n')
    assert content is None
    assert [(one.code, one.lines, one.expected) for one in problems] == (
        [("campaign-value-wrong", (4,), "'t' or 'tukey'")]
    )


def test_a_task_of_its_own() -> None:
    tasks = good('title = "T"\nyear = 2009\n' + OWN_TASK).tasks
    assert (list(tasks), tasks["Mine"].cutoff, tasks["Mine"].official) == (["Mine"], 10, "MAiP")


@pytest.mark.parametrize(
    ("text", "code", "line", "said"),
    [
        ('year = 2009\nprotocol = "inex-2009"', "campaign-key-missing", None, "title"),
        (START + "licence = 5", "campaign-value-wrong", 4, "string"),
        (START + '[participants]\nx = "Team"', "campaign-value-wrong", 5, "a table [participants.x]"),
        (START + 'authors = ["A"]', "campaign-value-wrong", 4, "a table [[authors]]"),
        (START + "collection = 5", "campaign-value-wrong", 4, "a table [collection]"),
        (START.replace("2009", '"2009"', 1), "campaign-value-wrong", 2, "integer"),
        (START.replace("2009", "true", 1), "campaign-value-wrong", 2, "integer"),
        (START + 'citatoin = "x"', "campaign-key-unknown", 4, "“citation” meant"),
        (START + "[collection]\n\ndocument = 5", "campaign-key-unknown", 6, "“documents” meant"),
        (START + "[collection]\nmean_document_length = nan", "campaign-value-wrong", 5, "finite"),
        (START + "[collection]\nmean_document_length = -1.0", "campaign-value-wrong", 5, "greater than 0"),
        (START + '[collection]\nunit = "words"', "campaign-value-wrong", 5, "'bytes'"),
        (START + "[participants.7]\nname = 'a'\nnam = 5", "campaign-key-unknown", 6, "“name” meant"),
        (START + "[participants.7]", "campaign-key-missing", 4, "name"),
        (START + "[tasks.Focused]\ncutoff = 0", "campaign-value-wrong", 5, "greater"),
        (START + "[tasks.Focused]\nmetrics = []", "campaign-value-wrong", 5, "at least 1"),
        (START + '[tasks.Focused]\nmetrics = [\n"a",\n5]', "campaign-value-wrong", 7, "string"),
        (START + '[tasks.Focused.rules]\noverlaps = "error"', "campaign-key-unknown", 5, "“overlap” meant"),
        (START + "[tasks.Focussed]\ncutoff = 5", "campaign-key-missing", 4, "“Focused” meant"),
        (START + "[tasks.AllInContext]\n[tasks.RelevantInContext]", "campaign-value-wrong", 5, "two names"),
        (START.replace("inex-2009", "inex-2099"), "protocol-unknown", 3, "inex-2009"),
        ('title = "T"\nyear = 2009\n', "campaign-key-missing", None, "no tasks"),
        ('title = "T"\nyear = \n', "campaign-toml-syntax", 2, "value"),
        ('title = "T\n', "campaign-toml-syntax", 1, ""),
        ('title = "T"\n[a', "campaign-toml-syntax", 2, ""),
        ("year = " + "9" * 5000, "campaign-toml-syntax", None, ""),
        ("year = " + "[" * 5000, "campaign-toml-syntax", None, ""),
    ],
)
def test_mistakes(text: str, code: str, line: int | None, said: str) -> None:
    content, problems = read(text)
    assert content is None
    assert [(problem.code, problem.line) for problem in problems] == [(code, line)]
    assert said in problems[0].message


def test_every_mistake_is_reported() -> None:
    _, problems = read('yeer = 2009\nprotocol = "inex-2099"\ncitation = 1\n')
    assert {problem.code for problem in problems} == {
        "campaign-key-missing",
        "campaign-key-unknown",
        "campaign-value-wrong",
        "protocol-unknown",
    }


def test_not_utf8() -> None:
    _, problems = read(b'title = "a"\nlicence = "\xe9"\n')
    assert [(problem.code, problem.line) for problem in problems] == [("campaign-toml-syntax", 2)]


@given(
    st.one_of(
        st.binary(max_size=100),
        st.lists(
            st.sampled_from(
                [
                    'title="T"',
                    "year=2009",
                    "[tasks.A]",
                    "[tasks]",
                    "tasks=1",
                    "A=1",
                    "[[tasks.A]]",
                    "cutoff=1e400",
                    "[participants]",
                    "7=1",
                    'protocol="inex-2009"',
                    "[collection.x]",
                    "rules=[]",
                    "settings={a=1}",
                ]
            ),
            max_size=8,
        ).map(lambda lines: "\n".join(lines).encode()),
    )
)
def test_any_bytes_give_settings_or_problems(data: bytes) -> None:
    content, problems = read(data)
    assert (content is None) == bool(problems)


@pytest.mark.parametrize("line", ['ideal_tie = "lower"', 'collection_elements = "many"', 'tie = "higher"'])
def test_unknown_conventions(line: str) -> None:
    log = ProblemLog("campaign.toml")
    text = f"{START}[tasks.Focused.settings]\n{line}\n"
    assert read_campaign_file(text.encode(), log) is None
    (problem,) = log
    assert problem.code == "campaign-value-wrong"
    assert problem.line is not None


def test_tags_of_topics() -> None:
    content = good(START + '[topic_tags]\n"re-used" = ["301", "305", "301"]\nnew = []\n')
    assert content.topic_tags == {"re-used": ("301", "305", "301"), "new": ()}
    assert good(START).topic_tags == {}


@pytest.mark.parametrize(
    ("tags", "line"),
    [('old = "301"', 5), ("old = [301]", 5), ('old = [\n  "301",\n  true]', 7), ('"" = ["301"]', 5)],
)
def test_tags_that_are_no_lists_of_topics(tags: str, line: int) -> None:
    content, (problem,) = read(START + f"[topic_tags]\n{tags}\n")
    assert content is None
    assert (problem.code, problem.lines) == ("campaign-value-wrong", (line,))
