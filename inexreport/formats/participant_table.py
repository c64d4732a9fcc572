"""participants.csv: names, addresses, papers and contacts of participants, for campaigns with many."""

from __future__ import annotations

from pydantic import ValidationError

from inexreport.formats.csv_rows import csv_rows
from inexreport.formats.file_content import utf8_text
from inexreport.formats.shown_text import examples, quoted
from inexreport.model.campaign import Participant
from inexreport.model.problem import ProblemLog

PARTICIPANT_TABLE = "participants.csv"
_COLUMNS = tuple(Participant.model_fields)


def read_participants(data: bytes, log: ProblemLog) -> dict[str, Participant]:
    r"""Return the participants by id; lines with mistakes are left out, and each is in `log`.

    Examples
    --------
    >>> log = ProblemLog("participants.csv")
    >>> read_participants(b"id,name,url\n11,North,https://example.org\n", log)["11"].name
    'North'
    """
    text = utf8_text(data, log)
    rows = csv_rows((text or b"").decode(), log, "participant-table")
    line, header = next(rows, (1, []))
    header = [name.strip() for name in header]
    if "id" not in header or not {*header} <= {"id", *_COLUMNS} or len({*header}) < len(header):
        if not log.has_errors:
            expected = f"a header with id and any of {', '.join(_COLUMNS)}"
            found = examples(header) or "nothing"
            log.add("participant-table", found=found, expected=expected, lines=[line])
        return {}
    participants: dict[str, Participant] = {}
    for line, row in rows:
        cells = {name: cell.strip() for name, cell in zip(header, row, strict=False)}
        key = cells.pop("id", "")
        if len(row) != len(header):
            found, expected = f"{len(row)} values: {quoted(','.join(row))}", f"{len(header)} values"
            log.add("participant-table", found=found, expected=expected, lines=[line])
        elif not key or key in participants:
            found = f"the id {quoted(key)} again" if key else "no id"
            log.add("participant-table", found=found, expected="a line for each id", lines=[line])
        else:
            try:
                participants[key] = Participant(**cells)
            except ValidationError as error:
                for mistake in error.errors(include_url=False):
                    found = f"{mistake['loc'][0]} {quoted(mistake['input'])}"
                    expected = mistake["msg"].removeprefix("Value error, ")
                    log.add("participant-table", found=found, expected=expected, lines=[line])
    return participants
