/* Zoom, pan and brush of the plot: mouse, touch, wheel and keyboard do the same. */
import {part, say} from "./dom.js";
import {aroundRanges, fitted, isWhole, moved, showing, wholeLens, zoomed} from "./lens.js";
import {drawPlot, lineAt, linesShown, markBrush} from "./plot.js";
import {goTo, on, state, tell} from "./state.js";

const STEP = 0.5, WHEEL = 0.85, DRAG = 5; // of the lines; a pointer that moved less than DRAG pixels has clicked
const pointers = new Map(); // on the plot: id to the last event
let brush = null; // {from, to}: the lines that are being marked
let pinch = null; // {distance, lens} at the begin of a gesture with two fingers
let pressed = null; // where the pointer went down

const order = ({from, to}) => ({first: Math.min(from, to), last: Math.max(from, to)});

function setLens(lens) {
  state.lens = lens;
  drawPlot();
}

/* By command, not by each pixel of a gesture: screen readers are told. */
function command(lens) {
  setLens(lens);
  say(part("lens").textContent);
}

function endBrush(isTaken) {
  const marked = brush;
  brush = null;
  markBrush(null);
  if (marked && isTaken) {
    const { first, last } = order(marked);
    command(fitted(first, last, linesShown()));
  }
  tell("line", {line: state.line});
}

const selectedLines = () => state.answer.ranges.map(r => ({first: r.start_line, last: r.end_line}));

const COMMANDS = {
  "zoom-in": lines => zoomed(state.lens, lines, STEP, state.line),
  "zoom-out": lines => zoomed(state.lens, lines, 1 / STEP, state.line),
  "zoom-all": lines => wholeLens(lines),
  "zoom-selected": lines => (state.answer.ranges.length ? aroundRanges(selectedLines(), lines) : wholeLens(lines)),
};
const KEYS = {"+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "0": "zoom-all", s: "zoom-selected"};

function run(name) {
  if (linesShown()) {
    command(COMMANDS[name](linesShown()));
  }
}

/* ---- keyboard */

function stepOf(event) {
  const far = Math.max(10, Math.round((state.lens.last - state.lens.first + 1) / 20));
  return {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: far, PageDown: -far, Home: -Infinity, End: Infinity}[event.key];
}

/* With Shift the step marks lines; without, it moves. */
function step(by, isMarking) {
  const lines = linesShown(), line = Math.max(1, Math.min(lines, state.line + by));
  brush = isMarking ? {from: brush?.from ?? state.line, to: line} : null;
  state.lens = showing(state.lens, lines, line);
  drawPlot();
  goTo(line);
  markBrush(brush && order(brush));
}

function plotKeys(event) {
  const by = stepOf(event), isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!linesShown() || !isPlain) {
    return;
  }
  if (by) {
    step(by, event.shiftKey);
  } else if (event.key === "Enter" && brush) {
    endBrush(true);
  } else if (event.key === "Escape" && (brush || !isWhole(state.lens, linesShown()))) {
    brush ? endBrush(false) : run("zoom-all");
  } else if (KEYS[event.key]) {
    run(KEYS[event.key]);
  } else {
    return;
  }
  event.preventDefault();
}

/* ---- wheel */

function plotWheel(event) {
  const lines = linesShown(), isPan = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
  const by = isPan ? event.deltaX || event.deltaY : event.deltaY;
  if (!lines || !by || (!event.ctrlKey && !event.metaKey && !(isPan && !isWhole(state.lens, lines)))) {
    return; // the page scrolls
  }
  event.preventDefault();
  const size = state.lens.last - state.lens.first + 1;
  setLens(isPan ? moved(state.lens, lines, Math.sign(by) * Math.max(1, Math.round(size / 15)))
    : zoomed(state.lens, lines, by < 0 ? WHEEL : 1 / WHEEL, lineAt(event, part("plot"), state.lens)));
}

/* ---- pointers on the plot */

function spread() {
  const [a, b] = [...pointers.values()];
  return {distance: Math.max(10, Math.abs(a.clientX - b.clientX)), middle: {clientX: (a.clientX + b.clientX) / 2}};
}

function pointerDown(event) {
  if (!linesShown() || event.button > 0) {
    return;
  }
  pointers.set(event.pointerId, event);
  if (pointers.size === 2) {
    endBrush(false);
    const { distance, middle } = spread();
    pinch = {distance, lens: state.lens, at: lineAt(middle, part("plot"), state.lens)};
  } else {
    pressed = {x: event.clientX, line: lineAt(event, part("plot"), state.lens)};
  }
}

function pointerMove(event) {
  if (!linesShown()) {
    return;
  }
  const line = lineAt(event, part("plot"), state.lens);
  if (pointers.has(event.pointerId)) {
    pointers.set(event.pointerId, event);
  }
  if (pinch && pointers.size === 2) {
    setLens(zoomed(pinch.lens, linesShown(), pinch.distance / spread().distance, pinch.at));
  } else if (pressed && pointers.size === 1 && (brush || Math.abs(event.clientX - pressed.x) >= DRAG)) {
    part("plot").setPointerCapture?.(event.pointerId);
    brush = {from: pressed.line, to: line};
    markBrush(order(brush));
  } else if (!pointers.size) {
    tell("line", {line});
  }
}

function pointerUp(event) {
  if (!pointers.delete(event.pointerId)) {
    return;
  }
  if (brush) {
    endBrush(event.type === "pointerup");
  } else if (pressed && !pinch && event.type === "pointerup") {
    goTo(pressed.line);
  }
  pressed = null;
  pinch = pointers.size ? pinch : null;
}

/* ---- the overview: its window is dragged, one of its ends, or put where the pointer is */

function overviewDown(event) {
  const lines = linesShown(), figure = part("overview"), all = wholeLens(lines), box = figure.getBoundingClientRect();
  const near = Math.max(1, Math.round(lines * 7 / box.width)), begun = {...state.lens}, at = lineAt(event, figure, all);
  const size = begun.last - begun.first + 1, isOut = at < begun.first - near || at > begun.last + near;
  const start = isOut ? fitted(at - size / 2, at + size / 2 - 1, lines) : begun;
  const isWide = size > 3 * near, end = isOut || !isWide ? "" : Math.abs(at - begun.first) <= near ? "first" : Math.abs(at - begun.last) <= near ? "last" : "";
  const move = moving => {
    const by = lineAt(moving, figure, all) - at;
    const ends = {...start, [end]: start[end] + by};
    setLens(end ? fitted(Math.min(ends.first, ends.last), Math.max(ends.first, ends.last), lines) : moved(start, lines, by));
  };
  const stop = () => {
    figure.removeEventListener("pointermove", move);
    say(part("lens").textContent);
  };
  event.preventDefault();
  figure.setPointerCapture(event.pointerId);
  setLens(start);
  figure.addEventListener("pointermove", move);
  figure.addEventListener("pointerup", stop, {once: true});
  figure.addEventListener("pointercancel", stop, {once: true});
}

export function listenToZoom() {
  const figure = part("plot");
  figure.addEventListener("pointerdown", pointerDown);
  figure.addEventListener("pointermove", pointerMove);
  figure.addEventListener("pointerup", pointerUp);
  figure.addEventListener("pointercancel", pointerUp);
  figure.addEventListener("dblclick", event => command(zoomed(state.lens, linesShown(), STEP / 2, lineAt(event, figure, state.lens))));
  figure.addEventListener("keydown", plotKeys);
  figure.addEventListener("wheel", plotWheel, {passive: false});
  part("overview").addEventListener("pointerdown", overviewDown);
  for (const name of Object.keys(COMMANDS)) {
    part(name).addEventListener("click", () => run(name));
  }
  on("answer", () => { brush = null; });
  on("line", ({scroll}) => {
    const lens = scroll && linesShown() ? showing(state.lens, linesShown(), state.line) : state.lens;
    if (lens !== state.lens) {
      setLens(lens);
    }
  });
}
