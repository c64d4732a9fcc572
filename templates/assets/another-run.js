// The run that the reader chooses on a run's page, and the link to the comparison with it.
(function () {
  "use strict";

  const place = document.getElementById("another-run");
  const { part, run, compare } = place.dataset;
  const runs = window.compared?.[part];
  if (!runs) return; // the script of the runs is not there: the links to some of them stay
  const select = place.querySelector("select");
  const link = place.querySelector("a");
  const show = () => (link.href = `${compare}#${new URLSearchParams({ a: run, b: select.value })}`);

  for (const [name, label] of runs) if (name !== run) select.append(new Option(label, name));
  select.addEventListener("change", show);
  // A browser that goes back to the page restores its choice.
  addEventListener("pageshow", show);
  place.hidden = false;
})();
