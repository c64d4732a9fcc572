"""Files for papers say what the data say, and no name in them is more than text."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import markdown
import pytest

from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.charts import paper
from inexreport.rendering.latex_tables import latex_table, latex_text
from inexreport.rendering.markdown_tables import markdown_table
from inexreport.rendering.measure_lines import measure_lines
from inexreport.rendering.reports import run_report, task_report
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.paper_tables import PaperColumn, PaperTable, leaderboards, run_summary
from inexreport.report.task import score_dots
from inexreport.subjects.significance import INTERVALS
from rendering.invented_campaign import MARKUP, invented_metrics, invented_outcome

HOSTILE = (
    r"\input{/etc/passwd}\write18{id}",
    "100% $x_1^2$ & #1 ~{a}",
    "[-9mm] row",
    "* star",
    "a|b `c` ``d`` \\| \\",
    "*bold* _under_ **x** ~~y~~ [link](javascript:1) ![i](u)",
    "<script>alert(1)</script>&amp;<!--",
    "https://example.org www.example.org",
    "quoted \"twice\" --- `` '' ,, << >>",
    "line\nbreak\ttab\x00null \u202eback",
    "École d’essai – Ærø ß",
)
SEEN = tuple(" ".join(re.sub(r"[\x00\u202e]", " ", one).split()) for one in HOSTILE)


@pytest.fixture(scope="module")
def view() -> CampaignView:
    return view_campaign(invented_outcome(), invented_metrics())


@pytest.fixture(scope="module")
def written(view: CampaignView, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    addresses = campaign_addresses(view)
    for task, standings in view.standings.items():
        reports = [task_report(view, addresses, task)]
        reports += [run_report(view, addresses, task, row) for row in range(len(standings.runs))]
        for address, text in chain.from_iterable(files.items() for files in reports):
            (folder / address).parent.mkdir(parents=True, exist_ok=True)
            (folder / address).write_bytes(text.encode())
    return folder / "reports"


def hostile_table(times: int = 1) -> PaperTable:
    return PaperTable(
        name="hostile",
        title="Hostile",
        caption=f"Caption {HOSTILE[0]} {HOSTILE[-2]}",
        columns=(PaperColumn("Run", is_number=False), PaperColumn(HOSTILE[1])),
        rows=times * tuple((one, None) for one in HOSTILE),
    )


class Cells(HTMLParser):
    """The texts of a table's cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._inside = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self._inside = False

    def handle_data(self, data):
        if self._inside:
            self.rows[-1][-1] += data


def test_every_evaluated_run_and_every_task_with_runs_has_its_files(written: Path, view: CampaignView):
    files = {file.relative_to(written).as_posix() for file in written.rglob("*") if file.is_file()}
    tables = {
        f"{name}.{kind}" for name in ("top-ten", "top-ten-companion", "all-runs") for kind in ("tex", "md")
    }
    pictures = {"scores.svg", "curve-iP.svg", "topics.svg"}
    assert {file for file in files if "/runs/" not in file} == {
        f"Focused/{name}" for name in tables | pictures
    }
    runs = {Path(file).stem for file in files if "/runs/" in file}
    assert len(runs) == len(view.standings["Focused"].runs) == 12
    assert {file for file in files if "/runs/" in file} == {
        f"Focused/runs/{run}.{kind}" for run in runs for kind in ("tex", "md", "txt", "svg")
    }


def test_a_leaderboard_has_ranks_names_and_scores_of_both_metrics(view: CampaignView):
    outcome = view.outcome.tasks[0]
    means = {run.submission.name: run.scores.mean for run in outcome.runs if run.scores}
    by_official = sorted(means, key=lambda run: -means[run][0])
    by_companion = sorted(means, key=lambda run: -means[run][2])
    intervals = INTERVALS.build(view.outcome).to_pandas().query("task == 'Focused'").set_index("run")
    first, second, everyone = leaderboards(view, "Focused")
    assert [column.head for column in first.columns] == [
        "Rank", "95% of ranks", "Participant", "Run", "iP@0.01", "MAiP", "Overlap %"
    ]  # fmt: skip
    assert [column.head for column in second.columns][4:6] == ["MAiP", "iP@0.01"]
    assert (len(first.rows), len(second.rows), len(everyone.rows)) == (10, 10, 12)
    for place, (run, row) in enumerate(zip(by_official, everyone.rows, strict=True)):
        name = view.names["Focused", run]
        score, companion, overlap = (float(means[run][i]) for i in (0, 2, 3))
        rank, ranks, *others = row
        assert rank == f"{place + 1} ({by_companion.index(run) + 1})"
        low, high = (intervals.loc[run, end] for end in ("rank_low", "rank_high"))
        assert ranks == (f"{low}–{high}" if low < high else f"{low}")
        assert others == [
            name.participant_name or None,
            name.title,
            f"{score:.4f}",
            f"{companion:.4f}",
            f"{overlap:.2f}",
        ]
    assert everyone.rows[:10] == first.rows


def test_the_summary_of_a_run_has_all_its_means_the_official_one_first(view: CampaignView):
    standings = view.standings["Focused"]
    table = run_summary(view, "Focused", 2)
    scores = standings.runs[2].scores
    assert [row[0] for row in table.rows] == ["iP@0.01", "iP@0.10", "MAiP", "overlap(kind=rank) %"]
    assert [row[1] for row in table.rows] == [
        f"{value:.{digits}f}" for value, digits in zip(scores.mean.tolist(), (4, 4, 4, 2), strict=True)
    ]
    assert table.rows[0][2] == "3"
    assert table.rows[3][2:4] == (None, None)  # much overlap is no merit


def test_lines_of_scores_have_three_columns_and_every_defined_score(view: CampaignView):
    run = view.standings["Focused"].runs[0]
    lines = measure_lines("a\tname\n2", 10, run.scores).splitlines()
    rows = [line.split("\t") for line in lines]
    assert all(len(row) == 3 and len(row[0]) >= 22 for row in rows)
    found = {(row[0].rstrip(), row[1]): row[2] for row in rows}
    assert found.pop(("runid", "all")) == "a name 2"
    assert found.pop(("num_q", "all")) == "10"
    expected = {
        (metric, topic): value
        for metric, values in zip(run.scores.metrics, run.scores.by_topic.tolist(), strict=True)
        for topic, value in zip(run.scores.topics, values, strict=True)
        if value == value
    }
    expected |= {
        (metric, "all"): v for metric, v in zip(run.scores.metrics, run.scores.mean.tolist(), strict=True)
    }
    assert {key: f"{value:.4f}" for key, value in expected.items()} == found
    assert [row[1] for row in rows[-6:]] == ["all"] * 6  # means come last


def test_markdown_shows_every_cell_as_it_is():
    html = markdown.markdown(markdown_table(hostile_table()), extensions=["tables"])
    table = Cells(html)
    assert [row[0] for row in table.rows] == ["Run", *SEEN]
    assert table.rows[0][1] == HOSTILE[1]
    assert {row[1] for row in table.rows[1:]} == {"–"}
    assert table.tags == {"p", "table", "thead", "tbody", "tr", "th", "td"}


def test_no_address_in_markdown_becomes_a_link():
    text = markdown_table(hostile_table())
    assert "://" not in text
    assert "www." not in text


def test_markdown_of_a_leaderboard_has_its_cells(written: Path, view: CampaignView):
    source = (written / "Focused/all-runs.md").read_text("utf-8")
    table = Cells(markdown.markdown(source, extensions=["tables"]))
    expected = leaderboards(view, "Focused")[-1]
    assert table.rows[0] == [column.head for column in expected.columns]
    assert table.rows[1:] == [["–" if cell is None else cell for cell in row] for row in expected.rows]


def test_latex_has_no_command_that_a_name_brought():
    for one in HOSTILE:
        commands = set(re.findall(r"\\([A-Za-z]+|.)", latex_text(one)))
        assert commands <= {
            *("textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater"),
            *("textbar", "textasciigrave", "symbol"),
            *"{}$&#_%",
        }
    lines = latex_table(hostile_table(), "tab:hostile").splitlines()
    assert [line for line in lines if line.endswith(r" & -- \\")] == [
        f"{latex_text(one)} & -- \\\\" for one in HOSTILE
    ]
    # What follows the end of a row must not read as the length of a skip, nor as a star.
    assert not any(line.startswith(("[", "*")) for line in lines)
    assert latex_text("a---b") == "a-{}-{}-b"


def test_latex_keeps_letters_and_says_what_they_need():
    source = latex_table(hostile_table(), "tab:hostile")
    assert "École d’essai -- Ærø ß" in source
    assert source.startswith("% Needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}\n\\begin{table}")
    greek = PaperTable("a", "A", "Α", (PaperColumn("Run"),), (("Ω",),))
    assert "LuaLaTeX" in latex_table(greek, "tab:a").splitlines()[1]


def test_a_table_of_more_than_a_page_goes_on_over_pages():
    source = latex_table(hostile_table(times=12), "tab:long")
    assert source.startswith("% Needs \\usepackage{booktabs,longtable}")
    assert source.count(r"\begin{longtable}") == source.count(r"\end{longtable}") == 1
    # Two columns of text, as conferences have them, allow no such table.
    assert "longtable" not in latex_table(hostile_table(), "tab:short")


def test_latex_of_a_leaderboard_has_its_cells(written: Path, view: CampaignView):
    source = (written / "Focused/all-runs.tex").read_text("utf-8")
    expected = leaderboards(view, "Focused")[-1]
    body = source.partition(r"\midrule")[2].partition(r"\bottomrule")[0]
    rows = [line.removesuffix(r" \\").split(" & ") for line in body.strip().splitlines()]
    assert rows == [["--" if cell is None else latex_text(cell) for cell in row] for row in expected.rows]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH")
def test_latex_compiles(written: Path, tmp_path: Path):
    sources = [latex_table(hostile_table(), "tab:a"), latex_table(hostile_table(times=12), "tab:b")]
    sources += [file.read_text("utf-8") for file in sorted(written.rglob("*.tex"))]
    document = (
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\\usepackage{booktabs,longtable}\n\\begin{document}\n"
        + "\\clearpage\n".join(sources)
        + "\\end{document}\n"
    )
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    compiled = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert compiled.returncode == 0, compiled.stdout[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 0


def test_pictures_are_by_themselves_and_hold_their_text(written: Path):
    for file in written.rglob("*.svg"):
        root = ElementTree.fromstring(file.read_bytes())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        attributes = [name for element in root.iter() for name in element.attrib]
        assert not [name for name in attributes if name.endswith(("href", "src")) or name.startswith("on")]
        assert not [one for one in root.iter() if one.get("class") in ("background", "foreground")]
        assert "url(" not in file.read_text("utf-8")
        assert {element.tag.partition("}")[2] for element in root.iter()} <= {
            *("svg", "g", "path", "line", "rect", "text", "title", "desc")
        }
        fonts = {element.get("font-family") for element in root.iter() if element.get("font-family")}
        assert len(fonts) == 1


def texts(file: Path) -> list[str]:
    root = ElementTree.fromstring(file.read_bytes())
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_pictures_of_a_task_name_its_runs_and_topics(written: Path, view: CampaignView):
    labels = [view.names["Focused", run.submission.name].label for run in view.standings["Focused"].runs]
    short = [label for label in labels if len(label) < 30]
    assert len(short) > 3
    assert set(short) <= set(texts(written / "Focused/scores.svg"))
    best = [label for label in labels[:10] if len(label) < 30]
    assert set(best) <= set(texts(written / "Focused/curve-iP.svg"))
    topics = {str(2001 + i) for i in range(10)}
    assert topics <= set(texts(written / "Focused/topics.svg"))
    assert topics <= set(texts(written / "Focused/runs/run_03a.svg"))
    title = ElementTree.fromstring((written / "Focused/scores.svg").read_bytes())[0]
    assert title.text == "iP@0.01 of each run, best first"


def test_runs_of_the_same_name_have_a_dot_each(view: CampaignView, monkeypatch):
    monkeypatch.setattr(paper, "LABEL_ROOM", 30)
    root = ElementTree.fromstring(paper.run_dots(score_dots(view, "Focused")))
    dots = [one for one in root.iter() if "mark-symbol role-mark" in one.get("class", "")]
    assert sum(len(list(group)) for group in dots) == 12


def test_markup_stays_text_in_pictures(written: Path):
    assert all(MARKUP not in file.read_text("utf-8") for file in written.rglob("*.svg"))
