"""What changed between two editions of a campaign's results? Largest changes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inexreport.formats.published_results import recorded_settings, task_tables, text_table
from inexreport.model.edition import PublishedResults
from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import has_earlier_editions
from inexreport.report.campaign_record import input_files, settings_record
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, signed
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.report.tables.comparison import mapping_changes, table_changes, with_change
from inexreport.report.tables.scores import RUNS, SCORES
from inexreport.report.tables.table import Rows, Table, number, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.sections import Columns, Page, Section, View, frame_rows
from inexreport.subjects.topics import TOPICS

CHANGE_COLUMNS = {
    "kind": text(
        "`task`, `official_metric`, `metric`, `run`, `topic`, `rank`, `score`, `input` (a file) or `setting`."
    ),
    "change": text("`added`, `removed`, `renamed` or `changed`."),
    "task": text("Name of the task’s folder; empty where the change is about none."),
    "run": text("Name of the run; of a renamed one, the new name."),
    "metric": text("Identifier of the metric."),
    "topic": text(f"Id of the topic, or `{ALL_TOPICS}` for the mean over topics."),
    "name": text("Column of runs.csv or topics.csv, path of the input file, or place of the setting."),
    "old": text("Value before, with all its digits; of a file, its SHA-256. Empty where there was none."),
    "new": text("Value in this edition; empty where there is none."),
    "difference": number("New minus old score or rank; empty where one of them is missing."),
}

EARLIER_EDITIONS = "editions/"
"""Folder of a campaign with what earlier editions published: no input of any score."""

_RUN, _METRIC, _SCORE = ["task", "run"], ["task", "metric"], ["task", "run", "metric", "topic"]

_FROM_ELSEWHERE = ["file", "sha256", "official_metric", "official_score", "official_rank"]
"""Columns of runs.csv whose changes are those of inputs, tasks, scores and ranks."""

_PLACES = ["file", "line"]
"""Columns of topics.csv that say where a statement is."""

Tables = Mapping[str, pd.DataFrame]


def result_changes(old: PublishedResults, new: PublishedResults) -> pd.DataFrame:
    """Return everything that differs between the results of two editions, in `CHANGE_COLUMNS`.

    A run, topic, metric or task that only one edition has is one change: its scores are not listed. Of
    scores, those of the official metrics come first, means before single topics, then by the size of the
    difference; a score that one edition lacks comes before all that differ.
    """
    before, after = (
        {name: table.to_pandas() for name, table in one.tables.items()}
        | {"topics": one.tables["topics"].to_pandas().drop(columns=_PLACES, errors="ignore")}
        for one in (old, new)
    )
    renamed = _renamed(before["runs"], after["runs"])
    names = {(task, run): name for task, run, name in renamed[["task", "old", "new"]].to_numpy().tolist()}
    for name in ("runs", "scores"):
        places = zip(before[name]["task"], before[name]["run"], strict=True)
        before[name] = before[name].assign(run=[names.get(place, place[1]) for place in places])
    inputs, new_inputs = (
        {file: sha256 for file, sha256 in one.inputs.items() if not file.startswith(EARLIER_EDITIONS)}
        for one in (old, new)
    )
    return pd.concat(
        [
            _task_changes(before, after),
            changes_of("run", renamed),
            _run_changes(before, after),
            _rank_changes(before, after),
            _score_changes(before, after),
            changes_of("topic", table_changes(before["topics"], after["topics"], ["topic"])),
            changes_of("input", mapping_changes(inputs, new_inputs)),
            changes_of("setting", mapping_changes(old.settings, new.settings)),
        ],
        ignore_index=True,
    )


def changes_of(kind: str, found: pd.DataFrame) -> pd.DataFrame:
    """Return changes of one kind, with empty texts in the columns of `CHANGE_COLUMNS` that they lack."""
    found = found.reset_index().assign(kind=kind).reindex(columns=list(CHANGE_COLUMNS)).astype(object)
    values = found[["old", "new"]] if kind in ("score", "rank") else found[[]].reindex(columns=["old", "new"])
    values = values.replace("", None).astype(float)
    return found.fillna("").assign(difference=values["new"] - values["old"])


def _task_changes(old: Tables, new: Tables) -> pd.DataFrame:
    """Changes of tasks and their metrics, in the order of tasks and metrics in the new edition."""
    tasks = table_changes(old["tasks"], new["tasks"], ["task"], value="official").drop(columns="name")
    differ = tasks["change"] == "changed"
    metrics = table_changes(old["metrics"], new["metrics"], _METRIC).reset_index()
    metrics = metrics.sort_values("change", kind="stable")
    in_both = metrics["task"].isin(old["tasks"]["task"]) & metrics["task"].isin(new["tasks"]["task"])
    found = pd.concat(
        [
            changes_of("task", tasks[~differ]),
            changes_of("official_metric", tasks[differ]),
            changes_of("metric", metrics[in_both].drop(columns=["old", "new"])),
        ]
    )
    order = dict.fromkeys([*new["tasks"]["task"], *old["tasks"]["task"]])
    return found.sort_values("task", key=lambda task: task.map([*order].index), kind="stable")


def _renamed(old: pd.DataFrame, new: pd.DataFrame) -> pd.DataFrame:
    """Runs whose file, and no other of the task, has another name in the new edition."""
    left, come = (
        one[~_within(one, other, _RUN) & one["sha256"].ne("")].drop_duplicates(["task", "sha256"], keep=False)
        for one, other in ((old, new), (new, old))
    )
    both = left.merge(come, on=["task", "sha256"], suffixes=("_old", "_new"))
    names = {"old": both["run_old"], "new": both["run_new"], "run": both["run_new"]}
    return both[["task"]].assign(**names, change="renamed")


def _within(table: pd.DataFrame, other: pd.DataFrame, columns: list[str]) -> NDArray[np.bool_]:
    """Whether the values of each row in some columns are those of a row of another table."""
    return pd.MultiIndex.from_frame(table[columns]).isin(pd.MultiIndex.from_frame(other[columns]))


def _run_changes(old: Tables, new: Tables) -> pd.DataFrame:
    before, after = (one["runs"].drop(columns=_FROM_ELSEWHERE, errors="ignore") for one in (old, new))
    found = changes_of("run", table_changes(before, after, _RUN))
    order = np.lexsort((found["run"], found["task"], found["change"] == "changed"))
    ordered: pd.DataFrame = found.iloc[order]
    return ordered


def _rank_changes(old: Tables, new: Tables) -> pd.DataFrame:
    """Changes of ranks of runs in both editions, the largest first, then in the order of the new edition."""
    before, after = (one["runs"][[*_RUN, "official_rank"]] for one in (old, new))
    found = table_changes(after, before, _RUN, same_number).reset_index()
    found = found.rename(columns={"old": "new", "new": "old"})
    found = with_change(found[found["name"] != ""].replace("", None)).drop(columns="name")
    official = new["tasks"].drop_duplicates("task", keep="last").set_index("task")["official"]
    return _largest_first(changes_of("rank", found.assign(metric=found["task"].map(official))))


def _score_changes(old: Tables, new: Tables) -> pd.DataFrame:
    before, after = (_comparable(one["scores"], old, new)[[*_SCORE, "score"]] for one in (old, new))
    found = table_changes(before, after, _SCORE, same_number, value="score").reset_index()
    official = _within(found, new["tasks"].rename(columns={"official": "metric"}), _METRIC)
    found = changes_of("score", found.drop(columns="name"))
    return _largest_first(found, ~official, found["topic"] != ALL_TOPICS)


def _comparable(scores: pd.DataFrame, old: Tables, new: Tables) -> pd.DataFrame:
    """The scores of runs, metrics and topics that both editions have."""
    for name, columns in (("runs", _RUN), ("metrics", _METRIC)):
        scores = scores[_within(scores, old[name], columns) & _within(scores, new[name], columns)]
    in_old, in_new = (scores["topic"].isin(one["topics"]["topic"]) for one in (old, new))
    return scores[in_old == in_new]


def _largest_first(found: pd.DataFrame, *before: Any) -> pd.DataFrame:
    """Changes by the size of their difference, missing ones first; the last of `before` decides first."""
    order = np.lexsort((-found["difference"].abs().fillna(np.inf), *before))
    ordered: pd.DataFrame = found.iloc[order]
    return ordered


def same_number(old: str, new: str) -> bool:
    """Whether two texts are the same number.

    Examples
    --------
    >>> same_number("0.5", "5e-1"), same_number("0.5", "0.5000000000000001"), same_number("0.5", "")
    (True, False, False)
    """
    try:
        return float(old) == float(new)
    except ValueError:
        return False


@once_per_outcome
def edition_changes(outcome: CampaignOutcome) -> dict[str, pd.DataFrame]:
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
    tables = {
        table.name: text_table(table.of_kind(outcome.campaign.judged).build(outcome).to_pydict())
        for table in (RUNS, SCORES, TOPICS)
    }
    tasks = task_tables((one.task.name, one.task.official, one.task.metrics) for one in outcome.tasks)
    return PublishedResults(
        audience="",
        title=outcome.campaign.title,
        settings=recorded_settings(settings_record(outcome)),
        inputs={one.file: one.sha256 for one in input_files(outcome)},
        tables=tables | tasks,
    )


def _errata(outcome: CampaignOutcome) -> Rows:
    for date, changes in edition_changes(outcome).items():
        yield {"edition": date} | {name: changes[name].tolist() for name in CHANGE_COLUMNS}


ERRATA = Table(
    "errata",
    "One row per change between an edition and the one before it.",
    {"edition": text("Date of the edition that brought the change."), **CHANGE_COLUMNS},
    _errata,
    applies=has_earlier_editions,
)


def errata_page(view: CampaignView) -> Page:
    """Return the changes of each edition but the first, latest first."""
    first, *later = view.outcome.campaign.editions
    changes, times = edition_changes(view.outcome), "once" if len(later) == 1 else f"{len(later)} times"
    nothing = "No score, run, topic, input or setting differs."
    sections = [
        section
        for one in reversed(later)
        for section in change_sections(
            changes[one.date], f"edition-{one.date}", f"Edition of {one.date}", nothing, one.reason
        )
    ]
    return Page(
        "Errata",
        "Errata",
        f"These results were first published on {first.date} and have been replaced {times} since. Each "
        "edition is compared with the one before it.",
        [*sections, Section("data", "", parts=["errata"])],
        notes="errata.html",
    )


MOST_SHOWN = 50
"""Changes of a group that are shown; the data have all."""

SHOWN_DIGITS = 12
"""Of a checksum."""

_DECIMALS = 4

GROUPS = {
    "campaigns": ("Campaigns", ["campaign"]),
    "tasks": ("Tasks and metrics", ["task", "official_metric", "metric"]),
    "runs": ("Runs", ["run"]),
    "ranks": ("Ranks", ["rank"]),
    "means": ("Mean scores", ["score"]),
    "topic_scores": ("Scores of single topics", ["score"]),
    "topics": ("Topics", ["topic"]),
    "inputs": ("Input files", ["input"]),
    "settings": ("Settings and versions", ["setting"]),
    "files": ("Published files", ["file"]),
}
"""Title and kinds of each group of changes, in the order in which they are shown."""

_COLUMNS: Columns = {
    "run": ("Run", "file of run"),
    "task": ("Task", "task title"),
    "metric": ("Metric", "name"),
    "topic": ("Topic", "name"),
    "name": ("What", "name"),
    "change": ("Change", "text"),
    "old": ("Before", "value"),
    "new": ("After", "value"),
    "difference": ("Difference", "value"),
}

_ABOUT = {"run": "run ", "task": "", "metric": "", "topic": "topic ", "name": ""}
"""Columns that say what a change is about, with their words in a line."""


def change_groups(changes: pd.DataFrame, most: int = MOST_SHOWN) -> list[PageData]:
    """Return the groups in which something changed.

    Each has a ``name``, a ``title``, a ``summary`` in words, the first ``rows``, the number of ``further``
    rows, and the ``columns`` that say what its rows are about. A row is a change with its values as
    `shown_values` has them.
    """
    groups = []
    for name, (title, kinds) in GROUPS.items():
        found = changes[changes["kind"].isin(kinds)]
        if kinds == ["score"]:
            found = found[(found["topic"] == ALL_TOPICS) == (name == "means")]
        if len(found):
            rows = frame_rows(found.head(most))
            groups.append(
                {
                    "name": name,
                    "title": title,
                    "summary": summarise(found),
                    "rows": [one | shown_values(one) for one in rows],
                    "further": len(found) - len(rows),
                    "columns": [one for one in _ABOUT if not found[one].isin(["", ALL_TOPICS]).all()],
                }
            )
    return groups


def change_sections(
    changes: pd.DataFrame, fragment: str, title: str, nothing: str, *reason: str
) -> Iterator[Section]:
    """Yield what changed in a sentence, or `nothing`, then a table of each group of changes."""
    groups = change_groups(changes)
    counts = "; ".join(f"{one['title']}: {one['summary']}" for one in groups)
    yield Section(fragment, title, [*reason, f"{counts}." if groups else nothing])
    for group in groups:
        of_numbers = group["name"] in ("ranks", "means", "topic_scores")
        shown = {*group["columns"], "difference" if of_numbers else "change", "old", "new"}
        table = View(
            f"{group['title']}, {title}",
            pd.DataFrame(group["rows"]).replace("", None),
            {name: one for name, one in _COLUMNS.items() if name in shown},
            caption=f"And {group['further']:,} more in the published table." * bool(group["further"]),
        )
        yield Section(f"{fragment}-{group['name']}", group["title"], parts=[table], level=3)


def summarise(changes: pd.DataFrame) -> str:
    """How many of some changes of one group there are of each sort, and the largest difference.

    Examples
    --------
    >>> scores = pd.DataFrame({"change": ["changed", "added"], "old": ["0.5", ""], "new": ["0.25", ""]})
    >>> summarise(changes_of("score", scores))
    '1 added, 1 changed, by up to 0.2500'
    """
    counts = changes["change"].value_counts()
    sorts = ("added", "removed", "renamed", "changed")
    text = ", ".join(f"{counts[how]:,} {how}" for how in sorts if how in counts)
    largest = changes["difference"].abs().max()
    if np.isnan(largest):
        return text
    if changes["kind"].iloc[0] == "rank":
        return f"{text}, by up to {largest:.0f}"
    rounded = f"{largest:.{_DECIMALS}f}"
    return f"{text}, by up to {rounded if float(rounded) else f'{largest:.1e}'}"


def shown_values(change: Mapping[str, Any]) -> dict[str, str]:
    """Return ``old``, ``new`` and ``difference`` as they are shown; empty if there is none.

    Scores have four decimals, or all if they would look the same otherwise.

    Examples
    --------
    >>> shown_values({"kind": "score", "old": "0.5", "new": "0.25", "difference": -0.25}).values()
    dict_values(['0.5000', '0.2500', '−0.2500'])
    >>> shown_values({"kind": "rank", "old": "1", "new": "3", "difference": 2}).values()
    dict_values(['1', '3', '+2'])
    """
    old, new, difference = change["old"], change["new"], change["difference"]
    shown = "" if np.isnan(difference) else f"{difference:+.0f}"
    if change["kind"] in ("input", "file"):
        old, new = old[:SHOWN_DIGITS], new[:SHOWN_DIGITS]
    elif change["kind"] == "score":
        rounded = [f"{float(value):.{_DECIMALS}f}" if value else "" for value in (old, new)]
        if shown and (rounded[0] == rounded[1] or not float(f"{difference:.{_DECIMALS}f}")):
            shown = f"{difference:+.1e}"
        else:
            old, new = rounded
            shown = shown and signed(difference)
    return {"old": old, "new": new, "difference": shown.replace("-", "−")}


def describe_change(change: Mapping[str, Any]) -> str:
    """A change of `change_groups` in one line.

    Examples
    --------
    >>> place = {"kind": "rank", "task": "Focused", "run": "a", "metric": "MAiP", "topic": "", "name": ""}
    >>> describe_change(place | {"change": "removed", "old": "3", "new": "", "difference": ""})
    'Focused, run a, MAiP: rank 3 → none'
    """
    order = ("task", "run", "metric", "topic", "name")
    about = [f"{_ABOUT[one]}{change[one]}" for one in order if change[one] not in ("", ALL_TOPICS)]
    if not (change["old"] or change["new"]):
        return f"{', '.join(about)}: {change['change']}"
    values = f"{change['old'] or 'none'} → {change['new'] or 'none'}"
    if change["difference"]:
        values += f" ({change['difference']})"
    label = "renamed, " if change["change"] == "renamed" else _LABELS.get(change["kind"], "")
    return f"{', '.join(about)}: {label}{values}"


_LABELS = {"official_metric": "official metric ", "rank": "rank ", "task": "official metric "}
