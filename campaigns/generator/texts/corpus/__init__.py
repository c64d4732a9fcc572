"""The invented encyclopaedia and its articles as XML."""
