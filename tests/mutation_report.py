"""The table of mutation testing in docs/reliability.md, made from mutmut's results.

``python -m tests.mutation_report FOLDER`` reads the results in the folder of `tests.mutation_workplace`,
writes the table and prints the survivors that tests/mutation_survivors.toml does not explain. The exit status
is 1 where tests detect fewer than 90 of 100 mutants.
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
PAGE = ROOT / "docs" / "reliability.md"
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
"""Tokens shown on either side of a change."""
_DEFAULT = re.compile(r"(?<=: str=)'[^']*'")
_IN_CAPITALS = {"nan": "'nan'", "stable": "'stable'"}


@dataclass(frozen=True)
class Survivor:
    """A mutant that no test detects.

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
        """The changed part of the line with some context."""
        return " → ".join(f"`{part or ' '}`" for part in difference(self.before, self.after))

    @property
    def kind(self) -> str | None:
        """Name of the general explanation that applies, if any."""
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
    """The differing parts of two lines, in whole words with some context.

    Examples
    --------
    >>> difference("valid = before < limit", "valid = before <= limit")
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
    """The lines of a function, without its mangled name."""
    first, last = spans[name]
    return [line.strip().replace(name, "") for line in lines[first - 1 : last]]


def unexplained(survivors: Iterable[Survivor]) -> list[Survivor]:
    """Survivors for which tests/mutation_survivors.toml gives no reason."""
    known = tomllib.loads(EXPLANATIONS.read_text("utf-8"))
    explained = {(own["where"], change) for own in known["survivors"] for change in own["changes"]}
    return [
        one
        for one in survivors
        if one.kind not in known["kinds"]
        and (f"{one.module} {one.function}", " -> ".join(difference(one.before, one.after))) not in explained
    ]


def results_table(counts: dict[str, Counter[str]]) -> str:
    """A row for each module, and one for all."""
    total = sum(counts.values(), Counter())
    rows = [*((f"`{module}`", count) for module, count in counts.items()), ("all", total)]
    columns = ["killed", "timed out", "survived", *(["not tried"] if total["not tried"] else [])]
    return _table(
        ("module", "mutants", *columns, "detected"),
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


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def main(folder: Path) -> int:
    """Write the table and print the unexplained survivors; 1 if too few are detected or some not tried."""
    counts, survivors = read_results(folder)
    rest = unexplained(survivors)
    place = re.compile(r"(<!-- mutants: make mutants -->).*?(<!-- end -->)", re.DOTALL)
    table = results_table(counts)
    page = place.sub(lambda found: f"{found[1]}\n\n{table}\n{found[2]}", PAGE.read_text("utf-8"))
    PAGE.write_text(page, encoding="utf-8")
    for one in rest:
        sys.stdout.write(f"not explained: {one.module} {one.function}: {one.shown}\n")
    total = sum(counts.values(), Counter())
    sys.stdout.write(
        f"{_share(total):.1%} of {total.total():,} mutants are detected; {len(rest)} of {len(survivors)} "
        f"survivors are not explained, {total['not tried']} mutants were not tried.\n"
    )
    return 0 if _share(total) >= REQUIRED and not total["not tried"] else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
