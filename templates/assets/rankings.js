// The first results of two runs side by side: runs that the reader chooses on a topic page, or those of a compare page.
window.rankings = (function () {
  "use strict";

  const SIDES = ["a", "b"];
  const UNDEFINED = "–";

  function make(name, attributes, ...content) {
    const element = document.createElement(name);
    Object.assign(element, attributes);
    element.append(...content);
    return element;
  }

  // The cells of a result: its article and place, what was judged of it, and its rank in the other run.
  function cells(part, rank, own, other, judged) {
    const number = own[rank];
    if (number === undefined) {
      return ["name", ...Array(judged + 1).fill("")].map((className) => make("td", { className }, UNDEFINED));
    }
    const [name, place, ...judgements] = part.results[number];
    // A pattern without a placeholder is the address itself.
    const address = part.pattern.replaceAll("{docno}", () => encodeURIComponent(name));
    const article = address ? make("a", { href: address, rel: "external noopener" }, name) : name;
    const found = other.indexOf(number) + 1;
    const shared = found ? "shared" : "";
    return [
      make("td", { className: `name ${shared}` }, article, ...(place ? [" ", make("span", { className: "place" }, place)] : [])),
      ...[...judgements, found || null].map((text) => make("td", { className: shared }, String(text ?? UNDEFINED))),
    ];
  }

  // The number of shared results, and of unjudged results of each run.
  function overlapOf(part, a, b) {
    const shared = a.filter((number) => b.includes(number)).length;
    const both = `${shared || "No"} ${part.item}${shared === 1 ? " is" : "s are"} among the first results of both runs.`;
    const articles = part.item === "result" ? articlesOf(part, a, b) : "";
    const sides = [a, b].map((own, side) => {
      // The last of a result's texts is judged; the first may be its length.
      const unjudged = own.filter((number) => part.results[number].slice(2).at(-1) == null).length;
      return own.length ? `${unjudged} of ${own.length} in ${"AB"[side]}` : `${"AB"[side]} has no results`;
    });
    return a.length || b.length ? `${both}${articles} ${part.unjudged}: ${sides.join(", ")}.` : "Neither run has results for this topic.";
  }

  // From how many articles both runs have results.
  function articlesOf(part, a, b) {
    const [one, other] = [a, b].map((own) => new Set(own.map((number) => part.results[number][0])));
    const shared = [...one].filter((article) => other.has(article)).length;
    return shared ? ` Both have results from the same ${shared === 1 ? "article" : `${shared} articles`}.` : "";
  }

  // Fills the table in `place` with two runs: their row in the part, label and link.
  function fill(place, part, runs) {
    const [a, b] = runs.map(({ row }) => part.first[row]);
    const judged = Number(place.querySelector("table").dataset.judged);
    const rows = Array.from({ length: Math.max(a.length, b.length) }, (_, rank) =>
      make("tr", {}, make("th", { scope: "row" }, String(rank + 1)), ...cells(part, rank, a, b, judged), ...cells(part, rank, b, a, judged)),
    );
    place.querySelector("tbody").replaceChildren(...rows);
    place.querySelector("[data-overlap]").textContent = overlapOf(part, a, b);
    SIDES.forEach((side, i) => {
      const { label, link } = runs[i];
      place.querySelector(`[data-run="${side}"]`).replaceChildren(make("a", { href: link }, label));
    });
  }

  function setUp(data) {
    const about = JSON.parse(data.textContent);
    const part = window.compared?.[about.part];
    if (!part) return; // the script of the results is not there: the best two runs stay
    const place = document.getElementById(data.dataset.rankings);
    const selects = SIDES.map((side) => document.getElementById(`${place.id}-${side}`));
    const show = () => fill(place, part, selects.map((select) => about.runs[Number(select.value)]));
    const names = SIDES.map((side) => `${about.task}.${side}`); // in the address, as in links of a run's page

    function change() {
      const parts = pageAddress.read();
      const isInitial = selects.every((select, side) => Number(select.value) === side);
      selects.forEach((select, side) => (isInitial ? parts.delete(names[side]) : parts.set(names[side], about.runs[Number(select.value)].run)));
      pageAddress.write(parts);
      show();
    }

    function restore() {
      const parts = pageAddress.read();
      selects.forEach((select, side) => {
        const run = about.runs.findIndex((one) => one.run === parts.get(names[side]));
        select.value = String(run < 0 ? side : run);
      });
      show();
      if (names.some((name) => parts.has(name))) place.scrollIntoView();
    }

    selects.forEach((select) => {
      about.runs.forEach(({ label }, run) => select.append(new Option(label, run)));
      select.addEventListener("change", change);
    });
    place.querySelector("[data-choices]").hidden = false;
    // A browser that goes back to the page restores another choice than that of the address.
    addEventListener("pageshow", restore);
    addEventListener("hashchange", restore);
  }

  document.querySelectorAll("script[data-rankings]").forEach(setUp);
  return { fill };
})();
