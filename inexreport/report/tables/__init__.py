"""The published tables, each declared once: name, meaning of a row, columns, and the function of its rows."""
