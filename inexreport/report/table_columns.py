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

_FITS = {
    "fitting": "Results in relevant articles that fit. Text: half or more of it is highlighted, and it "
    "covers half or more of the passages it meets. Elements: of those on its path it has the highest gain. "
    "Entry points: the official metric gives at least half of what it can.",
    "too_large": "Text of which less than half is highlighted; elements that contain one with a higher gain.",
    "too_small": "Text that covers less than half of the passages it meets; elements in one with a higher "
    "gain.",
    "elsewhere": "Results that meet nothing relevant in their article.",
    "before": "Entry points too far before the best one.",
    "after": "Entry points too far after the best one.",
    "unplaced": "Results where their place, or that of what is relevant, is not known; among elements, "
    "what is none.",
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
    "medians": {
        "task": "", "metric": "",
        "topic": f"Id of the topic, or `{ALL_TOPICS}` for the runs’ means over topics.",
        "runs": "Evaluated runs with a score.",
        "median": "Median of their scores.",
        "best": "Highest of their scores.",
    },
    "pseudonyms": {
        "task": "", "run": "", "participant": "",
        "pseudonym": "Name of the run wherever a participant’s site shows that it is the best; the same in "
        "every build of the campaign.",
    },
    "curves": {
        "task": "", "run": "",
        "metric": "The measured quantity.",
        "x": "Rank, recall or gain-recall, as the quantity is drawn over.",
        "y": "Mean over topics.",
    },
    "median_curves": {
        "task": "",
        "metric": "The measured quantity.",
        "x": "Rank, recall or gain-recall, as the quantity is drawn over.",
        "runs": "Evaluated runs with such a curve.",
        "median": "Median of the curves at this point.",
        "best": "Highest of the curves at this point.",
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
        "metric": "The task’s official metric, or one like it where that values whole runs only.",
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
    "run_diagnosis": {
        "task": "", "run": "",
        "matching": "What results are held against: `highlighted text`, `relevant elements` or `best entry "
        "points`. All counts are of results, after the cut-off and limits, for assessed topics.",
        "topics": "Assessed topics of the task.",
        "results": "Results that count.",
        "relevant_results": "Relevant ones among them: with highlighted text, judged relevant, or near the "
        "best entry point of their article.",
        "overlapping": "Results that overlap an earlier one of their topic.",
        **_FITS,
        "missed": "Relevant articles without any result.",
        "missed_widely": "Those of them that at least half of the other runs of the task return.",
        "missed_by_all": "Relevant articles that no evaluated run of the task returns.",
        "not_asked": "Results for topics that the task does not ask, which are ignored.",
        "beyond_cutoff": "Results beyond the rank at which a topic is cut.",
        "not_assessed": "Results for topics that nobody assessed.",
        "repeated": "Results that repeat an earlier one of the topic; of entry points, further ones of an "
        "article.",
        "without_place": "Results, for all topics, whose place in the text is not known.",
        "left_out": "Results that a limit of characters takes away.",
        "characters_lost": "Text that a limit of characters takes away.",
        "relevant_lost": "Highlighted text among it.",
        "score_unlimited": "Official score without the limit; empty where no limit took anything.",
    },
    "topic_diagnosis": {
        "task": "", "run": "", "topic": "",
        "results": "Results that count.",
        "relevant_results": "Relevant ones among them.",
        "first_relevant": "Rank of the first relevant one; empty where there is none.",
        "found": "Share of what is to be found: highlighted text, relevant elements, or relevant articles "
        "entered near their best entry point; empty where there is nothing.",
        "relevant_articles": "Articles with anything relevant.",
        "articles_found": "Those of them with a result, relevant or not.",
        "missed_widely": "Relevant articles without a result that at least half of the other runs return.",
        "missed_by_all": "Relevant articles that no evaluated run of the task returns.",
        "relevant_first": "Relevant results among the first ten.",
        "unjudged_first": "Results nobody judged among the first ten.",
        "overlapping": "Results that overlap an earlier one.",
        **_FITS,
        "causes": "What would explain a low score, compared with the medians: `not_answered`, "
        "`nothing_relevant`, `few_results` (less than half), `articles_missed` (a fifth fewer found), "
        "`ranked_late` (first relevant result at twice the rank and two ranks below), `few_at_top` (two "
        "fewer relevant ones among the first ten), `misfit` and `overlap` (by 20 percentage points), "
        "`unjudged` (three more of the first ten).",
    },
    "topic_medians": {
        "task": "", "topic": "",
        "runs": "Evaluated runs of the task.",
        "results": "Median of their results.",
        "first_relevant": "Median rank of the first relevant result, where a run without any comes last; "
        "empty where half of the runs have none.",
        "articles_found": "Median of the relevant articles found.",
        "relevant_first": "Median of the relevant results among the first ten.",
        "unjudged_first": "Median of the results nobody judged among the first ten.",
        "overlapping_percent": "Median share of overlapping results, in percent.",
        "fitting_percent": "Median share of fitting results among those in relevant articles, in percent; "
        "runs without such results do not count.",
    },
    "found_by_rank": {
        "task": "",
        "run": "Name of the run; empty for the median of the task’s evaluated runs.",
        "rank": "Rank down to which results are looked at.",
        "found": "Share of what is to be found, mean over the topics that have any; see topic_diagnosis.",
        "articles_found": "Share of the relevant articles that have a result, mean over the same topics.",
        "overlapping": "Share of these results that overlap an earlier one, all topics together.",
    },
    "results_by_rank": {
        "task": "", "run": "",
        "ranks": "Band of ranks.",
        "element_type": "Name of the returned element; other forms of results stand in brackets, as do "
        "`(other)` for all but the thirty most frequent types and `(all)` for all types together.",
        "relevant": "Relevant results.",
        "beside": "Results that are not relevant, in articles with something relevant.",
        "not_relevant": "Results in articles without anything relevant.",
        "unjudged": "Results nobody judged.",
    },
    "missed_articles": {
        "task": "", "run": "", "topic": "",
        "article": "Id of a relevant article that the run does not return.",
        "runs": "Other evaluated runs of the task that do.",
        "best_rank": "The highest rank at which one of them does.",
        "best_run": "That run; of several, the first by name.",
    },
    "near_misses": {
        "task": "", "run": "",
        "fit": "In which way it does not fit; see the columns of run_diagnosis.",
        "topic": "",
        "rank": "Rank of the result.",
        "article": "Its article.",
        "path": "Path of the element that it is; empty if it is none.",
        "offset": "Where it begins; empty where that is not known.",
        "length": "How long it is.",
        "wanted_path": "Element that would have fitted; empty where results are not held against elements.",
        "wanted_offset": "Where the passage begins that would have fitted, or the best entry point is; else "
        "empty.",
        "wanted_length": "How long that passage is; 0 for an entry point.",
    },
    "correlations": {
        "task": "",
        "metric_a": "Identifier of a metric.",
        "metric_b": "Identifier of a metric that comes later in the task’s order.",
        "coefficient": "`spearman` (rho, with average ranks), `kendall` (tau-b) or `tau_ap` (AP "
        "correlation with ties, the mean of both directions).",
        "value": "Correlation of the rankings by unrounded means, from −1 to 1; empty for fewer than two "
        "runs or where a metric gives all runs one score.",
        "runs": "Evaluated runs with a score under both metrics.",
    },
    "significance": {
        "task": "",
        "metric": "The task’s official metric.",
        "run_a": "The run that is ranked higher.",
        "run_b": "The run that is ranked lower; of equal ones, the later by name.",
        "topics": "Topics for which both have a score.",
        "difference": "Mean over these topics of the score of run_a less that of run_b.",
        "test": "`t` (paired t test), `wilcoxon` (signed ranks) or `randomization` (random signs).",
        "statistic": "t; the sum of the ranks of positive differences; the mean difference.",
        "p": "With one tail: how probable so clear a lead of run_a is if the runs do not differ. Empty where "
        "the test is not defined: fewer than two topics, differences all 0 or, for t, all equal.",
        "p_adjusted": "The same after Holm’s correction for all pairs of the task.",
    },
    "intervals": {
        "task": "",
        "metric": "The task’s official metric.",
        "run": "",
        "topics": "Over how many topics the mean goes.",
        "score": "Mean over topics.",
        "low": "Lower end of the 95 % interval of the mean (percentile bootstrap over topics); empty for "
        "fewer than two topics.",
        "high": "Upper end.",
        "group": "Group of runs that cannot be told apart, 1 for the best; empty where no pair was tested.",
    },
    "topic_influence": {
        "task": "",
        "metric": "The task’s official metric.",
        "topic": "",
        "runs": "Evaluated runs with a score for the topic.",
        "kendall": "Kendall’s tau-b of the ranking by this topic alone with the official ranking; empty "
        "where one of them ties all runs.",
        "spread": "Standard deviation (n−1) of the runs’ scores for the topic.",
        "share": "Part of the variance of the runs’ means that comes from the topic; a task’s topics add up "
        "to 1. Empty where some run lacks a score for some topic.",
    },
    "swap_errors": {
        "task": "",
        "metric": "The task’s official metric.",
        "topics": "Number of topics in a random set.",
        "error": "Share of comparisons of two runs that contradict those on most sets, from 0 to 0.5.",
        "ties": "Share of comparisons in which the means differ by no more than 5 % of the larger.",
    },
    "pooling": {
        "pool": "`system`: the first results of every run, or at the depth of the campaign’s own pools "
        "what the "
        "judges were given, where that is known; `metasearch`: as many items with the highest Borda "
        "count over "
        "the first 500 results; `combined`: both.",
        "task": "",
        "topic": "Id of an assessed topic, or `all` for the mean over them.",
        "depth": "How many results of each run went into the system pool.",
        "size": "Items in the pool: elements where elements were judged one by one and runs name them, "
        "else articles.",
        "precision": "Share of relevant items; what nobody judged counts as not relevant. Empty for an "
        "empty pool.",
        "recall": "Share of the topic’s relevant items that the pool has; empty where nothing is relevant.",
        "unassessed": "Items that nobody judged.",
    },
    "pool_growth": {
        "task": "",
        "participant": "Id of the participant whose runs alone are pooled (a run that nobody claims "
        "stands for "
        "itself, in brackets); empty for all runs together.",
        "depth": "How many results of each run are pooled.",
        "size": "Items in the pool, mean over assessed topics.",
        "relevant": "Relevant items in it, mean over assessed topics.",
        "recall": "Share of the relevant items, mean over topics that have any.",
    },
    "pool_contributions": {
        "task": "",
        "participant": "Id of the participant; a run that nobody claims stands for itself, in brackets.",
        "run": "The run; empty for all runs of the participant together.",
        "pooled": "Items it brought into the pools, all assessed topics together.",
        "relevant": "Relevant items among them.",
        "unique": "Items that no run of anybody else brought in.",
        "unique_relevant": "Relevant items that no run of anybody else brought in.",
    },
    "rare_documents": {
        "task": "", "run": "",
        "rank_official": "Rank by the task’s official metric; equal scores share a rank.",
        "rare": "Articles among the first 100 results that no more than five runs have there, all "
        "assessed topics "
        "together.",
        "rare_relevant": "Those in which something is relevant.",
        "percent": "Relevant share of the rare articles in percent; empty without rare articles.",
    },
    "leave_out": {
        "task": "",
        "participant": "Whose finds are left out: the run’s own participant, or where nobody claims the run, "
        "the run itself; then it is empty.",
        "metric": "The task’s official metric.",
        "run": "",
        "score": "Official score.",
        "score_without": "Score by the assessments without what is relevant and only this participant’s runs "
        "brought into the pool.",
        "rank": "Official rank; equal scores share a rank.",
        "rank_without": "Rank by those assessments, by which the runs of all others are scored too.",
    },
    "assessment_variants": {
        "task": "",
        "variant": "`without_out_of_pool`: only pooled elements are judged; `binary`: whatever has a "
        "grade above "
        "zero has the highest grades.",
        "quant": "Quantisation of the official metric, or `aggregate` of them.",
        "spearman": "Spearman’s rho of the ranking by the variant with the official one; empty where "
        "undefined.",
        "kendall": "Kendall’s tau-b of the same.",
        "runs": "Runs with a score by both.",
    },
    "variant_scores": {
        "task": "",
        "variant": "As in the table of variants.",
        "metric": "The official metric, by quantisation.",
        "run": "",
        "score": "Score by the official assessments.",
        "score_variant": "Score by the variant.",
    },
    "agreement": {
        "judge": "Folder of the judge who is compared with the official one.",
        "topic": "Id of a topic that both have judged, or `mean` for the mean over them.",
        "level": "`article`, by the judgement of its root element where elements are judged, or `element`.",
        "grade": "`non-zero` for all that is relevant; else a grade of exhaustivity or relevance (E) or of "
        "specificity (S). Where text is highlighted S1, S2 and S3 are thirds of the highlighted share.",
        "union": "Items to which at least one of the judges gave the grade.",
        "intersection": "Items to which both did.",
        "ratio": "Intersection by union, empty where the union is; in `mean` the mean of those that are not.",
    },
    "agreement_mutual": {
        "judge": "Folder of the judge who is compared with the official one.",
        "topic": "Id of a topic that both have judged, or `mean` for the mean over them.",
        "level": "`element`.",
        "grade": "As in the table of agreement.",
        "union": "Elements that both find relevant and to which the official judge gave the grade.",
        "intersection": "Those of them to which the other judge gave it too.",
        "ratio": "Intersection by union, empty where the union is; in `mean` the mean of those that are not.",
    },
    "agreement_characters": {
        "judge": "Folder of the judge who is compared with the official one.",
        "topic": "Id of a topic that both have judged.",
        "union": "Text that at least one of the judges highlighted, in the campaign’s unit.",
        "intersection": "Text that both highlighted.",
        "ratio": "Intersection by union.",
        "unplaced_articles": "Articles left out because the place of relevant text in them is not known.",
    },
    "agreement_coefficients": {
        "judge": "Folder of the judge who is compared with the official one.",
        "topic": "Id of a topic that both have judged, or `mean` for the mean over them.",
        "subject": "What is compared: whether both find `articles`, `elements` or `characters` relevant; the "
        "grades of `exhaustivity` or `specificity` of elements that both find relevant.",
        "items": "How many items were compared.",
        "observed": "Share of the items on which the judges agree.",
        "kappa": "Cohen’s kappa; empty where all items are in one category.",
        "alpha": "Krippendorff’s alpha for nominal data; empty where all items are in one category.",
    },
    "relevant_elements": {
        "topic": "Id of the topic, or `mean`, `minimum`, `maximum`, `median` or `standard_deviation`.",
        "grade": "As in the table of agreement.",
        "count": "Number of relevant elements of the grade.",
        "mean_size": "Mean text of the elements, in the campaign’s unit; empty where there are none or sizes "
        "are not known.",
        "mean_highlighted": "Mean highlighted share of the elements in percent; empty where there are none.",
    },
    "reliability": {
        "metric": "",
        "run": "Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`.",
        "score": "Mean over topics.",
        "rank": "Rank among the six; equal scores share a rank.",
        "overlap": "Percentage of the run’s results that overlap one at an earlier rank, mean over topics.",
    },
    "reliability_curves": {
        "metric": "The measured quantity.",
        "run": "Simulated run: `irb`, `frb`, `ia`, `id`, `lo` or `ao`.",
        "x": "Rank, recall or gain-recall, as the quantity is drawn over.",
        "y": "Mean over topics.",
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
