// Frames of tables: if the table fits, the page scrolls and the head sticks to the window.
// Otherwise the frame scrolls its table, can be focused with the keyboard, and says so where no scroll bar does.
(function () {
  "use strict";

  function fit(frame) {
    const fits = frame.querySelector("table").offsetWidth <= frame.clientWidth;
    frame.classList.toggle("fits", fits);
    frame.classList.toggle("scroller", !fits);
    if (fits) frame.removeAttribute("tabindex");
    else frame.tabIndex = 0;
    hints.get(frame).hidden = fits;
    fade(frame);
  }

  const hints = new Map();

  function addHint(frame) {
    const hint = document.createElement("p");
    hint.className = "sideways note";
    hint.textContent = "Scroll sideways for more columns →";
    hint.setAttribute("aria-hidden", "true");
    frame.before(hint);
    hints.set(frame, hint);
  }

  function fade(frame) {
    frame.toggleAttribute("data-clipped", frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
  }

  const sizes = new ResizeObserver((entries) => {
    new Set(entries.map((entry) => entry.target.closest(".frame"))).forEach(fit);
  });

  for (const frame of document.querySelectorAll(".frame")) {
    addHint(frame);
    sizes.observe(frame);
    sizes.observe(frame.querySelector("table"));
    frame.addEventListener("scroll", () => fade(frame), { passive: true });
  }
})();
