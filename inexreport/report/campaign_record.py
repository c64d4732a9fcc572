"""The content of campaign.json: what the campaign is, what it was made from, and what the archive shows."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from inexreport.extensions import Extension
from inexreport.formats.protocols import protocol_extension
from inexreport.metrics.extension_metrics import extension_metrics
from inexreport.metrics.metric import BoundMetric
from inexreport.model.assessment import OFFICIAL
from inexreport.model.campaign import Campaign, InputFile
from inexreport.model.outcome import CampaignOutcome, TaskOutcome, participants_of
from inexreport.model.run import SYSTEM, Standing
from inexreport.model.task import Task
from inexreport.report.audience import PUBLIC, Audience
from inexreport.report.naming import RunName, is_followed, participant_name, run_names
from inexreport.statistics.repeatable_draws import GENERATOR, OF_TOPICS, SEED, DrawKind
from inexreport.statistics.significance import runs_in_pairs
from inexreport.statistics.standings import Standings, task_standings, with_unranked
from inexreport.statistics.summary import UNRANKED
from inexreport.subjects.problems import all_problems
from inexreport.subjects.significance import best_interval
from inexreport.version import __version__, library_versions

FORMAT_VERSION = 1
"""Raised whenever a published table loses or renames something that scripts read."""

Record = dict[str, Any]


def input_files(outcome: CampaignOutcome) -> tuple[InputFile, ...]:
    """Return every file that the campaign and its runs were read from, ordered by name."""
    submissions = [run.submission for task in outcome.tasks for run in task.runs]
    runs = (InputFile(one.file, one.sha256) for one in submissions)
    metadata = (InputFile(one.metadata_file, one.metadata_sha256) for one in submissions if one.metadata_file)
    return tuple(sorted({*outcome.campaign.inputs, *runs, *metadata}, key=lambda one: one.file))


def inputs_digest(inputs: Iterable[InputFile]) -> str:
    """Return one checksum for all inputs: of the lines ``sha256  file``, as `sha256sum` prints them."""
    lines = "".join(f"{one.sha256}  {one.file}\n" for one in inputs)
    return hashlib.sha256(lines.encode()).hexdigest()


def campaign_record(
    outcome: CampaignOutcome,
    metrics: Mapping[str, BoundMetric],
    audience: Audience = PUBLIC,
) -> Record:
    """Return the content of campaign.json: only JSON types, and nothing that depends on the clock.

    Parameters
    ----------
    outcome : CampaignOutcome
    metrics : mapping of str to BoundMetric
        Every metric that a task names, by its identifier.
    audience : Audience
    """
    campaign = outcome.campaign
    inputs = input_files(outcome)
    own = input_files(replace(outcome, tasks=()))
    names = run_names(outcome)
    problems = all_problems(outcome)
    return {
        **settings_record(outcome),
        "format_version": FORMAT_VERSION,
        "extensions": [asdict(one) for one in _extensions(outcome, metrics)],
        "audience": str(audience),
        "slug": campaign.slug,
        "topics": len(campaign.topics),
        "assessed_topics": len(campaign.assessments.topics),
        **({"facts": dict(campaign.facts)} if campaign.facts else {}),
        "topic_titles": {topic.id: topic.title for topic in campaign.topics.values()},
        "participants": len(participants_of(run for task in outcome.tasks for run in task.runs)),
        "runs": sum(len(task.runs) for task in outcome.tasks),
        "evaluated_runs": sum(run.evaluated for task in outcome.tasks for run in task.runs),
        "problems": len(problems),
        "random_draws": {
            "generator": GENERATOR,
            "seed": SEED,
            "kinds": {kind.text: kind.content for kind in DrawKind},
        },
        "tasks": [
            _task_record(task, task_standings(task), names, metrics[task.task.official])
            | ({} if audience.participant else _of_tests(task, task_standings(task)))
            | {"inputs": counted_inputs(input_files(replace(outcome, tasks=(task,))))}
            for task in outcome.tasks
        ],
        "metrics": {
            identifier: {"title": metrics[identifier].metric.title}
            | {"parameters": dict(metrics[identifier].parameters), "cutoff": metrics[identifier].cutoff}
            for task in outcome.tasks
            for identifier in task.task.metrics
        },
        "inputs": [asdict(one) for one in inputs],
        "inputs_sha256": inputs_digest(inputs),
        "inputs_but_runs": counted_inputs(own),
    } | (
        {"editions": [{"date": one.date, "reason": one.reason} for one in campaign.editions]}
        if campaign.editions
        else {}
    )


def settings_record(outcome: CampaignOutcome) -> Record:
    """Return the part of campaign.json that says by which settings and by which program it was made."""
    campaign = outcome.campaign
    return {
        "tool": {"name": "inexreport", "version": __version__},
        "libraries": library_versions(),
        **{name: getattr(campaign, name) for name in ("title", "year", "protocol", "citation", "licence")},
        "collection": campaign.collection.model_dump(),
        "participant_names": _participant_names(outcome),
        "parameters": {task.task.name: _settings(task.task) for task in outcome.tasks},
        **({"task_collections": own} if (own := _task_collections(campaign)) else {}),
    }


def _extensions(outcome: CampaignOutcome, metrics: Mapping[str, BoundMetric]) -> list[Extension]:
    """The installed packages that define the campaign's protocol or metrics, ordered by name."""
    added = extension_metrics()
    names = {metrics[identifier].metric.name for task in outcome.tasks for identifier in task.task.metrics}
    used = {one for name in names for one in added.providers(name)}
    of_protocol = protocol_extension(outcome.campaign.protocol)
    return sorted(used if of_protocol is None else {*used, of_protocol}, key=lambda one: one.name)


def _participant_names(outcome: CampaignOutcome) -> dict[str, str]:
    """Names by id of those who submitted a run; numbers without a name are left out."""
    campaign, submitted = (
        outcome.campaign,
        participants_of(run for task in outcome.tasks for run in task.runs),
    )
    return {one: participant_name(campaign, one) for one in sorted(submitted) if is_followed(campaign, one)}


def _settings(task: Task) -> Record:
    return {
        "cutoff": task.cutoff,
        "pool_depth": task.pool_depth,
        "topics": str(task.topics),
        "query_types": list(task.query_types),
        "significance": str(task.significance),
        "rules": task.rules.model_dump(),
        "settings": dict(task.settings),
    } | {
        name: value
        for name, value in (("assessments", task.assessments), ("relevance_level", task.relevance_level))
        if value not in (OFFICIAL, 1)
    }


def _task_collections(campaign: Campaign) -> Record:
    return {task: one.model_dump() for task, one in campaign.task_collections.items()}


def counted_inputs(inputs: Sequence[InputFile]) -> Record:
    """Return the number of some inputs, and one checksum for all."""
    return {"files": len(inputs), "sha256": inputs_digest(inputs)}


def _task_record(
    task: TaskOutcome, standings: Standings, names: Mapping[tuple[str, str], RunName], official: BoundMetric
) -> Record:
    best = median = None
    if standings.runs and not math.isnan(score := float(standings.means[0, standings.official])):
        name = names[task.task.name, standings.runs[0].submission.name]
        best = {
            "run": name.run,
            "participant": name.participant,
            "label": name.label,
            "score": score,
            "sharing": standings.sharing(0),
            "perfect": official.is_highest(score),
            "badge": name.badge,
        }
        median = float(np.nanmedian(standings.means[:, standings.official]))
    return {
        "name": task.task.name,
        "official": task.task.official,
        "metrics": list(task.task.metrics),
        "runs": len(task.runs),
        "evaluated_runs": sum(run.evaluated for run in task.runs),
        "participants": len(participants_of(task.runs)),
        "best": best,
        "median": median,
        "standings": _standings_record(task, standings, names),
    }


def _of_tests(task: TaskOutcome, standings: Standings) -> Record:
    """How many runs, the best ones, are compared in pairs, the best run's interval, and seeds of draws."""
    tested = runs_in_pairs(int(np.count_nonzero(standings.ranks[:, standings.official] != UNRANKED)))
    metric = task.task.official
    topics, _ = standings.topic_scores(metric)
    seeds = {kind.text: kind.seed(metric, *topics) for kind in DrawKind if kind.content == OF_TOPICS}
    draws = {"metric": metric, "topics": [*topics], "seeds": seeds}
    return {"tested_runs": tested, "best_interval": best_interval(task), "random_draws": draws}


def _standings_record(
    task: TaskOutcome, standings: Standings, names: Mapping[tuple[str, str], RunName]
) -> list[Record]:
    """Every submission with its place by the official metric, best first, those without a place last."""
    means = with_unranked(standings, task)
    rows = {run.submission.name: row for row, run in enumerate(means.runs)}
    records = []
    for run in sorted(task.runs, key=lambda one: rows.get(one.submission.name, len(rows))):
        name, facts = names[task.task.name, run.submission.name], run.submission
        row = rows.get(name.run)
        score = math.nan if row is None else float(means.means[row, means.official])
        records.append(
            {
                "run": name.run,
                "title": name.title,
                "participant": name.participant,
                "rank": None if row is None else means.rank(row),
                "score": None if math.isnan(score) else score,
                "badge": name.badge,
                **({"system": facts.facets[SYSTEM]} if SYSTEM in facts.facets else {}),
                **({"baseline": True} if facts.standing is Standing.BASELINE else {}),
            }
        )
    return records
