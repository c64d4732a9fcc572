"""The columns of the published tables: their types, which never depend on the campaign, and their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa

from inexreport.report.text_columns import TEXT

ALL_TOPICS = "all"
"""What the column `topic` says on the row of a mean."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A column's type, whether values may be missing, and its meaning."""

    type: pa.DataType
    nullable: bool
    meaning: str


def _text(meaning: str) -> _Column:
    return _Column(TEXT, nullable=True, meaning=meaning)


def _number(meaning: str) -> _Column:
    return _Column(pa.float64(), nullable=True, meaning=meaning)


def _integer(meaning: str) -> _Column:
    return _Column(pa.int64(), nullable=False, meaning=meaning)


def _optional_integer(meaning: str) -> _Column:
    return _Column(pa.int64(), nullable=True, meaning=meaning)


def _boolean(meaning: str) -> _Column:
    return _Column(pa.bool_(), nullable=False, meaning=meaning)


_TASK = _text("Name of the task.")
_RUN = _text("Name of the run’s file without its extensions; unique within its task.")
_TOPIC = _text("Id of the topic.")
_METRIC = _text("Identifier of the metric, explained in the metrics guide.")
_METRIC_OF_TOPICS = _text(
    "Identifier of the metric, explained in the metrics guide. The value of one topic has the identifier of "
    "the mean: a topic’s `MAiP` is its AiP."
)
_PARTICIPANT = _text("Id of the participant; empty where it is not known.")

_UNJUDGED = "not listed by the assessments; where these list relevant items only, not relevant or not judged"

_FITS = {
    "fitting": _integer(
        "Results in relevant articles that fit. Text: half or more of it is highlighted, and it covers "
        "half or more of the passages it meets. Elements: of those on its path it has the highest gain. "
        "Entry points: the official metric gives at least half of what it can."
    ),
    "too_large": _integer(
        "Text of which less than half is highlighted; elements that contain one with a higher gain."
    ),
    "too_small": _integer(
        "Text that covers less than half of the passages it meets; elements in one with a higher gain."
    ),
    "elsewhere": _integer("Results that meet nothing relevant in their article."),
    "before": _integer("Entry points too far before the best one."),
    "after": _integer("Entry points too far after the best one."),
    "unplaced": _integer(
        "Results where their place, or that of what is relevant, is not known; among elements, what is none."
    ),
}

_TABLES: Mapping[str, Mapping[str, _Column]] = {
    "scores": {
        "task": _TASK,
        "run": _RUN,
        "participant": _PARTICIPANT,
        "metric": _METRIC_OF_TOPICS,
        "topic": _text(f"Id of the topic, or `{ALL_TOPICS}` for the mean over topics."),
        "score": _number(
            "Score at full double precision. A topic that the metric leaves undefined has no row."
        ),
    },
    "runs": {
        "task": _TASK,
        "run": _RUN,
        "participant": _PARTICIPANT,
        "run_id": _text("The name that the file gives itself."),
        "file": _text("Path of the file in the campaign directory."),
        "sha256": _text("Checksum of the file’s bytes."),
        "results": _integer("Results in the file."),
        "topics": _optional_integer("Topics with results; empty for an unreadable file."),
        "status": _text("`evaluated` or `not evaluated`."),
        "problems": _integer("Number of its rows in the table of problems."),
        "official_metric": _text("The metric that ranks the task’s runs."),
        "official_score": _number("Mean over topics by that metric."),
        "official_rank": _optional_integer(
            "Rank by that metric among the evaluated runs; equal scores share a rank."
        ),
        "topics_counted": _optional_integer("Over how many topics that mean goes."),
    },
    "medians": {
        "task": _TASK,
        "metric": _METRIC_OF_TOPICS,
        "topic": _text(f"Id of the topic, or `{ALL_TOPICS}` for the runs’ means over topics."),
        "runs": _integer("Evaluated runs with a score."),
        "median": _number("Median of their scores."),
        "best": _number("Highest of their scores."),
    },
    "pseudonyms": {
        "task": _TASK,
        "run": _RUN,
        "participant": _PARTICIPANT,
        "pseudonym": _text(
            "Name of the run wherever a participant’s site shows that it is the best; the same in "
            "every build of the campaign."
        ),
    },
    "curves": {
        "task": _TASK,
        "run": _RUN,
        "metric": _text("The measured quantity."),
        "x": _number("Rank, recall or gain-recall, as the quantity is drawn over."),
        "y": _number("Mean over topics."),
    },
    "median_curves": {
        "task": _TASK,
        "metric": _text("The measured quantity."),
        "x": _number("Rank, recall or gain-recall, as the quantity is drawn over."),
        "runs": _integer("Evaluated runs with such a curve."),
        "median": _number("Median of the curves at this point."),
        "best": _number("Highest of the curves at this point."),
    },
    "topics": {
        "topic": _TOPIC,
        "candidate_number": _text("Number of the candidate topic, by which some submissions name it."),
        "query_type": _text("CO, CAS or CO+S, where the year distinguishes."),
        "title": _text("Title."),
        "castitle": _text("NEXI query."),
        "phrase_title": _text("Title with phrases marked."),
        "description": _text("Description."),
        "narrative": _text("Narrative: what is relevant and why."),
        "file": _text("File of the statement."),
        "line": _integer("Its line there."),
        "assessed": _boolean("Whether the topic was assessed."),
        "judged_articles": _integer(
            "Number of judged articles; where the assessments list relevant articles only, of these."
        ),
        "relevant_articles": _integer("Number of articles with highlighted text."),
        "passages": _integer("Number of highlighted passages."),
        "relevant_characters": _integer("Highlighted text, in the campaign’s unit."),
    },
    "assessments": {
        "topic": _TOPIC,
        "article": _text("Id of the judged article."),
        "relevant_characters": _integer(
            "Highlighted text, in the campaign’s unit; 0 means judged not relevant."
        ),
        "article_length": _optional_integer("Length of its text; empty where not given."),
        "passages": _integer("Number of highlighted passages."),
        "entry_point": _optional_integer("Offset of the best entry point; empty where not given."),
    },
    "difficulty": {
        "task": _TASK,
        "metric": _text("The task’s official metric, or one like it where that values whole runs only."),
        "topic": _TOPIC,
        "runs": _integer("Evaluated runs with a score for the topic."),
        "lowest": _number("Lowest score."),
        "lower_quartile": _number("First quartile."),
        "median": _number("Median."),
        "upper_quartile": _number("Third quartile."),
        "best": _number("Best score."),
        "best_run": _text("The run that reaches it; of several, the one that ranks first in the task."),
        "difficulty": _integer("Rank by the median, 1 for the hardest topic."),
    },
    "results": {
        "task": _TASK,
        "run": _RUN,
        "topic": _TOPIC,
        "results": _integer("Results after the task’s cut-off."),
        "articles": _integer("Distinct articles among them."),
    },
    "element_types": {
        "task": _TASK,
        "run": _RUN,
        "element_type": _text("Name of the returned element; other forms of results stand in brackets."),
        "results": _integer("Number of results, all topics together."),
    },
    "judged": {
        "task": _TASK,
        "run": _RUN,
        "ranks": _text("Band of ranks."),
        "judged_percent": _number(
            "Share of the results in judged articles, all topics together, in percent; where the assessments "
            "list relevant articles only, in these."
        ),
    },
    "run_diagnosis": {
        "task": _TASK,
        "run": _RUN,
        "matching": _text(
            "What results are held against: `highlighted text`, `relevant elements` or `best entry "
            "points`. All counts are of results, after the cut-off and limits, for assessed topics."
        ),
        "topics": _integer("Assessed topics of the task."),
        "results": _integer("Results that count."),
        "relevant_results": _integer(
            "Relevant ones among them: with highlighted text, judged relevant, or near the "
            "best entry point of their article."
        ),
        "overlapping": _integer("Results that overlap an earlier one of their topic."),
        **_FITS,
        "missed": _integer("Relevant articles without any result."),
        "missed_widely": _integer("Those of them that at least half of the other runs of the task return."),
        "missed_by_all": _integer("Relevant articles that no evaluated run of the task returns."),
        "not_asked": _integer("Results for topics that the task does not ask, which are ignored."),
        "beyond_cutoff": _integer("Results beyond the rank at which a topic is cut."),
        "not_assessed": _integer("Results for topics that nobody assessed."),
        "repeated": _integer(
            "Results that repeat an earlier one of the topic; of entry points, further ones of an article."
        ),
        "without_place": _integer("Results, for all topics, whose place in the text is not known."),
        "left_out": _integer("Results that a limit of characters takes away."),
        "characters_lost": _integer("Text that a limit of characters takes away."),
        "relevant_lost": _integer("Highlighted text among it."),
        "score_unlimited": _number("Official score without the limit; empty where no limit took anything."),
    },
    "topic_diagnosis": {
        "task": _TASK,
        "run": _RUN,
        "topic": _TOPIC,
        "results": _integer("Results that count."),
        "relevant_results": _integer("Relevant ones among them."),
        "first_relevant": _optional_integer("Rank of the first relevant one; empty where there is none."),
        "found": _number(
            "Share of what is to be found: highlighted text, relevant elements, or relevant articles "
            "entered near their best entry point; empty where there is nothing."
        ),
        "relevant_articles": _integer("Articles with anything relevant."),
        "articles_found": _integer("Those of them with a result, relevant or not."),
        "missed_widely": _integer(
            "Relevant articles without a result that at least half of the other runs return."
        ),
        "missed_by_all": _integer("Relevant articles that no evaluated run of the task returns."),
        "relevant_first": _integer("Relevant results among the first ten."),
        "unjudged_first": _integer(f"Unjudged results among the first ten: {_UNJUDGED}."),
        "overlapping": _integer("Results that overlap an earlier one."),
        **_FITS,
        "causes": _text(
            "What would explain a low score, compared with the medians: `not_answered`, "
            "`nothing_relevant`, `few_results` (less than half), `articles_missed` (a fifth fewer found), "
            "`ranked_late` (first relevant result at twice the rank and two ranks below), `few_at_top` (two "
            "fewer relevant ones among the first ten), `misfit` and `overlap` (by 20 percentage points), "
            "`unjudged` (three more of the first ten; never where the assessments list relevant "
            "items only)."
        ),
    },
    "topic_medians": {
        "task": _TASK,
        "topic": _TOPIC,
        "runs": _integer("Evaluated runs of the task."),
        "results": _number("Median of their results."),
        "first_relevant": _number(
            "Median rank of the first relevant result, where a run without any comes last; "
            "empty where half of the runs have none."
        ),
        "articles_found": _number("Median of the relevant articles found."),
        "relevant_first": _number("Median of the relevant results among the first ten."),
        "unjudged_first": _number("Median of the unjudged results among the first ten; see topic_diagnosis."),
        "overlapping_percent": _number("Median share of overlapping results, in percent."),
        "fitting_percent": _number(
            "Median share of fitting results among those in relevant articles, in percent; "
            "runs without such results do not count."
        ),
    },
    "found_by_rank": {
        "task": _TASK,
        "run": _text("Name of the run; empty for the median of the task’s evaluated runs."),
        "rank": _integer("Rank down to which results are looked at."),
        "found": _number(
            "Share of what is to be found, mean over the topics that have any; see topic_diagnosis."
        ),
        "articles_found": _number(
            "Share of the relevant articles that have a result, mean over the same topics."
        ),
        "overlapping": _number("Share of these results that overlap an earlier one, all topics together."),
    },
    "results_by_rank": {
        "task": _TASK,
        "run": _RUN,
        "ranks": _text("Band of ranks."),
        "element_type": _text(
            "Name of the returned element; other forms of results stand in brackets, as do "
            "`(other)` for all but the thirty most frequent types and `(all)` for all types together."
        ),
        "relevant": _integer("Relevant results."),
        "beside": _integer("Results that are not relevant, in articles with something relevant."),
        "not_relevant": _integer("Results in judged articles without anything relevant."),
        "unjudged": _integer(f"Unjudged results: {_UNJUDGED}."),
    },
    "missed_articles": {
        "task": _TASK,
        "run": _RUN,
        "topic": _TOPIC,
        "article": _text("Id of a relevant article that the run does not return."),
        "runs": _integer("Other evaluated runs of the task that do."),
        "best_rank": _integer("The highest rank at which one of them does."),
        "best_run": _text("That run; of several, the first by name."),
    },
    "near_misses": {
        "task": _TASK,
        "run": _RUN,
        "fit": _text("In which way it does not fit; see the columns of run_diagnosis."),
        "topic": _TOPIC,
        "rank": _integer("Rank of the result."),
        "article": _text("Its article."),
        "path": _text("Path of the element that it is; empty if it is none."),
        "offset": _optional_integer("Where it begins; empty where that is not known."),
        "length": _optional_integer("How long it is."),
        "wanted_path": _text(
            "Element that would have fitted; empty where results are not held against elements."
        ),
        "wanted_offset": _optional_integer(
            "Where the passage begins that would have fitted, or the best entry point is; else empty."
        ),
        "wanted_length": _optional_integer("How long that passage is; 0 for an entry point."),
    },
    "correlations": {
        "task": _TASK,
        "metric_a": _text("Identifier of a metric."),
        "metric_b": _text("Identifier of a metric that comes later in the task’s order."),
        "coefficient": _text(
            "`spearman` (rho, with average ranks), `kendall` (tau-b) or `tau_ap` (AP "
            "correlation with ties, the mean of both directions)."
        ),
        "value": _number(
            "Correlation of the rankings by unrounded means, from −1 to 1; empty for fewer than two "
            "runs or where a metric gives all runs one score."
        ),
        "runs": _integer("Evaluated runs with a score under both metrics."),
    },
    "significance": {
        "task": _TASK,
        "metric": _text("The task’s official metric."),
        "run_a": _text("The run that is ranked higher."),
        "run_b": _text("The run that is ranked lower; of equal ones, the later by name."),
        "topics": _integer("Topics for which both have a score."),
        "difference": _number("Mean over these topics of the score of run_a less that of run_b."),
        "test": _text("`t` (paired t test), `wilcoxon` (signed ranks) or `randomization` (random signs)."),
        "statistic": _number("t; the sum of the ranks of positive differences; the mean difference."),
        "p": _number(
            "With one tail: how probable so clear a lead of run_a is if the runs do not differ. Empty where "
            "the test is not defined: fewer than two topics, differences all 0 or, for t, all equal."
        ),
        "p_adjusted": _number("The same after Holm’s correction for all pairs of the task."),
    },
    "intervals": {
        "task": _TASK,
        "metric": _text("The task’s official metric."),
        "run": _RUN,
        "topics": _integer("Over how many topics the mean goes."),
        "score": _number("Mean over topics."),
        "low": _number(
            "Lower end of the 95 % interval of the mean (percentile bootstrap over topics); empty for "
            "fewer than two topics."
        ),
        "high": _number("Upper end."),
        "group": _optional_integer(
            "Group of runs that cannot be told apart, 1 for the best; empty where no pair was tested."
        ),
    },
    "topic_influence": {
        "task": _TASK,
        "metric": _text("The task’s official metric."),
        "topic": _TOPIC,
        "runs": _integer("Evaluated runs with a score for the topic."),
        "kendall": _number(
            "Kendall’s tau-b of the ranking by this topic alone with the official ranking; empty "
            "where one of them ties all runs."
        ),
        "spread": _number("Standard deviation (n−1) of the runs’ scores for the topic."),
        "share": _number(
            "Part of the variance of the runs’ means that comes from the topic; a task’s topics add up "
            "to 1. Empty where some run lacks a score for some topic."
        ),
    },
    "swap_errors": {
        "task": _TASK,
        "metric": _text("The task’s official metric."),
        "topics": _integer("Number of topics in a random set."),
        "error": _number(
            "Share of comparisons of two runs that contradict those on most sets, from 0 to 0.5."
        ),
        "ties": _number("Share of comparisons in which the means differ by no more than 5 % of the larger."),
    },
    "pooling": {
        "pool": _text(
            "`system`: the first results of every run, or what the judges were given; `metasearch`: as many "
            "items with the highest Borda count over the first 500 results; `combined`: both."
        ),
        "task": _TASK,
        "topic": _text("Id of an assessed topic, or `all` for the mean over them."),
        "depth": _text(
            "How many results of each run the system pool is made from; `given`: what the judges were given, "
            "where the campaign has pools or flags."
        ),
        "size": _number(
            "Items in the pool: elements where elements were judged one by one and runs name them, "
            "else articles."
        ),
        "precision": _number(
            "Share of relevant items; what is unassessed counts as not relevant. Empty for an empty pool."
        ),
        "recall": _number(
            "Share of the topic’s relevant items that the pool has; empty where nothing is relevant."
        ),
        "unassessed": _number(f"Unassessed items: {_UNJUDGED}."),
    },
    "pool_growth": {
        "task": _TASK,
        "participant": _text(
            "Id of the participant whose runs alone are pooled (a run that nobody claims "
            "stands for "
            "itself, in brackets); empty for all runs together."
        ),
        "depth": _integer("How many results of each run are pooled."),
        "size": _number("Items in the pool, mean over assessed topics."),
        "relevant": _number("Relevant items in it, mean over assessed topics."),
        "recall": _number("Share of the relevant items, mean over topics that have any."),
    },
    "pool_contributions": {
        "task": _TASK,
        "participant": _text(
            "Id of the participant; a run that nobody claims stands for itself, in brackets."
        ),
        "run": _text("The run; empty for all runs of the participant together."),
        "pooled": _integer("Items it brought into the pools, all assessed topics together."),
        "relevant": _integer("Relevant items among them."),
        "unique": _integer("Items that no run of anybody else brought in."),
        "unique_relevant": _integer("Relevant items that no run of anybody else brought in."),
    },
    "rare_documents": {
        "task": _TASK,
        "run": _RUN,
        "rank_official": _optional_integer("Rank by the task’s official metric; equal scores share a rank."),
        "rare": _integer(
            "Articles among the first 100 results that few runs have there: at most a tenth of the evaluated "
            "runs, but at least 1 and at most 5. All assessed topics together."
        ),
        "rare_relevant": _integer("Those in which something is relevant."),
        "percent": _number("Relevant share of the rare articles in percent; empty without rare articles."),
    },
    "leave_out": {
        "task": _TASK,
        "participant": _text(
            "Whose finds are left out: the run’s own participant, or where nobody claims the run, "
            "the run itself; then it is empty."
        ),
        "metric": _text("The task’s official metric."),
        "run": _RUN,
        "score": _number("Official score."),
        "score_without": _number(
            "Score by the assessments without what is relevant and only this participant’s runs "
            "brought into the pool."
        ),
        "rank": _optional_integer("Official rank; equal scores share a rank."),
        "rank_without": _optional_integer(
            "Rank by those assessments, by which the runs of all others are scored too."
        ),
    },
    "assessment_variants": {
        "task": _TASK,
        "variant": _text(
            "`without_out_of_pool`: only pooled elements are judged; `binary`: whatever has a "
            "grade above "
            "zero has the highest grades."
        ),
        "quant": _text("Quantisation of the official metric, or `aggregate` of them."),
        "spearman": _number(
            "Spearman’s rho of the ranking by the variant with the official one; empty where undefined."
        ),
        "kendall": _number("Kendall’s tau-b of the same."),
        "runs": _integer("Runs with a score by both."),
    },
    "variant_scores": {
        "task": _TASK,
        "variant": _text("As in the table of variants."),
        "metric": _text("The official metric, by quantisation."),
        "run": _RUN,
        "score": _number("Score by the official assessments."),
        "score_variant": _number("Score by the variant."),
    },
    "agreement": {
        "judge": _text("Folder of the judge who is compared with the official one."),
        "topic": _text("Id of a topic that both have judged, or `mean` for the mean over them."),
        "level": _text(
            "`article`, by the judgement of its root element where elements are judged, or `element`."
        ),
        "grade": _text(
            "`non-zero` for all that is relevant; else a grade of exhaustivity or relevance (E) or of "
            "specificity (S). Where text is highlighted S1, S2 and S3 are thirds of the highlighted share."
        ),
        "union": _number("Items to which at least one of the judges gave the grade."),
        "intersection": _number("Items to which both did."),
        "ratio": _number(
            "Intersection by union, empty where the union is; in `mean` the mean of those that are not."
        ),
    },
    "agreement_mutual": {
        "judge": _text("Folder of the judge who is compared with the official one."),
        "topic": _text("Id of a topic that both have judged, or `mean` for the mean over them."),
        "level": _text("`element`."),
        "grade": _text("As in the table of agreement."),
        "union": _number("Elements that both find relevant and to which the official judge gave the grade."),
        "intersection": _number("Those of them to which the other judge gave it too."),
        "ratio": _number(
            "Intersection by union, empty where the union is; in `mean` the mean of those that are not."
        ),
    },
    "agreement_characters": {
        "judge": _text("Folder of the judge who is compared with the official one."),
        "topic": _text("Id of a topic that both have judged."),
        "union": _integer("Text that at least one of the judges highlighted, in the campaign’s unit."),
        "intersection": _integer("Text that both highlighted."),
        "ratio": _number("Intersection by union."),
        "unplaced_articles": _integer(
            "Articles left out because the place of relevant text in them is not known."
        ),
    },
    "agreement_coefficients": {
        "judge": _text("Folder of the judge who is compared with the official one."),
        "topic": _text("Id of a topic that both have judged, or `mean` for the mean over them."),
        "subject": _text(
            "What is compared: whether both find `articles`, `elements` or `characters` relevant; the "
            "grades of `exhaustivity` or `specificity` of elements that both find relevant."
        ),
        "items": _number("How many items were compared."),
        "observed": _number("Share of the items on which the judges agree."),
        "kappa": _number("Cohen’s kappa; empty where all items are in one category."),
        "alpha": _number("Krippendorff’s alpha for nominal data; empty where all items are in one category."),
    },
    "relevant_elements": {
        "topic": _text("Id of the topic, or `mean`, `minimum`, `maximum`, `median` or `standard_deviation`."),
        "grade": _text("As in the table of agreement."),
        "count": _number("Number of relevant elements of the grade."),
        "mean_size": _number(
            "Mean text of the elements, in the campaign’s unit; empty where there are none or sizes "
            "are not known."
        ),
        "mean_highlighted": _number(
            "Mean highlighted share of the elements in percent; empty where there are none."
        ),
    },
    "reliability": {
        "metric": _METRIC,
        "run": _text("Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`."),
        "score": _number("Mean over topics."),
        "rank": _integer("Rank among the six; equal scores share a rank."),
        "overlap": _number(
            "Percentage of the run’s results that overlap one at an earlier rank, mean over topics."
        ),
    },
    "reliability_curves": {
        "metric": _text("The measured quantity."),
        "run": _text("Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`."),
        "x": _number("Rank, recall or gain-recall, as the quantity is drawn over."),
        "y": _number("Mean over topics."),
    },
    "archive/tasks": {
        "task": _text("Name of the task’s folder; tasks of one campaign only are left out."),
        "year": _integer("Year of the campaign."),
        "campaign": _text("Folder of the campaign’s site."),
        "metric": _text("Official metric of the year."),
        "best": _number("Score of the best run."),
        "median": _number(
            "Median of all scores; empty where the campaign was built by a version that did not record it."
        ),
        "runs": _integer("Submitted runs."),
        "participants": _integer("Participants with a run."),
    },
    "archive/participants": {
        "participant": _text("Name, by which participants of different years are taken for the same."),
        "year": _integer("Year of the campaign."),
        "campaign": _text("Folder of the campaign’s site."),
        "task": _text("Name of the task’s folder."),
        "run": _text("Name of the run."),
        "metric": _text("Official metric of the task."),
        "score": _number("Empty where the run has none."),
        "rank": _optional_integer("Among the ranked runs; equal scores share the better rank."),
        "ranked_runs": _integer("Runs of the task that have a rank."),
    },
    "problems": {
        "file": _text("The file concerned."),
        "line": _optional_integer("First line concerned; empty where the whole file is meant."),
        "lines": _text("All lines recorded, separated by blanks."),
        "count": _integer("How often it was found."),
        "code": _text("Code of the problem."),
        "severity": _text("`error` excludes the run; `warning` changes no number."),
        "task": _text("Task of the run concerned; empty for the campaign’s own files."),
        "run": _text("The run concerned; empty for the campaign’s own files."),
        "found": _text("What the file says."),
        "expected": _text("What it should say."),
        "remedy": _text("What to do about it."),
    },
}

COLUMNS: Mapping[tuple[str, str], str] = {
    (table, name): column.meaning for table, columns in _TABLES.items() for name, column in columns.items()
}
"""Meaning of each column by table and column name; `code` stands between backticks."""

SCHEMAS: Mapping[str, pa.Schema] = {
    table: pa.schema([pa.field(name, column.type, column.nullable) for name, column in columns.items()])
    for table, columns in _TABLES.items()
}
"""Types of each table's columns, in the order of the columns; those that are not nullable have no gaps."""
