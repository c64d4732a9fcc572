"""Sentences that state a result, and their numbers computed anew from the published tables.

A claim is a rule that finds the sentence, and a function of the tables, of the page's task, run and topic,
and of the sentence: it returns the texts that the groups of the rule must have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pandas as pd

Tables = Mapping[str, pd.DataFrame]
Keys = Mapping[str, str]
Claim = Callable[[Tables, Keys, re.Match[str]], tuple[str, ...]]

LEVEL = 0.05
MAIN_TESTS = ("randomised_tukey_hsd", "t")


_parts: dict[tuple[int, str], tuple[pd.DataFrame, dict[str, pd.DataFrame]]] = {}
"""Tables by the key of a column; the table is kept, so that no other one has its number."""


def _of(table: pd.DataFrame, **keys: str) -> pd.DataFrame:
    for name, key in keys.items():
        if (id(table), name) not in _parts:
            groups = table.groupby(table[name].astype(str), sort=False)
            _parts[id(table), name] = table, dict(iter(groups))
        table = _parts[id(table), name][1].get(key, table[:0])
    return table


def _one_of(texts: list[tuple[str, ...]], claim: re.Match[str]) -> tuple[str, ...]:
    """The texts of the sentence where one of several tables has them, else those of the first."""
    return claim.groups() if claim.groups() in texts else texts[0]


def _signed(value: float) -> str:
    return f"{value:+.4f}".replace("-", "−")


def _official(tables: Tables, keys: Keys) -> pd.DataFrame:
    """The runs of a task that have a rank, best first."""
    runs = _of(tables["runs"], task=keys["task"])
    return runs[runs.official_rank.notna()].sort_values("official_score", ascending=False)


def _differences(tables: Tables, keys: Keys) -> pd.Series:
    """A run's scores by topic minus the medians."""
    metric = _official(tables, keys).official_metric.iloc[0]
    scores = _of(tables["scores"], task=keys["task"], run=keys["run"], metric=metric)
    medians = _of(tables["medians"], task=keys["task"], metric=metric).set_index("topic")["median"]
    own = scores[scores.topic != "all"].set_index("topic").score
    return (own - medians.reindex(own.index)).round(10)


def _rank(tables: Tables, keys: Keys, _: re.Match[str]) -> tuple[str, ...]:
    ranked = _official(tables, keys)
    run = _of(ranked, run=keys["run"]).iloc[0]
    score = run.official_score
    ends = _of(tables["intervals"], task=keys["task"], run=keys["run"])[["rank_low", "rank_high"]].iloc[0]
    ranks = "–".join(dict.fromkeys(f"{end:.0f}" for end in ends))
    return f"{run.official_rank:.0f}", f"{len(ranked):,}", ranks, f"{score:.4f}", f"{run.topics_counted:.0f}"


def _best(tables: Tables, keys: Keys, _: re.Match[str]) -> tuple[str, ...]:
    scores = _official(tables, keys).official_score
    return f"{len(scores):,}", f"{scores.iloc[0]:.4f}", f"{scores.iloc[0] - scores.iloc[1]:.4f}"


def _significantly(tables: Tables, keys: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    official = _official(tables, keys).official_metric.iloc[0]
    tests = _of(tables["significance"], task=keys["task"], metric=official)
    main = next(test for test in MAIN_TESTS if test in tests.test.unique())
    run = keys.get("run") or _official(tables, keys).run.iloc[0]  # elsewhere it is said of the best one
    first, second = _of(tests, test=main, run_a=run), _of(tests, test=main, run_b=run)
    differences = [*first.difference, *(-second.difference)]
    p = [*first.p_adjusted, *second.p_adjusted]
    better = sum(value < LEVEL and difference > 0 for value, difference in zip(p, differences, strict=True))
    worse = sum(value < LEVEL and difference < 0 for value, difference in zip(p, differences, strict=True))
    return str(better or "none"), str(worse or "none"), str(len(p))


def _above(tables: Tables, keys: Keys, _: re.Match[str]) -> tuple[str, ...]:
    differences = _differences(tables, keys)
    return str((differences > 0).sum()), str(len(differences)), str((differences < 0).sum())


def _extreme(tables: Tables, keys: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    differences = _differences(tables, keys)
    value = differences.max() if claim[1] == "gains" else differences.min()
    named = (
        claim[2]
        if differences.get(claim[2]) == value
        else f"one of {list(differences.index[differences == value])}"
    )
    return claim[1], named, _signed(value)


def _missed(tables: Tables, keys: Keys, _: re.Match[str]) -> tuple[str, ...]:
    topics = _of(tables["topic_diagnosis"], task=keys["task"], run=keys["run"])
    missed = _of(tables["run_diagnosis"], task=keys["task"], run=keys["run"]).missed.iloc[0]
    relevant = topics.filter(regex="^relevant_(articles|documents)$").sum().sum()
    return f"{missed:,}", f"{relevant:,.0f}"


def _in_relevant_articles(tables: Tables, keys: Keys, _: re.Match[str]) -> tuple[str, ...]:
    row = _of(tables["run_diagnosis"], task=keys["task"], run=keys["run"]).iloc[0]
    names = ("fitting", "too_large", "too_small", "elsewhere", "before", "after", "unplaced")
    return (f"{sum(row[name] for name in names):,.0f}",)


def _correlations(tables: Tables, keys: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    """Of metrics, or of scores under changed assessments: the sentence stands below one of the tables."""
    metrics = _of(tables["correlations"], task=keys["task"])
    unranked = [
        metrics[name].str.startswith(("Judged@", "overlap(", "answer_length"))
        for name in ("metric_a", "metric_b")
    ]
    metrics = metrics[~(unranked[0] | unranked[1])]
    tested = [rows.p for _, rows in metrics.groupby("coefficient")] if len(metrics) else []
    if "assessment_variants" in tables:
        changed = _of(tables["assessment_variants"], task=keys["task"])
        changed = changed[changed.variant.isin(["without_out_of_pool", "binary"])]
        tested.append(pd.concat([changed.spearman_p, changed.kendall_p]))
    texts = [(f"{(p < float(claim[3])).sum():,}", f"{p.count():,}", claim[3]) for p in tested]
    return _one_of(texts, claim)


def _groups(tables: Tables, keys: Keys, _: re.Match[str]) -> tuple[str, ...]:
    metric = _official(tables, keys).official_metric.iloc[0]
    groups = _of(tables["intervals"], task=keys["task"], metric=metric).group.dropna()
    return f"{groups.nunique():,}", f"{(groups == 1).sum():,}"


def _saved_by_depth(tables: Tables, keys: Keys, counted: str) -> list[tuple[int, float, float]]:
    """For each depth the topics that define what is saved, the size of their system pools, and the saving."""
    rows = _of(tables["metasearch_depths"], task=keys["task"], counted=counted)
    rows = rows[(rows.topic != "all") & rows.saved.notna()]
    return [
        (len(pool), (pool.saved + pool.same_relevant).sum(), pool.saved.sum())
        for _, pool in rows.groupby("depth")
    ]


def _system_pool(tables: Tables, keys: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    by_depth = _saved_by_depth(tables, keys, "500")
    return _one_of([(f"{topics:,}", f"{size:,.0f}") for topics, size, _ in by_depth], claim)


def _saved(tables: Tables, keys: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    by_depth = _saved_by_depth(tables, keys, claim[1].replace(",", ""))
    return _one_of(
        [
            (
                claim[1],
                f"{abs(saved):,.0f}",
                "fewer" if saved > 0 else "more",
                f"{100 * abs(saved) / size:.1f}",
            )
            for _, size, saved in by_depth
        ],
        claim,
    )


def _rows(tables: Tables, _: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    counts = {f"{len(table):,}" for table in tables.values()}
    return claim.groups() if claim[1] in counts else (f"one of {sorted(counts)}",)


def _highlighted(tables: Tables, _: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    sums = tables["topics"].filter(regex="^relevant_characters$").sum()
    return (f"{sums.iloc[0]:,.0f}",) if len(sums) else claim.groups()


def _further_lines(tables: Tables, _: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    """Lines beyond the first, of which some are named and the rest is counted."""
    shown = claim[1].replace(",", "").split()
    problems = zip(tables["problems"].lines, tables["problems"]["count"], strict=True)
    rests = [
        count - 1 - len(shown)
        for lines, count in problems
        if (lines or "").split()[1 : len(shown) + 1] == shown
    ]
    return _one_of([(claim[1], f"{rest:,}") if rest else (claim[1], None) for rest in rests], claim)


def _last_ranks(tables: Tables, keys: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    growth = _of(tables["pool_growth"], task=keys["task"], participant="").sort_values("depth")
    before, last = growth.iloc[-2], growth.iloc[-1]
    share = (last.relevant - before.relevant) / (last["size"] - before["size"])
    return f"{100 * share:.2f}", f"{before.depth + 1:.0f}", f"{last.depth:.0f}"


def _share(_: Tables, __: Keys, claim: re.Match[str]) -> tuple[str, ...]:
    part, whole = (int(claim[place].replace(",", "")) for place in (1, 2))
    return claim[1], claim[2], f"{100 * part / whole:.{len(claim[3].partition('.')[2])}f}"


CLAIMS: dict[str, Claim] = {
    r", rank (\d+) of ([\d,]+), 95% of ranks ([\d–]+) \(.* = ([\d.]+)%? over (\d+) topics?\)": _rank,
    r"Best of ([\d,]+) (?:evaluated )?runs: .* with ([\d.]+), ([\d.]+) ahead of": _best,
    r"significantly better than (\w+) and worse than (\w+) of the (\d+) other tested runs": _significantly,
    r"is above the median on (\d+) of (\d+) topics and below it on (\d+)": _above,
    r"It (gains|loses) most on topic (\S+) \(([+−][\d.]+)\)": _extreme,
    r"The run misses ([\d,]+) of ([\d,]+) relevant": _missed,
    r"(?:Results in relevant articles: |% of its )([\d,]+)": _in_relevant_articles,
    r"([\d,]+) of ([\d,]+) correlations differ significantly from 0 \(two-tailed p < (.+?)\)": _correlations,
    r"The tests find ([\d,]+) groups?; the first has ([\d,]+) runs?": _groups,
    r"In ([\d,]+) topics, the system pool has ([\d,]+) ": _system_pool,
    r"counts ([\d,]+) results of each run takes ([\d,]+) (fewer|more) \(([\d.]+) ?%\)": _saved,
    r"([\d.]+)% of the \w+ that only ranks (\d+) to (\d+) brought into": _last_ranks,
    r"^([\d,]+) rows?\.": _rows,
    r"^([\d,]+) characters$": _highlighted,
    r"Also on lines? ([\d, ]*\d)(?: and ([\d,]+) more)?\.": _further_lines,
    r"([\d,]+) of ([\d,]+) [a-z ]+\(([\d.]+)%\)": _share,
}
