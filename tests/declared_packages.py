"""Prints where the packages are that a wheel says it needs, and those that they need: one entry a line.

python tests/declared_packages.py WHEEL, by the Python that has them installed.
"""

from __future__ import annotations

import sys
import zipfile
from email.parser import HeaderParser
from importlib.metadata import distribution

from packaging.requirements import Requirement


def requirements_of(wheel: str) -> list[str]:
    """What the metadata of a wheel say that it needs."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(name).decode()).get_all("Requires-Dist", [])


def needed(requirements: list[str], extras: frozenset[str] = frozenset()) -> list[Requirement]:
    """Those of some requirements that hold here, with these extras."""
    found = [Requirement(text) for text in requirements]
    names = extras or {""}
    return [
        one for one in found if not one.marker or any(one.marker.evaluate({"extra": name}) for name in names)
    ]


def main() -> None:
    """Print the entries of site-packages."""
    waiting, seen, entries = needed(requirements_of(sys.argv[1])), set(), set()
    while waiting:
        requirement = waiting.pop()
        if (key := (requirement.name, frozenset(requirement.extras))) in seen:
            continue
        seen.add(key)
        found = distribution(requirement.name)
        waiting += needed(found.requires or [], key[1])
        tops = {file.parts[0] for file in found.files or ()}
        entries |= {str(found.locate_file(top)) for top in tops - {"..", "__pycache__"}}
    sys.stdout.write("".join(f"{entry}\n" for entry in sorted(entries)))


if __name__ == "__main__":
    main()
