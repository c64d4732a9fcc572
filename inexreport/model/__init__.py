"""The parts of a campaign: frozen records and columns, without input or output."""
