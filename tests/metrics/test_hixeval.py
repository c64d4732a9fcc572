"""HiXEval and Fetch & Browse on the sample judgements of Pehcevski and Thom's Figure 1."""

import numpy as np
import pytest
from by_hand import element_ranking
from element_judgements import highlighted
from hypothesis import given
from hypothesis import strategies as st

from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.article_clusters import Clusters
from inexreport.judging.highlighted_gains import HighlightedGains, highlighted_gains
from inexreport.judging.judged_ranking import judge
from inexreport.judging.quantisation import quantise
from inexreport.metrics.fetch_browse import mean_over_clusters
from inexreport.metrics.hixeval import interpolated_average_precision, precision_by_recall
from inexreport.metrics.registry import bind

FILE = "co/2000/r7108"
ARTICLE, BODY = (FILE, "/article[1]"), (FILE, "/article[1]/bdy[1]")
SECTION, TITLE = (FILE, "/article[1]/bdy[1]/sec[2]"), (FILE, "/article[1]/bdy[1]/sec[2]/st[1]")
SAMPLE = highlighted(
    {ARTICLE: (1, 13556, 5494), BODY: (1, 9797, 4594), SECTION: (1, 2064, 2064), TITLE: ("?", 30, 30)}
)
RUN = [TITLE, SECTION, ARTICLE, BODY]


def values(run, assessment=SAMPLE):
    return TopicValues(judge(element_ranking(run), assessment))


def value(identifier, run=RUN, assessment=SAMPLE):
    return values(run, assessment).value(bind(identifier))


def curve(identifier, run, assessment=SAMPLE):
    bound = bind(identifier)
    return values(run, assessment).curve(bound, bound.metric.curve)


def effort_curve(level, overlap, run, assessment=SAMPLE):
    return curve(f"FetchBrowse-MAep(level={level},quant=genLifted,overlap={overlap})", run, assessment)


def test_overlap_considered():
    precision = [value(f"HiXEval-P(overlap=on)@{k}") for k in (1, 2, 3, 4)]
    recall = [value(f"HiXEval-R(overlap=on)@{k}") for k in (1, 2, 3, 4)]
    assert precision == pytest.approx([1, 0.9927, 0.7462, 0.5596], abs=5e-5)
    assert recall == pytest.approx([0.0055, 0.3757, 1, 1], abs=5e-5)
    assert value("HiXEval-F(overlap=on)@3") == pytest.approx(0.8546, abs=5e-5)
    assert value("HiXEval-F(overlap=on)@2") == pytest.approx(0.5451, abs=5e-5)
    assert value("HiXEval-MAP(overlap=on)") == pytest.approx(0.8388, abs=5e-5)


def test_only_the_outermost_seen_descendants_are_subtracted():
    found = highlighted_gains(judge(element_ranking(RUN), SAMPLE), "on")
    assert found.value.tolist() == [30, 2034, 3430, 0]
    assert found.total == 5494


def test_precision_at_eleven_recall_levels():
    """Recall is 30, 2,064 and 5,494 of 5,494 characters after 1, 2 and 3 results: .005, .376 and 1."""
    found = curve("HiXEval-iMAP(overlap=on)", RUN)
    second, third = (1 + 2034 / 2064) / 2, (1 + 2034 / 2064 + 3430 / 13556) / 3
    assert found == pytest.approx([1] + [second] * 3 + [third] * 7)
    assert value("HiXEval-iMAP(overlap=on)") == pytest.approx((1 + 3 * second + 7 * third) / 11)
    assert curve("HiXEval-iMAP(overlap=on)", [SECTION]) == pytest.approx([1] * 4 + [0] * 7)
    assert np.isnan(precision_by_recall(HighlightedGains(np.zeros(1), np.zeros(1), 0.0))).all()


def test_overlap_ignored():
    precision = [value(f"HiXEval-P(overlap=off)@{k}") for k in (1, 2, 3, 4)]
    recall = [value(f"HiXEval-R(overlap=off)@{k}") for k in (1, 2, 3, 4)]
    assert precision == pytest.approx([1, 1, 0.8018, 0.7186], abs=5e-5)
    assert recall == pytest.approx([0.0025, 0.1719, 0.6229, 1], abs=5e-5)
    assert highlighted_gains(judge(element_ranking(RUN), SAMPLE), "off").total == 12182


def test_of_text_seen_before_alpha_does_not_count():
    found = highlighted_gains(judge(element_ranking([*RUN, TITLE]), SAMPLE), "on", alpha=0.25)
    # The title, returned again, is left out; the body lies in the article.
    assert found.value.tolist() == [30, 2064 - 30 / 4, 5494 - 2064 / 4, 4594 * 3 / 4]
    assert found.total == 12182
    precision = value("HiXEval-P(overlap=on,alpha=0.25)@2")
    assert precision == pytest.approx((1 + (2064 - 7.5) / 2064) / 2)
    assert value("HiXEval-R(overlap=on,alpha=0.25)@2") == pytest.approx((30 + 2064 - 7.5) / 12182)


@given(st.lists(st.sampled_from([*RUN, ("other", "/article[1]")]), max_size=8))
def test_without_loss_it_is_as_with_overlap_ignored(run):
    for name in ("HiXEval-P({})@3", "HiXEval-R({})@3", "HiXEval-MAP({})", "HiXEval-iMAP({})"):
        assert value(name.format("overlap=on,alpha=0"), run) == value(name.format("overlap=off"), run)


@given(st.lists(st.sampled_from(RUN), unique=True), st.sampled_from([0.1, 0.5, 0.75]))
def test_precision_is_linear_in_what_is_lost(run, alpha):
    none, some, all_ = (value(f"HiXEval-P(overlap=on,alpha={one})@4", run) for one in (0, alpha, 1))
    assert some == pytest.approx((1 - alpha) * none + alpha * all_)


def test_all_descendants_are_subtracted_as_the_source_has_it():
    judged = judge(element_ranking([*RUN[:2], TITLE, *RUN[2:]]), SAMPLE)
    found = highlighted_gains(judged, "on", descendants="all")
    assert found.value.tolist() == [30, 2034, 0, 5494 - 2064 - 30, 0]
    assert value("HiXEval-R(overlap=on,descendants=all)@3") == pytest.approx(0.9945, abs=5e-5)
    half = highlighted_gains(judged, "on", alpha=0.5, descendants="all")
    assert half.value.tolist() == [30, 2049, 5494 - 1047, 2297]


def test_nested_elements_are_subtracted_down_to_nothing():
    paths = ["/article[1]/sec[1]/p[1]", "/article[1]/sec[1]", "/article[1]"]
    truth = highlighted({("a", path): (1, 100, 100) for path in paths})
    run = [("a", path) for path in paths]
    assert highlighted_gains(judge(element_ranking(run), truth), "on", descendants="all").value.tolist() == [
        100,
        0,
        0,
    ]


def test_average_precision_over_relevant_elements():
    found = value("HiXEval-MAP(overlap=on,average=elements)")
    assert found == pytest.approx((1 + 0.9927 + 0.7462) / 4, abs=5e-5)
    ignored = value("HiXEval-MAP(overlap=off,average=elements)", [TITLE, ("other", "/article[1]"), SECTION])
    assert ignored == pytest.approx((1 + 2 / 3) / 4)
    nothing = highlighted({TITLE: ("?", 30, 0)})
    assert np.isnan(value("HiXEval-MAP(overlap=off,average=elements)", RUN, nothing))
    # The article is judged relevant, but no element of it has relevant text.
    assert value("HiXEval-MAP(overlap=on,average=elements)", RUN, nothing) == 0


def test_short_runs_are_divided_by_the_cutoff():
    assert value("HiXEval-P(overlap=on)@10", [TITLE]) == pytest.approx(0.1)


def test_quantisations_of_2005():
    elements = SAMPLE.elements
    assert quantise(elements, "gen5") == pytest.approx([5494 / 13556, 4594 / 9797, 1, 0])
    assert quantise(elements, "genLifted") == pytest.approx([2 * 5494 / 13556, 2 * 4594 / 9797, 2, 1])
    assert quantise(elements, "strict5").tolist() == [0, 0, 0, 0]


def test_an_interpolated_average():
    assert value("HiXEval-iMAP(overlap=on)", [SECTION]) == pytest.approx(4 / 11)


def test_an_interpolated_average_takes_the_best_precision_from_each_level_on():
    gains = HighlightedGains(np.array([30.0, 0, 40, 30]), np.array([0.6, 0, 0.9, 0.2]), 100.0)
    # Precision 0.6, 0.3, 0.5, 0.425; recall 0.3, 0.3, 0.7, 1.
    assert interpolated_average_precision(gains) == pytest.approx((4 * 0.6 + 4 * 0.5 + 3 * 0.425) / 11)


class TestFetchBrowse:
    OTHER = ("other", "/article[1]")

    def test_article_level_reads_distinct_articles(self):
        run = [TITLE, self.OTHER, BODY]
        assert value("FetchBrowse-MAP(level=article,overlap=on)", run) == pytest.approx(5494 / 13556)
        assert value("FetchBrowse-Rec(level=article,overlap=on)", run) == 1
        assert value("FetchBrowse-Prec(level=article,overlap=on)", run) == pytest.approx(5494 / 13556 / 1500)

    def test_article_gains_what_its_best_element_does(self):
        run = [self.OTHER, TITLE]
        assert value("FetchBrowse-MAep(level=article,quant=genLifted,overlap=off)", run) == 0.5
        assert value("FetchBrowse-MAep(level=article,quant=genLifted,overlap=on)", run) == 0.5

    def test_element_level_averages_over_returned_articles(self):
        alone = value("FetchBrowse-MAep(level=element,quant=genLifted,overlap=off)", RUN)
        with_another = value(
            "FetchBrowse-MAep(level=element,quant=genLifted,overlap=off)", [self.OTHER, *RUN]
        )
        assert alone > 0
        assert with_another == pytest.approx(alone / 2)

    def test_element_level_of_highlighted_text(self):
        run = [TITLE, SECTION]
        assert value("FetchBrowse-Prec(level=element,overlap=on)", run) == pytest.approx(
            (1 + 2034 / 2064) / 2
        )
        assert value("FetchBrowse-Rec(level=element,overlap=on)", run) == pytest.approx(2064 / 5494)
        assert value("FetchBrowse-MAP(level=element,overlap=on)", run) == pytest.approx(
            30 / 5494 + (1 + 2034 / 2064) / 2 * 2034 / 5494
        )

    def test_of_text_seen_within_an_article_alpha_does_not_count(self):
        """With alpha 0.25 the section after its title counts 2064 - 30 / 4 of 12,182 over all elements."""
        run = [TITLE, SECTION, TITLE, self.OTHER]  # the second title is left out, the other article counts 0
        section = 2064 - 30 / 4
        found = {
            name: value(f"FetchBrowse-{name}(level=element,overlap=on,alpha=0.25)", run)
            for name in ("Prec", "Rec", "MAP")
        }
        precision = (1 + section / 2064) / 2
        assert found == pytest.approx(
            {
                "Prec": precision / 2,
                "Rec": (30 + section) / 12182 / 2,
                "MAP": (30 + precision * section) / 12182 / 2,
            }
        )

    @given(st.lists(st.sampled_from([*RUN, OTHER]), max_size=8))
    def test_without_loss_elements_count_as_with_overlap_ignored(self, run):
        for name in ("Prec", "Rec", "MAP"):
            form = f"FetchBrowse-{name}(level=element,overlap={{}},clusters=union)"
            assert value(form.format("on,alpha=0"), run) == value(form.format("off"), run)

    @given(st.lists(st.sampled_from(RUN), max_size=8), st.sampled_from([0, 0.25, 0.5, 1]))
    def test_of_a_single_article_it_is_hixeval(self, run, alpha):
        fetched = value(f"FetchBrowse-MAP(level=element,overlap=on,alpha={alpha})", run)
        assert fetched == pytest.approx(value(f"HiXEval-MAP(overlap=on,alpha={alpha})", run))

    def test_a_single_result_is_all_that_precision_is_about(self):
        assert value("FetchBrowse-Prec(level=element,overlap=on)", [TITLE]) == 1
        assert value("FetchBrowse-Prec(level=element,overlap=on)", [self.OTHER]) == 0

    def test_of_the_ranking_of_articles_1500_count(self):
        value, share = np.zeros(1501), np.zeros(1501)
        value[-2:], share[-2:] = (30, 20), (0.5, 1)
        ranking = Clusters((HighlightedGains(value, share, 100.0),), 0, True)
        assert bind("FetchBrowse-Rec(level=article,overlap=on)").metric.measure(ranking, None) == 0.3
        assert bind("FetchBrowse-Prec(level=article,overlap=on)").metric.measure(ranking, None) == 0.5 / 1500

    def test_a_list_without_anything_to_be_found_counts_0(self):
        lists = Clusters((0.25, float("nan"), 0.5), 1, True)
        assert mean_over_clusters(lists, lambda value: value) == 0.75 / 4
        assert mean_over_clusters(Clusters((), 0, True), lambda value: value) == 0
        assert np.isnan(mean_over_clusters(Clusters((0.5,), 0, False), lambda value: value))

    def test_the_curve_within_articles_is_their_mean(self):
        """The section is the ideal element with gain 2; the title gains 1, the section after it nothing."""
        fetched = effort_curve("element", "on", [TITLE, SECTION, self.OTHER])
        # The ideal ranking has the gain at rank x, the run at 2x; the other article counts 0.
        assert fetched.tolist() == pytest.approx([0.5 / 2] * 50 + [0] * 50)

    def test_the_curve_of_articles_ranks_them_by_their_best_elements(self):
        assert effort_curve("article", "off", [TITLE]).tolist() == [1] * 100
        recall = np.arange(1, 101) / 100
        # Rank 1 gains nothing, so that what the ideal ranking has at rank x, the run has at 1 + x.
        assert effort_curve("article", "off", [self.OTHER, TITLE]) == pytest.approx(recall / (1 + recall))

    def test_which_articles_are_averaged_over(self):
        """Of two relevant articles one is returned, after one that is not relevant."""
        judged = highlighted({("a", "/article[1]"): (1, 30, 30), ("b", "/article[1]"): (2, 10, 10)})
        run = [self.OTHER, ("a", "/article[1]")]
        for name in ("FetchBrowse-MAep(level=element,quant=gen,", "FetchBrowse-MAP(level=element,"):
            found = [
                value(f"{name}overlap=on{clusters})", run, judged)
                for clusters in ("", ",clusters=relevant", ",clusters=union")
            ]
            assert found == pytest.approx([1 / 2, 1 / 2, 1 / 3])
            assert value(f"{name}overlap=on,clusters=relevant)", [*run, ("b", "/article[1]")], judged) == 1
            assert value(f"{name}overlap=on,clusters=relevant)", [], judged) == 0

    def test_an_article_may_gain_what_the_whole_article_does(self):
        """Article a has the best paragraph, b the better whole."""
        judged = highlighted(
            {
                ("a", "/article[1]"): (1, 100, 10),
                ("a", "/article[1]/p[1]"): (1, 10, 10),
                ("b", "/article[1]"): (1, 100, 90),
            }
        )
        run = [("b", "/article[1]"), ("a", "/article[1]")]
        best, whole = (
            f"FetchBrowse-MAep(level=article,quant=gen,overlap=off{more})"
            for more in ("", ",article_gain=article")
        )
        # Gains 0.9, 1 of ideal 1, 0.9: rank 1 has what the ideal one has at 0.9.
        assert value(best, run, judged) == pytest.approx((0.9 + 1) / 2)
        # Gains 0.9, 0.1 of ideal 0.1, 0.9: rank 1 has what the ideal one has at 1 + 0.8 / 0.9.
        assert value(whole, run, judged) == pytest.approx((1 + 8 / 9 + 1) / 2)

    @pytest.mark.parametrize("level", ["article", "element"])
    def test_a_curve_without_results_is_0_and_without_relevant_text_undefined(self, level):
        assert effort_curve(level, "off", []).tolist() == [0] * 100
        assert effort_curve(level, "off", [self.OTHER]).tolist() == [0] * 100
        nothing = highlighted({TITLE: ("?", 30, 0)})
        assert np.isnan(effort_curve(level, "off", [TITLE], nothing)).all()

    def test_without_results(self):
        assert value("FetchBrowse-MAP(level=element,overlap=on)", []) == 0


@given(st.lists(st.sampled_from([*RUN, ("other", "/article[1]")]), max_size=8))
def test_seen_text_counts_once(run):
    found = values(run)
    assert found.value(bind("HiXEval-R(overlap=on)@10")) <= 1 + 1e-12
    for measure in ("HiXEval-MAP", "HiXEval-iMAP"):
        for overlap in ("on", "off"):
            assert 0 <= found.value(bind(f"{measure}(overlap={overlap})")) <= 1 + 1e-12


@given(st.permutations(RUN))
def test_order_does_not_matter_to_what_is_found_in_the_end(run):
    assert value("HiXEval-R(overlap=on)@4", run) == pytest.approx(1)
    assert np.isclose(value("HiXEval-R(overlap=off)@4", run), 1)
