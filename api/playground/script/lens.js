/* Which lines the plot shows: zoom and pan. A lens is {first, last}, lines from 1, both included. */

const LEAST = 8; // lines in view

export const wholeLens = lines => ({first: 1, last: Math.max(1, lines)});
export const isWhole = (lens, lines) => lens.first <= 1 && lens.last >= lines;
const sizeOf = lens => lens.last - lens.first + 1;

/* A lens of at least LEAST lines that lies in the page. */
export function fitted(first, last, lines) {
  const size = Math.min(lines, Math.max(LEAST, Math.round(last - first + 1)));
  const from = Math.max(1, Math.min(Math.round(first), lines - size + 1));
  return {first: from, last: from + size - 1};
}

/* `factor` below 1 shows fewer lines; the line `at` keeps its place. */
export function zoomed(lens, lines, factor, at) {
  const size = sizeOf(lens), next = Math.min(lines, Math.max(Math.min(LEAST, lines), Math.round(size * factor)));
  const share = Math.max(0, Math.min(1, (at - lens.first) / Math.max(1, size - 1)));
  const first = at - share * (next - 1);
  return fitted(first, first + next - 1, lines);
}

export const moved = (lens, lines, by) => fitted(lens.first + by, lens.last + by, lines);

/* The lens moves as little as is needed to show a line. */
export const showing = (lens, lines, line) => (line < lens.first ? moved(lens, lines, line - lens.first)
  : line > lens.last ? moved(lens, lines, line - lens.last) : lens);

/* Around these ranges, with some lines more on both sides. */
export function aroundRanges(ranges, lines) {
  const first = Math.min(...ranges.map(r => r.first)), last = Math.max(...ranges.map(r => r.last)), margin = Math.ceil((last - first + 1) * 0.08) + 1;
  return fitted(Math.max(1, first - margin), Math.min(lines, last + margin), lines);
}
