"""The runs of a campaign, each with what the organisers state about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from inexreport.formats.file_content import read_content, utf8_text
from inexreport.formats.input_files import Folder
from inexreport.formats.run_files import RunFile, list_runs, run_name
from inexreport.formats.run_metadata import LARGEST_METADATA, read_metadata
from inexreport.formats.run_table import RUN_TABLE
from inexreport.formats.shown_text import examples, quoted
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import RunFacts, RunStatement, Standing


def describe_runs(directory: Path, campaign: Campaign) -> tuple[tuple[RunFile, ...], tuple[Problem, ...]]:
    """Return the runs of a campaign as `list_runs` does, with what runs.csv and files beside them state.

    A row of runs.csv describes every run that has all it states. Rows about no run, about runs in folders of
    several participants or about a run that an earlier row describes are among the problems.
    """
    files, problems = list_runs(directory, campaign)
    log = ProblemLog(RUN_TABLE)
    files = _with_statements(files, campaign.run_statements, campaign.task_aliases, log)
    root = directory.resolve()
    return tuple(_with_metadata(root, file) for file in files), (*problems, *log)


def _with_metadata(root: Path, run: RunFile) -> RunFile:
    """A run with the facts of its metadata file; those of runs.csv take precedence."""
    if run.metadata is None:
        return run
    folder = Folder(root, run.metadata.parent)
    file = folder.relative(run.metadata)
    log = ProblemLog(file, ProblemScope.RUN, run.task, run.name)
    allowed = folder.allows(run.metadata, log)
    content = read_content(run.metadata, log, LARGEST_METADATA) if allowed else None
    text = utf8_text(content.data, log) if content else None
    facets = {} if text is None else read_metadata(text, log)
    stated = run.facts.facets
    facts = replace(
        run.facts,
        facets={**stated, **facets, **stated},
        metadata_file=file if content else "",
        metadata_sha256=content.sha256 if content else "",
    )
    return replace(run, facts=facts, problems=(*run.problems, *log))


def _with_statements(
    files: Sequence[RunFile],
    statements: Sequence[RunStatement],
    aliases: Mapping[str, str],
    log: ProblemLog,
) -> tuple[RunFile, ...]:
    by_name: dict[str, list[int]] = {}
    for place, file in enumerate(files):
        for name in (file.name, f"{file.participant}.{file.name}"):
            by_name.setdefault(name, []).append(place)
    described: dict[int, RunStatement] = {}
    for row in statements:
        found = [
            place
            for place in by_name.get(row.run, by_name.get(run_name(row.run), []))
            if row.task in ("", files[place].task) or aliases.get(row.task) == files[place].task
            if row.file in ("", files[place].file, files[place].path.name)
        ]
        if row.facts.participant:
            in_folder = [place for place in found if files[place].participant == row.facts.participant]
            found = in_folder or found
        if not found:
            code, expected = "run-table-unknown", "a run of the campaign"
            what = ", ".join(quoted(one) for one in (row.run, row.task, row.file) if one)
        elif len({files[place].participant for place in found}) > 1:
            code, expected = "run-table-ambiguous", "runs of one participant"
            what = f"{quoted(row.run)} for {examples(files[place].file for place in found)}"
        elif earlier := sorted({described[place].line for place in found if place in described}):
            code, expected = "run-table-twice", "one row for each run"
            what = f"{quoted(row.run)} as in line {earlier[0]}"
        else:
            described |= dict.fromkeys(found, row)
            continue
        log.add(code, found=what, expected=expected, lines=[row.line])
    return tuple(
        _stated(file, described[place].facts) if place in described else file
        for place, file in enumerate(files)
    )


def _stated(file: RunFile, facts: RunFacts) -> RunFile:
    """A run with the facts of its row; where that says nothing else the folder's standing holds."""
    standing = file.facts.standing if facts.standing is Standing.OFFICIAL else facts.standing
    return replace(file, facts=replace(facts, standing=standing))
