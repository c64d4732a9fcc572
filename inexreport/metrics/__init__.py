"""The metrics: pure functions on vectors, each declared by a record that tells what it is."""
