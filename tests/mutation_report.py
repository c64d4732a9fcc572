"""The tables of docs/mutation.md, made from what mutmut found.

``python -m tests.mutation_report FOLDER`` reads the results in the folder of `tests.mutation_workplace` and
writes them into the page; it ends with 1 where fewer than 90 of 100 changes are noticed.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from tests.mutation_workplace import KILLED, TIMED_OUT

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "mutation.md"
EXPLANATIONS = Path(__file__).with_name("mutation_survivors.toml")
REQUIRED = 0.9

SURVIVED = (0, 33)
"""mutmut's codes; 33 stands for code that no test runs."""

_TOKEN = re.compile(r"\w+|'[^']*'|\s+|.")
_WITHOUT = {
    "dtype": re.compile(r",? ?dtype=[\w.]+|(?<=\.astype)\([^)]*\)"),
    "strict": re.compile(r",? ?strict=\w+"),
    "kind": re.compile(r",? ?kind='?\w+'?"),
}

_AROUND = 6
"""Words, spaces and signs on either side of a change by which a reader finds it."""
_DEFAULT = re.compile(r"(?<=: str=)'[^']*'")
_IN_CAPITALS = {"nan": "'nan'", "stable": "'stable'"}


@dataclass(frozen=True)
class Survivor:
    """A change that no test notices.

    Attributes
    ----------
    module, function : str
    before, after : str
        The changed line.
    """

    module: str
    function: str
    before: str
    after: str

    @property
    def shown(self) -> str:
        """The part of the line that changed, with a little around it."""
        return " → ".join(f"`{part or ' '}`" for part in difference(self.before, self.after))

    @property
    def kind(self) -> str | None:
        """Name of the general explanation that fits, if one does."""
        for kind, word in _IN_CAPITALS.items():
            if word in self.before and self.after == self.before.replace(word, word.upper()):
                return kind
        if self.before.startswith("def ") and _DEFAULT.sub("", self.before) == _DEFAULT.sub("", self.after):
            return "default"
        for kind, pattern in _WITHOUT.items():
            one, other = (re.sub(r",? ?\)", ")", pattern.sub("", line)) for line in (self.before, self.after))
            if one == other:
                return kind
        return None


def difference(before: str, after: str) -> tuple[str, str]:
    """What two lines do not share, in whole words, with a few words on either side.

    Examples
    --------
    >>> difference("kept = before < limit", "kept = before <= limit")
    ('= before < limit', '= before <= limit')
    """
    one, other = (_TOKEN.findall(line) for line in (before, after))
    start = _shared(one, other)
    end = min(_shared(one[::-1], other[::-1]), min(len(one), len(other)) - start)
    return tuple(
        "".join(words[max(start - _AROUND, 0) : len(words) - max(end - _AROUND, 0)]).strip()
        for words in (one, other)
    )


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip_longest(one, other))
    return next((place for place, (left, right) in pairs if left != right), len(one))


def read_results(folder: Path) -> tuple[dict[str, Counter[str]], list[Survivor]]:
    """Counts of each module, and the survivors of all."""
    counts, survivors = {}, []
    for file in sorted(folder.glob("mutants/inexreport/*/*.py.meta")):
        codes = json.loads(file.read_text("utf-8"))["exit_code_by_key"]
        module = f"{file.parent.name}/{file.name.removesuffix('.meta')}"
        if codes:
            counts[module] = Counter(_outcome(code) for code in codes.values())
            survivors += _survivors(file, module, [name for name, code in codes.items() if code in SURVIVED])
    return counts, survivors


def _outcome(code: int | None) -> str:
    outcomes = {"killed": KILLED, "survived": SURVIVED, "timed out": TIMED_OUT}
    return next((outcome for outcome, codes in outcomes.items() if code in codes), "not tried")


def _survivors(meta: Path, module: str, names: Iterable[str]) -> Iterator[Survivor]:
    lines = meta.with_suffix("").read_text("utf-8").splitlines()
    spans = json.loads(meta.with_suffix(".spans").read_text("utf-8"))["spans"]
    for name in (name.rpartition(".")[2] for name in names):
        mangled, _, _ = name.rpartition("__mutmut_")
        original, changed = (_lines_of(lines, spans, one) for one in (f"{mangled}__mutmut_orig", name))
        function = mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        differing = [pair for pair in zip_longest(original, changed, fillvalue="") if pair[0] != pair[1]]
        before, after = differing[0] if differing else ("", "")
        yield Survivor(module, function, before, after)


def _lines_of(lines: Sequence[str], spans: dict[str, tuple[int, int]], name: str) -> list[str]:
    """The lines of a function, without what it is called."""
    first, last = spans[name]
    return [line.strip().replace(name, "") for line in lines[first - 1 : last]]


def explained(survivors: Iterable[Survivor]) -> tuple[dict[str, list[Survivor]], list[Survivor]]:
    """Survivors by what explains them, and those that nothing does."""
    known = tomllib.loads(EXPLANATIONS.read_text("utf-8"))
    reasons = {(own["where"], change): own["why"] for own in known["survivors"] for change in own["changes"]}
    groups: dict[str, list[Survivor]] = {}
    rest = []
    for one in survivors:
        own = (f"{one.module} {one.function}", " -> ".join(difference(one.before, one.after)))
        why = reasons.get(own) or known["kinds"].get(one.kind)
        if why:
            groups.setdefault(why, []).append(one)
        else:
            rest.append(one)
    return groups, rest


def results_table(counts: dict[str, Counter[str]]) -> str:
    """A row for each module, and one for all."""
    total = sum(counts.values(), Counter())
    rows = [*((f"`{module}`", count) for module, count in counts.items()), ("all", total)]
    columns = ["killed", "timed out", "survived", *(["not tried"] if total["not tried"] else [])]
    return _table(
        ("module", "mutants", *columns, "noticed"),
        [
            (
                module,
                f"{count.total():,}",
                *(str(count[column]) for column in columns),
                f"{_share(count):.1%}",
            )
            for module, count in rows
        ],
    )


def _share(count: Counter[str]) -> float:
    return (count["killed"] + count["timed out"]) / count.total()


def survivors_table(groups: dict[str, list[Survivor]], rest: Sequence[Survivor]) -> str:
    """A row for each reason, that of most survivors first, and then for each survivor without one."""
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    rows = [(str(len(found)), why, _places(found)) for why, found in ordered]
    return _table(("survivors", "why no test can or should notice", "where"), rows) + "".join(
        f"\nNot explained: {one.module} `{one.function}`: {one.shown}\n" for one in rest
    )


def _places(found: Sequence[Survivor]) -> str:
    """Every change where there are few, else how many a module has."""
    if len(found) <= 12:
        return "; ".join(dict.fromkeys(f"`{one.function}`: {one.shown}" for one in found))
    modules = Counter(one.module for one in found)
    return ", ".join(f"{module} {number}" for module, number in sorted(modules.items()))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def main(folder: Path) -> int:
    """Write the tables into the page; 1 if too few changes are noticed or some are not tried."""
    counts, survivors = read_results(folder)
    groups, rest = explained(survivors)
    page = PAGE.read_text("utf-8")
    for name, table in (("results", results_table(counts)), ("survivors", survivors_table(groups, rest))):
        place = re.compile(rf"(<!-- {name}: make mutants -->).*?(<!-- end -->)", re.DOTALL)
        page = place.sub(lambda found, table=table: f"{found[1]}\n\n{table}\n{found[2]}", page)
    PAGE.write_text(page, encoding="utf-8")
    total = sum(counts.values(), Counter())
    sys.stdout.write(
        f"{_share(total):.1%} of {total.total():,} changes are noticed; of {len(survivors)} survivors "
        f"{len(rest)} are not explained, {total['not tried']} changes were not tried.\n"
    )
    return 0 if _share(total) >= REQUIRED and not total["not tried"] else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
