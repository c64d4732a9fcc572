"""Turns an evaluation campaign of XML retrieval (INEX) into an official results site."""
