"""How processes are measured, compared and reported."""
