"""Renders a campaign's pages with Jinja2 and nothing else: `render_bare.py FILE OUT`.

A first writing of the site, which is not timed, keeps what every template is given and what the functions
that draw charts answer. Then the same templates are rendered with the same data and these answers, on all
processors that the process may use; nothing is gathered, drawn or written.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import jinja2
from forked import in_processes
from timing import timed

from inexreport.rendering.site import write_site

Call = tuple[jinja2.Template, dict[str, Any], dict[str, list[Any]]]
CHARTS = "charts"
OF_A_CAMPAIGN = "campaign"
"""What the templates of a campaign's pages are given, and those of the archive's own are not."""


def recorded(outcome: Any, metrics: Any, out: Path) -> list[Call]:
    """Return every rendering of a campaign's page: template, data, and what each chart function answered."""
    calls: list[Call] = []
    render = jinja2.Template.render

    def recording(template: jinja2.Template, *arguments: Any, **given: Any) -> str:
        data = dict(*arguments, **given)
        if OF_A_CAMPAIGN not in data:
            return render(template, data)
        answers: dict[str, list[Any]] = {}
        calls.append((template, data, answers))
        listening = {name: _listening(chart, answers, name) for name, chart in vars(data[CHARTS]).items()}
        return render(template, data | {CHARTS: SimpleNamespace(**listening)})

    with mock.patch.object(jinja2.Template, "render", recording):
        write_site(outcome, metrics, out)
    return calls


def render_again(calls: Sequence[Call]) -> None:
    """Render with the kept answers."""
    for template, data, answers in calls:
        template.render(data | {CHARTS: _answering(answers)})


def _listening(chart: Callable[..., Any], answers: dict[str, list[Any]], name: str) -> Callable[..., Any]:
    def draw(*arguments: Any, **given: Any) -> Any:
        answer = chart(*arguments, **given)
        answers.setdefault(name, []).append(answer)
        return answer

    return draw


def _answering(answers: Mapping[str, list[Any]]) -> SimpleNamespace:
    def answer(name: str) -> Callable[..., Any]:
        kept = iter(answers[name])
        return lambda *_, **__: next(kept)

    return SimpleNamespace(**{name: answer(name) for name in answers})


if __name__ == "__main__":
    outcome, metrics = pickle.loads(Path(sys.argv[1]).read_bytes())
    calls = recorded(outcome, metrics, Path(sys.argv[2]))
    render_again(calls)  # so that no template is compiled while the time is taken
    sys.stdout.write(f"{len(calls)}\n")
    sys.stdout.flush()
    with timed():
        in_processes(render_again, calls)
