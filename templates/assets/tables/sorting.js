// Orders of columns: scores from the highest, ranks from the first; missing values last in both directions.
(function () {
  "use strict";

  function numberIn(cell) {
    const text = String(cell).replace(/<[^>]*>/g, "").replace("&lt;", "").replaceAll(",", "").replace("−", "-");
    return parseFloat(text);
  }

  const missingLast = (compare) => (one, other) => {
    if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) - Number.isNaN(other);
    return compare(one, other);
  };

  const order = {
    pre: numberIn,
    asc: missingLast((one, other) => one - other),
    desc: missingLast((one, other) => other - one),
  };
  DataTable.type("score", "order", order);
  DataTable.type("rank", "order", order);
})();
