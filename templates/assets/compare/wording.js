// Elements, and numbers as the site writes them (inexreport/rendering/text.py).
window.wording = (function () {
  "use strict";

  const UNDEFINED = "–";
  const LOWEST_PROBABILITY = 0.0001;
  const SIDES = [..."ABCDEFGH"]; // names of the runs that are compared
  const TIED = 5e-11; // scores are compared with ten decimals, as ranks are
  const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    Object.assign(element, attributes);
    element.append(...content);
    return element;
  }

  // With a true minus, and no minus before a zero.
  function rounded(value, decimals) {
    const text = value.toFixed(decimals);
    return text.replace("-", Number(text) === 0 ? "" : "−");
  }

  function score(value, unit = "") {
    return isKnown(value) ? rounded(value, unit === "%" ? 2 : 4) : UNDEFINED;
  }

  function signed(value) {
    if (!isKnown(value)) return UNDEFINED;
    const text = rounded(value, 4);
    return Number(text) > 0 ? `+${text}` : text;
  }

  function probability(value) {
    if (!isKnown(value)) return UNDEFINED;
    return value < LOWEST_PROBABILITY ? "<0.0001" : value.toFixed(4);
  }

  // A rounded number, with the full value in its element.
  function number(value, text) {
    return isKnown(value) ? make("data", { value: String(value) }, text) : text;
  }

  function topics(count) {
    return count === 1 ? "1 topic" : `${count} topics`;
  }

  function list(items) {
    return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
  }

  // 9 before 10.
  const compareIds = new Intl.Collator("en", { numeric: true }).compare;

  return { SIDES, TIED, isKnown, make, score, signed, probability, number, topics, list, compareIds };
})();
