"""Packages that add metrics and protocols, as an installer would leave them in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from inexreport.extensions import entry_points_of, installed_extensions
from inexreport.formats.protocols import read_protocol
from inexreport.metrics import registry
from inexreport.metrics.extension_metrics import extension_metrics
from inexreport.version import code_version

WITH_PACKAGES = (
    *(entry_points_of, installed_extensions, extension_metrics, read_protocol, code_version),
    registry._named,
)
"""Functions that remember which packages are installed."""

METRIC = """\
from inexreport.judging.article_gains import article_relevance
from inexreport.metrics.metric import Cutoff, Metric

def measure(articles, cutoff):
    return {value}

METRICS = [Metric("{name}", "T", "E", "", "S", article_relevance, measure, reads_places=False)]
"""
PROTOCOL = """\
[tasks.Focused]
cutoff = 1500
official = "MAiP"
metrics = ["MAiP"]
"""


def install(
    folder: Path, name: str, version: str, entries: Mapping[str, Mapping[str, str]], files: Mapping[str, str]
) -> Path:
    """Write files and the metadata of a package; `entries` are its entry points by group and name."""
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in entries.items()
    )
    (about / "entry_points.txt").write_text("\n".join(groups))
    digests = ((file, hashlib.sha256((folder / file).read_bytes()).hexdigest()) for file in files)
    record = "".join(f"{file},sha256={digest},\n" for file, digest in digests)
    (about / "RECORD").write_text(f"{record}{about.name}/METADATA,,\n{about.name}/RECORD,,\n")
    return about


def with_metric(
    folder: Path, package: str, metric: str = "always", value: str = "1.0", version: str = "1.0"
) -> Path:
    """Install a package with one metric, whose value for each topic is an expression."""
    module = package.replace("-", "_")
    files = {f"{module}/__init__.py": METRIC.format(name=metric, value=value)}
    return install(folder, package, version, {"inexreport.metrics": {"some": f"{module}:METRICS"}}, files)


def with_protocol(folder: Path, package: str, name: str, text: str = PROTOCOL) -> Path:
    """Install a package with one protocol."""
    module = package.replace("-", "_")
    files = {f"{module}/__init__.py": "", f"{module}/{name}.toml": text}
    return install(folder, package, "2.0", {"inexreport.protocols": {name: module}}, files)
