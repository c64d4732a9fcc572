// Two runs by one metric, from the scores that a script of the page brings: differences, counts and the published tests.
window.twoRuns = function (about) {
  "use strict";

  const size = about.topics.length;
  const { TIED } = wording;

  function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Float64Array(bytes.buffer);
  }

  // Numbers are packed in the script; they are unpacked once.
  function unpack(part) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === "string") part[name] = unpacked(value);
      else if (name === "p" || name === "corrected") unpack(value);
    }
    return part;
  }

  function scoresOf(part, run) {
    unpack(part);
    return part.scores.subarray(run * size, (run + 1) * size);
  }

  // The published numbers of two runs, from what the scripts of the chosen runs bring; null if they are not a tested pair.
  function published(pairsOf, a, b) {
    const [higher, lower] = a < b ? [a, b] : [b, a];
    const pairs = pairsOf?.get(higher) && unpack(pairsOf.get(higher));
    const place = lower - higher - 1;
    if (!pairs || place >= pairs.low.length) return null;
    const [low, high, effectSize] = [pairs.low[place], pairs.high[place], pairs.effectSize[place]];
    return {
      higher,
      lower,
      interval: higher === a ? [low, high] : [-high, -low],
      effectSize: higher === a ? effectSize : -effectSize,
      tests: Object.keys(about.tests).map((test) => ({ test, p: pairs.p[test][place], corrected: pairs.corrected[test][place] })),
    };
  }

  function compare(part, pairsOf, a, b) {
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
      ...published(pairsOf, a, b),
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
