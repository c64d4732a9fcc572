"""Writes the bill of materials: what the program needs and what its pages run, as CycloneDX.

    python requirements/make_sbom.py

It is made from the lock and from what the about page tells, so that the same bytes come of the same pins; its
licences are those that the installed packages state. The wheel carries it (PEP 770).
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from inexreport import __version__
from inexreport.report.about import LIBRARIES

HERE = Path(__file__).parent
LOCK, SBOM = HERE / "runtime.txt", HERE / "sbom.cdx.json"
PROJECT = "inexreport (pyproject.toml)"
PIN = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ \\;]+).*\n(?P<rest>(?:[ ]+.*\n?)*)", re.MULTILINE
)
ASKED = re.compile(r"^ +#(?: via| +) (?P<name>\S.*)$", re.MULTILINE)


def read_pins(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Version of each package that the program needs when it runs, and who asks for it."""
    return {
        canonicalize_name(pin["name"]): (pin["version"], [one["name"] for one in ASKED.finditer(pin["rest"])])
        for pin in PIN.finditer(lock)
    }


def bill_of_materials(lock: str) -> Bom:
    """What is installed with the program, who needs it, and the libraries in its pages."""
    pins = read_pins(lock)
    program = Component(
        name="inexreport", version=__version__, type=ComponentType.APPLICATION, bom_ref="inexreport"
    )
    packages = {name: _package(name, version) for name, (version, _) in pins.items()}
    scripts = [_library(one.name, one.version, one.licence) for one in LIBRARIES]
    bom = Bom(components=[*packages.values(), *scripts])
    bom.metadata.component = program
    needed: dict[str, list[Component]] = {name: [] for name in packages}
    for name, (_, asking) in pins.items():
        for one in map(canonicalize_name, asking):
            if one in needed:
                needed[one].append(packages[name])
    bom.register_dependency(
        program, [packages[name] for name, (_, asking) in pins.items() if PROJECT in asking] + scripts
    )
    for name, component in packages.items():
        bom.register_dependency(component, needed[name])
    return bom


def _package(name: str, version: str) -> Component:
    address = PackageURL("pypi", None, name, version)
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        purl=address,
        bom_ref=str(address),
        licenses=_stated_licence(name),
    )


def _library(name: str, version: str, licence: str) -> Component:
    address = PackageURL("npm", None, name, version or None)
    return Component(
        name=name,
        version=version or None,
        type=ComponentType.LIBRARY,
        purl=address,
        bom_ref=str(address),
        licenses=[LicenseFactory().make_from_string(licence)],
        description="Part of the script that draws charts.",
    )


def _stated_licence(name: str) -> list[Any]:
    """The licence that an installed package states in one line; none where it states none."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return []
    stated = (about.get("License-Expression") or about.get("License") or "").strip()
    return [LicenseFactory().make_from_string(stated)] if stated and "\n" not in stated else []


def written(bom: Bom) -> str:
    """The bill as JSON of version 1.6, without what would change from one making to the next."""
    content = json.loads(JsonV1Dot6(bom).output_as_string())
    del content["serialNumber"], content["metadata"]["timestamp"]
    text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if faults := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"The bill of materials is not what CycloneDX asks for: {faults}")
    return text


def main() -> None:
    """Write the bill."""
    SBOM.write_text(written(bill_of_materials(LOCK.read_text("utf-8"))), "utf-8")
    sys.stdout.write(f"{SBOM.relative_to(HERE.parent)} holds what {LOCK.relative_to(HERE.parent)} pins.\n")


if __name__ == "__main__":
    main()
