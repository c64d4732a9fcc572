from __future__ import annotations

import pytest

from inexreport.errors import UsageError
from inexreport.formats.protocols import (
    ONLY_TASK,
    example_task,
    protocol_names,
    protocol_tasks,
    read_protocol,
)


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_can_be_loaded(name: str) -> None:
    tasks, aliases = protocol_tasks(name), read_protocol(name).aliases
    first = example_task(name)
    assert tasks.get(first.name) == (None if first.name == ONLY_TASK else first)
    assert (first.name == ONLY_TASK) is (read_protocol(name).any_task is not None)
    for task in (first, *tasks.values()):
        assert task.official in task.metrics
        assert task.question
    assert set(aliases.values()) <= set(tasks)
    assert not set(aliases) & set(tasks)


def test_names_are_in_order() -> None:
    assert "inex-2009" in protocol_names()
    assert list(protocol_names()) == sorted(protocol_names())


def test_an_unknown_protocol() -> None:
    with pytest.raises(UsageError, match="inex-2009"):
        protocol_tasks("../inex-2009")
