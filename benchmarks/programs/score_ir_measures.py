"""Article measures by ir_measures: `score_ir_measures.py QRELS RUN...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ir_measures
from ir_measures import AP, P, Rprec

NAMES = {AP: "AP", P @ 10: "P@10", Rprec: "Rprec"}

evaluator = ir_measures.evaluator(list(NAMES), list(ir_measures.read_trec_qrels(sys.argv[1])))
found = {}
for name in sys.argv[2:]:
    means = evaluator.calc_aggregate(ir_measures.read_trec_run(name))
    found[Path(name).stem] = {NAMES[measure]: value for measure, value in means.items()}
sys.stdout.write(json.dumps(found) + "\n")
