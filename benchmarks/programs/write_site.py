"""Writes a site from what `site_outcome.py` kept, timing that alone: `write_site.py FILE OUT`."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from timing import timed

from inexreport.rendering.site import write_campaign

outcome, metrics = pickle.loads(Path(sys.argv[1]).read_bytes())
with timed():
    write_campaign(outcome, metrics, Path(sys.argv[2]))
