// Frames of tables: if the table fits, the page scrolls and the head sticks to the window.
// Otherwise the frame scrolls its table and can be focused with the keyboard; the style sheet fades a clipped edge.
(function () {
  "use strict";

  // Each step for all frames at once: whoever asks for sizes after a change waits for a new layout.
  function fit(frames) {
    const fitting = frames.map((frame) => frame.querySelector("table").offsetWidth <= frame.clientWidth);
    frames.forEach((frame, place) => {
      frame.classList.toggle("fits", fitting[place]);
      frame.classList.toggle("scroller", !fitting[place]);
      if (fitting[place]) frame.removeAttribute("tabindex");
      else frame.tabIndex = 0;
    });
    fade(frames);
  }

  function fade(frames) {
    const clipped = frames.map((frame) => frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
    frames.forEach((frame, place) => frame.toggleAttribute("data-clipped", clipped[place]));
  }

  const sizes = new ResizeObserver((entries) => {
    fit([...new Set(entries.map((entry) => entry.target.closest(".frame")))]);
  });

  for (const frame of document.querySelectorAll(".frame")) {
    sizes.observe(frame);
    sizes.observe(frame.querySelector("table"));
    frame.addEventListener("scroll", () => fade([frame]), { passive: true });
  }
})();
