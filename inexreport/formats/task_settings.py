"""A task as protocols and campaign.toml write it: one schema for both."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from inexreport.formats.shown_text import LONGEST_NAME, LONGEST_TEXT, shown
from inexreport.model.pool import DEFAULT_DEPTH
from inexreport.model.task import Task, TaskRules, TopicSelection, Treatment

TreatmentName = Literal["allowed", "warning", "error"]
SelectionName = Literal["assessed", "returned"]
AtLeastOne = Annotated[int, Field(ge=1, le=10**9)]
Rank = Annotated[int, Field(ge=1, le=10**5)]


def _fit_for_pages(text: str) -> str:
    if shown(text, LONGEST_TEXT) != text:
        raise ValueError(f"up to {LONGEST_TEXT:,} visible letters")
    return text


def _fit_for_names(text: str) -> str:
    if shown(text) != text:
        raise ValueError(f"a name of up to {LONGEST_NAME} visible letters")
    return text


AnyText = Annotated[str, AfterValidator(_fit_for_pages)]
MOST_DIGITS = 15
Text = Annotated[AnyText, Field(min_length=1)]
Name = Annotated[str, AfterValidator(_fit_for_names)]


CONVENTIONS = {
    "overlap_of": ("text", "paths"),
    "ideal_tie": ("higher", "deeper"),
    "short_ranking": ("last value", "zero"),
    "judged_units": ("passages", "elements"),
    "relevant_totals": ("all assessed topics", "counted topics"),
}
"""Settings of a task that metrics follow, with what they can be; `collection_elements` is a whole number."""


class StrictModel(BaseModel):
    """Settings in which nothing is guessed: no unknown keys, no conversion between types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class RuleSettings(StrictModel):
    """The table ``[tasks.X.rules]``."""

    overlap: TreatmentName | None = None
    scattered_articles: TreatmentName | None = None
    several_entry_points: TreatmentName | None = None
    characters_per_topic: AtLeastOne | None = None
    characters_per_article: AtLeastOne | None = None
    strict_target: bool | None = None

    def rules(self) -> TaskRules:
        """Return the rules; what is not forbidden is allowed."""
        return TaskRules(
            overlap=Treatment(self.overlap or "allowed"),
            scattered_articles=Treatment(self.scattered_articles or "allowed"),
            several_entry_points=Treatment(self.several_entry_points or "allowed"),
            characters_per_topic=self.characters_per_topic,
            characters_per_article=self.characters_per_article,
            strict_target=bool(self.strict_target),
        )


class TaskSettings(StrictModel):
    """The table ``[tasks.X]``; what it leaves out comes from the protocol."""

    question: AnyText | None = None
    cutoff: Rank | None = None
    pool_depth: Rank | None = None
    official: Text | None = None
    metrics: Annotated[list[Text], Field(min_length=1)] | None = None
    topics: SelectionName | None = None
    query_types: list[Text] | None = None
    rules: RuleSettings = RuleSettings()
    settings: dict[str, str] = Field(default_factory=dict)

    @field_validator("settings")
    @classmethod
    def _known_conventions(cls, settings: dict[str, str]) -> dict[str, str]:
        for name, value in settings.items():
            if name == "collection_elements":
                if not (value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS):
                    raise ValueError(f"{name} as a whole number in quotation marks")
            elif name not in CONVENTIONS:
                raise ValueError("one of " + ", ".join((*CONVENTIONS, "collection_elements")))
            elif value not in CONVENTIONS[name]:
                raise ValueError(f"{name} as one of " + ", ".join(CONVENTIONS[name]))
        return settings

    def missing(self) -> tuple[str, ...]:
        """Return the settings without which there is no task."""
        return tuple(name for name in ("cutoff", "official", "metrics") if getattr(self, name) is None)

    def over(self, other: TaskSettings) -> TaskSettings:
        """Return these settings, completed by others."""
        mine = self.model_dump(exclude_none=True)
        theirs = other.model_dump(exclude_none=True)
        return TaskSettings.model_validate(
            {
                **theirs,
                **mine,
                "rules": {**theirs["rules"], **mine["rules"]},
                "settings": {**theirs["settings"], **mine["settings"]},
            }
        )

    def task(self, name: str) -> Task:
        """Return the task, with its metrics as they are written.

        Raises
        ------
        ValueError
            If something is missing.
        """
        if self.cutoff is None or self.official is None or self.metrics is None:
            raise ValueError(f"task {name} lacks {', '.join(self.missing())}")
        return Task(
            name=name,
            question=self.question or "",
            cutoff=self.cutoff,
            official=self.official,
            metrics=tuple(self.metrics),
            topics=TopicSelection(self.topics or "assessed"),
            query_types=tuple(self.query_types or ()),
            rules=self.rules.rules(),
            settings=dict(self.settings),
            pool_depth=self.pool_depth or DEFAULT_DEPTH,
        )


def settings_of(task: Task) -> TaskSettings:
    """Return a task as its settings, so that others can be laid over them."""
    rules = {
        "overlap": str(task.rules.overlap),
        "scattered_articles": str(task.rules.scattered_articles),
        "several_entry_points": str(task.rules.several_entry_points),
        "characters_per_topic": task.rules.characters_per_topic,
        "characters_per_article": task.rules.characters_per_article,
        "strict_target": task.rules.strict_target,
    }
    return TaskSettings.model_validate(
        {
            "question": task.question,
            "cutoff": task.cutoff,
            "pool_depth": task.pool_depth,
            "official": task.official,
            "metrics": list(task.metrics),
            "topics": str(task.topics),
            "query_types": list(task.query_types),
            "rules": rules,
            "settings": dict(task.settings),
        }
    )
