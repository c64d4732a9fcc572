"""Output of the commands: problems, scores, definitions of metrics, results of builds, and progress."""
