"""Settings of campaign.toml and protocols: models that read them strictly, and are the campaign's records."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from inexreport.model.shown_text import LONGEST_NAME, LONGEST_TEXT, shown


def _fit_for_pages(text: str) -> str:
    if shown(text, LONGEST_TEXT) != text:
        raise ValueError(f"up to {LONGEST_TEXT:,} visible letters")
    return text


def _fit_for_names(text: str) -> str:
    if shown(text) != text:
        raise ValueError(f"a name of up to {LONGEST_NAME} visible letters")
    return text


AnyText = Annotated[str, AfterValidator(_fit_for_pages)]
Text = Annotated[AnyText, Field(min_length=1)]
Name = Annotated[str, AfterValidator(_fit_for_names)]
Title = Annotated[Name, Field(min_length=1)]
Grade = Annotated[int, Field(ge=1, le=1000)]
Rank = Annotated[int, Field(ge=1, le=10**6)]

LAX = Field(strict=False)
"""Of values that TOML has no type for: texts become enumerations, arrays tuples."""


class Settings(BaseModel):
    """Settings without unknown keys and without conversion between types.

    Descriptions and examples of fields are those of the file that `inexreport init` writes.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    @property
    def given(self) -> dict[str, Any]:
        """The settings that were given, without defaults."""
        return self.model_dump(exclude_unset=True)
