"""Evaluates a campaign and stores what its site is made of: `site_outcome.py CAMPAIGN FILE`."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from inexreport.building.evaluation import evaluate_campaign

outcome, prepared = evaluate_campaign(Path(sys.argv[1]))
Path(sys.argv[2]).write_bytes(pickle.dumps((outcome, prepared.metrics)))
