/* What two texts have in common, word by word. No element, no request. Time grows with the length of the texts: between runs of
   words that both have once, only short stretches are compared word with word. */

const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}\p{M}_])+/gu;
const CELLS = 250000; // of the table for a stretch
const RUNS = [6, 3, 1]; // lengths of runs that may be anchors, the surest first

/* Words with their places; of Chinese and Japanese each character. */
export function wordsOf(text) {
  return Array.from(text.matchAll(WORD), m => ({word: m[0].toLowerCase(), start: m.index, end: m.index + m[0].length}));
}

/* Words as numbers, equal for equal words. */
function numbered(...lists) {
  const ids = new Map();
  return lists.map(list => list.map(({word}) => {
    if (!ids.has(word)) {
      ids.set(word, ids.size);
    }
    return ids.get(word);
  }));
}

/* Places of the runs of `width` words that stand once in [from, to); a run that stands more often has the place -1. */
function onceIn(words, from, to, width) {
  const places = new Map();
  for (let i = from; i + width <= to; i++) {
    const key = words.slice(i, i + width).join(" ");
    places.set(key, places.has(key) ? -1 : i);
  }
  return places;
}

/* The longest chain of pairs that ascends in both texts; the pairs ascend in the first. */
function longestChain(pairs) {
  const ends = [], before = new Array(pairs.length).fill(-1);
  pairs.forEach((pair, i) => {
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]][1] < pair[1]) { low = middle + 1; } else { high = middle; }
    }
    before[i] = low > 0 ? ends[low - 1] : -1;
    ends[low] = i;
  });
  const chain = [];
  for (let i = ends.length ? ends[ends.length - 1] : -1; i >= 0; i = before[i]) {
    chain.push(pairs[i]);
  }
  return chain.reverse();
}

function anchors(a, b, s) {
  for (const width of RUNS) {
    const inB = onceIn(b, s.b0, s.b1, width), pairs = [];
    for (const [key, i] of onceIn(a, s.a0, s.a1, width)) {
      if (i >= 0 && inB.get(key) >= 0) {
        pairs.push([i, inB.get(key)]);
      }
    }
    if (pairs.length) {
      return longestChain(pairs.sort((p, q) => p[0] - q[0]));
    }
  }
  return [];
}

/* Pairs of a short stretch, by the table of longest common subsequences. */
function compared(a, b, s, pairs) {
  const rows = s.a1 - s.a0, columns = s.b1 - s.b0, width = columns + 1;
  const best = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      best[i * width + j] = a[s.a0 + i] === b[s.b0 + j] ? best[(i + 1) * width + j + 1] + 1
        : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (a[s.a0 + i] === b[s.b0 + j]) {
      pairs.push([s.a0 + i++, s.b0 + j++]);
    } else if (best[(i + 1) * width + j] >= best[i * width + j + 1]) { i++; } else { j++; }
  }
}

/* Takes equal words off both ends of a stretch. */
function trimmed(a, b, {a0, a1, b0, b1}, pairs) {
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
    pairs.push([a0++, b0++]);
  }
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
    pairs.push([--a1, --b1]);
  }
  return {a0, a1, b0, b1};
}

/* The words that stand in both texts in one order, as pairs of their numbers. */
function common(a, b) {
  const pairs = [], open = [{a0: 0, a1: a.length, b0: 0, b1: b.length}];
  while (open.length) {
    const s = trimmed(a, b, open.pop(), pairs), rows = s.a1 - s.a0, columns = s.b1 - s.b0;
    if (rows === 0 || columns === 0) {
      continue;
    }
    if (rows * columns <= CELLS) {
      compared(a, b, s, pairs);
      continue;
    }
    let {a0, b0} = s;
    for (const [i, j] of anchors(a, b, s)) {
      pairs.push([i, j]);
      open.push({a0, a1: i, b0, b1: j});
      [a0, b0] = [i + 1, j + 1];
    }
    if (a0 > s.a0) {
      open.push({a0, a1: s.a1, b0, b1: s.b1});
    }
  }
  return pairs.sort((p, q) => p[0] - q[0]);
}

/* Texts from word `from` to word `to`, with what stands between them and after the last one. */
const stretch = (text, words, from, to) => text.slice(from === 0 ? 0 : words[from].start, to < words.length ? words[to].start : text.length);

/* The way from text `a` to text `b`: pieces {kind: "same", "extra" (only in a) or "missed" (only in b), text, count of words}, and
   how many words there are of each. */
export function differences(a, b) {
  const inA = wordsOf(a), inB = wordsOf(b), [idsA, idsB] = numbered(inA, inB);
  const pieces = [], counts = {same: 0, extra: 0, missed: 0};
  const add = (kind, text, count) => {
    counts[kind] += count;
    pieces.push({kind, text, count});
  };
  let i = 0, j = 0, begun = 0;
  const close = (toA, toB) => {
    if (i > begun) { add("same", stretch(a, inA, begun, i), i - begun); }
    if (toA > i) { add("extra", stretch(a, inA, i, toA), toA - i); }
    if (toB > j) { add("missed", stretch(b, inB, j, toB), toB - j); }
    begun = toA;
  };
  for (const [nextA, nextB] of common(idsA, idsB)) {
    if (nextA > i || nextB > j) {
      close(nextA, nextB);
    }
    [i, j] = [nextA + 1, nextB + 1];
  }
  close(inA.length, inB.length);
  return {pieces, counts};
}
