/* Panel: the page as a browser has shown it: its picture with the selection outlined, what it has asked for, its visual blocks. */
import {cell, make, nothing, number, numberCell, plural, table} from "./dom.js";
import {ROWS_MAX, lineButton, more} from "./facts.js";
import {chooseRendering} from "./rendering.js";
import {goTo, state, tell} from "./state.js";
import {excerpt} from "./text.js";

const NO_ADDRESS = "http://page.invalid/"; // of a page that was sent without a base URL

/* ---- a page that was not rendered */

const renderNow = label => make("p", {}, make("button", {type: "button", class: "small", id: "render-now", onclick: () => {
  chooseRendering("always");
  tell("ask");
}}, label));

function notRendered({warnings}) {
  const failure = warnings.find(({code}) => code === "render-failed");
  if (!state.renderer) {
    return nothing("This server has no renderer. The page was taken as it came.");
  }
  return [...nothing(failure ? failure.detail : state.sent.options.render === "auto"
    ? "The page came with a text of its own, so that no browser was needed." : "The page was taken as it came: its scripts have not run."),
  renderNow("Render this page")];
}

/* ---- the picture */

/* The smallest block of text at a point of the page, which begins where the picture does. */
function boxAt(boxes, x, y) {
  const hits = boxes.filter(b => x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height);
  return hits.sort((a, b) => a.width * a.height - b.width * b.height)[0];
}

function picture({screenshot, boxes}) {
  if (!screenshot) {
    return state.sent.include.includes("screenshot") ? nothing("The browser gave no picture.")
      : [make("p", {class: "hint"}, "There is no picture: to ask for one would have rendered every page, not only shells."),
        renderNow("Render it with a picture")];
  }
  const address = `data:image/png;base64,${screenshot}`;
  const image = make("img", {src: address, id: "picture", alt: "The rendered page, the selected text outlined", onclick: event => {
    const scale = image.naturalWidth / image.clientWidth;
    const box = boxAt(boxes ?? [], event.offsetX * scale, event.offsetY * scale);
    if (box) {
      goTo(box.start_line, true);
    }
  }});
  return [make("div", {class: "picture", tabindex: "0", role: "region", "aria-label": "Picture of the page"}, image),
    make("p", {class: "hint"}, "The selected text is outlined. Click a text to see it in the source. ",
      make("a", {href: address, download: "page.png"}, "Download the picture"))];
}

/* ---- what the page has asked for */

function numbers(rendered) {
  const facts = [["time", `${number(Math.round(rendered.time_ms))} ms`], ["page", `${number(rendered.width)} × ${number(rendered.height)} px`],
    ...["loaded", "refused", "skipped", "failed"].map(name => [name, number(rendered[name])]), ["bytes", number(rendered.bytes)]];
  return make("ul", {class: "facts", "aria-label": "Rendering"}, ...facts.map(([name, value]) => make("li", {}, `${name} `, make("b", {}, value))));
}

/* Addresses are shown, not linked: a page may name any. */
function requests(rendered) {
  const all = rendered.requests, total = rendered.loaded + rendered.refused + rendered.skipped + rendered.failed;
  const rows = all.map(r => make("tr", {class: `outcome-${r.outcome}`}, cell(r.outcome),
    cell([r.status, r.code].filter(Boolean).join(" ") || "–"), cell(r.type ?? "–"), numberCell(r.bytes),
    cell(make("bdi", {}, r.url ?? "–"), {class: "address"})));
  const summary = make("summary", {}, `What the page asked for: ${plural(total, "request")}`);
  const hint = make("p", {class: "hint"}, "Refused: not allowed. Skipped: not needed for the answer. Failed: no answer came." +
    (total > all.length ? ` The first ${number(all.length)} are listed.` : ""));
  return make("details", {open: true, id: "requests"}, summary, rows.length ? table(["outcome", "status", "type", "bytes", "address"], rows, "Requests of the page") : null,
    hint);
}

/* ---- blocks */

/* Letters as they look on the page. */
function sample({font_size: pixels, font_weight: weight, color, background}) {
  const letters = make("span", {class: "looks", "aria-hidden": "true"}, "Aa");
  Object.assign(letters.style, {color: color ?? "", background: background ?? "", fontWeight: weight ?? ""});
  return pixels == null ? cell("–") : cell(make("span", {class: "whole"}, letters, ` ${number(pixels)} px${weight >= 600 ? ", bold" : ""}`));
}

const whole = (a, sign, b) => cell(`${number(Math.round(a))}${sign}${number(Math.round(b))}`, {class: "whole"});
const place = b => whole(b.x, ", ", b.y);
const size = b => whole(b.width, " × ", b.height);

function folded(list, id, title, heads, row) {
  return list ? make("details", {id}, make("summary", {}, `${title}: ${number(list.length)}`),
    table(heads, list.slice(0, ROWS_MAX).map(row), title), more(list, "rows")) : null;
}

const boxesTable = answer => folded(answer.boxes, "boxes", "Blocks of text", ["line", "place", "size", "font", "begins with"],
  b => make("tr", {}, numberCell(lineButton(b.start_line)), place(b), size(b), sample(b),
    cell(excerpt(answer, b.start, b.end), {dir: "auto", class: "address"})));

const segmentsTable = answer => folded(answer.segments, "segments", "Visual blocks (VIPS)",
  ["block", "line", "coherence", "characters", "in links", "place", "size", "font"], (s, index) => {
    const name = make("th", {scope: "row"}, `${index}${s.leaf ? "" : " ▾"}`);
    name.style.paddingInlineStart = `${s.level}rem`;
    return make("tr", {}, name, numberCell(s.characters ? lineButton(s.start_line) : "–"), numberCell(s.coherence), numberCell(s.characters),
      numberCell(s.link_characters), place(s), size(s), sample(s));
  });

export function renderedPanel(answer) {
  const { rendered } = answer;
  if (!rendered) {
    return notRendered(answer);
  }
  const isNamed = rendered.final_url !== NO_ADDRESS;
  return [numbers(rendered),
    rendered.complete ? null : make("p", {class: "complaint"}, "The time was over before the page was complete. It was taken as it was then."),
    isNamed ? make("p", {class: "hint address"}, "The page says that it is at ", make("bdi", {}, rendered.final_url)) : null,
    ...picture(answer), requests(rendered), segmentsTable(answer), boxesTable(answer)];
}
