/* The source of the page: only the rows in view are elements. */
import {make, number, part} from "./dom.js";
import {lastAtMost} from "./text.js";
import {on, state, tell, goTo} from "./state.js";

const ROW = 20, ROWS_MAX = 1500000, TEXT_MAX = 1500;
let rows = null; // of the answer that is shown

/* Rows of the source: it is cut at newlines and at the start of each plot line, unless there is only white space between the two. */
function rowsOf(answer) {
  const text = answer.source, offsets = answer.line_offsets;
  const starts = [], lines = [], numbers = [];
  let line = 0, numberOfSource = 1, at = 0;
  while (at < text.length && starts.length < ROWS_MAX) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    while (line + 1 < offsets.length - 1 && offsets[line + 1] <= at) {
      line++;
    }
    let from = at;
    while (from < end && starts.length < ROWS_MAX) {
      while (line + 1 < offsets.length - 1 && offsets[line + 1] < end && !text.slice(from, offsets[line + 1]).trim()) {
        line++;
      }
      const next = line + 1 < offsets.length - 1 ? offsets[line + 1] : Infinity;
      starts.push(from);
      lines.push(line + 1);
      numbers.push(numberOfSource);
      from = Math.min(end, next);
    }
    at = end;
    numberOfSource++;
  }
  return {starts, lines, numbers, count: starts.length, cut: at < text.length, firstSeen: -1};
}

/* Selections as marks: the ranges of each answer with the name of its mark, and where they begin. */
function selections() {
  const of = (answer, kind) => ({kind, ranges: answer.ranges, begins: answer.ranges.map(r => r.start)});
  return state.other ? [of(state.answer, "first"), of(state.other, "second")] : [of(state.answer, "picked")];
}

/* The runs of a row: {from, to, kinds}, where kinds are "title" or those of the selections. */
function stretches(start, end) {
  const title = state.answer.headline, cuts = new Set([start, end]);
  const touching = rows.marks.map(({kind, ranges, begins}) => ({kind,
    ranges: ranges.slice(Math.max(0, lastAtMost(begins, start)), lastAtMost(begins, end) + 1)}));
  for (const span of [...touching.flatMap(t => t.ranges), ...(title ? [title] : [])]) {
    [span.start, span.end].forEach(at => at > start && at < end && cuts.add(at));
  }
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered.slice(1).map((to, i) => {
    const from = ordered[i], within = span => span.start <= from && to <= span.end;
    const kinds = touching.filter(t => t.ranges.some(within)).map(t => t.kind);
    return {from, to, kinds, isTitle: Boolean(title && within(title))};
  });
}

/* White space at the begin of a piece is not marked. */
function marked({from, to, kinds, isTitle}) {
  const text = state.answer.source.slice(from, to).replace(/[\r\n]+$/, "").replaceAll("\t", "  ");
  const space = text.length - text.trimStart().length, name = [...kinds, ...(isTitle ? ["title"] : [])].join(" ");
  return name && text.trim() ? [text.slice(0, space), make("mark", {class: name}, text.slice(space))] : [text];
}

const LETTERS = {first: "A", second: "B", picked: ""};

function rowElement(i) {
  const { starts, lines, numbers } = rows, whole = i + 1 < starts.length ? starts[i + 1] : state.answer.source.length;
  const end = Math.min(whole, starts[i] + TEXT_MAX), pieces = stretches(starts[i], end);
  const code = make("span", {}, ...pieces.flatMap(marked), whole > end ? make("em", {}, ` … ${number(whole - end)} characters more`) : null);
  const kinds = [...new Set(pieces.filter(p => state.answer.source.slice(p.from, p.to).trim()).flatMap(p => p.kinds))];
  const firstOf = (list, shownAs) => (i === 0 || list[i - 1] !== list[i] ? shownAs : "");
  const row = make("div", {class: `row${kinds.length ? " picked-row" : ""}${lines[i] === state.line ? " now" : ""}`, "data-line": lines[i]},
    make("i", {}, firstOf(numbers, numbers[i])), make("i", {}, firstOf(lines, lines[i])),
    state.other ? make("b", {}, kinds.map(kind => LETTERS[kind]).sort().join("")) : null, code);
  row.style.top = `${i * ROW}px`;
  return row;
}

/* Tells which lines are in view. */
function tellSeen() {
  const view = part("source");
  if (rows?.count) {
    const at = y => rows.lines[Math.max(0, Math.min(rows.count - 1, Math.floor(y / ROW)))];
    state.seen = {first: at(view.scrollTop), last: at(view.scrollTop + view.clientHeight - 1)};
    tell("seen");
  }
}

function drawRows(force) {
  if (!rows) {
    return;
  }
  const view = part("source"), first = Math.max(0, Math.floor(view.scrollTop / ROW) - 10);
  const last = Math.min(rows.count, first + Math.ceil(view.clientHeight / ROW) + 20);
  if (force || first !== rows.firstSeen) {
    rows.firstSeen = first;
    part("rows").replaceChildren(...Array.from({length: last - first}, (_, i) => rowElement(first + i)));
  }
  tellSeen();
}

function scrollTo(line, focus) {
  const i = Math.max(0, Math.min(rows.count - 1, lastAtMost(rows.lines, line - 1) + 1)), view = part("source");
  view.scrollTop = Math.max(0, i * ROW - view.clientHeight / 3);
  view.scrollLeft = 0;
  drawRows(true);
  if (focus) {
    view.focus({preventScroll: true});
    view.scrollIntoView({block: "nearest"});
  }
}

function showSourceOf(answer) {
  rows = rowsOf(answer);
  rows.marks = selections();
  part("source").classList.toggle("two", state.other !== null);
  part("rows").replaceChildren();
  part("rows").style.height = `${rows.count * ROW}px`;
  part("source-hint").textContent = "First number: line of the source. Second: line of the plot." +
    (state.other ? ` A: ${answer.algorithm.id}. B: ${state.other.algorithm.id}.` : "") +
    (rows.cut ? ` Only the first ${number(ROWS_MAX)} lines are shown.` : "");
}

/* Goes to the next selected part after this line; after the last one, to the first. */
function goToNextPart() {
  const { ranges } = state.answer;
  goTo((ranges.find(r => r.start_line > state.line) ?? ranges[0])?.start_line ?? 1, true);
}

export function listenToSource() {
  on("answer", () => showSourceOf(state.answer));
  on("line", ({scroll, focus}) => {
    if (scroll) {
      scrollTo(state.line, focus);
    }
    for (const row of part("rows").children) {
      row.classList.toggle("now", row.dataset.line === String(state.line));
    }
  });
  part("source").addEventListener("scroll", () => drawRows(false), {passive: true});
  part("rows").addEventListener("mouseover", event => {
    const row = event.target.closest(".row");
    if (row) {
      tell("line", {line: Number(row.dataset.line)});
    }
  });
  part("next-part").addEventListener("click", goToNextPart);
  new ResizeObserver(() => drawRows(true)).observe(part("source"));
}
