"""The metrics: pure functions on vectors, each declared by a `Metric` record."""
