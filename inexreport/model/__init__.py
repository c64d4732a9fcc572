"""What a campaign consists of: frozen records and columns, without input or output."""
