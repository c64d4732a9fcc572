// Frames of tables: if the table fits, the page scrolls and the head sticks to the window.
// Otherwise the frame scrolls its table and can be focused with the keyboard; the style sheet fades a clipped edge.
(function () {
  "use strict";

  function fit(frame) {
    const fits = frame.querySelector("table").offsetWidth <= frame.clientWidth;
    frame.classList.toggle("fits", fits);
    frame.classList.toggle("scroller", !fits);
    if (fits) frame.removeAttribute("tabindex");
    else frame.tabIndex = 0;
    fade(frame);
  }

  function fade(frame) {
    frame.toggleAttribute("data-clipped", frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
  }

  const sizes = new ResizeObserver((entries) => {
    new Set(entries.map((entry) => entry.target.closest(".frame"))).forEach(fit);
  });

  for (const frame of document.querySelectorAll(".frame")) {
    sizes.observe(frame);
    sizes.observe(frame.querySelector("table"));
    frame.addEventListener("scroll", () => fade(frame), { passive: true });
  }
})();
