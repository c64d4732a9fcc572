// Elements, and numbers as the site writes them (inexreport/rendering/text.py).
window.wording = (function () {
  "use strict";

  const UNDEFINED = "–";
  const LOWEST_PROBABILITY = 0.0001;
  const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    Object.assign(element, attributes);
    element.append(...content);
    return element;
  }

  function score(value, unit = "") {
    return isKnown(value) ? value.toFixed(unit === "%" ? 2 : 4) : UNDEFINED;
  }

  function signed(value) {
    if (!isKnown(value)) return UNDEFINED;
    const text = value.toFixed(4);
    if (Number(text) === 0) return "0.0000";
    return value > 0 ? `+${text}` : text.replace("-", "−");
  }

  function probability(value) {
    if (!isKnown(value)) return UNDEFINED;
    return value < LOWEST_PROBABILITY ? "<0.0001" : value.toFixed(4);
  }

  // A number with all its digits beside what is shown of it.
  function number(value, text) {
    return isKnown(value) ? make("data", { value: String(value) }, text) : text;
  }

  function topics(count) {
    return count === 1 ? "1 topic" : `${count} topics`;
  }

  return { isKnown, make, score, signed, probability, number, topics };
})();
