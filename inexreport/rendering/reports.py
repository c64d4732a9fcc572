"""Reports for papers and scripts: leaderboards, run summaries, pictures and lines of scores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from inexreport.rendering.addresses import Addresses
from inexreport.rendering.charts import paper
from inexreport.rendering.charts.paper import Draw, draw_chart
from inexreport.rendering.latex_tables import latex_table
from inexreport.rendering.markdown_tables import markdown_table
from inexreport.rendering.measure_lines import measure_lines
from inexreport.report.campaign_view import CampaignView
from inexreport.report.paper_tables import PaperTable, leaderboards, run_summary
from inexreport.report.run import run_differences
from inexreport.report.task_figures import TaskPicture, task_pictures
from inexreport.subjects.sections import Lines, TopicRanges

Files = dict[str, str]
"""Content by address in the campaign's folder."""


def task_report(view: CampaignView, addresses: Addresses, task: str, draw: Draw = draw_chart) -> Files:
    """Return leaderboards and pictures of a task."""
    files: dict[str, str] = {}
    for table in leaderboards(view, task):
        place = partial(addresses.report, task, table.name)
        files |= dict(_in_both_formats(table, place("tex"), place("md")))
    pictures = task_pictures(view, task)
    drawn = {addresses.report(task, name, "svg"): _picture(one, draw) for name, one in pictures.items()}
    return files | drawn


def _picture(chart: TaskPicture, draw: Draw) -> str:
    if isinstance(chart, Lines):
        return paper.curves(chart, draw)
    return paper.difficulty(chart, draw) if isinstance(chart, TopicRanges) else paper.run_dots(chart, draw)


def run_report(
    view: CampaignView, addresses: Addresses, task: str, row: int, draw: Draw = draw_chart
) -> Files:
    """Return summary, scores and picture of the run in a row of the evaluated runs."""
    standings = view.evaluated_runs[task]
    run = standings.runs[row]
    name = view.names[task, run.submission.name]
    place = partial(addresses.run_report, task, name.run)
    files = dict(_in_both_formats(run_summary(view, task, row), place("tex"), place("md")))
    if run.scores is not None:
        topics = int(standings.topics_counted[row, standings.official])
        files[place("txt")] = measure_lines(name.title, topics, run.scores)
    if differences := run_differences(view, task, row):
        files[place("svg")] = paper.differences(differences, draw)
    return files


def _in_both_formats(table: PaperTable, latex: str, markdown: str) -> Iterator[tuple[str, str]]:
    # A label may contain all characters of an address except slashes.
    label = latex.removeprefix("reports/").removesuffix(".tex").replace("/", ":")
    yield latex, latex_table(table, f"tab:{label}")
    yield markdown, markdown_table(table)
