/* Panels of the content: text, Markdown, rendered HTML; and of the answer itself: timings, JSON. */
import {cell, copyButton, make, nothing, number, numberCell, table} from "./dom.js";
import {state} from "./state.js";

const SHOWN_MAX = 300000; // characters; a browser takes seconds to set more
const frameStyle = {{frame_style}};
const framePolicy = "default-src 'none'; style-src '{{frame_hash}}'";
const trusted = window.trustedTypes?.createPolicy("frame", {createHTML: text => text}) ?? {createHTML: text => text};
const EMPTY = "No main content was found.";

const cutNote = length => (length > SHOWN_MAX ? make("p", {class: "hint"},
  `Only the first ${number(SHOWN_MAX)} of ${number(length)} characters are shown. Copy and Download have all.`) : null);

function written(answer, text, element) {
  return text ? [copyButton(text), cutNote(text.length), make(element, {class: element === "div" ? "prose" : null, dir: answer.dir ?? "auto",
    lang: answer.language ?? ""}, text.slice(0, SHOWN_MAX))] : nothing(EMPTY);
}

export const textPanel = answer => written(answer, answer.content.text, "div");
export const markdownPanel = answer => written(answer, answer.content.markdown, "pre");

export function framePanel(answer) {
  if (!answer.content.html) {
    return nothing(EMPTY);
  }
  const page = `<!DOCTYPE html><html dir="${answer.dir === "rtl" ? "rtl" : "ltr"}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy}"><base target="_blank">` +
    `<style>${frameStyle}</style></head><body>${answer.content.html}</body></html>`;
  const frame = make("iframe", {sandbox: "allow-popups allow-popups-to-escape-sandbox", title: "The main content, rendered",
    referrerpolicy: "no-referrer"});
  frame.srcdoc = trusted.createHTML(page);
  return [frame, make("p", {class: "hint"}, "The sanitised HTML of the service. It runs no scripts and loads no images.")];
}

export function timingsPanel(answer) {
  const { total, ...stages } = answer.timings_ms;
  const times = [...Object.entries(stages).filter(([, ms]) => ms != null), ["total", total],
    ["whole request, measured in this page", state.tookMs]];
  const longest = Math.max(...times.slice(0, -1).map(([, ms]) => ms), 0.001);
  const rows = times.map(([name, ms]) => {
    const bar = make("div");
    bar.style.width = `${Math.min(100, 100 * ms / longest)}%`;
    return make("tr", {}, make("th", {scope: "row"}, name), numberCell(ms), cell(name.includes(" ") ? "" : bar, {class: "meter"}));
  });
  return [table(["stage", "ms", "relative to the longest"], rows, "Timings")];
}

export function jsonPanel(answer) {
  const short = JSON.stringify(answer, (key, value) => Array.isArray(value) && typeof value[0] === "number"
    ? `[${value.slice(0, 12).join(", ")}${value.length > 12 ? `, … ${value.length} in total` : ""}]`
    : Array.isArray(value) && value.length > 200 ? [...value.slice(0, 200), `… ${value.length} in total`]
      : typeof value === "string" && value.length > 300 ? `${value.slice(0, 300)} … ${value.length} in total` : value, 1);
  return [copyButton(() => JSON.stringify(answer, null, 1)),
    make("p", {class: "hint"}, "Long texts and lists are shortened here, but not in the copy."), make("pre", {dir: "ltr"}, short)];
}
