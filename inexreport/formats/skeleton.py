"""The skeleton of a campaign directory, for organisers who start one."""

from __future__ import annotations

from pathlib import Path

from inexreport.errors import UsageError
from inexreport.formats.protocol_file import load_protocol

_SETTINGS = """\
# What this campaign is. `inexreport check DIRECTORY` explains every mistake in this file.

title = {title}
year = {year}                          # the year on the archive page
protocol = "{protocol}"              # tasks, metrics and official settings of that year
# citation = "..."                     # shown under "how to cite"
# licence = "..."
# topics = "returned"                  # means over answered topics only; by default over all assessed ones

[collection]
name = ""
# documents = 2666190                  # number of documents
# elements = 30000000                  # number of elements
# mean_document_length = 7000.0        # in the unit below
unit = "characters"                    # or "bytes" (UTF-8): what offsets and lengths count

# Names for the participant ids that run files, or their folders, give:
# [participants.19]
# name = "Queensland University of Technology"

# Where a task differs from the protocol:
# [tasks.{task}]
# cutoff = 1500
# official = "{official}"
"""

_FOLDERS = {
    "topics": "Topic files (XML): one topic a file, or one file with all of them.",
    "assessments/official": "The judgements that scores are computed from.",
}


def write_skeleton(directory: Path, protocol_name: str) -> None:
    """Write campaign.toml, about.md and the folders of a new campaign.

    Parameters
    ----------
    directory : Path
        Must not exist, or be empty.
    protocol_name : str
        E.g. ``"inex-2009"``; its tasks get a folder each under runs/.

    Raises
    ------
    UsageError
        If the directory holds something or there is no such protocol.
    """
    protocol = load_protocol(protocol_name)
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise UsageError(f"{str(directory)!r} exists already. Name a directory that does not.")
    first = next(iter(protocol.tasks.values()))
    folders = {
        **_FOLDERS,
        **{f"runs/{task}": f"Run files of the task {task}, one a submission." for task in protocol.tasks},
    }
    for folder in folders:
        (directory / folder).mkdir(parents=True)
        (directory / folder / ".gitkeep").touch()
    year = protocol_name.removeprefix("inex-")
    settings = _SETTINGS.format(
        title=f'"INEX {year}"', year=year, protocol=protocol_name, task=first.name, official=first.official
    )
    (directory / "campaign.toml").write_text(settings, encoding="utf-8")
    explained = "\n".join(f"* `{folder}/`: {meaning}" for folder, meaning in folders.items())
    about = f"About the campaign (Markdown, shown on its front page). Replace this text.\n\n{explained}\n"
    (directory / "about.md").write_text(about, encoding="utf-8")
