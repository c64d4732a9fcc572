"""Check, offline, that the lock files pin what pyproject.toml asks for; ends with 1 where they do not."""

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
ASKED_FOR_BY_PROJECT = "inexreport (pyproject.toml)"
ADDRESS = re.compile(
    r"https?:|file://|^\s*--(?:index-url|extra-index-url|find-links|trusted-host)", re.MULTILINE
)


def read_lock(text: str) -> dict[str, tuple[str, bool]]:
    """Version of each pinned package, and whether the lock says that the project itself asked for it."""
    starts = list(PIN.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return {
        canonicalize_name(match["name"]): (
            match["version"],
            ASKED_FOR_BY_PROJECT in text[match.start() : end],
        )
        for match, end in zip(starts, ends, strict=True)
    }


def mismatches(text: str, requirements: list[str]) -> Iterator[str]:
    """What is wrong with a lock file, given the requirements it is made from."""
    pinned = read_lock(text)
    wanted = {canonicalize_name(asked.name): asked for asked in map(Requirement, requirements)}
    for name, asked in wanted.items():
        version, _ = pinned.get(name, ("nothing", False))
        if name not in pinned or not asked.specifier.contains(version, prereleases=True):
            yield f"pyproject.toml asks for {asked}, the lock has {version}"
    for name, (version, asked_for) in pinned.items():
        if asked_for and name not in wanted:
            yield f"{name}=={version} is locked, pyproject.toml no longer asks for it"
    if ADDRESS.search(text):
        yield "it names where packages come from; that is the installing machine's own matter"


def main() -> int:
    """Report every mismatch of both locks; 1 if there are any."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = project["dependencies"]
    extras = project["optional-dependencies"]
    locks = {"runtime.txt": runtime, "development.txt": [*runtime, *extras["test"], *extras["check"]]}
    problems = [
        f"requirements/{name}: {mismatch}"
        for name, requirements in locks.items()
        for mismatch in mismatches((ROOT / "requirements" / name).read_text(encoding="utf-8"), requirements)
    ]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    sys.stdout.write("Run `make lock`.\n" if problems else "The locks fit pyproject.toml.\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
