"""Charts of pools: how they grow, and who finds what is rare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, counted_topics, decimals
from inexreport.report.naming import RunName, participant_name
from inexreport.report.words import Words
from inexreport.statistics.pool_findings import PoolFindings
from inexreport.statistics.pool_growth import PoolGrowth
from inexreport.statistics.rare_documents import DEPTH, RareDocuments
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import UNRANKED

COLOURED = 9
"""Participants whose lines have a colour, besides that of all runs."""

Names = Mapping[tuple[str, str], RunName]


def growth_figure(view: CampaignView, task: str, findings: PoolFindings) -> PageData | None:
    """Return how the share of relevant items grows with depth; None without any relevant item or run.

    ``lines`` are all runs together, then participants by what they find; ``background`` are the others.
    ``rows`` have the pool of all runs by depth, with what each step adds (``new``, ``new_relevant``).
    """
    drawn = [one for one in findings.growth if not isnan(one.recall[-1])]
    if not drawn:
        return None
    whole, groups = drawn[0], sorted(drawn[1:], key=lambda one: (-one.recall[-1], one.group))
    lines = [_line(group_name(view, task, one.group), one) for one in groups]
    rows, items = _growth_rows(whole), f"{findings.unit}s"
    half = next(row for row in rows if row["recall"] >= whole.recall[-1] / 2)
    last = rows[-1]
    share = f", {decimals(100 * half['recall'], '%')} in the first {half['depth']}"
    earlier = share if half is not last else ""
    return {
        "figure": Figure(
            title="How the pool grows with its depth",
            basis=f"Share of the relevant {items} in a pool of this depth, mean over "
            f"{counted(findings.topics_with_relevant, 'topic')} with relevant {items}",
            source="pool_growth.csv",
            summary=f"All runs together find {decimals(100 * whole.recall[-1], '%')} of the relevant {items} "
            f"in the first {counted(last['depth'], 'result')}{earlier}. {_last_step(rows, items)}"
            f"{_most_found(lines)}".strip(),
        ),
        "depths": whole.depths,
        "lines": [_line("All runs", whole), *lines[:COLOURED]],
        "background": lines[COLOURED:],
        "rows": rows,
    }


def group_name(view: CampaignView, task: str, group: str) -> str:
    """Return the name of a group: its participant, or its run where the participant is not known."""
    if group.startswith("(") and (name := view.names.get((task, group[1:-1]))):
        return name.label
    return participant_name(view.outcome.campaign, group)


def _last_step(rows: Sequence[PageData], items: str) -> str:
    """Say what the deepest ranks add per topic; empty for a pool of one step."""
    if len(rows) == 1:
        return ""
    first, last = rows[-2]["depth"] + 1, rows[-1]["depth"]
    ranks = f"Rank {last} adds" if first == last else f"Ranks {first} to {last} add"
    return (
        f"{ranks} {rows[-1]['new']:.1f} new {items} per topic, of which {rows[-1]['new_relevant']:.1f} are "
        "relevant. "
    )


def _most_found(lines: Sequence[PageData]) -> str:
    """Say which group finds most on its own, and how many find as much; empty without groups."""
    if not lines:
        return ""
    shares = [decimals(100 * one["recall"][-1], "%") for one in lines]
    equal = shares.count(shares[0])
    names = lines[0]["label"] if equal == 1 else f"{equal} groups"
    return f"Most by one group: {shares[0]} ({names})."


def _line(label: str, growth: PoolGrowth) -> PageData:
    return {"label": label, "recall": growth.recall.tolist()}


def _growth_rows(growth: PoolGrowth) -> list[PageData]:
    rows = [
        {"depth": depth, "size": size, "relevant": relevant, "recall": recall}
        for depth, size, relevant, recall in zip(
            growth.depths, growth.size.tolist(), growth.relevant.tolist(), growth.recall.tolist(), strict=True
        )
    ]
    before = {"size": 0.0, "relevant": 0.0}
    for row in rows:
        row["new"], row["new_relevant"] = row["size"] - before["size"], row["relevant"] - before["relevant"]
        before = row
    return rows


def rare_figure(standings: Standings, names: Names, findings: PoolFindings, words: Words) -> PageData:
    """Return the relevant share of each run's rare articles, runs by official rank.

    An article is rare if at most ``most`` runs have it among their first results.
    """
    found, task = findings.rare, standings.task.name
    rows = [row | {"name": names[task, row["run"]]} for row in rare_rows(standings, found)]
    return {
        "figure": Figure(
            title="Which runs find rare relevant documents?",
            basis=f"Relevant share, in percent, of the {words.items} that {rare_in(found.most)}; runs by "
            f"official rank, {counted_topics([findings.topics])} together",
            source="rare_documents.csv",
            summary=_rare_summary(rows, words),
        ),
        "items": words.items,
        "most": found.most,
        "rows": rows,
    }


def rare_rows(standings: Standings, found: RareDocuments) -> list[PageData]:
    """Return the number of each run's rare articles, and the relevant share in percent."""
    ranks = standings.ranks[:, standings.official].tolist()
    percent, shares = found.percent, found.share_of_all_relevant
    rows = []
    for run, rank in zip(standings.runs, ranks, strict=True):
        i = found.runs.index(run.submission.name)
        rows.append(
            {
                "run": run.submission.name,
                "rank": None if rank == UNRANKED else rank,
                "rare": int(found.rare[i]),
                "relevant": int(found.rare_relevant[i]),
                "percent": float(percent[i]),
                "share_of_all": float(shares[i]),
            }
        )
    return rows


def rare_in(most: int) -> str:
    """Return in words which articles are rare.

    Examples
    --------
    >>> rare_in(1), rare_in(2)
    ('only one run has among its first 100 results', 'at most 2 runs have among their first 100 results')
    """
    if most == 1:
        return f"only one run has among its first {DEPTH} results"
    return f"at most {most} runs have among their first {DEPTH} results"


def _rare_summary(rows: Sequence[PageData], words: Words) -> str:
    shares = [(row["percent"], row["name"].label) for row in rows if not isnan(row["percent"])]
    if not shares:
        return f"No run has a rare {words.item}."
    if len(shares) == 1:
        share = decimals(shares[0][0], "%")
        return f"Only {shares[0][1]} has rare {words.items}: {share} of them are relevant."
    highest, lowest = max(shares, key=lambda one: one[0]), min(shares, key=lambda one: one[0])
    if highest[0] == lowest[0]:
        share = decimals(lowest[0], "%")
        return f"The same for all {len(shares)} runs that have rare {words.items}: {share}."
    return (
        f"Of the {len(shares)} runs with rare {words.items}: highest {_share(highest, shares)}, lowest "
        f"{_share(lowest, shares)}; the highest-ranked of them has {decimals(shares[0][0], '%')}, the "
        f"lowest-ranked {decimals(shares[-1][0], '%')}."
    )


def _share(named: tuple[float, str], shares: Sequence[tuple[float, str]]) -> str:
    """A share with its run, or with the number of runs that have it."""
    equal = sum(share == named[0] for share, _ in shares)
    return f"{decimals(named[0], '%')} ({named[1] if equal == 1 else counted(equal, 'run')})"
