"""Classical measures as trec_eval computes them."""

from collections.abc import Sequence

import pytrec_eval


def trec_eval(relevant: Sequence[bool], missed: int, measure: str) -> float:
    """A measure of a ranking whose results are relevant or not, with relevant ones that it missed."""
    judgements = {f"d{i}": int(is_relevant) for i, is_relevant in enumerate(relevant)}
    judgements |= {f"missed{i}": 1 for i in range(missed)}
    ranking = {f"d{i}": float(len(relevant) - i) for i in range(len(relevant))}
    family, _, cutoff = measure.rpartition("_")
    evaluator = pytrec_eval.RelevanceEvaluator({"q": judgements}, {family if cutoff.isdigit() else measure})
    return evaluator.evaluate({"q": ranking})["q"][measure]
