"""A task as protocols and campaign.toml write it: one schema for both.

Descriptions and examples of the fields are those of the file that `inexreport init` writes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from inexreport.model.shown_text import LONGEST_NAME, LONGEST_TEXT, shown
from inexreport.model.task import Significance, Task, TaskRules, TopicSelection, Treatment

TreatmentName = Literal["allowed", "warning", "error"]
RepeatedName = Literal["error", "first"]
SelectionName = Literal["assessed", "returned"]
JudgedName = Literal["elements", "passages", "documents"]
OrderName = Literal["file", "score"]
SignificanceName = Literal["t", "tukey"]
AtLeastOne = Annotated[int, Field(ge=1, le=10**9)]
Grade = Annotated[int, Field(ge=1, le=1000)]
Rank = Annotated[int, Field(ge=1, le=10**6)]


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

REQUIRED = ("cutoff", "official", "metrics")
"""Settings without which there is no task."""

CONVENTIONS = {
    "overlap_of": ("text", "paths"),
    "ideal_tie": ("higher", "deeper"),
    "short_ranking": ("last value", "zero"),
    "judged_units": ("passages", "elements"),
    "relevant_totals": ("all assessed topics", "counted topics"),
    "borda": ("unranked 0", "unranked share"),
}
"""Conventions of metrics and pools with their values; one more, `collection_elements`, is a whole number."""


class StrictModel(BaseModel):
    """Settings without unknown keys and without conversion between types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class RuleSettings(StrictModel):
    """The table ``[tasks.X.rules]``, see `inexreport.model.task.TaskRules`."""

    overlap: TreatmentName = Field(
        default="allowed", description='of results: "allowed", "warning" or "error"'
    )
    scattered_articles: TreatmentName = Field(default="allowed", description="results of an article apart")
    several_entry_points: TreatmentName = Field(default="allowed", description="in one article")
    outside_pool: TreatmentName = Field(default="allowed", description="results that are not in pools/")
    characters_per_topic: AtLeastOne | None = Field(
        default=None, examples=[1_000_000], description="where reading stops; without it nowhere"
    )
    characters_per_article: AtLeastOne | None = Field(
        default=None, examples=[1_000_000], description="where reading stops; without it nowhere"
    )
    strict_target: bool = Field(default=False, description="only what the query asks for counts")
    repeated_documents: RepeatedName = Field(
        default="error", description='in a topic: "error", or "first": the best one counts'
    )


class TaskSettings(StrictModel):
    """The table ``[tasks.X]``, see `inexreport.model.task.Task`; missing settings are the protocol's."""

    question: AnyText = ""
    cutoff: Rank | None = Field(default=None, description="results of a topic that count")
    pool_depth: Rank | None = Field(default=None, description="results of a run that went into the pools")
    metasearch_depths: list[Rank] | None = Field(
        default=None, description="results that the Borda count of further metasearch pools looks at"
    )
    depths: list[Rank] | None = Field(default=None, description="results at which scores are compared")
    official: Text | None = Field(default=None, description="ranks the runs; `inexreport metrics` lists all")
    metrics: Annotated[list[Text], Field(min_length=1)] | None = None
    topics: SelectionName | None = Field(default=None, description='"assessed" or "returned", as above')
    significance: SignificanceName | None = Field(default=None, description='"t" or "tukey", as above')
    assessments: Annotated[Name, Field(min_length=1)] | None = Field(
        default=None, description="folder of assessments/ with its grades of documents"
    )
    relevance_level: Grade | None = Field(default=None, description="lowest grade that is relevant, as above")
    query_types: list[Text] | None = Field(default=None, description="of its topics; [] for all")
    rules: RuleSettings = RuleSettings()
    settings: dict[str, str] = Field(default_factory=dict)

    @field_validator("depths", "metasearch_depths")
    @classmethod
    def _ascending(cls, depths: list[int] | None) -> list[int] | None:
        if depths and depths != sorted(set(depths)):
            raise ValueError("different numbers of results, ascending")
        return depths

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


def missing_settings(*layers: TaskSettings) -> list[str]:
    """Return the required settings that no layer has."""
    return [name for name in REQUIRED if all(getattr(layer, name) is None for layer in layers)]


def make_task(name: str, *layers: TaskSettings) -> Task:
    """Return a task; of each setting, rule and convention the last layer that has it counts.

    Parameters
    ----------
    name : str
    layers : TaskSettings
        With all required settings.
    """
    fields: dict[str, Any] = {"question": ""}
    rules: dict[str, Any] = {}
    conventions: dict[str, str] = {}
    for layer in layers:
        given = layer.model_dump(exclude_unset=True)
        rules |= given.pop("rules", {})
        conventions |= given.pop("settings", {})
        fields |= given
    for key, value in rules.items():
        rules[key] = Treatment(value) if isinstance(value, str) else value
    for key, value in fields.items():
        fields[key] = tuple(value) if isinstance(value, list) else value
    if "topics" in fields:
        fields["topics"] = TopicSelection(fields["topics"])
    fields["pool_depth_stated"] = "pool_depth" in fields
    if "significance" in fields:
        fields["significance"] = Significance(fields["significance"])
    return Task(name=name, rules=TaskRules(**rules), settings=conventions, **fields)
