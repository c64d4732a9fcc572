from __future__ import annotations

import pytest

from inexreport.errors import UsageError
from inexreport.formats.built_in_protocols import protocol_names
from inexreport.formats.protocol_file import load_protocol
from inexreport.formats.task_settings import settings_of


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_can_be_loaded(name: str) -> None:
    protocol = load_protocol(name)
    assert protocol.tasks
    for task in protocol.tasks.values():
        assert task.official in task.metrics
        assert task.question
        assert settings_of(task).task(task.name) == task
    assert set(protocol.aliases.values()) <= set(protocol.tasks)
    assert not set(protocol.aliases) & set(protocol.tasks)


def test_names_are_in_order() -> None:
    assert "inex-2009" in protocol_names()
    assert list(protocol_names()) == sorted(protocol_names())


def test_an_unknown_protocol() -> None:
    with pytest.raises(UsageError, match="inex-2009"):
        load_protocol("../inex-2009")
