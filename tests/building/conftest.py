"""Fixtures of the tests of whole campaigns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pooling_campaigns import scores_alone


@pytest.fixture(scope="module")
def statistics_when_asked_for() -> Iterator[None]:
    """Evaluations of a module compute what needs scores alone when it is asked for."""
    with scores_alone():
        yield
