"""What must be withheld from a participant, and a search for it in all files of a site.

What is withheld is computed from the runs themselves, with NumPy alone.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pandas as pd

from inexreport.model.diagnosis import DEPTHS, Diagnosis, RelevantArticles
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.naming import participant_name

NUMBER = re.compile(r"\d+\.\d+(?:e-\d+)?|\d+e-\d+")


@dataclass(frozen=True)
class Withheld:
    """Texts and numbers that must not occur anywhere.

    Attributes
    ----------
    texts : set of str
        Names, identifiers, file names and checksums, which must not occur even within a word.
    numbers : set of str
        Scores in every form in which scores are written, which must not occur as numbers.
    """

    texts: set[str]
    numbers: set[str]


def is_own(run: RunOutcome, participant: str) -> bool:
    return run.submission.participant == participant


def withheld_from(participant: str, outcome: CampaignOutcome, *, exact_only: bool) -> Withheld:
    """Return what must be withheld from a participant.

    Parameters
    ----------
    participant : str
    outcome : CampaignOutcome
        With all runs.
    exact_only : bool
        Leave out rounded scores: among many scores, any four decimals occur somewhere.
    """
    texts: set[str] = set()
    numbers: set[str] = set()
    shown: set[str] = set()
    exact: list[float] = []
    for task in outcome.tasks:
        own = [run for run in task.runs if is_own(run, participant)]
        for run in task.runs:
            if not is_own(run, participant):
                texts |= texts_of(run, outcome)
                numbers |= forms(scores_of(run))
        if own:
            public = list(public_numbers(task, own))
            shown |= forms(public)
            exact += public
    texts -= {
        text
        for task in outcome.tasks
        for run in task.runs
        if is_own(run, participant)
        for text in texts_of(run, outcome)
    }
    withheld = numbers - shown
    if exact_only:
        known = np.array(exact)
        # A mean that was added up in another order may differ in its last digit.
        withheld = {
            number
            for number in withheld
            if len(number) > 14
            and not is_plain_share(number)
            and not np.any(np.abs(known - float(number)) < 1e-12)
        }
    return Withheld({text for text in texts if text}, withheld)


def is_plain_share(number: str) -> bool:
    """Whether it is a share of a few dozen things, as 4 of 15: those of different runs are often equal."""
    value = float(number)
    return abs(float(Fraction(value).limit_denominator(100)) - value) < 1e-15


def texts_of(run: RunOutcome, outcome: CampaignOutcome) -> set[str]:
    """Texts that identify a run."""
    one = run.submission
    names = {
        one.name,
        one.run_id,
        Path(one.file).name,
        one.file,
        one.description,
        one.sha256,
        one.sha256[:12],
    }
    names |= {hashlib.sha256(name.encode()).hexdigest()[:8] for name in (one.name, one.participant) if name}
    if one.participant:
        shown = participant_name(outcome.campaign, one.participant)
        # An id alone may be a word of any page.
        names |= {f"participants/{one.participant}", f">{shown}<" if shown == one.participant else shown}
    return names


def scores_of(run: RunOutcome) -> list[float]:
    """All scores of a run."""
    found: list[float] = []
    if run.scores is not None:
        found += [*run.scores.by_topic.ravel().tolist(), *run.scores.mean.tolist()]
    found += [value for curve in run.curves for value in curve.y.tolist()]
    if run.composition is not None:
        found += run.composition.judged_by_rank.tolist()
    if run.diagnosis is not None:
        found += [*run.diagnosis.found.tolist(), *run.diagnosis.found_by_depth.tolist()]
    return [value for value in found if not np.isnan(value)]


def public_numbers(task: TaskOutcome, own: list[RunOutcome]) -> Iterator[float]:
    """Own scores, medians and bests, and the differences between these that charts show."""
    for run in own:
        yield from scores_of(run)
        if run.composition is not None:
            yield from (100 * run.composition.judged_by_rank).tolist()
        for one in run.gains:
            yield from (*one.run.tolist(), *(one.run / one.ideal).tolist(), *one.effort.tolist())
    evaluated = [run for run in task.runs if run.scores is not None]
    for column in columns_of(evaluated):
        known = {run: value for run, value in column.items() if not np.isnan(value)}
        if known:
            median, best = float(np.median(list(known.values()))), max(known.values())
            yield from (median, best, best - median)
            yield from (known[run] - median for run in own if run in known)
    by_depth = (
        lambda one: one.found_by_depth,
        lambda one: one.overlapping_by_depth,
        articles_by_depth(task.relevant_articles),
    )
    for of_run in by_depth:
        shares = {run: of_run(run.diagnosis) for run in evaluated if run.diagnosis is not None}
        if shares:
            yield from np.nanmedian(list(shares.values()), axis=0).tolist()
        yield from (share for run in own if run in shares for share in shares[run])
    kinds = {curve.metric for run in evaluated for curve in run.curves}
    for kind in kinds:
        curves = [curve for run in evaluated for curve in run.curves if curve.metric == kind]
        if len({curve.x.tobytes() for curve in curves}) == 1:
            yield from np.median([curve.y for curve in curves], axis=0).tolist()
            yield from np.max([curve.y for curve in curves], axis=0).tolist()


def articles_by_depth(relevant: RelevantArticles) -> Callable[[Diagnosis], list[float]]:
    """Return a function of a diagnosis: the mean share of relevant articles returned down to each depth."""
    ends = np.cumsum([len(articles) for articles in relevant.relevant_articles])

    def of_run(diagnosis: Diagnosis) -> list[float]:
        by_topic = [ranks for ranks in np.split(diagnosis.article_ranks, ends[:-1]) if len(ranks)]
        return [
            float(np.mean([np.mean((ranks > 0) & (ranks <= depth)) for ranks in by_topic] or [0.0]))
            for depth in DEPTHS
        ]

    return of_run


def columns_of(runs: list[RunOutcome]) -> Iterator[dict[RunOutcome, float]]:
    """The runs' scores by each metric, in the mean and on each topic."""
    for place in range(len(runs[0].scores.metrics) if runs else 0):
        yield {run: float(run.scores.mean[place]) for run in runs}
        for topic in {topic for run in runs for topic in run.scores.topics}:
            yield {
                run: float(run.scores.by_topic[place, run.scores.topics.index(topic)])
                for run in runs
                if topic in run.scores.topics
            }


def forms(values: Iterator[float] | list[float]) -> set[str]:
    """How scores may be written: in full, or rounded as pages and charts round, unless too short."""
    written = {
        form.removeprefix("-")
        for value in values
        for form in (
            repr(value),
            *(f"{value:.{places}f}" for places in (3, 4, 6)),
            *(repr(round(value, places)) for places in (3, 4, 6)),
        )
    }
    return {form for form in written if len(form) >= len("0.123")}


def breaches(folder: Path, withheld: Withheld) -> list[tuple[str, str]]:
    """Each file that contains something withheld, with that text or number."""
    found = []
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        address = file.relative_to(folder).as_posix()
        content = "\n".join([address, unquote(address), *readings(file)])
        numbers = set(NUMBER.findall(content)) & withheld.numbers
        found += [(address, text) for text in withheld.texts if text in content]
        found += [(address, number) for number in numbers]
    return found


def readings(file: Path) -> Iterator[str]:
    """The texts in a file, decompressed and unescaped."""
    content = file.read_bytes()
    if file.suffix == ".parquet":
        # The bytes too: what is not compressed, such as the least and the greatest name.
        yield from (content.decode("latin-1"), pd.read_parquet(file).to_csv(index=False))
        return
    if file.suffix == ".png":  # only the released site has one, drawn of what its pages say
        return
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    text = content.decode("utf-8")
    yield from (text, html.unescape(text), unquote(text))
    if file.suffix == ".json":
        yield json.dumps(json.loads(text), ensure_ascii=False)
    yield from (json.dumps(json.loads(data), ensure_ascii=False) for data in scripts(text))


def scripts(text: str) -> list[str]:
    """The data that a page brings its scripts."""
    return re.findall(r'<script type="application/(?:ld\+)?json"[^>]*>(.*?)</script>', text, re.DOTALL)


def within(thing: object, seen: set[int]) -> Iterator[object]:
    """Everything that can be reached from a thing."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield thing
    if is_dataclass(thing):
        for field in fields(thing):
            yield from within(getattr(thing, field.name), seen)
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from within(key, seen)
            yield from within(value, seen)
    elif isinstance(thing, pd.DataFrame):
        for name in thing:
            yield from within(thing[name].to_numpy(), seen)
            yield from within(thing[name].tolist(), seen)
    elif isinstance(thing, tuple | list | set | frozenset):
        for one in thing:
            yield from within(one, seen)


def texts_within(thing: object) -> list[str]:
    return [one for one in within(thing, set()) if isinstance(one, str)]
