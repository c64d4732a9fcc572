// The first results of the two runs for a topic: the chosen one, or that on which the runs differ most.
window.firstResults = function (about, now, page) {
  "use strict";

  const { make, compareIds } = wording;
  const place = document.getElementById("rankings");
  const list = document.getElementById("results-topic");
  const topics = about.topics.filter(({ results }) => results).sort((one, other) => compareIds(one.topic, other.topic));

  function shown() {
    const sizes = new Map(now.result.topics.map(({ topic, difference }) => [about.topics[topic], Math.abs(difference)]));
    const size = (topic) => sizes.get(topic) ?? -1;
    return now.topic ?? topics.reduce((most, topic) => (size(topic) > size(most) ? topic : most));
  }

  function show() {
    if (!topics.length || !now.result) return;
    const topic = shown();
    list.selectedIndex = topics.indexOf(topic);
    const part = page.loaded(topic.results, `results ${about.task} ${topic.topic}`, show);
    place.setAttribute("aria-busy", String(!part));
    if (!part) return;
    const name = `Topic ${topic.topic}`;
    place.querySelector("[data-topic]").replaceChildren(topic.link ? make("a", { href: topic.link }, name) : name);
    const runs = now.runs.map((row) => ({ ...about.runs[row], row }));
    rankings.fill(place, part, runs);
  }

  for (const { topic, title } of topics) list.append(new Option(title ? `${topic}: ${title}` : topic));
  list?.addEventListener("change", () => page.choose(topics[list.selectedIndex]));

  return { show, topics };
};
