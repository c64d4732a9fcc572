"""Applies a task's metrics to a run: from a file's results to scores, curves and facts."""
