"""Tables for papers and submissions' notes: cells of text, whatever the format they are written in."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import decimals
from inexreport.report.naming import MetricColumn, task_title
from inexreport.report.run import metric_rows
from inexreport.report.top_ten import TopTen, TopTenRow, leaderboard_columns, top_ten

ROWS_OF_A_PAGE = 40


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """The head of a column."""

    head: str
    is_number: bool = True


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table as text.

    Attributes
    ----------
    name : str
        Tells it from the other tables of its task or run; made of letters and hyphens.
    title : str
        What a link to it says.
    caption : str
        What the numbers are; it can stand by itself.
    rows : tuple of tuple of str or None
        None where there is no value.
    """

    name: str
    title: str
    caption: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str | None, ...], ...]

    @property
    def is_long(self) -> bool:
        """Whether it may take more than a page."""
        return len(self.rows) > ROWS_OF_A_PAGE


def leaderboards(view: CampaignView, task: str) -> tuple[PaperTable, ...]:
    """The top ten by the official metric and by its companion, and all evaluated runs; none without runs."""
    standings = view.standings[task]
    if not standings.runs:
        return ()
    official, companion, overlap = leaderboard_columns(view, task)
    first = top_ten(view, standings, official, companion, overlap)
    tables = [_leaderboard(view, task, "top-ten", "Top ten", first)]
    if companion:
        second = top_ten(view, standings, companion, official, overlap)
        tables.append(_leaderboard(view, task, "top-ten-companion", "Top ten", second))
    everyone = top_ten(view, standings, official, companion, overlap, last=None)
    tables.append(_leaderboard(view, task, "all-runs", "All evaluated runs", everyone))
    return tuple(tables)


def _leaderboard(view: CampaignView, task: str, name: str, what: str, board: TopTen) -> PaperTable:
    has_participants = any(row.name.participant for row in board.rows)
    columns = [PaperColumn("Rank")]
    columns += [PaperColumn("Participant", is_number=False)] if has_participants else []
    columns += [PaperColumn("Run", is_number=False), PaperColumn(_head(board.metric))]
    columns += [PaperColumn(_head(board.companion))] if board.companion else []
    columns += [PaperColumn("Overlap %")] if board.overlap else []
    brackets = (
        f" The rank numbers in brackets indicate the rank obtained by {board.companion.identifier}."
        if board.companion
        else ""
    )
    return PaperTable(
        name=name,
        title=f"{what} by {board.metric.label}",
        caption=(
            f"{view.outcome.campaign.title}, {task_title(task)}: {what[:1].lower()}{what[1:]} by"
            f" {board.metric.identifier}, mean over {board.topics}.{brackets}"
        ),
        columns=tuple(columns),
        rows=tuple(_leaderboard_row(board, row, has_participants) for row in board.rows),
    )


def _head(metric: MetricColumn) -> str:
    return f"{metric.label} %" if metric.unit == "%" else metric.label


def _leaderboard_row(board: TopTen, row: TopTenRow, has_participants: bool) -> tuple[str | None, ...]:
    rank = "–" if row.rank is None else str(row.rank)
    if board.companion:
        rank += f" ({'–' if row.other_rank is None else row.other_rank})"
    cells: list[str | None] = [rank]
    cells += [row.name.participant_name or None] if has_participants else []
    cells += [row.name.title, _number(row.score, board.metric)]
    cells += [_number(row.other_score, board.companion)] if board.companion else []
    cells += [_number(row.overlap, board.overlap)] if board.overlap else []
    return tuple(cells)


def run_summary(view: CampaignView, task: str, row: int) -> PaperTable:
    """The means of the run in a row of the standings with its places, the official metric first."""
    standings = view.standings[task]
    name = view.names[task, standings.runs[row].submission.name]
    scores = sorted(
        metric_rows(view, task, row), key=lambda one: one["metric"].identifier != standings.task.official
    )
    return PaperTable(
        name="summary",
        title="Summary",
        caption=(
            f"{view.outcome.campaign.title}, {task_title(task)}: scores of {name.label}, means over topics;"
            f" rank among {len(standings.runs)} evaluated runs; percentage of others that score lower."
        ),
        columns=(
            PaperColumn("Metric", is_number=False),
            *(PaperColumn(head) for head in ("Score", "Rank", "Percentile", "Topics")),
        ),
        rows=tuple(
            (
                f"{one['metric'].identifier} %" if one["metric"].unit == "%" else one["metric"].identifier,
                _number(one["score"], one["metric"]),
                None if one["rank"] is None else str(one["rank"]),
                None if one["percentile"] is None else f"{one['percentile']:.0f}",
                str(one["topics"]),
            )
            for one in scores
        ),
    )


def _number(value: float | None, metric: MetricColumn) -> str | None:
    return None if value is None else decimals(value, metric.unit).removesuffix(" %")
