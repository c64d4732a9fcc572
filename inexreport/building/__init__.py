"""Conducts the way of the data: reads, evaluates, and has the site written."""
