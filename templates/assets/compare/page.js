// The page that compares runs: the choice of runs, which is kept in the address, and its results.
window.comparison = (function () {
  "use strict";

  const about = JSON.parse(document.getElementById("comparison").textContent);
  const { make, signed, topics: topicsOf } = wording;
  const element = (id) => document.getElementById(id);
  const selects = [element("run-a"), element("run-b")];
  const { compare, count, meanOf, published, scores } = twoRuns(about);
  const title = document.title;

  // What is shown: places of the runs, of which the first two have numbers of their own, the metric, the chosen topic, if any, the numbers, what they say, and
  // the section at which the page was opened.
  const now = { runs: [], metric: null, topic: null, part: null, pairsOf: null, result: null, selected: new Set(), section: null };
  const table = topicTable(about, now, (topics) => select(topics, "table"));
  const findings = comparisonFindings(about, now);
  const several = severalRuns(about, now, {
    loaded,
    published,
    scores,
    address: (runs) => addressOf(runs, now.metric),
    remove: (place) => (location.hash = addressOf(now.runs.filter((_, i) => i !== place), now.metric)),
  });
  const charts = comparisonCharts(about, now, { loaded, select });
  const sideBySide = firstResults(about, now, {
    loaded,
    choose: (topic) => (location.hash = addressOf(now.runs, now.metric, topic)),
  });

  const coming = new Map(); // elements that load a script, by its address

  // Numbers that a script of the page brings: at once if it is there, else `later` is called when it is.
  function loaded(script, key, later) {
    const part = window.compared?.[key];
    if (part) return part;
    if (coming.has(script)) {
      coming.get(script).addEventListener("load", later);
      return null;
    }
    const source = make("script", { src: script });
    coming.set(script, source);
    source.addEventListener("load", later);
    source.addEventListener("error", () => {
      coming.delete(script);
      complain(`The numbers of this comparison could not be loaded from ${script}.`);
      element("results").hidden ||= element("results").getAttribute("aria-busy") === "true";
    });
    document.head.append(source);
    return null;
  }

  function complain(...problems) {
    element("complaint").textContent = problems.join(" ");
    element("complaint").hidden = problems.length === 0;
  }

  // Address

  const KINDS = { a: "evaluated run", b: "evaluated run", run: "evaluated run", metric: "compared metric", topic: "topic with results" };

  function addressOf(runs, metric, topic = now.topic) {
    const [a, b, ...others] = runs.map((run) => about.runs[run].run);
    const further = metric === about.metrics[0] ? {} : { metric: metric.metric };
    const named = new URLSearchParams({ a, b, ...further, ...(topic && { topic: topic.topic }) });
    for (const run of others) named.append("run", run);
    return `#${named}`;
  }

  // The choice that an address names, the best two runs where it names none; null if it is another kind of address.
  function choiceIn(address) {
    const given = new URLSearchParams(address.slice(1));
    if (address.length > 1 && !Object.keys(KINDS).some((name) => given.has(name))) return null;
    const problems = [];

    function placeOf(name, items, key, otherwise) {
      return given.has(name) ? placeNamed(name, given.get(name), items, key, otherwise) : otherwise;
    }

    function placeNamed(name, value, items, key, otherwise) {
      const place = items.findIndex((item) => item[key] === value);
      if (place < 0) problems.push(`This task has no ${KINDS[name]} named “${value}”.`);
      return place < 0 ? otherwise : place;
    }

    const other = (run) => (run === 0 ? 1 : 0);
    const a = placeOf("a", about.runs, "run", 0);
    let b = placeOf("b", about.runs, "run", other(a));
    if (a === b) {
      problems.push("A run is not compared with itself.");
      b = other(a);
    }
    const named = given.getAll("run").map((run) => placeNamed("run", run, about.runs, "run", -1));
    const runs = [...new Set([a, b, ...named.filter((run) => run >= 0)])];
    if (runs.length > several.most) problems.push(`At most ${several.most} runs are compared; these are the first.`);
    return {
      runs: runs.slice(0, several.most),
      metric: about.metrics[placeOf("metric", about.metrics, "metric", 0)],
      topic: sideBySide.topics[placeOf("topic", sideBySide.topics, "topic", -1)] ?? null,
      problems,
    };
  }

  function followAddress() {
    // A page that is opened at one of its sections shows the best two runs first.
    if (!now.metric) now.section = element(location.hash.slice(1));
    const choice = choiceIn(location.hash) ?? (now.metric ? null : choiceIn(""));
    if (choice) {
      complain(...choice.problems);
      if (now.runs.join() !== choice.runs.join() || now.metric !== choice.metric) show(choice);
      else if (now.topic !== choice.topic) {
        now.topic = choice.topic;
        sideBySide.show();
      }
      if (choice.problems.length) return;
    }
    // An address always names what is shown, also after a jump within the page.
    const named = addressOf(now.runs, now.metric);
    if (location.hash !== named) location.replace(named);
  }

  // Choice

  function fillSelects() {
    const groups = new Map();
    about.runs.forEach((run, place) => groups.set(run.participant, [...(groups.get(run.participant) ?? []), place]));
    const named = [...groups].sort(([one], [other]) => (one === "") - (other === "") || one.localeCompare(other, "en"));
    for (const list of [...selects, element("further")]) {
      for (const [participant, places] of named) {
        const options = places.map((place) => new Option(about.runs[place].title, place));
        const grouped = groups.size > 1 || participant;
        list.append(...(grouped ? [make("optgroup", { label: participant || "Participant not known" }, ...options)] : options));
      }
    }
    for (const { metric } of about.metrics) element("metric").append(new Option(metric));
  }

  function chooseRun(side, run) {
    const runs = [...now.runs];
    // A run that is chosen already changes places with this one.
    const before = runs.indexOf(run);
    if (before >= 0) runs[before] = runs[side];
    runs[side] = run;
    location.hash = addressOf(runs, now.metric);
  }

  function setUpControls() {
    fillSelects();
    selects.forEach((list, side) => list.addEventListener("change", () => chooseRun(side, Number(list.value))));
    element("metric").addEventListener("change", (event) => {
      location.hash = addressOf(now.runs, about.metrics[event.target.selectedIndex]);
    });
    element("swap").addEventListener("click", () => chooseRun(0, now.runs[1]));
    element("add").addEventListener("click", () => {
      const run = Number(element("further").value);
      if (now.runs.includes(run)) complain("This run is among the compared runs already.");
      else location.hash = addressOf([...now.runs, run], now.metric);
    });
    element("clear-selection").addEventListener("click", () => select([], "table"));
    addEventListener("hashchange", followAddress);
  }

  // Two runs and several have different sections; the list beside the content has those that are shown.
  function listShownSections() {
    for (const link of document.querySelectorAll(".contents a")) {
      link.parentElement.hidden = Boolean(document.querySelector(link.hash)?.closest("[hidden]"));
    }
  }

  // The tests of each chosen run with the lower-ranked ones, by run; null where they are still to come.
  function pairsOfRuns(runs, later) {
    const tested = runs.filter((run) => about.runs[run].pairs);
    return new Map(tested.map((run) => [run, loaded(about.runs[run].pairs, `pairs ${about.runs[run].run}`, later)]));
  }

  function show({ runs, metric, topic }) {
    Object.assign(now, { runs, metric, topic });
    selects.forEach((list, side) => (list.value = runs[side]));
    element("metric").selectedIndex = about.metrics.indexOf(metric);
    const isPair = runs.length === 2;
    element("add").disabled = runs.length === Math.min(several.most, about.runs.length);
    element("further").value = about.runs.findIndex((_, run) => !runs.includes(run));
    document.title = `${runs.map((run) => about.runs[run].title).join(isPair ? " and " : ", ")} – ${title}`;
    const again = () => now.metric === metric && show(now);
    const part = loaded(metric.script, `scores ${metric.metric}`, again);
    const pairsOf = metric.metric === about.official ? pairsOfRuns(runs, again) : null;
    const isThere = part && (!pairsOf || [...pairsOf.values()].every(Boolean));
    element("results").setAttribute("aria-busy", String(!isThere));
    if (!isThere) return;
    Object.assign(now, { part, pairsOf, result: compare(part, pairsOf, runs[0], runs[1]) });
    element("results").hidden = false;
    element("two").hidden = !isPair;
    element("several").hidden = isPair;
    listShownSections();
    now.section?.scrollIntoView();
    now.section = null;
    for (const place of document.querySelectorAll("[data-metric]")) {
      place.replaceChildren(make("a", { className: "metric", href: metric.guide }, metric.metric));
    }
    if (isPair) findings.show();
    else several.show();
    table.fill();
    sideBySide.show();
    tellSelection();
    element("results").dispatchEvent(new Event("chartchange", { bubbles: true }));
  }

  // Selection of topics

  let brushed = false;

  function select(topics, by) {
    now.selected = new Set(topics);
    table.show();
    charts.show();
    tellSelection();
    // What is selected otherwise is no rectangle of the scatter plot.
    if (by !== "brush" && brushed) charts.redraw(element("scatter-chart"));
    brushed = by === "brush";
  }

  function tellSelection() {
    const chosen = now.result.topics.filter(({ topic }) => now.selected.has(topic));
    const { wins, losses, ties } = count(chosen);
    element("selection").textContent = chosen.length
      ? `${chosen.length} of ${topicsOf(now.result.topics.length)} selected: A is higher on ${wins}, B on ${losses}, ` +
        `${ties} equal; mean difference ${signed(meanOf(chosen))}.`
      : "No topics are selected.";
    element("clear-selection").disabled = chosen.length === 0;
  }

  setUpControls();
  element("comparing").hidden = false;
  followAddress();
  return charts;
})();
