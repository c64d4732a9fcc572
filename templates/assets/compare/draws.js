// The random numbers of inexreport/statistics/repeatable_draws.py, from the state that the page gives: PCG64 (XSL-RR 128/64).
window.repeatableDraws = (function () {
  "use strict";

  const LIMBS = 8; // of 16 bits, the lowest first: their products are exact
  const BASE = 2 ** 16;
  const MULTIPLIER = limbs("2360ed051fc65da44385df649fccf645");

  function limbs(hexadecimal) {
    const digits = hexadecimal.padStart(4 * LIMBS, "0");
    return Array.from({ length: LIMBS }, (_, i) => parseInt(digits.substr(4 * (LIMBS - 1 - i), 4), 16));
  }

  // Each call fills `word` with the next 64 bits.
  function generator([state, increment]) {
    const word = { high: 0, low: 0 };
    const added = limbs(increment);
    let now = limbs(state);
    let next = new Array(LIMBS);

    function step() {
      let carry = 0;
      for (let i = 0; i < LIMBS; i++) {
        let sum = added[i] + carry;
        for (let j = 0; j <= i; j++) sum += now[j] * MULTIPLIER[i - j];
        next[i] = sum & (BASE - 1);
        carry = (sum - next[i]) / BASE;
      }
      [now, next] = [next, now];
    }

    function draw() {
      step();
      const turn = now[7] >> 10;
      const by = turn & 31;
      let high = ((now[7] ^ now[3]) << 16) | (now[6] ^ now[2]);
      let low = ((now[5] ^ now[1]) << 16) | (now[4] ^ now[0]);
      if (turn >= 32) [high, low] = [low, high];
      word.high = (by ? (high >>> by) | (low << (32 - by)) : high) >>> 0;
      word.low = (by ? (low >>> by) | (high << (32 - by)) : low) >>> 0;
    }

    return { word, draw };
  }

  // Octets of bits, the highest bit of each first.
  function bits(position, count) {
    const { word, draw } = generator(position);
    const words = Math.ceil(count / 64);
    const view = new DataView(new ArrayBuffer(8 * words));
    for (let i = 0; i < words; i++) {
      draw();
      view.setUint32(8 * i, word.low, true);
      view.setUint32(8 * i + 4, word.high, true);
    }
    return new Uint8Array(view.buffer);
  }

  // Whole numbers from 0, below `below`.
  function places(position, count, below) {
    const { word, draw } = generator(position);
    return Uint16Array.from({ length: count }, () => {
      draw();
      return Math.floor((word.high * below) / 2 ** 32);
    });
  }

  return { bits, places };
})();
