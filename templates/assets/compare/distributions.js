// Upper tails of Student's t and of the normal distribution.
window.distributions = (function () {
  "use strict";

  const PRECISION = 1e-15;
  const MOST_STEPS = 1000;
  const FAR_OUT = 2.5; // from here on the fraction is better than the series
  const FRACTION_DEPTH = 100;

  function studentTail(t, freedom) {
    const within = t * t;
    const x = freedom / (freedom + within);
    const y = within / (freedom + within);
    const [a, b] = [freedom / 2, 0.5];
    const beta = betaWithHalf(freedom);
    const both = x < (a + 1) / (a + b + 2) ? incompleteBeta(x, y, a, b, beta) : 1 - incompleteBeta(y, x, b, a, beta);
    return t >= 0 ? both / 2 : 1 - both / 2;
  }

  // B(freedom / 2, 1 / 2), from B(1 / 2, 1 / 2) or B(1, 1 / 2) upwards.
  function betaWithHalf(freedom) {
    let value = freedom % 2 ? Math.PI : 2;
    for (let a = freedom % 2 ? 0.5 : 1; a < freedom / 2; a++) value *= a / (a + 0.5);
    return value;
  }

  // Regularised, by its continued fraction (Abramowitz and Stegun 26.5.8, evaluated after Lentz); y is 1 - x.
  function incompleteBeta(x, y, a, b, beta) {
    if (x === 0) return 0;
    let numerator = 1;
    let denominator = 1 / (1 - ((a + b) * x) / (a + 1));
    let value = denominator;
    for (let m = 1; m < MOST_STEPS; m++) {
      const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
      const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
      let factor = 1;
      for (const part of [even, odd]) {
        denominator = 1 / (1 + part * denominator);
        numerator = 1 + part / numerator;
        factor = denominator * numerator;
        value *= factor;
      }
      if (Math.abs(factor - 1) < PRECISION) break;
    }
    return (value * x ** a * y ** b) / (a * beta);
  }

  function normalTail(z) {
    if (z < 0) return 1 - normalTail(-z);
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    if (z < FAR_OUT) {
      let term = z;
      let sum = z;
      for (let odd = 3; term > sum * PRECISION; odd += 2) {
        term *= (z * z) / odd;
        sum += term;
      }
      return 0.5 - density * sum;
    }
    let fraction = z;
    for (let depth = FRACTION_DEPTH; depth > 0; depth--) fraction = z + depth / fraction;
    return density / fraction;
  }

  return { studentTail, normalTail };
})();
