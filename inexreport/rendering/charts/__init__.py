"""Charts by subject; templates call them as ``charts.topics.difficulty(figure, names)``."""

from inexreport.rendering.charts import (
    bands,
    comparison,
    history,
    judges,
    lines,
    runs,
    shapes,
    standings,
    statistics,
    strips,
    topics,
)

__all__ = [
    "bands",
    "comparison",
    "history",
    "judges",
    "lines",
    "runs",
    "shapes",
    "standings",
    "statistics",
    "strips",
    "topics",
]
