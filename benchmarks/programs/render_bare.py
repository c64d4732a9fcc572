"""Renders a campaign's pages with Jinja2 and nothing else: `render_bare.py FILE OUT`.

A first writing of the site, which is not timed, keeps what every template is given and what the functions
that draw charts answer. Then the same templates are rendered with the same data and these answers, on all
processors that the process may use; nothing is gathered, drawn or written.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Sequence
from inspect import getmembers, isfunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import jinja2
from forked import in_processes
from timing import timed

from inexreport.rendering import charts
from inexreport.rendering.environment import environment
from inexreport.rendering.site import write_site

Call = tuple[jinja2.Template, dict[str, Any], list[Any]]
CHARTS = "charts"
OF_A_CAMPAIGN = "campaign"
"""A variable that the templates of a campaign's pages are given, and those of the archive's own are not."""


def recorded(outcome: Any, metrics: Any, out: Path) -> list[Call]:
    """Return every rendering of a campaign's page: template, data, and what the chart functions answered."""
    calls: list[Call] = []
    render = jinja2.Template.render

    def recording(template: jinja2.Template, *arguments: Any, **given: Any) -> str:
        data = dict(*arguments, **given)
        if OF_A_CAMPAIGN in data:
            calls.append((template, data, []))
        return render(template, data)

    def listening(chart: Callable[..., Any]) -> Callable[..., Any]:
        def draw(*arguments: Any, **given: Any) -> Any:
            answer = chart(*arguments, **given)
            calls[-1][-1].append(answer)
            return answer

        return draw

    with (
        mock.patch.object(jinja2.Template, "render", recording),
        mock.patch.dict(environment().globals, {CHARTS: _charts(listening)}),
    ):
        write_site(outcome, metrics, out)
    return calls


def render_again(calls: Sequence[Call]) -> None:
    """Render with the recorded answers."""
    for template, data, answers in calls:
        answer = iter(answers).__next__
        environment().globals[CHARTS] = _charts(lambda _, answer=answer: lambda *_, **__: answer())
        template.render(data)


def _charts(change: Callable[[Callable[..., Any]], Callable[..., Any]]) -> SimpleNamespace:
    """The chart functions by module, each changed."""
    return SimpleNamespace(
        **{
            module: SimpleNamespace(
                **{name: change(chart) for name, chart in getmembers(getattr(charts, module), isfunction)}
            )
            for module in charts.__all__
        }
    )


if __name__ == "__main__":
    outcome, metrics = pickle.loads(Path(sys.argv[1]).read_bytes())
    calls = recorded(outcome, metrics, Path(sys.argv[2]))
    render_again(calls)  # so that no template is compiled while the time is taken
    sys.stdout.write(f"{len(calls)}\n")
    sys.stdout.flush()
    with timed():
        in_processes(render_again, calls)
