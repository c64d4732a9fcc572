"""Evaluates a campaign and keeps what its site is made of: `site_outcome.py CAMPAIGN FILE`."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from inexreport.building.gathering import gather
from inexreport.statistics.findings import task_findings
from inexreport.statistics.pool_findings import pool_findings

outcome, prepared = gather(Path(sys.argv[1]))
findings = [(task, task_findings(task), pool_findings(task, outcome.campaign)) for task in outcome.tasks]
Path(sys.argv[2]).write_bytes(pickle.dumps((outcome, prepared.metrics, findings)))
