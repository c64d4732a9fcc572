// Two runs by one metric, from the scores that a script of the page brings: differences, counts and tests.
window.twoRuns = function (about) {
  "use strict";

  const tests = pairedTests(about.method);
  const size = about.topics.length;
  const TUKEY = "randomised_tukey_hsd";
  const TIED = 5e-11; // scores are compared with ten decimals, as ranks are

  function unpacked(text) {
    const octets = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Float64Array(octets.buffer);
  }

  // Scores and corrected p are packed in the script; they are unpacked once.
  function prepared(part) {
    if (typeof part.scores === "string") {
      part.scores = unpacked(part.scores);
      for (const [test, packed] of Object.entries(part.corrected ?? {})) part.corrected[test] = unpacked(packed);
    }
    return part;
  }

  function scoresOf(part, run) {
    return part.scores.subarray(run * size, (run + 1) * size);
  }

  // The published p, corrected for all pairs, of two runs in any order; NaN if they are not a tested pair.
  function published(part, test, a, b) {
    const [higher, lower] = isAhead(part, a, b) ? [a, b] : [b, a];
    return correctedOf(part, test, higher, lower);
  }

  const isUnranked = (part, run) => part.ranks[run] === null;

  // Whether the first of the two is the higher one; equal ones are in the order of the page's runs.
  function isAhead(part, a, b) {
    if (isUnranked(part, a) || isUnranked(part, b)) {
      const [first, second] = [a, b].map((run) => part.means[run] ?? -Infinity);
      return first === second || Math.abs(first - second) <= TIED ? a < b : first > second;
    }
    return part.ranks[a] === part.ranks[b] ? a < b : part.ranks[a] < part.ranks[b];
  }

  // How many runs, the best ones, have the pairs whose p are given: n runs have n (n - 1) / 2.
  function testedRuns(part) {
    const pairs = Object.values(part.corrected)[0].length;
    return (1 + Math.sqrt(1 + 8 * pairs)) / 2;
  }

  // Whether the metric is the one by which the pairs of the task are tested, and two runs are a tested pair.
  function isTested(part, ...runs) {
    return Boolean(part.corrected) && runs.every((run) => !isUnranked(part, run) && run < testedRuns(part));
  }

  function correctedOf(part, test, higher, lower) {
    if (!isTested(part, higher, lower)) return NaN;
    const tested = testedRuns(part);
    return part.corrected[test][higher * tested - (higher * (higher + 1)) / 2 + lower - higher - 1];
  }

  // The mean of the differences of two tested runs over the topics for which all tested runs have a score.
  function commonMean(part, differences) {
    const runs = Array.from({ length: testedRuns(part) }, (_, run) => scoresOf(part, run));
    const common = differences.filter((_, topic) => runs.every((scores) => !Number.isNaN(scores[topic])));
    return common.reduce((sum, one) => sum + one, 0) / common.length;
  }

  // The test of all pairs at once is made beforehand.
  function tukey(part, differences, higher, lower) {
    const p = correctedOf(part, TUKEY, higher, lower);
    return { statistic: Number.isNaN(p) ? NaN : commonMean(part, differences), p };
  }

  function effectSize(part, differences, a, b) {
    return isTested(part, a, b) && part.deviation !== null ? commonMean(part, differences) / part.deviation : NaN;
  }

  function compare(part, a, b) {
    const { ranks, means, signs, resamples } = prepared(part);
    const [higher, lower] = isAhead(part, a, b) ? [a, b] : [b, a];
    const tested = tests.differences(scoresOf(part, higher), scoresOf(part, lower));
    const all = tests.differences(scoresOf(part, a), scoresOf(part, b));
    const topics = all
      .map((difference, topic) => ({ topic, difference, a: scoresOf(part, a)[topic], b: scoresOf(part, b)[topic] }))
      .filter(({ difference }) => !Number.isNaN(difference))
      .sort((one, other) => other.difference - one.difference || one.topic - other.topic);
    const compute = {
      [TUKEY]: () => tukey(part, tested, higher, lower),
      t: () => tests.tTest(tested),
      wilcoxon: () => tests.wilcoxon(tested),
      randomization: () => tests.randomization(tested, signs),
    };
    const made = Object.keys(about.tests).filter((test) => test !== TUKEY || part.corrected);
    return {
      higher,
      lower,
      topics,
      means: [means[a], means[b]],
      ranks: [ranks[a], ranks[b]],
      counts: count(topics),
      mean: meanOf(topics),
      interval: tests.interval(all, resamples),
      effectSize: effectSize(part, all, a, b),
      tests: made.map((test) => ({
        test,
        ...compute[test](),
        corrected: correctedOf(part, test, higher, lower),
      })),
    };
  }

  function count(topics) {
    const wins = topics.filter(({ difference }) => difference > TIED).length;
    const losses = topics.filter(({ difference }) => difference < -TIED).length;
    return { wins, losses, ties: topics.length - wins - losses };
  }

  function meanOf(topics) {
    return topics.length ? topics.reduce((sum, { difference }) => sum + difference, 0) / topics.length : NaN;
  }

  const scores = (part, runs) => runs.map((run) => scoresOf(prepared(part), run));

  return { compare, count, meanOf, published, scores };
};
