// Groups of a ranking, as `groups` and `holm` of inexreport/statistics/significance.py make them from one-tailed paired t-tests.
window.runGroups = function (method) {
  "use strict";

  const tests = pairedTests(method);

  // Holm's correction: the smallest p times their number, the next times one less, and never below that of a smaller p.
  function holm(p) {
    const order = [...p.keys()].filter((i) => !Number.isNaN(p[i])).sort((one, other) => p[one] - p[other]);
    const adjusted = new Float64Array(p.length).fill(NaN);
    let highest = 0;
    order.forEach((i, place) => (adjusted[i] = highest = Math.max(highest, Math.min(1, p[i] * (order.length - place)))));
    return adjusted;
  }

  // The group of each run from 1; null for runs that are not tested, and for all if no pair can be tested. `runs` has the scores
  // of each run on the same topics, best run first, NaN where there is none. Of very many runs only pairs of the best are tested.
  function groups(runs) {
    const tested = runs.length <= method.most_runs ? runs.length : method.best_runs;
    const p = [];
    for (let first = 0; first < tested; first++) {
      for (let second = first + 1; second < tested; second++) p.push(tests.tTest(tests.differences(runs[first], runs[second])).p);
    }
    const none = new Array(runs.length).fill(null);
    if (p.every(Number.isNaN)) return none;
    const adjusted = holm(p);
    const isBetter = (first, second) => adjusted[first * tested - (first * (first + 1)) / 2 + second - first - 1] < method.level;
    let first = 0;
    let group = 1;
    return none.map((_, run) => {
      if (run >= tested) return null;
      if (run > first && isBetter(first, run)) [first, group] = [run, group + 1];
      return group;
    });
  }

  return { holm, groups };
};
