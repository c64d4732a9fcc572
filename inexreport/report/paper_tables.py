"""Leaderboards and summaries of runs, as pages and papers print them; papers' tables are cells of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, counted_topics, decimals, known
from inexreport.report.metric_choice import judged_metric, leaderboard_pairs, overlap_metric
from inexreport.report.naming import MetricColumn, task_title
from inexreport.report.run import metric_rows
from inexreport.subjects.significance import ranks_by

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
        Of its files, unique within the task or run: letters, digits and hyphens.
    title : str
        Text of links to it.
    caption : str
        What the numbers are; it can stand by itself.
    columns : sequence of PaperColumn
    rows : sequence of sequence of str or None
        None where there is no value.
    """

    name: str
    title: str
    caption: str
    columns: Sequence[PaperColumn]
    rows: Sequence[Sequence[str | None]]

    @property
    def is_long(self) -> bool:
        """Whether it may take more than a page."""
        return len(self.rows) > ROWS_OF_A_PAGE


def top_tens(view: CampaignView, task: str) -> list[list[PageData]]:
    """Return the runs of rank ten or better by each metric of the `leaderboard_pairs`; none without runs.

    The first list has the official metric, and the one it is paired with if there is one. Each row has the
    run's ranks and scores by both, its overlap, and the judged share of its first documents; ``table`` is the
    `PaperTable`.
    """
    if not view.standings[task].runs:
        return []
    boards: list[list[PageData]] = []
    for first, second in leaderboard_pairs(view.columns[task], view.official_column(task), view.metrics):
        parameters = view.metrics[first.identifier].parameters if boards else {}
        name = "-".join(("top-ten", *map(str, parameters.values())))
        board = _top_ten(view, task, first, second)
        pair = [board | {"table": _leaderboard(view, task, name, board["heading"], board)}]
        if second:
            board = _top_ten(view, task, second, first)
            table = _leaderboard(view, task, f"{name}-companion", board["heading"], board)
            pair.append(board | {"table": table})
        boards.append(pair)
    return boards


def _top_ten(
    view: CampaignView,
    task: str,
    metric: MetricColumn,
    companion: MetricColumn | None,
    last: int | None = 10,
) -> PageData:
    """The runs up to the rank `last` by a metric; without it all runs, those without a rank at the end."""
    standings = view.standings[task]
    overlap = overlap_metric(view.columns[task], view.metrics)
    judged = judged_metric(view.columns[task], view.metrics, metric)

    def value(row: int, column: MetricColumn | None) -> tuple[int | None, float | None]:
        if column is None:
            return None, None
        place = standings.task.metrics.index(column.identifier)
        return standings.rank(row, place), known(standings.means[row, place])

    rows = []
    low, high = (ends.tolist() for ends in ranks_by(view.of(task), metric.identifier))
    for row, run in enumerate(standings.runs):
        rank, score = value(row, metric)
        other_rank, other_score = value(row, companion)
        if last is None or (rank is not None and rank <= last):
            rows.append(
                {
                    "rank": rank,
                    "other_rank": other_rank,
                    "rank_low": low[row] or None,
                    "rank_high": high[row] or None,
                    "name": view.names[task, run.submission.name],
                    "score": score,
                    "other_score": other_score,
                    "overlap": value(row, overlap)[1],
                    "judged": value(row, judged)[1],
                    "topics": standings.topics_counted[row, standings.task.metrics.index(metric.identifier)],
                }
            )
    rows.sort(key=lambda row: (row["rank"] is None, row["rank"], row["name"].run))
    return {
        "heading": "Ranking" if last is None or len(rows) < last else "Top ten",
        "metric": metric,
        "companion": companion,
        "overlap": overlap,
        "judged": judged,
        "topics": counted_topics([row["topics"] for row in rows]),
        "rows": rows,
    }


def leaderboards(view: CampaignView, task: str) -> list[PaperTable]:
    """Return the `top_tens` and all ranked runs as tables for papers; none without runs."""
    boards = [board for pair in top_tens(view, task) for board in pair]
    if not boards:
        return []
    everyone = _top_ten(view, task, boards[0]["metric"], boards[0]["companion"], last=None)
    all_runs = _leaderboard(view, task, "all-runs", f"All {view.ranked_word(task)} runs", everyone)
    return [*(board["table"] for board in boards), all_runs]


def _leaderboard(view: CampaignView, task: str, name: str, what: str, board: PageData) -> PaperTable:
    metric, companion, overlap = board["metric"], board["companion"], board["overlap"]
    judged = board["judged"]
    badge = next((row["name"].badge_column for row in board["rows"]), "")
    has_participants = any(row["name"].participant for row in board["rows"])
    columns = [
        PaperColumn("Rank"),
        PaperColumn("95% of ranks"),
        *([PaperColumn("Participant", is_number=False)] if has_participants else []),
        PaperColumn("Run", is_number=False),
        *(PaperColumn(_head(one.label, one)) for one in (metric, companion) if one),
        *([PaperColumn("Overlap %")] if overlap else []),
        *([PaperColumn(judged.label)] if judged else []),
        *([PaperColumn(badge, is_number=False)] if badge else []),
    ]
    rows = []
    for row in board["rows"]:
        rank = _rank(row["rank"]) + (f" ({_rank(row['other_rank'])})" if companion else "")
        ends = [str(row[end]) for end in ("rank_low", "rank_high") if row[end] is not None]
        interval = "–".join(dict.fromkeys(ends)) or None
        participant = [row["name"].participant_name or None] if has_participants else []
        scores = (
            *((row["score"], metric), (row["other_score"], companion)),
            *((row["overlap"], overlap), (row["judged"], judged)),
        )
        numbers = [_number(score, of_metric) for score, of_metric in scores if of_metric]
        badges = [row["name"].badge or None] if badge else []
        rows.append((rank, interval, *participant, row["name"].title, *numbers, *badges))
    brackets = f" Ranks in brackets are by {companion.identifier}." if companion else ""
    return PaperTable(
        name=name,
        title=f"{what} by {metric.label}",
        caption=(
            f"{view.outcome.campaign.title}, {task_title(task)}: {what[:1].lower()}{what[1:]} by"
            f" {metric.identifier}, mean over {board['topics']}.{brackets}"
        ),
        columns=columns,
        rows=rows,
    )


def run_summary(view: CampaignView, task: str, row: int) -> PaperTable:
    """Return a run's means and places by every metric, the official one first.

    `row` is that of the evaluated runs.
    """
    standings, ranked = view.evaluated_runs[task], view.ranked_runs(task)
    name = view.names[task, standings.runs[row].submission.name]
    scores = sorted(
        metric_rows(view, task, row), key=lambda one: one["metric"].identifier != standings.task.official
    )
    return PaperTable(
        name="summary",
        title="Summary",
        caption=(
            f"{view.outcome.campaign.title}, {task_title(task)}: scores of {name.label}, means over topics;"
            f" rank among {ranked}; percentage of others that do worse."
        ),
        columns=[
            PaperColumn("Metric", is_number=False),
            *map(PaperColumn, ("Score", "Rank", "Percentile", "Topics")),
        ],
        rows=[
            (
                _head(one["metric"].identifier, one["metric"]),
                _number(one["score"], one["metric"]),
                None if one["rank"] is None else str(one["rank"]),
                None if one["percentile"] is None else f"{one['percentile']:.0f}",
                str(one["topics"]),
            )
            for one in scores
        ],
    )


def _head(name: str, metric: MetricColumn) -> str:
    return f"{name} %" if metric.unit == "%" else name


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _number(value: float | None, metric: MetricColumn) -> str | None:
    return None if value is None else decimals(value, metric.unit).removesuffix("%")
