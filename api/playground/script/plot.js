/* The plot of the density: the lines of the lens above, the whole page below. */
import {draw, make, number, part, plural, put} from "./dom.js";
import {bars, columnsOf, curve, greatest, scales, tickLines} from "./profile.js";
import {excerpt, marksOf} from "./text.js";
import {isWhole} from "./lens.js";
import {on, state} from "./state.js";
import {isTaken, whyLine} from "./why.js";

const HEIGHT = 240, BELOW = 18, SMALL = 36;
let drawn = null; // what is drawn: width, x of a line, elements, selections

export const linesShown = () => drawn?.lines ?? 0;
const scale = () => scales[part("root").checked ? "root" : "linear"];

/* Selections as runs of lines of the first profile. Where two algorithms took a line, each has a half of the height. */
function bandsOf(answer, other) {
  if (!other) {
    return answer.ranges.map(r => ({kind: "picked", top: 0, share: 1, first: r.start_line, last: r.end_line}));
  }
  const marks = marksOf(answer, other), bands = [];
  for (let line = 1; line < marks.length;) {
    const mark = marks[line], first = line;
    while (line < marks.length && marks[line] === mark) {
      line++;
    }
    const share = mark === 3 ? 0.5 : 1, run = {share, first, last: line - 1};
    bands.push(...(mark & 1 ? [{...run, kind: "first", top: 0}] : []), ...(mark & 2 ? [{...run, kind: "second", top: 1 - share}] : []));
  }
  return bands;
}

function bandRects(bands, lens, x, height) {
  return bands.filter(r => r.last >= lens.first && r.first <= lens.last).map(({kind, top, share, first, last}) => {
    const left = x(Math.max(first, lens.first)), right = x(Math.min(last, lens.last) + 1);
    return draw("rect", {class: kind, x: left, y: top * height, height: share * height, width: Math.max(1, right - left)});
  });
}

/* Paths of content, code and the curve for the lines of a lens, in a field of this size. */
function paths(density, lens, width, height, withCurve) {
  const count = Math.max(0, Math.min(lens.last - lens.first + 1, density.lines, Math.floor(width))), {to} = scale();
  const columns = (values, pick) => columnsOf(values, lens.first, lens.last, count, pick, to);
  const content = columns(density.content, v => v), code = columns(density.code, v => v);
  const smoothed = density.smoothed && withCurve ? columns(density.smoothed, Math.abs) : [];
  const up = greatest(content, smoothed), down = greatest(code, smoothed.map(v => -v));
  const y0 = height * Math.min(0.8, Math.max(0.35, up / (up + down)));
  const y = value => (value >= 0 ? y0 - value / up * (y0 - height / 60) : y0 - value / down * (height - y0 - height / 60));
  return {y0, up, down, content: count ? bars(content, width, y0, y) : "", code: count ? bars(code.map(v => -v), width, y0, y) : "",
    curve: curve(smoothed, width, y)};
}

function largePlot(answer, bands, width) {
  const { density } = answer, lens = state.lens, size = lens.last - lens.first + 1;
  const x = line => (line - lens.first) * width / size, path = paths(density, lens, width, HEIGHT, true), {from} = scale();
  const seen = draw("rect", {class: "seen", y: 0, height: HEIGHT, width: 0}), brush = draw("rect", {class: "brush", y: 0, height: HEIGHT, width: 0});
  const cursor = draw("line", {class: "cursor", y1: 0, y2: HEIGHT});
  const svg = draw("svg", {viewBox: `0 0 ${width} ${HEIGHT + BELOW}`, height: HEIGHT + BELOW, "aria-hidden": "true"},
    ...bandRects(bands, lens, x, HEIGHT), seen, draw("path", {class: "content", d: path.content}), draw("path", {class: "code", d: path.code}),
    draw("path", {class: "curve", d: path.curve}),
    draw("text", {x: 4, y: 11}, `${number(Math.round(from(path.up)))} up`), draw("text", {x: 4, y: HEIGHT - 4}, `${number(Math.round(from(path.down)))} down`),
    draw("line", {class: "axis", x1: 0, x2: width, y1: path.y0, y2: path.y0}),
    ...tickLines(lens, width).map(line => draw("text", {x: x(line + 0.5), y: HEIGHT + BELOW - 4, "text-anchor": "middle"}, number(line))),
    brush, cursor);
  return {svg, x, seen, brush, cursor};
}

function smallPlot(answer, bands, width) {
  const all = {first: 1, last: Math.max(1, answer.density.lines)}, x = line => (line - 1) * width / all.last;
  const path = paths(answer.density, all, width, SMALL, false);
  const window_ = draw("rect", {class: "window", y: 0.5, height: SMALL - 1});
  const shades = [draw("rect", {class: "shade", x: 0, y: 0, height: SMALL}), draw("rect", {class: "shade", y: 0, height: SMALL})];
  const svg = draw("svg", {viewBox: `0 0 ${width} ${SMALL}`, height: SMALL}, ...bandRects(bands, all, x, SMALL),
    draw("path", {class: "content", d: path.content}), draw("path", {class: "code", d: path.code}), ...shades, window_);
  const left = x(state.lens.first), right = x(state.lens.last + 1);
  put(window_, {x: left, width: Math.max(3, right - left)});
  put(shades[0], {width: Math.max(0, left)});
  put(shades[1], {x: right, width: Math.max(0, width - right)});
  return svg;
}

export function drawPlot() {
  const answer = state.answer;
  if (!answer?.density || part("answer").hidden) {
    return;
  }
  const width = Math.max(200, part("plot").clientWidth), bands = bandsOf(answer, state.other);
  const { svg, ...rest } = largePlot(answer, bands, width), lines = answer.density.lines;
  drawn = {width, lines, ...rest};
  part("plot").replaceChildren(svg);
  put(part("plot"), {"aria-valuemin": "1", "aria-valuemax": String(Math.max(1, lines))});
  part("overview").hidden = lines < 2;
  part("overview").replaceChildren(smallPlot(answer, bands, width));
  part("lens").textContent = isWhole(state.lens, lines) ? `all ${plural(lines, "line")}`
    : `lines ${number(state.lens.first)} to ${number(state.lens.last)} of ${number(lines)}`;
  markLine();
  markSeen();
  markBrush(null);
}

function describe(line) {
  const { density, line_offsets: offsets } = state.answer;
  const values = `line ${number(line)}: content ${number(density.content[line - 1] ?? 0)}, code ${number(density.code[line - 1] ?? 0)}` +
    (density.smoothed ? `, smoothed ${number(density.smoothed[line - 1] ?? 0)}` : "") + (isTaken(state.answer, line) ? ", selected" : "");
  return {values, text: excerpt(state.answer, offsets[line - 1] ?? 0, offsets[line] ?? 0), why: whyLine(state.answer, line, state.sent.options.select != null)};
}

/* Shows the values of the line, in the plot and in words. */
function markLine() {
  if (!drawn?.lines) {
    part("tip").textContent = "The page has no lines.";
    put(part("plot"), {"aria-valuenow": "1", "aria-valuetext": "no lines"});
    return;
  }
  const middle = drawn.x(state.line + 0.5), told = describe(state.line), isIn = state.line >= state.lens.first && state.line <= state.lens.last;
  put(drawn.cursor, {x1: middle, x2: middle, visibility: isIn ? "visible" : "hidden"});
  put(part("plot"), {"aria-valuenow": String(state.line), "aria-valuetext": told.why ? `${told.values}; ${told.why}` : told.values});
  part("tip").replaceChildren(make("b", {}, told.values), "  ", make("bdi", {class: "muted"}, told.text));
  part("why").textContent = told.why;
}

/* Marks in the plot the part of the source that is in view. */
function markSeen() {
  if (drawn?.lines) {
    const left = Math.max(0, drawn.x(state.seen.first)), right = Math.min(drawn.width, drawn.x(state.seen.last + 1));
    put(drawn.seen, {x: left, width: right > left ? Math.max(2, right - left) : 0});
  }
}

/* The lines that are being marked with the mouse or the keyboard, or none. */
export function markBrush(lines) {
  if (!drawn) {
    return;
  }
  const left = lines ? Math.max(0, drawn.x(lines.first)) : 0, right = lines ? Math.min(drawn.width, drawn.x(lines.last + 1)) : 0;
  put(drawn.brush, {x: left, width: Math.max(0, right - left)});
  if (lines) {
    const sum = list => list.slice(lines.first - 1, lines.last).reduce((total, value) => total + value, 0), {density} = state.answer;
    part("why").textContent = `Marked: lines ${number(lines.first)} to ${number(lines.last)}, content ${number(sum(density.content))}, ` +
      `code ${number(sum(density.code))}. Enter or the end of the drag shows them.`;
  }
}

/* The line under a pointer, in the plot or in the overview of the whole page. */
export function lineAt(event, figure, lens) {
  const box = figure.getBoundingClientRect(), size = lens.last - lens.first + 1;
  const at = lens.first + Math.floor((event.clientX - box.left) / box.width * size);
  return Math.max(lens.first, Math.min(lens.last, at));
}

export function listenToPlot() {
  on("line", markLine);
  on("seen", markSeen);
  part("root").addEventListener("change", drawPlot);
  new ResizeObserver(drawPlot).observe(part("plot"));
}
