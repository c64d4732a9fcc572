"""Check, offline, that the lock files pin what is asked for; ends with 1 where they do not."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ \\;]+)", re.MULTILINE)
PROJECT = "pyproject.toml"
OTHERS = ("requirements/benchmarks.in", "requirements/audit.in", "requirements/mutants.in")
WRITTEN = {PROJECT: "inexreport (pyproject.toml)", **{source: f"-r {source}" for source in OTHERS}}
"""How a lock calls what asked for a package."""
ADDRESS = re.compile(
    r"https?:|file://|^\s*--(?:index-url|extra-index-url|find-links|trusted-host)", re.MULTILINE
)


def read_lock(text: str, source: str) -> dict[str, tuple[str, bool]]:
    """Version of each pinned package, and whether the lock says that the source itself asked for it."""
    starts = list(PIN.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return {
        canonicalize_name(match["name"]): (
            match["version"],
            WRITTEN[source] in text[match.start() : end],
        )
        for match, end in zip(starts, ends, strict=True)
    }


def mismatches(text: str, requirements: list[str], source: str = PROJECT) -> Iterator[str]:
    """What is wrong with a lock file, given the requirements it is made from."""
    pinned = read_lock(text, source)
    wanted = {canonicalize_name(asked.name): asked for asked in map(Requirement, requirements)}
    for name, asked in wanted.items():
        version, _ = pinned.get(name, ("nothing", False))
        if name not in pinned or not asked.specifier.contains(version, prereleases=True):
            yield f"{source} asks for {asked}, the lock has {version}"
    for name, (version, asked_for) in pinned.items():
        if asked_for and name not in wanted:
            yield f"{name}=={version} is locked, {source} no longer asks for it"
    if ADDRESS.search(text):
        yield "it names where packages come from; that is the installing machine's own matter"


def listed(text: str) -> list[str]:
    """The requirements in a file with one on a line."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def main() -> int:
    """Report every mismatch of all locks; 1 if there are any."""
    declared = tomllib.loads((ROOT / PROJECT).read_text(encoding="utf-8"))
    runtime = declared["project"]["dependencies"]
    extras = declared["project"]["optional-dependencies"]
    locks = {
        "runtime.txt": (runtime, PROJECT),
        "build.txt": (declared["build-system"]["requires"], PROJECT),
        "development.txt": ([*runtime, *extras["test"], *extras["check"]], PROJECT),
        **{
            f"{Path(source).stem}.txt": (listed((ROOT / source).read_text(encoding="utf-8")), source)
            for source in OTHERS
        },
    }
    problems = [
        f"requirements/{name}: {mismatch}"
        for name, asked in locks.items()
        for mismatch in mismatches((ROOT / "requirements" / name).read_text(encoding="utf-8"), *asked)
    ]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    sys.stdout.write("Run `make lock`.\n" if problems else "The locks fit what is asked for.\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
