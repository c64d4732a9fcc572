// Searches the indexes of campaigns: every query word must be in a word of the entry, ignoring case and accents.
window.campaignSearch = (function () {
  "use strict";

  const FORMAT = 1;
  const MOST = 20;
  const MOST_OF_A_KIND = 8; // where there are several
  const LEAST_OF_A_KIND = 2;
  const SHORTEST_PART = 3; // shorter ones must begin a word
  const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
  const loads = new Map();
  const indexes = new Map();

  // Letters that do not decompose into a base letter and an accent.
  function fold(text) {
    const bare = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]);
  }

  function words(text) {
    return fold(text).match(/[\p{L}\p{N}]+/gu) || [];
  }

  // Names are also split between lower and upper case and between letters and digits.
  function wordList(text) {
    const apart = text.replace(/\p{Ll}(?=[\p{Lu}\p{N}])|\p{Lu}(?=\p{N})|\p{N}(?=\p{L})/gu, "$& ");
    return ` ${[...new Set([...words(text), ...words(apart)])].join(" ")} `;
  }

  function prepare([address, title, detail, names, text]) {
    const called = [title, ...names];
    return {
      address,
      title,
      detail,
      called,
      names: called.map((name) => words(name).join(" ")),
      strong: wordList(called.join(" ")),
      weak: wordList(`${detail} ${text}`),
    };
  }

  // Called by an index, which lies in the folder of its campaign.
  function add(content) {
    if (content.format !== FORMAT) return;
    indexes.set(document.currentScript.src, {
      title: content.title,
      groups: content.groups.map(([kind, entries]) => [kind, entries.map(prepare)]),
    });
  }

  function load(source) {
    if (!loads.has(source)) {
      const script = document.createElement("script");
      loads.set(source, new Promise((done) => {
        script.onload = script.onerror = done;
      }));
      script.src = source;
      document.head.append(script);
    }
    return loads.get(source);
  }

  // Whole names before beginnings of names, these before words of names, and those before words of the text; words
  // before their beginnings, and these before other parts of them. A whole name with its case and its signs is first.
  function worth(entry, written, whole, wanted) {
    let sum = 0;
    for (const word of wanted) {
      if (entry.strong.includes(` ${word} `)) sum += 4;
      else if (entry.strong.includes(` ${word}`)) sum += 3;
      else if (entry.weak.includes(` ${word} `)) sum += 1.5;
      else if (entry.weak.includes(` ${word}`)) sum += 1;
      else if (word.length < SHORTEST_PART) return 0;
      else if (entry.strong.includes(word)) sum += 0.8;
      else if (entry.weak.includes(word)) sum += 0.3;
      else return 0;
    }
    if (entry.called.includes(written)) return 30;
    if (entry.names.includes(whole)) return 20;
    const begun = entry.names.some((name) => name.startsWith(whole));
    return sum / wanted.length + (begun ? 10 : 0);
  }

  function matches(sources, query) {
    const wanted = words(query);
    const whole = wanted.join(" ");
    const kinds = new Map();
    if (!whole) return [];
    for (const source of sources.filter((one) => indexes.has(one))) {
      const { title: campaign, groups } = indexes.get(source);
      for (const [kind, entries] of groups) {
        if (!kinds.has(kind)) kinds.set(kind, []);
        for (const entry of entries) {
          const value = worth(entry, query.trim(), whole, wanted);
          if (value) kinds.get(kind).push({ entry, value, campaign, source });
        }
      }
    }
    return [...kinds].filter(([, found]) => found.length);
  }

  // The best of each kind, the kind with the best of all first; equal ones in the order of the index.
  function choose(sources, groups) {
    for (const [, found] of groups) found.sort((one, other) => other.value - one.value);
    groups.sort(([, ones], [, others]) => others[0].value - ones[0].value);
    let left = MOST;
    return groups.map(([kind, found], i) => {
      const others = groups.length - i - 1;
      const room = groups.length > 1 ? Math.min(MOST_OF_A_KIND, left - LEAST_OF_A_KIND * others) : left;
      const shown = found.slice(0, room);
      left -= shown.length;
      return {
        kind,
        count: found.length,
        entries: shown.map(({ entry, campaign, source }) => ({
          title: entry.title,
          detail: entry.detail,
          campaign: sources.length > 1 ? campaign : "",
          address: new URL(entry.address, source).href,
        })),
      };
    });
  }

  // Groups of entries, and how many of the indexes are missing or of another format.
  async function find(sources, query) {
    await Promise.all(sources.map(load));
    return {
      groups: choose(sources, matches(sources, query)),
      missing: sources.filter((one) => !indexes.has(one)).length,
    };
  }

  return { add, find };
})();
