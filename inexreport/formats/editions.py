"""What earlier editions of a campaign published: a folder of the campaign for each, named by its date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inexreport.formats.input_files import InputFiles, is_folder
from inexreport.formats.published_results import RESULT_FILES, read_results
from inexreport.formats.shown_text import quoted
from inexreport.model.edition import Edition, PublishedResults

EDITIONS = "editions"
RELEASED_FOR = "public"


def read_editions(files: InputFiles, editions: Sequence[Edition]) -> tuple[Edition, ...]:
    """Return the editions with the results of all but the last.

    A folder that is missing or cannot be read is an error in the log of the folder or file; other folders get
    a warning.
    """
    earlier = [one.date for one in editions[:-1]]
    for entry in files.folder(EDITIONS).entries(files.report):
        if entry.name not in earlier or not is_folder(entry):
            files.log(files.top.relative(entry)).add(
                "file-unknown",
                found="a folder" if is_folder(entry) else "a file",
                expected="folders named by the dates of editions in campaign.toml, except the last"
                + (f": {', '.join(earlier)}" if earlier else ""),
            )
    return (*(replace(one, results=_results(files, one.date)) for one in editions[:-1]), *editions[-1:])


def _results(files: InputFiles, date: str) -> PublishedResults | None:
    """The results in the folder of an edition; None, with all reasons in the logs, if there are none."""
    place = f"{EDITIONS}/{date}"
    folder = files.folder(place)
    names = [entry.name for entry in folder.entries(files.report)]
    missing = [name for name in RESULT_FILES if name not in names]
    if missing and not files.has_errors_below(place):
        files.log(place).add(
            "edition-missing",
            found="no " + ", ".join(missing),
            expected="campaign.json and tables as they were published on that date",
        )
    for name in names:
        if name not in RESULT_FILES:
            log = files.log(files.top.relative(folder.path / name))
            log.add("file-unknown", found="a file", expected="one of " + ", ".join(RESULT_FILES))
    found = {name: files.content(folder.path / name, folder=folder) for name in RESULT_FILES if name in names}
    contents = {name: content.data for name, content in found.items() if content is not None}
    if len(contents) < len(RESULT_FILES):
        return None
    results, problems = read_results(contents)
    for name, problem in problems.items():
        files.log(f"{place}/{name}").add(
            "edition-unreadable", found=problem, expected="the file as inexreport wrote it"
        )
    if results is not None and results.audience != RELEASED_FOR:
        files.log(f"{place}/campaign.json").add(
            "edition-unreadable",
            found=f"results for the audience {quoted(results.audience)}",
            expected="those that were published for everybody",
        )
        return None
    return results
