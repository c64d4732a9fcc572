// The first results of two runs that the reader chooses, side by side.
(function () {
  "use strict";

  const SIDES = ["a", "b"];
  const UNDEFINED = "–";

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    Object.assign(element, attributes);
    element.append(...content);
    return element;
  }

  function setUp(data) {
    const about = JSON.parse(data.textContent);
    const place = document.getElementById(data.dataset.rankings);
    const selects = SIDES.map((side) => document.getElementById(`${place.id}-${side}`));

    function cells(rank, own, other) {
      const number = own[rank];
      if (number === undefined) return ["name", "", ""].map((className) => make("td", { className }, UNDEFINED));
      const name = about.documents[number];
      // A pattern without a place for the name is an address all the same.
      const address = about.pattern.replaceAll("{docno}", () => encodeURIComponent(name));
      const found = other.indexOf(number) + 1;
      return [
        make("td", { className: "name" }, address ? make("a", { href: address, rel: "external noopener" }, name) : name),
        make("td", {}, String(about.grades[number] ?? UNDEFINED).replace("-", "−")),
        make("td", {}, String(found || UNDEFINED)),
      ];
    }

    function show() {
      const chosen = selects.map((select) => Number(select.value));
      const [a, b] = chosen.map((run) => about.first[run]);
      const rows = Array.from({ length: Math.max(a.length, b.length) }, (_, rank) =>
        make("tr", {}, make("th", { scope: "row" }, String(rank + 1)), ...cells(rank, a, b), ...cells(rank, b, a)),
      );
      place.querySelector("tbody").replaceChildren(...rows);
      SIDES.forEach((side, i) => {
        const { label, link } = about.runs[chosen[i]];
        place.querySelector(`[data-run="${side}"]`).replaceChildren(make("a", { href: link }, label));
      });
    }

    selects.forEach((select, side) => {
      about.runs.forEach(({ label }, run) => select.append(new Option(label, run, false, run === side)));
      select.addEventListener("change", show);
    });
    place.querySelector("[data-choices]").hidden = false;
    // A browser that goes back to the page restores its choice.
    addEventListener("pageshow", show);
  }

  document.querySelectorAll("script[data-rankings]").forEach(setUp);
})();
