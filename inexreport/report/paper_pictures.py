"""The charts that are published as files for papers."""

from __future__ import annotations

from collections.abc import Mapping

from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure, task_curves
from inexreport.report.figure import Figure, PageData
from inexreport.report.task import DotFigure, score_dots
from inexreport.report.topics import task_difficulty

TaskPicture = DotFigure | CurveFigure | PageData


def task_pictures(view: CampaignView, task: str) -> Mapping[str, TaskPicture]:
    """The pictures of a task by name: official scores, curves, and topics from the hardest."""
    pictures: dict[str, TaskPicture] = {}
    if dots := score_dots(view, task):
        pictures["scores"] = dots
    pictures |= {f"curve-{curve.name}": curve for curve in task_curves(view, task)}
    if view.difficulty[task].topics:
        pictures["topics"] = task_difficulty(view, task)
    return pictures


def figure_of(picture: TaskPicture) -> Figure:
    """Title and text of a picture."""
    return picture["figure"] if isinstance(picture, dict) else picture.figure
