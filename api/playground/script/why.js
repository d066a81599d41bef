/* How a decision came about, for people who have not read the thesis: of the page, and of a line. No request. */
import {lastAtMost} from "./text.js";

/* What `auto` says of a block, in words. */
export const FATES = {
  subtree: "taken: in the part of the page that holds most of its text",
  rest: "taken: no part of this page holds most of its text, so each block was judged alone",
  learned: "taken: the learned step, or a rule after it, took what the steps before had left out",
  outside: "left out: not in the part of the page that holds most of its text, or a list of links after the article",
  pruned: "left out: inside an element that a rule names, such as a menu, a footer or an advertisement",
  repeated: "left out: a copy of something that the page sets twice; the other one counts",
  cut: "left out: line numbers, labels of code, data shown as text, or links before the first text",
  refused: "left out: the learned step, or a rule after it, rejected what the steps before had taken",
};

/* What is said of a block that a rule after the learned step decided, by whether it is taken. */
const SETTLED = {true: "taken: by a rule after the learned step", false: "left out: by a rule after the learned step"};

/* The algorithms that join regions over gaps, and what they count. */
const FAMILY = {
  addanag: ["characters of text", "characters of tags; the tag of a link counts as much as its text, so a link is neither"],
  danag: ["characters of text", "characters of tags"],
  dana: ["bytes of text outside ASCII (Arabic, Hebrew and other scripts)", "all other bytes"],
  r2l: ["bytes of text outside ASCII (Arabic, Hebrew and other scripts)", "all other bytes"],
};
export const countsOf = id => FAMILY[id] ?? ["characters of text", "characters of tags"];

/* Whether the answer is of an algorithm that joins regions as the thesis does. */
export const joinsRegions = answer => answer.algorithm.id in FAMILY && answer.algorithm.params.growth !== "2011" &&
  answer.density.smoothed != null;

export const gapOf = answer => (answer.algorithm.params.gap === "auto" ? Math.max(20, Math.floor(answer.density.lines / 20))
  : answer.algorithm.params.gap);

/* Runs of lines above the axis: {first, last, content, distance to the one before, taken, largest}. */
export function regionsOf(answer) {
  const { smoothed, content } = answer.density, found = [];
  for (let i = 0; i < smoothed.length; i++) {
    if (smoothed[i] > 0 && !(smoothed[i - 1] > 0)) {
      const before = found.at(-1);
      found.push({first: i + 1, last: i + 1, content: 0, distance: before ? i + 1 - before.last + 1 : null});
    }
    if (smoothed[i] > 0) {
      Object.assign(found.at(-1), {last: i + 1, content: found.at(-1).content + content[i]});
    }
  }
  const most = found.reduce((best, region) => (best && best.content >= region.content ? best : region), null);
  return found.map(region => ({...region, largest: region === most, taken: isTaken(answer, region.first)}));
}

/* The range that holds a line, and its neighbours. */
function around(answer, line) {
  const at = lastAtMost(answer.ranges.map(r => r.start_line), line), before = answer.ranges[at];
  return {inside: before && line <= before.end_line ? before : null, before, after: answer.ranges[at + 1]};
}

export const isTaken = (answer, line) => around(answer, line).inside !== null;

/* The block of auto's trace that decided on a line: of those that begin on it, one with the fate of the line. */
function blockAt(answer, line, isIn) {
  const blocks = (answer.trace ?? []).filter(block => block.line === line);
  return blocks.find(block => block.taken === isIn) ?? blocks[0] ?? null;
}

/* Why a line is taken or not, in a sentence; empty where the algorithm says nothing of lines. `isSelected`: the content is what
   selectors of the request match, whatever the algorithm would take. */
export function whyLine(answer, line, isSelected) {
  const { inside, before, after } = around(answer, line), block = blockAt(answer, line, Boolean(inside));
  if (isSelected || answer.content.source !== "dom") {
    return inside ? isSelected ? "taken: the selectors match here" : "taken: data that a script brings along" : "";
  }
  if (block && block.taken === Boolean(inside)) {
    const name = block.settled_by ?? (block.fate === "pruned" ? block.rule : null);
    return (block.settled_by ? SETTLED[block.taken] : FATES[block.fate]) + (name ? ` (${name})` : "");
  }
  const gap = !inside && before && after ? `in the gap of ${after.start_line - before.end_line - 1} lines between two selected parts` : "";
  if (!joinsRegions(answer)) {
    return gap;
  }
  const isUp = answer.density.smoothed[line - 1] > 0;
  return inside ? isUp ? "taken: more text than code here" : "taken: between regions, filled"
    : gap || (isUp ? `left out: more text than code, but too far from the largest region (gap ${gapOf(answer)})` : "left out: more code than text here");
}
