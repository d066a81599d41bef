/* Panel: what was measured and decided on this page, and what the words mean. */
import {cell, make, number, numberCell, plural, table} from "./dom.js";
import {algorithmOf} from "./form.js";
import {lineButton} from "./facts.js";
import {state} from "./state.js";
import {FATES, countsOf, gapOf, joinsRegions, regionsOf} from "./why.js";

const REGIONS_MAX = 60;
const BASES = {block: "each element that stands on a line of its own (p, div, li, br …) begins one", start: "each start tag begins one",
  source: "as in its source"};
const SIGNALS = {diff: "The curve is content minus code, summed over the line and its two neighbours. Above the axis text outweighs code.",
  ccr: "The curve is the share of content among all characters around the line, in thousandths, after blurring.",
  ratio: "The curve is the smoothed ratio of text to tags of the line, in thousandths."};

const sum = list => list.reduce((total, value) => total + value, 0);
const paragraph = (...children) => make("p", {}, ...children);

function lines({density, stats}) {
  return paragraph(`The page was cut into ${plural(density.lines, "line")}: ${BASES[stats.line_basis] ?? "as the algorithm cuts"}. ` +
    `Its source has ${plural(stats.source_lines, "line")}; a program may have written all of it into one, so danad does not rely on them.`);
}

function counts({algorithm, density}) {
  const [content, code] = countsOf(algorithm.id);
  const most = density.content.reduce((best, value, i) => (value > density.content[best] ? i : best), 0);
  return paragraph(`On each line two things are counted: content (${content}) and code (${code}). This page has ${number(sum(density.content))} of ` +
    `content and ${number(sum(density.code))} of code. `, ...(density.lines ? ["Line ", lineButton(most + 1),
    ` has most content, ${number(density.content[most])}. `] : []), SIGNALS[density.signal] ?? "");
}

function regions(answer) {
  const all = regionsOf(answer), gap = gapOf(answer), largest = all.find(r => r.largest);
  if (!largest) {
    return [paragraph("No line has more content than code, so nothing was taken.")];
  }
  const rows = all.slice(0, REGIONS_MAX).map(r => make("tr", {class: r.taken ? "taken" : null},
    cell(make("span", {}, lineButton(r.first), r.last > r.first ? ` to ${number(r.last)}` : "")), numberCell(r.content),
    numberCell(r.distance ?? "–"), cell(r.largest ? "the largest: here it begins" : r.taken ? "joined" : "left out")));
  return [paragraph(`Lines above the axis that follow one another are a region; this page has ${plural(all.length, "region")}. The one with most content is where the main ` +
    `content is (lines ${number(largest.first)} to ${number(largest.last)}). From there it grows to both sides, region by region, as long as the next one is near: ` +
    `at a distance of at most ${number(gap)} lines, the gap. The first one that is farther away ends it.`),
  table(["region", "content", "distance", "decision"], rows, "Regions"),
  all.length > REGIONS_MAX ? make("p", {class: "hint"}, `${plural(all.length - REGIONS_MAX, "more region")}.`) : null];
}

function fates(answer) {
  const groups = new Map();
  for (const block of answer.trace) {
    const group = groups.get(block.fate) ?? {count: 0, chars: 0, taken: block.taken, first: block.line};
    groups.set(block.fate, {...group, count: group.count + 1, chars: group.chars + block.end - block.start});
  }
  const rows = [...groups].sort(([, a], [, b]) => b.chars - a.chars).map(([fate, g]) => make("tr", {class: g.taken ? "taken" : null},
    cell(fate), numberCell(g.count), cell(FATES[fate] ?? ""), numberCell(lineButton(g.first))));
  return [paragraph(`auto looks at ${plural(answer.trace.length, "block")}: texts between the borders of elements. First rules leave out what a page names as menu, footer, ` +
    "advertisement and the like. Then it looks for the part of the page that holds most of the text outside links. At last a learned step, trained on pages whose " +
    "content people had marked, judges each block by its text, its tags and its neighbours: its score is the probability that it is content."),
  answer.page_type ? paragraph(`By the look of its blocks this page is of the type ${answer.page_type.type} (confidence ${number(answer.page_type.confidence)}).`) : null,
  table(["fate", "blocks", "what it means", "line"], rows, "What became of the blocks"),
  make("p", {class: "hint"}, "The tab Blocks has each of them.")];
}

const SOURCES = {"json-ld": "JSON-LD, a description of the page for search engines", state: "the data that a script brings along to make the page in a browser"};

/* What was decided by something else than the algorithm. */
function overruled(answer) {
  const { select, remove } = state.sent.options;
  return [SOURCES[answer.content.source] ? paragraph(`The elements of this page do not hold its text. The content was taken from ${SOURCES[answer.content.source]}.`) : null,
    select ? paragraph("The content is what the selectors ", make("code", {}, select), " match, not what the algorithm would take.") : null,
    remove ? paragraph("What the selectors ", make("code", {}, remove), " match was taken out before anything was measured.") : null];
}

function decision(answer) {
  if (answer.trace?.length) {
    return fates(answer);
  }
  if (joinsRegions(answer)) {
    return regions(answer);
  }
  const about = algorithmOf(answer.algorithm.id);
  return [paragraph(about ? `${about.title} is described in: ${about.citation}` : ""), about?.notes ? make("p", {class: "hint"}, about.notes) : null];
}

const WORDS = [
  ["Line", "danad’s own lines, the unit of the plot. Where the source breaks its lines says nothing about the page, and a minified page has only one."],
  ["Density", "How much content and how much code a line has. An article is dense in content. Menus, teasers and footers are dense in code: each short text has its own tags."],
  ["Smoothed", "One line alone may mislead: a short paragraph, a heading. So a line is seen together with its neighbours."],
  ["Region", "Lines that follow one another and have more content than code."],
  ["Gap", "How far apart two regions may be and still be one article. Pictures, advertisements and short lines interrupt an article, and the text goes on behind them. A larger gap takes more in."],
  ["Selected", "Lines that are main content, yellow in the plot and in the source."],
  ["F1", "How alike two texts are in their words: 1 if they have the same ones, 0 if they have none in common."],
];

export function whyPanel(answer) {
  return [make("div", {class: "why"}, make("h4", {}, "What was measured"), lines(answer), counts(answer),
    make("h4", {}, `How ${answer.algorithm.id} decided`), ...[...overruled(answer), ...decision(answer)].filter(Boolean),
    paragraph(`So ${plural(answer.stats.content_lines, "line")} of ${number(answer.stats.lines)} were selected, in ${plural(answer.ranges.length, "part")}.`),
    make("h4", {}, "Words"), make("dl", {class: "words"}, ...WORDS.flatMap(([word, text]) => [make("dt", {}, word), make("dd", {}, text)])))];
}
