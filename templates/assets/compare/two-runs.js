// Two runs by one metric, from the scores that a script of the page brings: differences, counts and the published tests.
window.twoRuns = function (about) {
  "use strict";

  const size = about.topics.length;
  const TIED = 5e-11; // scores are compared with ten decimals, as ranks are

  function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Float64Array(bytes.buffer);
  }

  // Numbers are packed in the script; they are unpacked once.
  function unpack(part) {
    if (typeof part.scores === "string") part.scores = unpacked(part.scores);
    if (typeof part.pairs?.low !== "string") return;
    const { effectSize, low, high, p, corrected } = part.pairs;
    Object.assign(part.pairs, { effectSize: unpacked(effectSize), low: unpacked(low), high: unpacked(high) });
    for (const of of [p, corrected]) for (const test of Object.keys(of)) of[test] = unpacked(of[test]);
  }

  function scoresOf(part, run) {
    unpack(part);
    return part.scores.subarray(run * size, (run + 1) * size);
  }

  // The published numbers of two runs, which are those of the page's order, the higher-ranked first; null if they are not a tested pair.
  function published({ pairs }, a, b) {
    const [higher, lower] = a < b ? [a, b] : [b, a];
    if (!pairs || lower >= pairs.tested) return null;
    const place = higher * pairs.tested - (higher * (higher + 1)) / 2 + lower - higher - 1;
    const [low, high, effectSize] = [pairs.low[place], pairs.high[place], pairs.effectSize[place]];
    return {
      higher,
      lower,
      interval: higher === a ? [low, high] : [-high, -low],
      effectSize: higher === a ? effectSize : -effectSize,
      tests: Object.keys(about.tests).map((test) => ({ test, p: pairs.p[test][place], corrected: pairs.corrected[test][place] })),
    };
  }

  function compare(part, a, b) {
    const [ofA, ofB] = scores(part, [a, b]);
    const topics = about.topics
      .map((_, topic) => ({ topic, difference: ofA[topic] - ofB[topic], a: ofA[topic], b: ofB[topic] }))
      .filter(({ difference }) => !Number.isNaN(difference))
      .sort((one, other) => other.difference - one.difference || one.topic - other.topic);
    return {
      topics,
      means: [part.means[a], part.means[b]],
      ranks: [part.ranks[a], part.ranks[b]],
      counts: count(topics),
      mean: meanOf(topics),
      interval: [NaN, NaN],
      effectSize: NaN,
      tests: null,
      ...published(part, a, b),
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

  const scores = (part, runs) => runs.map((run) => scoresOf(part, run));

  return { compare, count, meanOf, published, scores };
};
