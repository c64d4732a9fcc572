"""The topics and the files that state them."""
