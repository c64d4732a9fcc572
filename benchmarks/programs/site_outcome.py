"""Evaluates a campaign and keeps what its site is made of: `site_outcome.py CAMPAIGN FILE`."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from inexreport.building.gathering import gather
from inexreport.statistics.all_findings import all_findings

outcome, prepared = gather(Path(sys.argv[1]))
Path(sys.argv[2]).write_bytes(pickle.dumps((outcome, prepared.metrics, all_findings(outcome))))
