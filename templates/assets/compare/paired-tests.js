// The tests of inexreport/statistics/paired_tests.py, and the interval of score_intervals.py, for one pair of runs.
// Differences are those of all topics in their order, NaN where one of the two has no score; the page gives the constants.
window.pairedTests = function (method) {
  "use strict";

  const UNDEFINED = { statistic: NaN, p: NaN };
  const SCALE = 10 ** method.decimals;

  function rounded(value) {
    const scaled = value * SCALE;
    const nearest = Math.round(scaled);
    return (nearest - scaled === 0.5 && nearest % 2 ? nearest - 1 : nearest) / SCALE;
  }

  function differences(better, worse) {
    return Array.from(better, (score, topic) => rounded(score - worse[topic]));
  }

  const isKnown = (value) => !Number.isNaN(value);
  const total = (values) => values.reduce((sum, value) => sum + value, 0);
  const mean = (values) => total(values) / values.length;

  // Differences that are not 0; none if fewer than two topics count.
  function used(all) {
    const known = all.filter(isKnown);
    return known.length < 2 ? [] : known.filter((value) => value !== 0);
  }

  function tTest(all) {
    const known = all.filter(isKnown);
    if (known.length < 2 || known.every((value) => value === known[0])) return UNDEFINED;
    const middle = mean(known);
    const variance = total(known.map((value) => (value - middle) ** 2)) / (known.length - 1);
    const statistic = middle / Math.sqrt(variance / known.length);
    return { statistic, p: distributions.studentTail(statistic, known.length - 1) };
  }

  // Twice the rank of each size, so that shared mean ranks are whole numbers too.
  function doubledRanks(sizes) {
    const order = sizes.map((_, i) => i).sort((one, other) => sizes[one] - sizes[other]);
    const ranks = new Array(sizes.length);
    let tied = false;
    for (let first = 0, next; first < order.length; first = next) {
      for (next = first + 1; next < order.length && sizes[order[next]] === sizes[order[first]]; ) next++;
      for (let place = first; place < next; place++) ranks[order[place]] = first + 1 + next;
      tied ||= next - first > 1;
    }
    return { ranks, tied };
  }

  function wilcoxon(all) {
    const values = used(all);
    const n = values.length;
    if (n === 0) return UNDEFINED;
    const { ranks, tied } = doubledRanks(values.map(Math.abs));
    const reached = total(ranks.filter((_, i) => values[i] > 0));
    const exact = n <= method.exact_up_to || (!tied && n <= method.exact_without_ties_up_to);
    return { statistic: reached / 2, p: exact ? shareOfSums(ranks, reached) : approximated(ranks, reached / 2) };
  }

  // Share of the ways to choose some of the ranks whose sum is at least that one.
  function shareOfSums(ranks, least) {
    const ways = new Float64Array(total(ranks) + 1);
    ways[0] = 1;
    for (const rank of ranks) for (let sum = ways.length - 1; sum >= rank; sum--) ways[sum] += ways[sum - rank];
    return total(ways.subarray(least)) / 2 ** ranks.length;
  }

  function approximated(ranks, statistic) {
    const n = ranks.length;
    const sharing = new Map();
    for (const rank of ranks) sharing.set(rank, (sharing.get(rank) ?? 0) + 1);
    const ties = total([...sharing.values()].map((t) => t * (t * t - 1)));
    const variance = (n * (n + 1) * (2 * n + 1) - ties / 2) / 24;
    return distributions.normalTail((statistic - (n * (n + 1)) / 4) / Math.sqrt(variance));
  }

  // `position` is where the generator of signs begins.
  function randomization(all, position) {
    const values = used(all);
    if (values.length === 0) return UNDEFINED;
    const few = values.length <= method.exact_up_to;
    const least = total(values) - method.rounding * total(values.map(Math.abs));
    return { statistic: mean(all.filter(isKnown)), p: few ? shareOfAllSigns(values, least) : shareOfSigns(all, least, position) };
  }

  function shareOfAllSigns(values, least) {
    const ways = 2 ** values.length;
    let reached = 0;
    for (let way = 0; way < ways; way++) {
      let sum = 0;
      for (let i = 0; i < values.length; i++) sum += (way >> i) & 1 ? Math.abs(values[i]) : -Math.abs(values[i]);
      if (sum >= least) reached++;
    }
    return reached / ways;
  }

  let signs = {};

  function shareOfSigns(all, least, position) {
    if (signs.position !== position) signs = { position, bits: repeatableDraws.bits(position, method.draws * all.length) };
    const { bits } = signs;
    const topics = [...all.keys()].filter((topic) => all[topic]);
    const values = Float64Array.from(topics, (topic) => all[topic]);
    let reached = 1; // the observed signs
    for (let draw = 0, start = 0; draw < method.draws; draw++, start += all.length) {
      let sum = 0;
      for (let i = 0; i < values.length; i++) {
        const place = start + topics[i];
        sum += (bits[place >> 3] >> (7 - (place & 7))) & 1 ? values[i] : -values[i];
      }
      if (sum >= least) reached++;
    }
    return reached / (method.draws + 1);
  }

  let resamples = {};

  // Percentile bootstrap of the mean: topics are drawn with replacement.
  function interval(all, position) {
    if (all.filter(isKnown).length < 2) return [NaN, NaN];
    const size = all.length;
    if (resamples.position !== position) {
      resamples = { position, places: repeatableDraws.places(position, method.resamples * size, size) };
    }
    const means = [];
    for (let start = 0; start < resamples.places.length; start += size) {
      let sum = 0;
      let counted = 0;
      for (let i = start; i < start + size; i++) {
        const value = all[resamples.places[i]];
        if (isKnown(value)) {
          sum += value;
          counted++;
        }
      }
      if (counted) means.push(sum / counted);
    }
    const ascending = Float64Array.from(means).sort();
    const tail = (1 - method.confidence / 100) / 2;
    return [tail, 1 - tail].map((share) => rounded(quantile(ascending, share)));
  }

  function quantile(ascending, share) {
    const place = share * (ascending.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, ascending.length - 1);
    return ascending[below] + (ascending[above] - ascending[below]) * (place - below);
  }

  return { differences, tTest, wilcoxon, randomization, interval };
};
