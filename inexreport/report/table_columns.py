"""What the columns of the published tables mean."""

from __future__ import annotations

from inexreport.report.tables import ALL_TOPICS

_EVERYWHERE = {
    "task": "Name of the task.",
    "run": "Name of the run’s file without its extensions; unique within its task.",
    "topic": "Id of the topic.",
    "metric": "Identifier of the metric, explained in the metrics guide.",
    "participant": "Id of the participant; empty where it is not known.",
}

_BY_TABLE = {
    "scores": {
        "task": "", "run": "", "participant": "", "metric": "",
        "topic": f"Id of the topic, or `{ALL_TOPICS}` for the mean over topics.",
        "score": "Score at full double precision. A topic that the metric leaves undefined has no row.",
    },
    "runs": {
        "task": "", "run": "", "participant": "",
        "run_id": "The name that the file gives itself.",
        "file": "Path of the file in the campaign directory.",
        "sha256": "Checksum of the file’s bytes.",
        "results": "Results in the file.",
        "topics": "Topics with results; empty for an unreadable file.",
        "status": "`evaluated` or `not evaluated`.",
        "problems": "Number of its rows in the table of problems.",
        "official_metric": "The metric that ranks the task’s runs.",
        "official_score": "Mean over topics by that metric.",
        "official_rank": "Rank by that metric among the evaluated runs; equal scores share a rank.",
        "topics_counted": "Over how many topics that mean goes.",
    },
    "curves": {
        "task": "", "run": "",
        "metric": "The measured quantity.",
        "x": "Rank, recall or gain-recall, as the quantity is drawn over.",
        "y": "Mean over topics.",
    },
    "topics": {
        "topic": "",
        "candidate_number": "Number of the candidate topic, by which some submissions name it.",
        "query_type": "CO, CAS or CO+S, where the year distinguishes.",
        "title": "Title.",
        "castitle": "NEXI query.",
        "phrase_title": "Title with phrases marked.",
        "description": "Description.",
        "narrative": "Narrative: what is relevant and why.",
        "file": "File of the statement.",
        "line": "Its line there.",
        "assessed": "Whether the topic was assessed.",
        "judged_articles": "Number of judged articles.",
        "relevant_articles": "Number of articles with highlighted text.",
        "passages": "Number of highlighted passages.",
        "relevant_characters": "Highlighted text, in the campaign’s unit.",
    },
    "assessments": {
        "topic": "",
        "article": "Id of the judged article.",
        "relevant_characters": "Highlighted text, in the campaign’s unit; 0 means judged not relevant.",
        "article_length": "Length of its text; empty where not given.",
        "passages": "Number of highlighted passages.",
        "entry_point": "Offset of the best entry point; empty where not given.",
    },
    "difficulty": {
        "task": "",
        "metric": "The task’s official metric.",
        "topic": "",
        "runs": "Evaluated runs with a score for the topic.",
        "lowest": "Lowest score.", "lower_quartile": "First quartile.", "median": "Median.",
        "upper_quartile": "Third quartile.", "best": "Best score.",
        "best_run": "The run that reaches it; of several, the one that ranks first in the task.",
        "difficulty": "Rank by the median, 1 for the hardest topic.",
    },
    "results": {
        "task": "", "run": "", "topic": "",
        "results": "Results after the task’s cut-off.",
        "articles": "Distinct articles among them.",
    },
    "element_types": {
        "task": "", "run": "",
        "element_type": "Name of the returned element; other forms of results stand in brackets.",
        "results": "Number of results, all topics together.",
    },
    "judged": {
        "task": "", "run": "",
        "ranks": "Band of ranks.",
        "judged_percent": "Share of the results in judged articles, all topics together, in percent.",
    },
    "problems": {
        "file": "The file concerned.",
        "line": "First line concerned; empty where the whole file is meant.",
        "lines": "All lines recorded, separated by blanks.",
        "count": "How often it was found.",
        "code": "Code of the problem.",
        "severity": "`error` excludes the run; `warning` changes no number.",
        "task": "Task of the run concerned; empty for the campaign’s own files.",
        "run": "The run concerned; empty for the campaign’s own files.",
        "found": "What the file says.", "expected": "What it should say.", "remedy": "What to do about it.",
    },
}  # fmt: skip

COLUMNS: dict[tuple[str, str], str] = {
    (table, column): meaning or _EVERYWHERE[column]
    for table, columns in _BY_TABLE.items()
    for column, meaning in columns.items()
}
"""Meaning of each column by table and column name; `code` stands between backticks."""
