"""What one participant sees before the release: the own runs, and of all runs the median and the best."""
