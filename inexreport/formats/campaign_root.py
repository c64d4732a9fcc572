"""Which directories are those of campaigns."""

from __future__ import annotations

from pathlib import Path

from inexreport.errors import UsageError
from inexreport.formats.directory_listing import is_folder, valid_name

SETTINGS_FILE = "campaign.toml"
RUNS = "runs"
"""The folder that has a folder for each task."""
INPUT_FOLDERS = ("topics", "assessments", "pools", RUNS, "documents")


def campaign_root(directory: Path) -> Path:
    """Return a campaign directory with its links resolved.

    Raises
    ------
    UsageError
        If it is none, or cannot be entered.
    """
    root = directory.resolve()
    if not is_folder(root):
        raise UsageError(f"There is no directory {str(directory)!r}. Give the path of a campaign directory.")
    try:
        has_settings = (root / SETTINGS_FILE).exists()
    except OSError as error:
        raise UsageError(f"The directory {str(directory)!r} cannot be read: {error.strerror}.") from error
    if not has_settings:
        raise UsageError(
            f"The directory {str(directory)!r} has no {SETTINGS_FILE}. Give the path of a campaign "
            "directory, or make one with `inexreport init`."
        )
    return root


def refuse_among_inputs(root: Path, out: Path) -> None:
    """Make sure that what is published does not come to lie among a campaign's inputs.

    Parameters
    ----------
    root : Path
        The campaign directory, resolved.
    out : Path
        Where something is to be published.

    Raises
    ------
    UsageError
        If this is the campaign directory itself, or lies in one of its folders of inputs.
    """
    place = out.resolve()
    folders = [folder for folder in INPUT_FOLDERS if place.is_relative_to((root / folder).resolve())]
    if folders or place == root:
        where = f"in {folders[0]}/, among the inputs" if folders else "the directory"
        raise UsageError(
            f"--out {out} is {where} of the campaign {root}: files of the site would be taken for inputs. "
            "Choose another --out, such as a folder of its own beside the campaign."
        )


def campaign_slug(root: Path) -> str:
    """Return the name by which a campaign is addressed: that of its directory."""
    return valid_name(root.name)
