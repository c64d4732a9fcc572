(function () {
  "use strict";

  const root = document.documentElement;

  function setUpThemes() {
    const control = document.querySelector(".theme");

    function mark() {
      for (const input of control.querySelectorAll("input")) input.checked = input.value === siteSettings.shownTheme();
    }

    function follow(theme) {
      siteSettings.showTheme(theme);
      mark();
    }

    control.addEventListener("change", (event) => {
      siteSettings.showTheme(event.target.value);
      siteSettings.keep("theme", event.target.value);
    });
    // Pages open elsewhere, and those that the browser kept to go back to, take the choice over.
    addEventListener("storage", (event) => event.key === "theme" && follow(event.newValue));
    addEventListener("pageshow", (event) => event.persisted && follow(siteSettings.kept("theme")));
    mark();
    control.hidden = false;
  }

  // Explanations of metrics, shown to the pointer and to the keyboard alike.
  function setUpTips() {
    const tip = document.createElement("div");
    tip.className = "tip";
    tip.id = "tip";
    tip.setAttribute("role", "tooltip");
    tip.hidden = true;
    document.body.append(tip);

    function show(event) {
      const term = event.target.closest("[data-tip], a[class]");
      const text = term && tipOf(term);
      if (!text) return;
      tip.textContent = text;
      tip.hidden = false;
      term.setAttribute("aria-describedby", "tip");
      const place = term.getBoundingClientRect();
      const left = Math.min(place.left, innerWidth - tip.offsetWidth - 8);
      const below = place.bottom + tip.offsetHeight + 8 < innerHeight;
      tip.style.left = `${Math.max(8, left)}px`;
      tip.style.top = `${below ? place.bottom + 6 : place.top - tip.offsetHeight - 6}px`;
    }

    // Only the first of several equal links holds the text.
    function tipOf(term) {
      return term.dataset.tip ?? document.querySelector(`a[data-tip][href="${CSS.escape(term.getAttribute("href"))}"]`)?.dataset.tip;
    }

    function hide() {
      tip.hidden = true;
      document.querySelector("[aria-describedby='tip']")?.removeAttribute("aria-describedby");
    }

    document.addEventListener("mouseover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("mouseout", hide);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  }

  // Text made for copying. Where a page may not use the clipboard, the text is at least selected.
  function setUpCopying() {
    for (const block of document.querySelectorAll(".copyable")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.setAttribute("aria-live", "polite");
      button.addEventListener("click", async () => {
        getSelection().selectAllChildren(block);
        try {
          await navigator.clipboard.writeText(block.textContent);
          button.textContent = "Copied";
        } catch {
          button.textContent = "Selected, ready to be copied";
        }
      });
      block.after(button);
    }
  }

  // A link to a section of this page leads to no other page, which would close the list.
  function setUpPages() {
    const list = document.getElementById("pages");
    list?.addEventListener("click", (event) => {
      if (event.target.closest("a") && list.matches(":popover-open")) list.hidePopover();
    });
  }

  setUpThemes();
  setUpPages();
  setUpCopying();
  setUpTips();
  if (!document.querySelector("script[data-chart]")) root.classList.add("settled");
})();
