"""Measures of documents by ir_measures: `score_documents_ir_measures.py QRELS MEASURE,... RUN...`.

Prints the value of each run, topic and measure. Measures that nothing installed computes are left out.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict

import ir_measures

qrels, names, *runs = sys.argv[1:]
wanted = {name: ir_measures.parse_measure(name) for name in names.split(",")}
measures = {
    measure: name for name, measure in wanted.items() if ir_measures.DefaultPipeline.supports(measure)
}
evaluator = ir_measures.evaluator(list(measures), list(ir_measures.read_trec_qrels(qrels)))
found: dict[str, dict[str, dict[str, float]]] = {}
for run in runs:
    values = found[run] = defaultdict(dict)
    for one in evaluator.iter_calc(ir_measures.read_trec_run(run)):
        values[one.query_id][measures[one.measure]] = one.value
sys.stdout.write(json.dumps(found) + "\n")
