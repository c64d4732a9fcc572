"""What changed in each edition of a campaign."""

from __future__ import annotations

import pyarrow as pa

from inexreport.formats.published_results import recorded_settings
from inexreport.model.edition import Cells, PublishedResults, TaskMetrics
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.shown_text import LONGEST_TEXT, shown
from inexreport.report.campaign_record import input_files, settings_record
from inexreport.report.changes.change import Change
from inexreport.report.changes.comparison import result_changes
from inexreport.report.changes.rows import cell_text
from inexreport.report.tables.scores import RUNS, SCORES
from inexreport.report.tables.topics import TOPICS
from inexreport.statistics.memo import once_per_outcome


@once_per_outcome
def edition_changes(outcome: CampaignOutcome) -> dict[str, tuple[Change, ...]]:
    """Return the changes of each edition but the first, by its date, latest first."""
    editions = outcome.campaign.editions
    published = [one.results for one in editions if one.results is not None]
    published.append(outcome_results(outcome))
    changes = {
        edition.date: result_changes(before, after)
        for edition, before, after in zip(editions[1:], published[:-1], published[1:], strict=True)
    }
    return dict(reversed(changes.items()))


def outcome_results(outcome: CampaignOutcome) -> PublishedResults:
    """Return the results of an outcome as they are published."""
    judged = outcome.campaign.judged
    runs, scores, topics = (_cells(table.of_kind(judged).build(outcome)) for table in (RUNS, SCORES, TOPICS))
    return PublishedResults(
        audience="",
        title=outcome.campaign.title,
        settings=recorded_settings(settings_record(outcome)),
        inputs={one.file: one.sha256 for one in input_files(outcome)},
        tasks={one.task.name: TaskMetrics(one.task.official, one.task.metrics) for one in outcome.tasks},
        runs=runs,
        scores=scores,
        topics=topics,
    )


def _cells(table: pa.Table) -> Cells:
    columns = (column.to_pylist() for column in table.columns)
    rows = zip(*columns, strict=True)
    # Texts as `read_results` returns them.
    return Cells(table.column_names, [[shown(cell_text(cell), LONGEST_TEXT) for cell in row] for row in rows])
