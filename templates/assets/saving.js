// Saves a chart as it is shown, but for print: in light colours, at a fixed width, with a legend of its lines.
window.chartSaving = (function () {
  "use strict";

  const WIDTH = 480;
  const FONT = "Liberation Sans, Arial, Helvetica, sans-serif";
  const SVG = "http://www.w3.org/2000/svg";

  // Below a figure whose picture is not published as a file, or may differ from that by what the reader chose.
  function offer(place, draw, hasChoices) {
    const figure = place.closest("figure");
    if (figure.querySelector(".save") || (figure.querySelector(".print") && !hasChoices)) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "save";
    button.textContent = "Save as shown (SVG)";
    button.addEventListener("click", async () => save(place, figure, await draw()));
    const line = figure.querySelector(".download") ?? document.createElement("p");
    line.className = "download";
    line.append(" ", button);
    figure.append(line);
  }

  function save(place, figure, svg) {
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
    const said = [["title", "h3"], ["desc", ".summary"]].map(([name, source]) => {
      const element = picture.createElementNS(SVG, name);
      element.textContent = figure.querySelector(source).textContent;
      return element;
    });
    picture.documentElement.prepend(...said);
    // Relative links do not work in the saved file.
    for (const link of picture.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }));
    link.download = `${decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "")}-${place.id}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // On the page the legend is a list of buttons; a picture by itself needs one of its own.
  function withLegend(content, hidden) {
    const labels = {};
    for (const row of content.datasets.rows) if (row.front && !hidden.has(row.name)) labels[row.name] = row.run;
    const legend = { labelExpr: "lineNames[datum.value]", values: Object.keys(labels).map(Number), symbolType: "stroke", symbolSize: 400 };
    content.params = [...(content.params ?? []), { name: "lineNames", value: labels }];
    for (const { encoding } of content.layer) {
      for (const channel of ["color", "strokeDash"]) if (encoding?.[channel]) encoding[channel].legend = legend;
    }
    return content;
  }

  function inPrint(config) {
    const text = { labelFont: FONT, titleFont: FONT, labelFontSize: 10, titleFontSize: 10, labelLimit: 0 };
    return {
      ...config,
      background: "white",
      axis: { ...config.axis, ...text },
      axisY: {},
      legend: { ...config.legend, ...text, title: null, orient: "bottom", direction: "vertical", columns: 1 },
    };
  }

  return { offer, withLegend, inPrint, WIDTH };
})();
