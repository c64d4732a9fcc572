"""Article measures by inexreport: `score_inexreport.py CAMPAIGN`; prints a mean for each run and measure."""

from __future__ import annotations

import json
import sys

from inexreport import scores

NAMES = {"article-MAP": "AP", "article-P@10": "P@10", "article-Rprec": "Rprec"}

table = scores(sys.argv[1])
means = table[(table.topic == "all") & table.metric.isin(NAMES)]
found: dict[str, dict[str, float]] = {}
for run, metric, score in zip(means.run, means.metric, means.score, strict=True):
    found.setdefault(run, {})[NAMES[metric]] = score
sys.stdout.write(json.dumps(found) + "\n")
