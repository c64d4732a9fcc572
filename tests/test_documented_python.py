"""The examples in Python on pages of the documentation return what the pages show."""

from __future__ import annotations

import doctest
from pathlib import Path

import pandas as pd
import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [file.name for file in sorted(DOCS.glob("*.md")) if "\n>>> " in file.read_text("utf-8")]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_examples_return(page: str) -> None:
    with pd.option_context("display.width", 200, "display.max_columns", 20):
        failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=FLAGS)
    assert tried
    assert not failed


def test_the_guides_are_among_them() -> None:
    assert {"python.md", "from-pyterrier.md", "from-ranx.md"} <= set(PAGES)
