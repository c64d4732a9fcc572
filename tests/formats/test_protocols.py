from __future__ import annotations

import pytest

from inexreport.errors import UsageError
from inexreport.formats.protocols import protocol_names, protocol_tasks, task_aliases


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_can_be_loaded(name: str) -> None:
    tasks, aliases = protocol_tasks(name), task_aliases(name)
    assert tasks
    for task in tasks.values():
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
