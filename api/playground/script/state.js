/* What the page knows, and who wants to be told when it changes. */

export const state = {
  algorithms: [], fetch: true, renderer: false, // of this server
  file: null, example: null, // a chosen file; the name of the example in the field
  sent: null, answer: null, other: null, // the last request, its answer, the answer of the second algorithm
  tookMs: 0, running: null,
  tab: "text", line: 1,
  lens: {first: 1, last: 1}, // the lines of the plot that are in view
  seen: {first: 1, last: 1}, // the lines of the source that are in view
  gold: "",
};

const listeners = new Map();

/* Events: "answer" (new answers), "line" (the line, with {scroll, focus}), "seen" (the source has scrolled), "settings" (the
   form has changed), "tab", "ask" (extract again). */
export function on(event, listener) {
  listeners.set(event, [...(listeners.get(event) ?? []), listener]);
}

export function tell(event, detail = {}) {
  for (const listener of listeners.get(event) ?? []) {
    listener(detail);
  }
}

/* Goes to a line; `focus` moves the focus to the source. */
export const goTo = (line, focus = false) => tell("line", {line, scroll: true, focus});
