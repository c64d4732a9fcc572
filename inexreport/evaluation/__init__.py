"""Applies the metrics of a task to a run: scores, curves, composition and diagnosis."""
