// Two runs by one metric, from the scores that a script of the page brings: differences, counts and tests.
window.twoRuns = function (about) {
  "use strict";

  const tests = pairedTests(about.method);
  const size = about.topics.length;
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

  const isUnranked = (part, run) => part.ranks[run] === null;

  // Whether the first of the two is the higher one; equal ones are in the order of the page's runs.
  function isAhead(part, a, b) {
    if (isUnranked(part, a) || isUnranked(part, b)) {
      const [first, second] = [a, b].map((run) => part.means[run] ?? -Infinity);
      return first === second || Math.abs(first - second) <= TIED ? a < b : first > second;
    }
    return part.ranks[a] === part.ranks[b] ? a < b : part.ranks[a] < part.ranks[b];
  }

  // Corrected p of two runs, if the metric is the one by which all pairs of the task are tested.
  function correctedOf(part, test, higher, lower) {
    if (!part.corrected || isUnranked(part, higher) || isUnranked(part, lower)) return NaN;
    const ranked = part.ranks.filter((rank) => rank !== null).length;
    return part.corrected[test][higher * ranked - (higher * (higher + 1)) / 2 + lower - higher - 1];
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
    const results = {
      t: tests.tTest(tested),
      wilcoxon: tests.wilcoxon(tested),
      randomization: tests.randomization(tested, signs),
    };
    return {
      higher,
      lower,
      topics,
      means: [means[a], means[b]],
      ranks: [ranks[a], ranks[b]],
      counts: count(topics),
      mean: meanOf(topics),
      interval: tests.interval(all, resamples),
      tests: Object.entries(results).map(([test, result]) => ({
        test,
        ...result,
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

  return { compare, count, meanOf };
};
