"""The catalogue of everything that can be wrong with an input file; docs/messages.md explains each code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error excludes the run (or refuses the campaign); a warning is published."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What a problem code stands for.

    Attributes
    ----------
    severity : Severity
    meaning : str
        What is wrong, as the beginning of a sentence without a full stop.
    remedy : str
        What to do about it, as a full sentence.
    changes_scored : bool
        Whether the warning concerns what was scored: other results or another order than the file lists, or
        names that do not match the assessments.
    """

    severity: Severity
    meaning: str
    remedy: str
    changes_scored: bool = False


def _error(meaning: str, remedy: str) -> ProblemKind:
    return ProblemKind(Severity.ERROR, meaning, remedy)


def _warning(meaning: str, remedy: str) -> ProblemKind:
    return ProblemKind(Severity.WARNING, meaning, remedy)


def _scored_otherwise(meaning: str, remedy: str) -> ProblemKind:
    return ProblemKind(Severity.WARNING, meaning, remedy, changes_scored=True)


PROBLEM_KINDS: dict[str, ProblemKind] = {
    # The campaign directory and campaign.toml
    "campaign-key-missing": _error(
        "A required setting is missing",
        "Add it to campaign.toml; `inexreport init` writes a file that has them all.",
    ),
    "campaign-toml-syntax": _error(
        "campaign.toml is not TOML",
        "Correct the line; strings need quotation marks, tables brackets. https://toml.io explains the "
        "format.",
    ),
    "campaign-key-unknown": _error(
        "campaign.toml has an unknown setting",
        "Correct its spelling or remove it; `inexreport docs formats` lists all settings.",
    ),
    "campaign-value-wrong": _error(
        "A setting has a value that cannot be used",
        "Replace it with a value of the expected kind.",
    ),
    "tagged-topic-unknown": _warning(
        "A tag is given to a topic that the campaign does not have",
        "Correct the identifier in the table [topic_tags] of campaign.toml, or remove it.",
    ),
    "badge-unknown": _warning(
        "campaign.toml names a column for badges that runs.csv gives no run",
        "Correct the name in [site] badge of campaign.toml, or add the column to runs.csv.",
    ),
    "edition-missing": _error(
        "campaign.toml names an earlier edition whose published results are not in the campaign directory",
        "Copy campaign.json, runs.csv, scores.csv and topics.csv from the folder data/ of its site to "
        "editions/DATE/.",
    ),
    "edition-unreadable": _error(
        "The published results of an earlier edition cannot be read",
        "Copy the file again from the folder data/ of the site of that edition.",
    ),
    "imported-scores-missing": _warning(
        "campaign.toml declares an imported measure that no task has scores for",
        "Add scores/TASK/MEASURE.csv, or remove the table [imported.MEASURE].",
    ),
    "imported-measure-undeclared": _error(
        "campaign.toml does not declare the measure of a file of scores",
        "Add a table [imported.MEASURE] with title and better to campaign.toml, or correct the file's name.",
    ),
    "imported-task-unknown": _error(
        "A folder in scores/ is not named after a task of the campaign",
        "Rename the folder to a task of the campaign.",
    ),
    "imported-columns-wrong": _error(
        "A file of scores does not begin with the names of its columns",
        "Write run,topic,score as the first line; the columns may be in any order, but there may be no "
        "others.",
    ),
    "imported-score-wrong": _error(
        "A line of scores cannot be read",
        "Write a run, a topic (or all) and a score, a decimal number without a unit.",
    ),
    "imported-score-twice": _error(
        "A run has two imported scores for the same topic",
        "Keep one of them.",
    ),
    "imported-topics-mixed": _error(
        "A run has an imported score for all topics as well as scores of single topics",
        "Keep either the scores of single topics, whose mean is computed, or the score for all.",
    ),
    "imported-topic-unknown": _error(
        "An imported score is for a topic that the campaign does not have",
        "Correct the topic's identifier, or remove the line.",
    ),
    "imported-run-unknown": _warning(
        "An imported score is for a run that the task does not have; it was not used",
        "Write the run's name as in the published runs.csv, or remove the lines.",
    ),
    "protocol-unknown": _error(
        "The protocol does not exist",
        "Name an existing protocol, or remove the line and define every task in campaign.toml.",
    ),
    "protocol-wrong": _error(
        "A protocol has a mistake",
        "Correct the line; docs/extending.md shows a protocol, docs/formats.md lists all settings of tasks.",
    ),
    "protocol-broken": _error(
        "The protocol of an installed package cannot be used",
        "Repair or uninstall the package, or name another protocol.",
    ),
    "file-unknown": _warning(
        "The file or folder does not belong to a campaign directory and was not read",
        "Move it to the folder where it belongs, or out of the campaign directory.",
    ),
    "run-table-syntax": _error(
        "runs.csv is not a table with a row for each run",
        "Correct the line: a header with the column run, then as many values as it has columns; a value with "
        "commas or quotation marks is enclosed in quotation marks.",
    ),
    "run-table-value": _error(
        "runs.csv has a value that cannot be used",
        "Replace it with one of the expected values.",
    ),
    "run-table-unknown": _warning(
        "runs.csv describes a run that the campaign does not have",
        "Correct the name of the run (its file name without extensions), or the task or file in that row.",
    ),
    "run-table-ambiguous": _error(
        "runs.csv does not say which participant's runs of that name it describes",
        "Add the column participant, or task or file with the path of the run's file.",
    ),
    "run-table-twice": _error(
        "runs.csv describes a run twice",
        "Remove one of the two rows.",
    ),
    "folder-unreadable": _error(
        "A folder of the campaign cannot be read, so its content is unknown",
        "Give yourself permission to read and enter it (`chmod u+rx FOLDER`), or repair the disk.",
    ),
    "link-outside-folder": _error(
        "A symbolic link points outside its folder and was not followed",
        "Put a copy of the file or folder in its place.",
    ),
    "about-too-intricate": _error(
        "about.md takes too long to convert to HTML, or becomes too much of it",
        "Leave out markup, above all repeated marks, or publish long lists elsewhere and link to them by "
        "their full address (https://).",
    ),
    "about-unedited": _warning(
        "about.md still has the text that `inexreport init` wrote, so it is not published",
        "Replace the text, which opens the front page, or remove about.md.",
    ),
    # Any file (formats/file_content.py, formats/xml_reader.py)
    "file-unreadable": _error(
        "The file cannot be read",
        "Check that it is a file and that you may read it.",
    ),
    "file-too-large": _error(
        "The file is too large, or expands to something too large",
        "Remove what does not belong to it. Topics, assessments and pools may be split into several files; a "
        "run or a document may not.",
    ),
    "file-compression-broken": _error(
        "The file begins like gzip but cannot be decompressed",
        "Compress the original file once, or supply it uncompressed.",
    ),
    "file-compression-unknown": _error(
        "The file is compressed in a format that is not read",
        "Unpack it (`bunzip2 FILE`, `unzip FILE` or `unzstd FILE`), or compress it with gzip or xz instead.",
    ),
    "file-not-text": _error(
        "The file contains bytes that do not occur in text",
        "Save it as UTF-8, or as UTF-16 with a byte order mark; if it is text already, it was damaged.",
    ),
    "text-not-as-written": _warning(
        "A text is too long for pages, or has invisible characters; it is shown without them",
        "Shorten it, or remove the invisible characters: control characters, zero-width characters and "
        "direction marks.",
    ),
    "name-unfit": _error(
        "A name of a topic or article is too long, or has invisible characters",
        "Use a name of up to 500 visible letters, the same in topics, assessments and runs.",
    ),
    "encoding-assumed": _warning(
        "The file is not UTF-8; it was read as ISO-8859-1",
        "Save it as UTF-8, so that the encoding need not be guessed.",
    ),
    "xml-not-well-formed": _error(
        "The file is not well-formed XML",
        "Correct the markup at this line; an XML editor or `xmllint --noout FILE` shows every place.",
    ),
    "xml-entity-with-markup": _error(
        "The file defines an entity that contains markup",
        "Write out the entity's text; an entity may contain text only.",
    ),
    # Topics (formats/topics.py)
    "topics-missing": _error(
        "The campaign has no topics",
        "Put the topic files into the folder topics/.",
    ),
    "topics-format-unknown": _error(
        "The file contains no topics in a supported format",
        "Supply topics in XML, as <top>, in JSON, in CSV with a header, or as lines of id, tab and text, or "
        "move the file out of topics/.",
    ),
    "topic-id-missing": _error(
        "A topic has no identifier",
        "Give it the identifier that assessments and runs use: the attribute topic_id (id in a file of 2009, "
        "number below <topics>), <num> in a <top>, or id in JSON.",
    ),
    "topic-line": _error(
        "A line of a topic file is not a topic",
        "Write all topics in the same format: identifier, tab and text on each line, objects of JSON with id "
        "and title, or comma-separated values with a header.",
    ),
    "topic-id-twice": _error(
        "Two topics have the same identifier",
        "Keep one of them, or correct the identifier of the other.",
    ),
    "topic-zeros": _error(
        "Topics match only without leading zeros",
        "Identifiers are text: write them the same in topics, assessments and runs, all with or all without "
        "zeros; `sed 's/^0*//' FILE` removes them.",
    ),
    "target-unknown": _warning(
        "A topic of a task with strict targets does not say which elements it asks for; all judged elements "
        "count",
        "Give the topic its query: <castitle>, <title> (2003), or <te> in the title (2002).",
    ),
    "topic-title-missing": _warning(
        "A topic has neither a title nor a castitle",
        "Add its title; the site can show the identifier only.",
    ),
    "topic-field-unknown": _warning(
        "A topic has a part that is unknown or not text; it is not shown",
        "To show it, correct the name of the element, or write the part as text.",
    ),
    # Assessments (formats/assessments.py, formats/qrels.py, formats/assessment_xml.py)
    "assessments-missing": _error(
        "The campaign has no official assessments",
        "Put them into the folder assessments/official/, or the one that campaign.toml names for the task.",
    ),
    "assessments-format-unknown": _error(
        "The file contains no assessments in a supported format",
        "Supply <assessments> in XML (2002-2007), qrels of passages (2008-2010) or qrels of documents with "
        "grades; `inexreport docs formats` describes them.",
    ),
    "assessments-other-protocol": _error(
        "The judgements are of another kind than the campaign's protocol expects",
        'Name the protocol that fits in campaign.toml: `protocol = "trec"` for grades of documents (4 '
        "columns), `inex-2008` to `inex-2010` for passages (5 columns and more), the year for assessments in "
        "XML.",
    ),
    "assessments-columns": _error(
        "A line of the assessments has the wrong columns",
        "Write: topic Q0 article relevant_chars article_length [bep offset:length ...]; where documents are "
        "judged: topic iteration document grade.",
    ),
    "assessments-number": _error(
        "The assessments have a value that is not a number where one is needed",
        "Write offsets, lengths and sizes as whole numbers, 0 or more.",
    ),
    "assessments-article-twice": _error(
        "An article is judged twice for the same topic",
        "Keep the correct line; two would count the article twice.",
    ),
    "assessments-grade": _error(
        "A judgement has no grade",
        "Write a whole number in the fourth column: topic, iteration, document, grade.",
    ),
    "assessments-grades-differ": _error(
        "A document is judged twice for a topic, with different grades",
        "Keep the correct line.",
    ),
    "assessments-document-twice": _warning(
        "A document is judged twice for a topic, with the same grade",
        "Remove the second line; it changes nothing.",
    ),
    "assessments-sets-mixed": _error(
        "Two files of assessments have the same topics, but judge different documents",
        "If they are for different tasks, put each into a separate folder, such as assessments/passages/, "
        'and name it in campaign.toml: `assessments = "passages"` below `[tasks.passages]`. If they belong '
        "together, join them into one file.",
    ),
    "assessments-topic-unknown": _warning(
        "An assessed topic has no topic file; runs are scored on it nevertheless",
        "Add the topic to topics/, or remove its lines from the assessments.",
    ),
    "assessments-lengths-differ": _warning(
        "The relevant characters of an article are not the sum of its passages",
        "Check the line; the number is used as the article's total, the passages for what a run found.",
    ),
    "assessments-beyond-article": _warning(
        "More text is judged relevant than the article's length allows",
        "Check the line; the judgement is used unchanged, and the article's length is ignored.",
    ),
    "assessments-passages-overlap": _warning(
        "Two relevant passages of an article share text, which counts twice",
        "Merge the two passages.",
    ),
    "assessments-formats-mixed": _error(
        "A topic is assessed in XML and in qrels",
        "Keep one of the two; the other may go into another judge's folder.",
    ),
    "assessments-topic-missing": _error(
        "A file of assessments does not say for which topic they are",
        "Give <assessments> the attribute topic, the topic's identifier.",
    ),
    "assessments-article-missing": _error(
        "Judgements do not say for which article they are",
        "Give <file> the article's name in the attribute file or name.",
    ),
    "assessments-place-missing": _error(
        "A judgement does not say which text it is about",
        "Give elements and entry points the attribute path, passages start and end.",
    ),
    "assessments-value-unknown": _error(
        "A judgement has a value that its scale does not have",
        "Write relevance, exhaustiveness and specificity as 0-3, coverage as N, L, S or E; from 2005 on "
        "exhaustivity as ?, 1 or 2 and specificity as a share.",
    ),
    "assessments-scale-differs": _error(
        "An element is judged on a different scale than earlier elements",
        "Keep the files of different years apart; a judge's folder holds those of one campaign.",
    ),
    "assessments-judgement-differs": _error(
        "An element, a passage or an entry point is judged twice, differently",
        "Keep the correct judgement.",
    ),
    "assessments-judgement-repeated": _warning(
        "An element, a passage or an entry point is judged twice, identically",
        "Nothing, if pools overlap; else remove one. It counts once.",
    ),
    "assessments-judgement-incomplete": _warning(
        "A judgement lacks one of its values; the element counts as not assessed",
        "Add the value, or remove the other.",
    ),
    "assessments-values-contradict": _warning(
        "The two values of a judgement contradict each other; the element counts as not relevant",
        "Correct the judgement if the intended values are known.",
    ),
    "assessments-highlighted-beyond-size": _warning(
        "The highlighted text of an element is longer than the element, which counts as fully highlighted",
        "Check its size and rsize.",
    ),
    # Pools (formats/pools.py)
    "pool-format-unknown": _error(
        "A file in pools/ is not a pool",
        "Supply <pool> in XML, or move the file out of pools/.",
    ),
    "task-pool-missing": _error(
        "A task ranks the pools, but a topic has no pool",
        "Put a pool of each topic into pools/, or remove outside_pool from the task's rules.",
    ),
    "pool-incomplete": _error(
        "A pool does not say which topic, article or element it means",
        "Give <pool> the attribute topic, <file> the attribute file, <path> the attribute path.",
    ),
    "document-list-line": _error(
        "The list of the collection's documents cannot be used",
        "Write documents.txt with one identifier on each line, as runs name the documents, or remove it.",
    ),
    # Runs (formats/runs.py)
    "task-unknown": _warning(
        "A folder in runs/ is not named after a task of the campaign; its runs were not read",
        "Rename the folder to a task of the protocol, or describe the task in campaign.toml.",
    ),
    "run-folders-swapped": _scored_otherwise(
        "Folders in runs/ seem to be participants, and those in them tasks",
        "If so, swap them: runs/TASK/PARTICIPANT/FILE.",
    ),
    "run-name-twice": _error(
        "Two runs of a folder, or of a participant in one task, have the same name",
        "Rename one of them; the name of a run is its file name without extensions, ignoring case.",
    ),
    "run-worker-died": _error(
        "The run could not be evaluated, since every process that did it was killed, as for lack of memory",
        "Free some memory or give a smaller number of --workers, then build again. The run may be in order.",
    ),
    "run-format-unknown": _error(
        "The file is not a run in a supported format",
        "Supply lines of 6 columns where documents are judged; else an <inex-submission>, an "
        "<efficiency-submission>, or lines of 6 to 8 columns.",
    ),
    "run-empty": _error(
        "The run has no results",
        "Check that the file is complete; a run needs at least one result.",
    ),
    "run-columns": _error(
        "A line has the wrong number of columns",
        "Write 6 columns for an article, 7 for an element or entry point, 8 for a passage or range.",
    ),
    "run-separators": _error(
        "Columns are separated by commas or semicolons",
        "Put blanks or tabs between the columns: `tr ',' ' ' < FILE`, if no name has a comma.",
    ),
    "run-header": _warning(
        "The first line names the columns; it was not read",
        "Remove the line; other programs would read it as a result.",
    ),
    "run-column-missing": _error(
        "Lines lack a column",
        "Write `topic Q0 document rank score tag`: the second column is the word Q0, the last the run's "
        "name.",
    ),
    "run-columns-swapped": _error(
        "Two columns are swapped",
        "Write `topic Q0 document rank score tag` in this order.",
    ),
    "run-scores-ascending": _scored_otherwise(
        "Nearly all scores increase with the rank, but results are ordered by descending score: the run is "
        "evaluated in reverse",
        "If low scores are better, as for distances, submit negated scores; if high scores are better, "
        "correct the ranks.",
    ),
    "run-scores-equal": _scored_otherwise(
        "Scores of a topic are all equal, so documents are ordered by descending name, whatever their ranks",
        "Write scores that fall with the rank, such as 1/rank. If the lines are in the right order, the "
        'organisers can set `order = "file"` in campaign.toml.',
    ),
    "run-documents-unmatched": _scored_otherwise(
        "Hardly any result is in a judged document, so scores are 0 or nearly so",
        "If names differ, write them as in the assessments: what stands before them, leading zeros, case and "
        "file extension count. If not, check that run and assessments are of the same collection.",
    ),
    "run-results-many": _scored_otherwise(
        "A topic has more than 1,000 results, and all are scored",
        "Submit the first 1,000, as most campaigns ask. The organisers set a limit with `cutoff` of the task "
        "in campaign.toml.",
    ),
    "run-comments": _scored_otherwise(
        "Lines that begin with # are comments; they were not read",
        "Remove them (`sed '/^#/d' FILE`); other programs would read them as results.",
    ),
    "run-documents-unknown": _warning(
        "The run has documents that are not in the collection",
        "Check that the run is for this collection and that its document names are spelled correctly; "
        "unknown documents take up ranks.",
    ),
    "run-columns-ignored": _warning(
        "Lines have more columns than a result; the extra ones were not read",
        "Check that the first six are topic, Q0, document, rank, score and tag.",
    ),
    "run-document-score": _error(
        "A score is not a number, or too large for single precision",
        "Write a decimal number: the order of the results depends on it.",
    ),
    "run-rank-not-number": _warning(
        "A rank is not a number; ranks are not used here",
        "Write whole numbers from 1.",
    ),
    "run-document-twice": _error(
        "A document is returned twice for a topic",
        "Keep its best result only. For a campaign whose runs cannot be corrected, the organisers set "
        '`[rules] repeated_documents = "first"` in campaign.toml.',
    ),
    "run-document-repeated": _scored_otherwise(
        "A document is returned again for a topic; only its best result counts",
        "Keep its best result only.",
    ),
    "run-document-order": _scored_otherwise(
        "Ranks or lines contradict the order of results that counts",
        'Check which order is meant. Scores count, unless campaign.toml says `order = "file"`; equal scores '
        "are ordered by document name, the last one first, as trec_eval does.",
    ),
    "run-number": _error(
        "A value is not a number where one is needed",
        "Write offsets and lengths as whole numbers (X where the text was not found), ranks as numbers.",
    ),
    "run-length-negative": _error(
        "A result has a negative length",
        "Write the length of the passage, not its end; 0 is allowed.",
    ),
    "run-topic-twice": _error(
        "A topic appears again after results of another topic",
        "List all results of a topic one after another, once.",
    ),
    "run-topic-id-missing": _error(
        "Results belong to no topic",
        "Put every <result> into a <topic> with the attribute topic-id.",
    ),
    "run-result-unclear": _error(
        "A result does not say in exactly one way which text it means",
        "Give each result one <file> and one of <path>, <passage> and <fol>.",
    ),
    "run-topic-unknown": _scored_otherwise(
        "The topic is not in the campaign; its results are ignored",
        "Check the identifiers of the topics against the topic files.",
    ),
    "run-topics-unknown": _error(
        "The campaign has none of the topics that the run has results for",
        "Check that the run belongs to this campaign, and its topics' identifiers against the topic files.",
    ),
    "run-topic-without-results": _warning(
        "The run has no results for a topic",
        "Nothing, if the system found nothing; else submit the missing results. The topic scores 0, or is "
        "left out where means are over answered topics only.",
    ),
    "run-topics-by-candidate-number": _warning(
        "The run names topics by their candidate numbers (ct_no), not by their identifiers",
        "Nothing, if this is intended; they were translated to the topics' identifiers.",
    ),
    "run-task-differs": _warning(
        "The file states another task than its folder; the folder takes precedence",
        "Move the file to the folder of its task, or correct its task attribute.",
    ),
    "run-participant-differs": _warning(
        "The file states another participant than its folder; the file takes precedence",
        "Move the file to the participant's folder, or correct its participant-id.",
    ),
    "run-table-participant": _warning(
        "runs.csv states another participant than the run's file or folder; runs.csv takes precedence",
        "Correct the participant in runs.csv, or in the file, or move the file to the participant's folder.",
    ),
    "run-metadata-unread": _warning(
        "The metadata of a run cannot be read and were ignored",
        "Write them as YAML, in a file NAME.yml beside the run or at its beginning between the lines `# "
        "ir_metadata.start` and `# ir_metadata.end`, with # before each line.",
    ),
    "run-order-contradicted": _scored_otherwise(
        "Ranks or scores contradict the order of results that counts",
        "Check which order is intended. In text the order of lines counts; in XML that of the ranks if every "
        "result of the topic has one (in 2002, those with equal ranks share a level), else that of the file.",
    ),
    "run-ranks-with-gaps": _warning(
        "Ranks of a topic leave out numbers, or do not begin with 0 or 1",
        "Check whether results are missing; the order of the results counts, not the rank numbers.",
    ),
    "run-ranks-missing": _warning(
        "Results have no rank; those of their topics are read in file order",
        "Give every result its rank.",
    ),
    "run-score-not-number": _warning(
        "A rank, retrieval status value or time on which the order does not depend is not a number",
        "Write it as a decimal number; the results were read without it.",
    ),
    "run-id-changes": _warning(
        "The run id changes within the file; the first one is shown",
        "Submit each run in a separate file.",
    ),
    # Documents (formats/documents.py, formats/element_table.py)
    "document-entity-unknown": _warning(
        "A document has an entity that neither it nor HTML defines; it counts as empty text",
        "Replace it with the character it encodes.",
    ),
    "document-name-twice": _error(
        "Two documents have the same name",
        "Keep one. A document's name is its path below documents/ without .xml, or the file's name alone "
        "where that is a number.",
    ),
    "element-table-unusable": _error(
        "The element table cannot be used",
        "Have `inexreport index` write it, with the campaign's --unit. It holds document and path (text), "
        "offset and length (whole numbers) in one row per element; no element extends beyond its parent.",
    ),
    # Validity rules of the tasks (judging/validity.py)
    "metric-unknown": _error(
        "A metric identifier is unknown",
        "Correct it in campaign.toml; `inexreport metrics` lists every identifier.",
    ),
    "metric-inapplicable": _error(
        "A metric needs judgements that the campaign does not have",
        "Name the protocol of the year of the assessments, or give the task other metrics and another "
        "official one in campaign.toml.",
    ),
    "mean-length-missing": _warning(
        "The collection's mean document length is not given; the mean of the judged articles is used instead",
        "Add mean_document_length to [collection] in campaign.toml.",
    ),
    "passages-unlocated": _warning(
        "Highlighted passages are given as paths and cannot be located in the text; no result can match them",
        "Put the judged documents into the campaign's documents folder.",
    ),
    "sizes-unknown": _warning(
        "Sizes of elements are unknown; where parts of one were seen before, its children count as equally "
        "large",
        "Put the judged documents into the campaign's documents folder.",
    ),
    "overlap-not-allowed": _error(
        "A result shares text with an earlier one of the same article and topic, which this task forbids",
        "Keep only one of two results that overlap, or submit the run to a task that allows overlap.",
    ),
    "article-not-contiguous": _error(
        "The results of an article are interrupted by those of another one, which this task forbids",
        "List all results of an article one after another.",
    ),
    "outside-pool-not-allowed": _error(
        "A result is not in the pool of its topic, but this task ranks only the pools",
        "Rank the results of the topic's pool only, as the campaign's pools/ have them.",
    ),
    "result-outside-pool": _warning(
        "A result is not in the pool of its topic, but the task ranks only the pools",
        "The run is evaluated and flagged; rank the results of the topic's pool only.",
    ),
    "pool-not-ranked": _warning(
        "Results of the pools, which the task ranks, are missing",
        "Rank all results of each topic's pool; missing ones count as not found.",
    ),
    "overlapping-results": _warning(
        "A result shares text with an earlier one of the same article and topic",
        "The run is evaluated and flagged; keep only one of two results that overlap.",
    ),
    "article-scattered": _scored_otherwise(
        "The results of an article are interrupted by those of another one",
        "They are counted at the article's first result; list them one after another.",
    ),
    "further-entry-points": _scored_otherwise(
        "An article has more than one entry point, of which only the first counts",
        "Keep the best entry point of each article and remove the others.",
    ),
    "duplicate-result": _scored_otherwise(
        "A result repeats an earlier one of the same topic",
        "Return each result once; a repeated result brings no further gain.",
    ),
    "results-beyond-cutoff": _scored_otherwise(
        "A topic has more results than the task's cut-off; the rest is ignored",
        "Submit no more results than the task allows.",
    ),
    "path-unknown": _scored_otherwise(
        "A path matches no element of its document; where locations matter, it counts as 18 characters, none "
        "relevant",
        "Check how the system writes paths: every step needs the position that it has in the document.",
    ),
    "result-no-element": _scored_otherwise(
        "A result is not an element; for the metrics of this task that score elements it is not relevant",
        "Return elements by their paths; passages are evaluated from 2007 on.",
    ),
    "place-unknown": _scored_otherwise(
        "The location of a result in its article is unknown, so it counts as 18 characters, none relevant",
        "Check the path or offset; if it is right, put the article into the campaign's documents folder.",
    ),
    "article-length-unknown": _scored_otherwise(
        "The length of an article is unknown, so it counts as 18 characters, none relevant",
        "Add mean_document_length to [collection] in campaign.toml, or put the article into documents/.",
    ),
    "several-entry-points": _error(
        "An article has more than one entry point, and this task allows one",
        "Keep the best entry point of each article and remove the others.",
    ),
}
