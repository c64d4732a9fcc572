"""Reads every real file format of the campaigns into the model; the only layer that knows XML and qrels."""
