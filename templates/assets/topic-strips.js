// A strip for each topic: a line for the score of each run, and where the median and one marked run are among them.
window.topicStrips = function (about) {
  "use strict";

  const { make, score, isKnown } = wording;
  const WIDTH = 240;
  const HEIGHT = 24;

  function drawn(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  }

  // One path for all runs: a page of 1,000 runs and 50 topics has 50 of them.
  function linesAt(values, [low, high], kind) {
    const place = (value) => ((WIDTH * (value - low)) / (high - low)).toFixed(1);
    return drawn("path", { class: kind, "vector-effect": "non-scaling-stroke", d: values.filter(isKnown).map((value) => `M${place(value)} 0V${HEIGHT}`).join("") });
  }

  function stripOf({ part, scores, medians }, topic, marked, unit) {
    const { topic: id, title, link } = about.topics[topic];
    const values = scores.map((run) => run[topic]);
    const own = marked < 0 ? [] : [scores[marked][topic]];
    const median = medians[topic];
    const ends = [...values].filter(isKnown).sort((one, other) => one - other);
    const text = [...own.map((one) => score(one, unit)), `median ${score(median, unit)}`].join("; ");
    const picture = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    picture.setAttribute("aria-label", `Topic ${id}, lowest ${score(ends[0], unit)}, highest ${score(ends.at(-1), unit)}`);
    for (const [kind, at] of [["all", values], ["middle", [median]], ["own", own]]) picture.append(linesAt(at, part.domain, kind));
    const name = link ? make("a", { href: link }, id) : id;
    return make("li", {}, make("p", { className: "topic", title }, name, " ", title), picture, make("p", { className: "reading" }, text));
  }

  // `order` has the places of the topics in `about`, `chosen` those that count, `marked` the place of the marked run, −1 without one.
  return function (list, known, { order, chosen, marked, unit }) {
    list.replaceChildren(
      ...order.map((topic) => {
        const strip = stripOf(known, topic, marked, unit);
        strip.classList.toggle("left-out", !chosen.has(topic));
        return strip;
      }),
    );
  };
};
