"""The campaigns: which articles, topics, runs and judgements each year has."""
