"""Problems of a campaign as a whole: settings, assessments and documents that contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from inexreport.evaluation.task_plan import (
    TaskPlan,
    asks,
    inapplicable_metrics,
    mean_judged_length,
    topics_without_target,
    unknown_metrics,
)
from inexreport.formats.campaign_directory import ASSESSMENTS, RUNS
from inexreport.formats.file_content import read_content
from inexreport.formats.protocols import PROTOCOL_SUFFIX
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.toml_lines import has_setting, lines_of
from inexreport.judging.assessment_sets import circular_sets
from inexreport.metrics.registry import bind, is_taken
from inexreport.model.assessment import BINARY, OFFICIAL, WITHOUT_OUT_OF_POOL
from inexreport.model.campaign import AssessmentSet, Campaign
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.run import Standing
from inexreport.model.shown_text import shown
from inexreport.model.task import CorrelationTable, Treatment, official_folders


def unknown_metric_problems(directory: Path, campaign: Campaign) -> tuple[Problem, ...]:
    """Identifiers in campaign.toml, or in the protocol, that no metric has, each with its line.

    Official metrics that rank no runs are reported too.
    """
    texts = {"campaign.toml": _settings_text(directory)}
    if campaign.protocol.endswith(PROTOCOL_SUFFIX):
        texts[campaign.protocol] = _text_of(directory / campaign.protocol)
    logs = {file: ProblemLog(file) for file in texts}
    for task in campaign.tasks.values():
        aliases = (alias for alias, name in campaign.task_aliases.items() if name == task.name)
        tables = [*(("tasks", name) for name in (task.name, *aliases)), ("any_task",)]
        wrong = {
            key: ("metric-unknown", shown(reason), "an identifier that `inexreport metrics` lists")
            for key, reason in unknown_metrics(task).items()
        }
        if ("official",) not in wrong and not bind(task.official).metric.ranks:
            found = f"official = {quoted(task.official)}, which does not tell better runs from worse ones"
            wrong["official",] = (
                "campaign-value-wrong",
                found,
                "a metric of relevance; keep this one in metrics",
            )
        for key, (code, found, expected) in wrong.items():
            stating = (
                (file, [*table, *key])
                for file, text in texts.items()
                for table in tables
                if has_setting(text, [*table, key[0]])
            )
            file, path = next(stating, ("campaign.toml", ["protocol"]))
            logs[file].add(code, found=found, expected=expected, lines=lines_of(texts[file], path))
    return tuple(problem for log in logs.values() for problem in log)


def problems_of_all_runs(campaign: Campaign, runs: Mapping[str, Sequence[RunOutcome]]) -> tuple[Problem, ...]:
    """Participants with more ranked runs than the rules of a task allow, and imported scores of unknown runs.

    Parameters
    ----------
    campaign : Campaign
    runs : mapping of str to sequence of RunOutcome
        All named runs by task, rejected ones included.
    """
    problems: list[Problem] = []
    for task, found in runs.items():
        allowed, log = campaign.tasks[task].rules.runs_per_participant, ProblemLog(f"{RUNS}/{task}")
        ranked = (run.submission for run in found if not run.errors)
        counts = Counter(one.participant for one in ranked if one.standing is Standing.OFFICIAL)
        for participant, count in sorted(counts.items()):
            if allowed and participant and count > allowed:
                many = f"{count} runs of the participant {quoted(participant)}"
                log.add("runs-too-many", found=many, expected=f"at most {allowed}")
        problems += log
    for one in campaign.imported:
        known, log = {run.submission.name for run in runs.get(one.task, ())}, ProblemLog(one.file)
        for name, run in one.runs.items():
            if name not in known:
                expected = f"a name of a run in {RUNS}/{one.task}"
                log.add("imported-run-unknown", found=quoted(name), expected=expected, lines=[run.line])
        problems += log
    return tuple(problems)


def unmatched_patterns(directory: Path, campaign: Campaign) -> tuple[Problem, ...]:
    """Patterns of metrics in campaign.toml, for correlation tables, that no metric of a task matches."""
    text, log = _settings_text(directory), ProblemLog("campaign.toml")
    metrics = {metric for task in campaign.tasks.values() for metric in task.metrics}
    tables: dict[tuple[str, ...], CorrelationTable | None] = {}
    for task in campaign.tasks.values():
        own = has_setting(text, ["tasks", task.name, "correlations"])
        tables[("tasks", task.name) if own else ()] = task.correlations
    for table, stated in tables.items():
        if stated is not None and has_setting(text, [*table, "correlations"]):
            for key, patterns in (("rows", stated.rows), ("columns", stated.columns)):
                for place, pattern in enumerate(patterns):
                    if not any(fnmatchcase(metric, pattern) for metric in metrics):
                        log.add(
                            "campaign-value-wrong",
                            found=f"{quoted(pattern)}, which matches no metric of a task",
                            expected="identifiers of metrics of the tasks, with * for anything",
                            lines=lines_of(text, [*table, "correlations", key, place]),
                        )
    return tuple(log)


def taken_measure_names(directory: Path, campaign: Campaign) -> tuple[Problem, ...]:
    """Imported measures of campaign.toml with the name of a computed metric, each with its line."""
    text = _settings_text(directory)
    log = ProblemLog("campaign.toml")
    for name in dict.fromkeys(one.measure.name for one in campaign.imported):
        if is_taken(name):
            log.add(
                "campaign-value-wrong",
                found=f"the imported measure {quoted(name)}",
                expected="another name: a metric that is computed here has this one",
                lines=lines_of(text, ["imported", name]),
            )
    return tuple(log)


def unknown_tagged_topics(directory: Path, campaign: Campaign) -> tuple[Problem, ...]:
    """Topics to which campaign.toml gives a tag and that the campaign does not have."""
    text = _settings_text(directory)
    log = ProblemLog("campaign.toml")
    for tag, topics in campaign.topic_tags.items():
        places = [place for place, topic in enumerate(topics) if topic not in campaign.topics]
        if campaign.topics and places:
            log.add(
                "tagged-topic-unknown",
                found=f"topic {examples([topics[place] for place in places])} with the tag {quoted(tag)}",
                expected="identifiers of topics in topics/",
                lines=sorted(
                    {line for place in places for line in lines_of(text, ["topic_tags", tag, place])}
                ),
                count=len(places),
            )
    return tuple(log)


def assessment_set_problems(
    directory: Path, campaign: Campaign, known: Sequence[Problem]
) -> tuple[Problem, ...]:
    """Sets of assessments in campaign.toml that cannot be made, each with its line.

    Parameters
    ----------
    directory : Path
    campaign : Campaign
    known : sequence of Problem
        A judge whose files have errors among them is not reported again.
    """
    further = (*campaign.judges, *campaign.dimensions)
    judged = {one.judge: one.topics for one in (campaign.assessments, *further)}
    of_tasks = {*official_folders(campaign.tasks.values())} - {OFFICIAL}
    unreadable = {
        one.file.split("/")[1] for one in known if one.is_error and one.file.startswith(f"{ASSESSMENTS}/")
    }
    names = {one.name for one in campaign.assessment_sets}
    circular = circular_sets(campaign.assessment_sets)
    text, log = _settings_text(directory), ProblemLog("campaign.toml")

    def report(name: str, key: Sequence[str | int], found: str, expected: str) -> None:
        lines = lines_of(text, ["assessments", name, *key])
        log.add("campaign-value-wrong", found=found, expected=expected, lines=lines)

    for one in campaign.assessment_sets:
        about = f"assessments.{one.name}"
        if one.name in (OFFICIAL, WITHOUT_OUT_OF_POOL, BINARY):
            expected = "another name: this one is taken by the program"
            report(one.name, [], f"the set {quoted(one.name)}", expected)
        elif one.name in of_tasks:
            expected = "another name: a task takes its official assessments from the folder of this name"
            report(one.name, [], f"the set {quoted(one.name)}", expected)
        elif not one.source and one.name not in judged and one.name not in unreadable:
            expected = f"a folder {ASSESSMENTS}/{one.name} with judgements, or from"
            report(one.name, [], f"the set {quoted(one.name)} of an unknown judge", expected)
        elif one.source and one.name in judged:
            expected = "another name: a folder of judgements has this one"
            report(one.name, ["from"], f"the set {quoted(one.name)} with from", expected)
        elif one.name in circular:
            expected = "from that leads back to a judge"
            report(one.name, ["from"], f"{quoted(about)} made from itself", expected)
        elif one.source and one.source not in (*judged, *names, *unreadable):
            expected = "one of " + ", ".join(dict.fromkeys([*judged, *sorted(names - {one.name})]))
            report(one.name, ["from"], f"{quoted(about + '.from')} = {quoted(one.source)}", expected)
        elif one.without_judged_by and one.without_judged_by not in (*judged, *unreadable):
            found = f"{quoted(about + '.without_judged_by')} = {quoted(one.without_judged_by)}"
            report(one.name, ["without_judged_by"], found, "one of " + ", ".join(judged))
        elif (assessed := _assessed(one.source, campaign.assessment_sets, judged)) is not None:
            for place, topic in enumerate(one.topics or ()):
                if topic not in assessed:
                    found = f"{quoted(about + '.topics')} with {quoted(topic)}"
                    expected = f"topics that {one.source} assesses"
                    report(one.name, ["topics", place], found, expected)
    return tuple(log)


def _assessed(
    name: str, sets: Sequence[AssessmentSet], judged: Mapping[str, Collection[str]]
) -> set[str] | None:
    """The topics of a judge or set; None if no judge is at its end."""
    by_name, chosen = {one.name: one for one in sets}, []
    while name not in judged:
        one = by_name.pop(name, None)  # so that a circle has an end
        if one is None:
            return None
        if one.topics is not None:
            chosen.append(one.topics)
        name = one.source
    return set(judged[name]).intersection(*chosen)


def _settings_text(directory: Path) -> str:
    return _text_of(directory / "campaign.toml")


def _text_of(path: Path) -> str:
    content = read_content(path, ProblemLog(""))
    return content.data.decode("utf-8-sig", "replace") if content else ""


def report_inapplicable_metrics(
    plans: Mapping[str, TaskPlan], log: ProblemLog, assessments: str = OFFICIAL
) -> None:
    """Report metrics that the campaign's assessments, or those of a set, do not allow."""
    for name, plan in plans.items():
        by_reason: dict[str, list[str]] = {}
        for identifier, reason in inapplicable_metrics(plan).items():
            by_reason.setdefault(reason, []).append(identifier)
        for reason, identifiers in by_reason.items():
            more = f" and {len(identifiers) - 1:,} more" if len(identifiers) > 1 else ""
            log.add(
                "metric-inapplicable",
                found=f"{identifiers[0]}{more} in task {name}",
                expected=f"metrics for the {assessments} assessments: {reason}",
                count=len(identifiers),
            )


def report_missing_pools(campaign: Campaign, log: ProblemLog) -> None:
    """Report topics without a pool in tasks that are to rank the pools."""
    for task in campaign.tasks.values():
        if task.rules.outside_pool is Treatment.ALLOWED:
            continue
        topics = dict.fromkeys((*campaign.topics, *campaign.of_task(task.name).assessments.topics))
        missing = [
            topic for topic in topics if asks(task, campaign, topic) and topic not in (campaign.pools or {})
        ]
        if missing:
            log.add(
                "task-pool-missing",
                found=f"no pool of topic {examples(missing)} in task {quoted(task.name)}",
                expected="a pool of every topic of the task",
                count=len(missing),
            )


def missing_target_problems(campaign: Campaign) -> tuple[Problem, ...]:
    """Topics without target elements in tasks with strict targets."""
    tasks: dict[str, list[str]] = {}
    for task in campaign.tasks.values():
        for name in topics_without_target(task, campaign):
            tasks.setdefault(name, []).append(task.name)
    problems: list[Problem] = []
    for name, concerned in tasks.items():
        topic = campaign.topics.get(name)
        log = ProblemLog(topic.file if topic else "topics")
        log.add(
            "target-unknown",
            found=f"topic {quoted(name)} of {', '.join(concerned)}"
            + ("" if topic else ", which has no topic file"),
            expected="a NEXI query as castitle or title, or <te> in the title",
            lines=[topic.line] if topic else [],
        )
        problems += log
    return tuple(problems)


def report_missing_collection(
    plans: Mapping[str, TaskPlan], campaign: Campaign, unlocated: int, log: ProblemLog
) -> None:
    """Report facts about the collection that metrics need and neither campaign.toml nor documents give."""
    metrics = [bound.metric for plan in plans.values() for bound in plan.metrics]
    if campaign.collection.mean_document_length is None and any(
        "mean_document_length" in metric.settings for metric in metrics
    ):
        length = mean_judged_length(campaign.assessments)
        log.add(
            "mean-length-missing",
            found="no mean_document_length"
            + ("" if length is None else f"; the judged articles have {length:.1f} in the mean"),
            expected="the collection's, for BEPD and EPRUM",
        )
    if unlocated and any(metric.reads_places for metric in metrics):
        log.add(
            "passages-unlocated",
            found=f"{unlocated} highlighted passages whose place is not known",
            expected="the documents in which they lie",
            count=unlocated,
        )
