// Explains the difference between two runs in a sentence.
//
// The winner is the run with the higher mean over the common topics; its gains are its differences on the topics that it wins.
// The topics with the largest gains are named if at most three of them make up half of all gains, or else a third, and if they are
// fewer than half of the topics that it wins. Topics with equal gains are named together or not at all. Otherwise the sentence says
// how many topics make up half of the gains, if the winner wins on three or more.
window.explanation = (function () {
  "use strict";

  const TIED = 5e-11; // scores are compared with ten decimals, as ranks are
  const MOST_NAMED = 3;
  const SHARES = [1 / 2, 1 / 3];
  const ROUNDING = 1e-12;

  const total = (values) => values.reduce((sum, value) => sum + value, 0);
  const list = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);
  const counted = (topics) => (topics === 1 ? "1 topic" : `${topics} topics`);

  // The smallest number of gains, largest first, whose sum reaches a share of all gains.
  function fewest(gains, share) {
    const wanted = share * total(gains) - ROUNDING;
    let count = 0;
    for (let sum = 0; sum < wanted; count++) sum += gains[count];
    return count;
  }

  // The number of gains including all that equal the last one.
  function withTied(gains, count) {
    const next = gains.findIndex((gain, place) => place >= count && gains[count - 1] - gain > TIED);
    return next < 0 ? gains.length : next;
  }

  function sourceOfGains(winner, won) {
    const gains = won.map(({ gain }) => gain);
    if (won.length === 1) return `; ${winner}’s whole gain is on topic ${won[0].topic}`;
    for (const share of SHARES) {
      const count = withTied(gains, fewest(gains, share));
      if (count > MOST_NAMED || 2 * count >= won.length) continue;
      const percent = Math.round((100 * total(gains.slice(0, count))) / total(gains));
      const named = won.slice(0, count).map(({ topic }) => topic);
      return `; ${percent}% of ${winner}’s gains come from ${count === 1 ? "topic" : "topics"} ${list(named)}`;
    }
    const half = `; at least half of ${winner}’s gains come from ${fewest(gains, SHARES[0])} of these ${won.length} topics`;
    return won.length > 2 ? half : "";
  }

  function equalTopics(ties) {
    return ties ? `, and ${ties} ${ties === 1 ? "is" : "are"} equal` : "";
  }

  // `rows` are the common topics, each with its name and the difference A − B; `names` are those of the two runs.
  return function (rows, names = ["A", "B"]) {
    const all = rows.length;
    if (!all) return "No topic has scores of both runs.";
    const signed = total(rows.map(({ difference }) => difference)) / all;
    const isEqual = Math.abs(signed) <= TIED;
    const sign = !isEqual && signed < 0 ? -1 : 1;
    const [winner, loser] = sign > 0 ? names : [names[1], names[0]];
    const won = rows
      .map(({ topic, difference }, place) => ({ topic, gain: sign * difference, place }))
      .filter(({ gain }) => gain > TIED)
      .sort((one, other) => other.gain - one.gain || one.place - other.place);
    const lost = rows.filter(({ difference }) => sign * difference < -TIED).length;
    const ties = all - won.length - lost;
    if (ties === all) return `${list(names)} are equal on ${all === 1 ? `the only topic, ${rows[0].topic}` : `all ${all} topics`}.`;
    if (all === 1) return `${winner} wins on the only topic, ${rows[0].topic}.`;
    const results = `${won.length} of ${counted(all)}, ${loser} on ${lost}${equalTopics(ties)}`;
    if (isEqual) return `${list(names)} have the same mean: ${winner} wins on ${results}.`;
    const start = won.length < lost ? `${winner} has the higher mean, but wins on only ${results}` : `${winner} wins on ${results}`;
    return `${start}${sourceOfGains(winner, won)}.`;
  };
})();
