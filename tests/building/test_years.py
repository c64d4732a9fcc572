"""Campaigns of every year from their own files: what the papers print comes out at the other end."""

from pathlib import Path
from typing import ClassVar
from unittest import mock

import pytest
from evaluated_samples import cached
from metrics.test_figure_1 import FILE, GRADES, PATHS, RUNS
from metrics.test_hixeval import FILE as HIXEVAL_FILE
from pooling_campaigns import scores_alone

import inexreport
from inexreport.building import evaluation
from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.errors import CampaignRefusedError
from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.significance import standing_rows

TOPIC = """<?xml version="1.0"?>
<inex_topic topic_id="{id}" query_type="{kind}" ct_no="1">
<title>{title}</title><castitle>{castitle}</castitle>
<description>d</description><narrative>n</narrative></inex_topic>
"""
RESULT = "<result><file>{file}</file><path>{path}</path><rank>{rank}</rank><rsv>1</rsv></result>"


class Directory:
    """A campaign directory that grows file by file."""

    def __init__(self, root: Path, year: int, more: str = "") -> None:
        self.root = root
        self.write("campaign.toml", f'title = "T"\nyear = {year}\nprotocol = "inex-{year}"\n{more}')

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def topic(self, number: str, kind: str, castitle: str = "", title: str = "a title") -> None:
        text = TOPIC.format(id=number, kind=kind, castitle=castitle, title=title)
        self.write(f"topics/{number}.xml", text)

    def run(self, task: str, name: str, topics: dict[str, list[tuple[str, str]]], ranks=None) -> None:
        parts = []
        for topic, results in topics.items():
            rows = [
                RESULT.format(file=file, path=path, rank=(ranks or range(1, 99))[i])
                for i, (file, path) in enumerate(results)
            ]
            parts.append(f'<topic topic-id="{topic}">{"".join(rows)}</topic>')
        head = f'<inex-submission participant-id="1" run-id="{name}" task="{task}" query="automatic">'
        self.write(f"runs/{task}/{name}.xml", f"{head}{''.join(parts)}</inex-submission>")

    def scores(self) -> dict[tuple[str, str, str, str], float]:
        table = inexreport.scores(self.root)
        keys = zip(table["task"], table["run"], table["metric"], table["topic"], strict=True)
        return dict(zip(keys, table["score"], strict=True))

    def pages(self, *kinds: str) -> list[str]:
        """The pages of some kinds."""
        with mock.patch.object(evaluation, "OF_SCORES", ()):  # computed where these pages show them
            outcome, prepared = evaluate_campaign(self.root)
        view = view_campaign(outcome, prepared.metrics)
        addresses, record = campaign_addresses(view), campaign_record(outcome, prepared.metrics)
        return [
            render_page(page, page_data(page, view), addresses, asset_names(), record)
            for page in pages_of(addresses)
            if page.kind in kinds
        ]


@pytest.fixture
def figure_1(tmp_path):
    """INEX 2004 with the judgements of Figure 1 and its six simulated runs."""
    made = Directory(tmp_path / "c2004", 2004)
    made.topic("163", "CO")
    made.topic("130", "CAS")
    paths = "".join(
        f"<path path='{PATHS[name]}' exhaustiveness='{e}' specificity='{s}' inpool='true'/>"
        for name, (e, s) in GRADES.items()
    )
    made.write(
        "assessments/official/topics/pool-1.xml",
        f"<assessments pool='1' topic='163' version='2'><file file='{FILE}'>{paths}</file></assessments>",
    )
    made.write(
        "assessments/official/topics/pool-2.xml",
        f"<assessments pool='2' topic='130' version='2'><file file='{FILE}'>"
        "<path path='/article[1]' exhaustiveness='3' specificity='3'/></file></assessments>",
    )
    for name, listing in RUNS.items():
        made.run("CO", name, {"163": [(FILE, PATHS[one]) for one in listing]})
    return made


SEVEN = ("strict", "gen", "sog", "e3s32", "e3s321", "s3e32", "s3e321")
"""Quantisations of 2004."""


class TestFigure1:
    def test_only_topics_of_the_tasks_kind_count(self, figure_1):
        assert {topic for task, _, _, topic in figure_1.scores() if task == "CO"} == {"163", "all"}

    def test_the_ideal_run_is_first_under_nxcg_and_not_under_inex_2002(self, figure_1):
        scores = figure_1.scores()
        nxcg = {run: scores["CO", run, "nXCG(quant=sog)", "all"] for run in RUNS}
        inex_2002 = {run: scores["CO", run, "inex_eval(quant=sog)", "all"] for run in RUNS}
        assert nxcg["irb"] == pytest.approx(1, abs=1e-12)
        assert max(nxcg, key=nxcg.get) == "irb"
        assert max(inex_2002, key=inex_2002.get) == "frb"

    def test_the_aggregate_is_the_mean_of_seven(self, figure_1):
        scores = figure_1.scores()
        for topic in ("all", "163"):
            parts = [scores["CO", "frb", f"inex_eval(quant={name})", topic] for name in SEVEN]
            aggregate = scores["CO", "frb", "inex_eval(quant=aggregate)", topic]
            assert aggregate == pytest.approx(sum(parts) / 7, abs=1e-12)

    def test_topics_without_one_of_the_seven_count_in_the_means_of_the_others(self, figure_1):
        figure_1.topic("164", "CO")
        figure_1.write(
            "assessments/official/topics/pool-3.xml",
            f"<assessments pool='3' topic='164' version='2'><file file='{FILE}'>"
            "<path path='/article[1]' exhaustiveness='2' specificity='2'/></file></assessments>",
        )
        for name, listing in RUNS.items():
            both = {"163": [(FILE, PATHS[one]) for one in listing], "164": [(FILE, "/article[1]")]}
            figure_1.run("CO", name, both)
        scores = figure_1.scores()
        aggregate, gen, strict = (f"inex_eval(quant={name})" for name in ("aggregate", "gen", "strict"))
        assert scores["CO", "frb", gen, "164"] > 0
        assert ("CO", "frb", strict, "164") not in scores
        assert ("CO", "frb", aggregate, "164") not in scores
        parts = [scores["CO", "frb", f"inex_eval(quant={name})", "all"] for name in SEVEN]
        assert scores["CO", "frb", aggregate, "all"] == pytest.approx(sum(parts) / 7, abs=1e-12)
        assert scores["CO", "frb", aggregate, "all"] != pytest.approx(scores["CO", "frb", aggregate, "163"])

        with scores_alone():
            outcome, prepared = evaluate_campaign(figure_1.root)
        view = view_campaign(outcome, prepared.metrics)
        assert view.topic_metrics == {"CO": aggregate}
        by_run = {row["name"].run: row for row in standing_rows(view, "CO")}
        assert by_run["frb"]["score"] == scores["CO", "frb", aggregate, "all"]
        assert by_run["frb"]["topic_mean"] == pytest.approx(scores["CO", "frb", aggregate, "163"], abs=1e-12)
        (page,) = figure_1.pages("task")
        assert "Over topics with all parts" in page

    def test_the_official_metric_compares_runs_by_topic(self, figure_1):
        (task,) = score_campaign(figure_1.root).tasks
        scores = task.runs[0].scores
        assert scores.topics_counted[scores.metrics.index("inex_eval(quant=aggregate)")] == 1
        (page,) = figure_1.pages("task")
        assert "Over topics with all parts" not in page

    def test_overlap_is_that_of_nested_elements(self, figure_1):
        scores = figure_1.scores()
        by_rank = {run: scores["CO", run, "overlap(kind=rank)", "all"] for run in RUNS}
        assert by_rank == {"irb": 0, "frb": 70, "ia": 50, "id": 62.5, "lo": 0, "ao": 0}
        assert scores["CO", "frb", "overlap(kind=set)", "all"] == 100

    def test_unknown_sizes_are_reported_per_run(self, figure_1):
        problems = figure_1_problems(figure_1)
        assert "sizes-unknown" not in problems["irb"]
        assert "sizes-unknown" in problems["ia"]


def figure_1_problems(made):
    with scores_alone():
        outcome, _ = evaluate_campaign(made.root)
    return {
        run.submission.name: {problem.code for problem in run.problems}
        for task in outcome.tasks
        for run in task.runs
    }


@pytest.fixture
def hixeval_sample(tmp_path):
    """INEX 2005 with the judgements that Pehcevski and Thom print."""
    made = Directory(tmp_path / "c2005", 2005)
    made.topic("203", "CO+S")
    made.topic("260", "VVCAS", "//article//sec[about(., x)]")
    elements = (
        '<element path="/article[1]" exhaustivity="1" size="13,556" rsize="5,494"/>'
        '<element path="/article[1]/bdy[1]" exhaustivity="1" size="9,797" rsize="4,594"/>'
        '<element path="/article[1]/bdy[1]/sec[2]" E="1" size="2,064" rsize="2,064"/>'
        '<element path="/article[1]/bdy[1]/sec[2]/st[1]" exhaustivity="?" size="30" rsize="30"/>'
    )
    for topic in ("203", "260"):
        made.write(
            f"assessments/official/{topic}.xml",
            f'<assessments pool="1" topic="{topic}" version="2">'
            f'<file collection="ieee" name="{HIXEVAL_FILE}">{elements}</file></assessments>',
        )
    paths = [
        "/article[1]/bdy[1]/sec[2]/st[1]",
        "/article[1]/bdy[1]/sec[2]",
        "/article[1]",
        "/article[1]/bdy[1]",
    ]
    run = [(HIXEVAL_FILE, path) for path in paths]
    made.run("CO.Focussed", "focussed", {"203": run})
    made.run("CO.Thorough", "thorough", {"203": run})
    made.run("CO.FetchBrowse", "browse", {"203": run})
    made.run("SVCAS", "strict", {"260": run})
    made.run("VVCAS", "vague", {"260": run})
    return made


class TestHiXEvalSample:
    def test_printed_values(self, hixeval_sample):
        scores = hixeval_sample.scores()
        focussed = scores["CO.Focussed", "focussed", "HiXEval-MAP(overlap=on)", "203"]
        assert focussed == pytest.approx(0.8388, abs=5e-5)
        assert scores["CO.Focussed", "focussed", "HiXEval-R(overlap=on)@10", "all"] == 1
        assert scores["CO.Thorough", "thorough", "HiXEval-R(overlap=off)@10", "all"] == 1

    def test_metrics_without_a_relevant_topic_have_no_row(self, hixeval_sample):
        scores = hixeval_sample.scores()
        assert not [key for key in scores if "quant=strict5" in key[2]]

    def test_a_strict_target_leaves_only_what_the_topic_asks_for(self, hixeval_sample):
        scores = hixeval_sample.scores()
        metric = "MAep(quant=genLifted,overlap=off)"
        # Of the four elements only sec is asked for; it is second in the run.
        assert scores["SVCAS", "strict", metric, "260"] == pytest.approx(0.5)
        assert scores["VVCAS", "vague", metric, "260"] > 0.5

    def test_fetch_and_browse(self, hixeval_sample):
        scores = hixeval_sample.scores()
        official = "FetchBrowse-MAep(level=article,quant=genLifted,overlap=off)"
        assert scores["CO.FetchBrowse", "browse", official, "all"] == 1


def test_2002_reads_equal_ranks_as_one_level(tmp_path):
    made = Directory(tmp_path / "c2002", 2002, "[collection]\nelements = 100\n")
    made.topic("31", "CO")
    path = "/article[1]/p[{}]".format
    judged = "".join(
        f'<element path="{path(i)}" relevance="3" coverage="E"/>' if i in (1, 4, 5) else "" for i in range(7)
    )
    made.write(
        "assessments/official/31.xml",
        f'<assessments topic="31"><file file="a">{judged}</file></assessments>',
    )
    results = [("a", path(i)) for i in (1, 2, 3, 4, 5, 6)]
    made.run("CO", "tied", {"31": results}, ranks=[1, 1, 1, 2, 2, 2])
    score = made.scores()["CO", "tied", "inex_eval(quant=strict2002)", "31"]
    assert score == pytest.approx(0.4683, abs=5e-5)


def test_the_protocol_of_another_year_is_refused_with_the_reason(hixeval_sample):
    hixeval_sample.write("campaign.toml", 'title = "T"\nyear = 2004\nprotocol = "inex-2004"\n')
    with pytest.raises(CampaignRefusedError) as refused:
        hixeval_sample.scores()
    assert {problem.code for problem in refused.value.problems} >= {"metric-inapplicable"}


@pytest.fixture
def judged_2007(tmp_path):
    """INEX 2007 with passages as XPointers into a document of two paragraphs of ten characters."""
    made = Directory(tmp_path / "c2007", 2007)
    made.topic("414", "CO+S")
    made.write("documents/7.xml", "<article><p>0123456789</p><p>abcdefghij</p></article>")
    point = "/article[1]/p[2]/text()[1].{}".format
    made.write(
        "assessments/official/414.xml",
        '<assessments pool="1" topic="414" version="2" whitespace-text-node="keep"><file name="7">'
        f'<best-entry-point path="{point(2)}"/>'
        f'<passage start="{point(2)}" end="{point(7)}" size="5"/></file></assessments>',
    )
    for task in ("Focused", "RelevantInContext", "BestInContext"):
        made.run(task, "paragraph", {"414": [("7", "/article[1]/p[2]")]})
    return made


def test_xml_judgements_of_2007_are_passages_in_the_text(judged_2007, tmp_path):
    build(judged_2007.root, tmp_path / "site", resources=cached())
    assert (tmp_path / "site" / judged_2007.root.name / "data" / "scores.csv").exists()
    scores = judged_2007.scores()
    assert scores["Focused", "paragraph", "char_prec", "414"] == 0.5
    assert scores["Focused", "paragraph", "char_rec", "414"] == 1
    assert scores["Focused", "paragraph", "MAiP", "all"] == pytest.approx(0.5)
    assert scores["RelevantInContext", "paragraph", "MAgP(score=F,beta=1)", "all"] == pytest.approx(2 / 3)
    assert scores["BestInContext", "paragraph", "MAgP(score=BEP,n=1000)", "all"] == pytest.approx(0.998)


def test_documents_tell_lengths_that_judgements_leave_out(judged_2007):
    judged_2007.write(
        "campaign.toml",
        'title = "T"\nyear = 2007\nprotocol = "inex-2007"\n[tasks.RelevantInContext]\n'
        'metrics = ["MAgP(score=T2I,irrelevant=300)"]\n',
    )
    scores = judged_2007.scores()
    # All 20 characters are read, 5 of them relevant.
    assert scores["RelevantInContext", "paragraph", "MAgP(score=T2I,irrelevant=300)", "all"] == 0.25


def test_judgements_that_find_nothing_relevant_leave_no_scores_but_a_campaign(hixeval_sample, tmp_path):
    for topic in ("203", "260"):
        hixeval_sample.write(
            f"assessments/official/{topic}.xml",
            f'<assessments pool="1" topic="{topic}"><file collection="ieee" name="a"/></assessments>',
        )
    scores = hixeval_sample.scores()
    assert {metric for _, _, metric, _ in scores} == {"overlap(kind=set)", "overlap(kind=rank)"}
    build(hixeval_sample.root, tmp_path / "site", resources=cached())
    assert (tmp_path / "site" / hixeval_sample.root.name / "index.html").exists()


def test_passages_among_elements_are_reported(figure_1):
    text = (figure_1.root / "runs/CO/irb.xml").read_text()
    passage = '<result><file>a</file><fol offset="5" length="10"/><rank>3</rank></result>'
    figure_1.write("runs/CO/irb.xml", text.replace("</topic>", f"{passage}</topic>"))
    assert "result-no-element" in figure_1_problems(figure_1)["irb"]


def test_the_front_page_tells_official_metrics_of_tasks_apart(hixeval_sample):
    front, *tasks = hixeval_sample.pages("front", "task")
    text = front.replace("<wbr>", "")
    assert "MAep(quant=genLifted,overlap=off)" in text
    assert "MAep(quant=genLifted,overlap=on)" in text
    assert len(tasks) == 5
    assert not any("last level" in page for page in tasks)


class TestStrictTargets:
    """Tasks in which only the elements that a query asks for are relevant."""

    RUN = ("/article[1]", "/article[1]/sec[1]", "/article[1]/sec[2]", "/article[1]/sec[1]/p[1]")
    JUDGED = (("/article[1]", 3, "E"), ("/article[1]/sec[1]", 3, "E"), ("/article[1]/sec[1]/p[1]", 3, "E"))
    METRIC: ClassVar = {2002: "inex_eval(quant=strict2002)", 2003: "inex_eval(quant=strict)"}

    def made(self, folder, year, castitle="", title="a title"):
        made, task = Directory(folder, year), "CAS" if year == 2002 else "SCAS"
        made.topic("61", "CAS", castitle, title)
        grades = ("relevance", "coverage") if year == 2002 else ("exhaustiveness", "specificity")
        judged = "".join(
            f"<path path='{path}' {grades[0]}='{first}' {grades[1]}='{second if year == 2002 else first}'/>"
            for path, first, second in self.JUDGED
        )
        made.write(
            "assessments/official/61.xml",
            f"<assessments pool='1' topic='61'><file file='a'>{judged}</file></assessments>",
        )
        made.run(task, "run", {"61": [("a", path) for path in self.RUN]})
        return made, made.scores()[task, "run", self.METRIC[year], "61"]

    @pytest.mark.parametrize(
        ("year", "title"),
        [
            (2003, "//article[about(., 'x [y')]//sec[about(., z)]"),
            (2002, "<te>article//sec</te><cw>a title</cw>"),
            (2002, "<te>ti, sec</te><cw>a title</cw><ce>p</ce>"),
        ],
    )
    def test_the_target_may_stand_in_the_title(self, tmp_path, year, title):
        _, expected = self.made(tmp_path / "castitle", year, castitle="//article//sec")
        _, everything = self.made(tmp_path / "none", year)
        made, score = self.made(tmp_path / "title", year, title=title)
        assert score == expected
        assert score < everything
        assert "target-unknown" not in [one.code for one in score_campaign(made.root).problems]

    @pytest.mark.parametrize("year", [2002, 2003])
    def test_no_target_is_a_warning_that_the_task_page_tells(self, tmp_path, year):
        made, _ = self.made(tmp_path / "made", year)
        made.topic("62", "CAS", "//article//sec")
        (problem,) = score_campaign(made.root).problems
        assert (problem.code, problem.file, problem.line) == ("target-unknown", "topics/61.xml", 2)
        (page,) = made.pages("task")
        assert "The target of topic 61 is unknown" in page
        assert "conditions on other elements (support elements) are not applied" in page
