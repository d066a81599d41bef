/* Positions in texts. No element, no request. */

/* The last index of an ascending array with a value not greater than `value`; -1 if there is none. */
export function lastAtMost(array, value) {
  let low = 0, high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= value) { low = middle + 1; } else { high = middle; }
  }
  return low - 1;
}

/* The line of the profile that holds an offset of the source. */
export const lineOf = (answer, offset) =>
  Math.max(1, Math.min(answer.density.lines, lastAtMost(answer.line_offsets, offset) + 1));

export const excerpt = (answer, start, end) => answer.source.slice(start, Math.min(end, start + 160)).replace(/\s+/g, " ").trim() +
  (end - start > 160 ? " …" : "");

/* Ranges of source offsets as runs of lines of another profile. */
function linesOfRanges(answer, ranges) {
  return ranges.map(r => ({first: lineOf(answer, r.start), last: lineOf(answer, Math.max(r.start, r.end - 1))}));
}

/* For each line of the first answer's profile, from 1: 1 if the first answer took it, 2 the second one, 3 both. */
export function marksOf(answer, other) {
  const marks = new Uint8Array(answer.density.lines + 1);
  const own = answer.ranges.map(r => ({first: r.start_line, last: r.end_line}));
  for (const [mark, ranges] of [[1, own], [2, linesOfRanges(answer, other.ranges)]]) {
    for (const {first, last} of ranges) {
      for (let line = first; line <= last; line++) {
        marks[line] |= mark;
      }
    }
  }
  return marks;
}

/* A name for a file: letters and digits of any script. */
export function fileName(title) {
  const name = (title ?? "").normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [...name].slice(0, 60).join("").replace(/-+$/, "") || "page";
}

/* A URL as people type it: without a scheme it is one of HTTPS. What is no URL stays, for the server to refuse. */
export function fullUrl(typed) {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, "")}`;
  return URL.canParse?.(whole) === false || /\s/.test(text) ? text : whole;
}

/* Whether what was pasted as HTML is an address. */
export const isAddress = text => /^\s*(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?(?:\/\S*)?)\s*$/iu.test(text);
