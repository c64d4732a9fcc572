"""Article measures by pytrec_eval: `score_pytrec_eval.py QRELS RUN...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytrec_eval

NAMES = {"map": "AP", "P_10": "P@10", "Rprec": "Rprec"}

with Path(sys.argv[1]).open() as file:
    evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(file), {"map", "P.10", "Rprec"})
found = {}
for name in sys.argv[2:]:
    with Path(name).open() as file:
        by_topic = evaluator.evaluate(pytrec_eval.parse_run(file))
    found[Path(name).stem] = {
        measure: sum(values[key] for values in by_topic.values()) / len(by_topic)
        for key, measure in NAMES.items()
    }
sys.stdout.write(json.dumps(found) + "\n")
