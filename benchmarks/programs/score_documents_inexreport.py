"""Measures of documents by inexreport: `score_documents_inexreport.py QRELS MEASURE,... RUN...`.

Evaluates as `inexreport evaluate RUN... --qrels QRELS` does; prints the value of each run, topic and measure.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from inexreport.building.submission import campaign_of_qrels, evaluate_in

qrels, names, *runs = sys.argv[1:]
prepared = campaign_of_qrels(Path(qrels), names.split(","))
found: dict[str, dict[str, dict[str, float]]] = {}
for run in runs:
    scores = evaluate_in(prepared, Path(run)).scores
    if scores is not None:
        found[run] = {
            topic: dict(zip(scores.metrics, values, strict=True))
            for topic, values in zip(scores.topics, scores.by_topic.T.tolist(), strict=True)
        }
sys.stdout.write(json.dumps(found) + "\n")
