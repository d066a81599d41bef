/* Panels of what the page states and holds: metadata, headlines, blocks, links, images, posts. */
import {cell, make, nothing, number, numberCell, part, plural, put, table} from "./dom.js";
import {excerpt, lineOf} from "./text.js";
import {goTo} from "./state.js";

export const ROWS_MAX = 400;
const POST_MAX = 1500;

export const lineButton = line => make("button", {type: "button", class: "link", "aria-label": `Line ${line}, show in the source`,
  onclick: () => goTo(line, true)}, number(line));

export const more = (list, what) => (list.length > ROWS_MAX
  ? make("p", {class: "hint"}, `${number(list.length - ROWS_MAX)} more ${what} are in the response (tab JSON).`) : null);

/* An address as a link, if it is one that a browser may follow. */
function address(url) {
  return /^https?:\/\//i.test(url) ? make("a", {href: url, rel: "noopener noreferrer nofollow", target: "_blank", dir: "ltr"}, url)
    : make("bdi", {}, url);
}

/* ---- metadata */

function shown(value) {
  return Array.isArray(value) ? value.join(" · ") : value && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/* One row per value. If the elements of a list have their own sources, each has a row. */
function metadataRows(name, found) {
  const each = Array.isArray(found) ? found : [found];
  const label = name.replaceAll("_", " ");
  if (found == null || each.length === 0) {
    return [make("tr", {}, make("th", {scope: "row"}, label), cell("–", {class: "muted"}), cell(""))];
  }
  return each.map(({value, text, source: from, level}) => make("tr", {}, make("th", {scope: "row"}, label),
    cell(shown(value ?? text), {dir: "auto"}), cell(`${from}${level ? `, h${level}` : ""}`, {class: "muted"})));
}

export function metadataPanel(answer) {
  const rows = Object.entries(answer.metadata).flatMap(([name, found]) => metadataRows(name, found));
  rows.unshift(make("tr", {}, make("th", {scope: "row"}, "title tag"), cell(answer.title_tag ?? "–", {dir: "auto"}),
    cell(answer.title_tag ? "title" : "", {class: "muted"})));
  return [table(["what", "value", "from"], rows, "Metadata")];
}

/* ---- blocks and headlines */

export function tracePanel(answer) {
  if (!answer.trace?.length) {
    return nothing("This algorithm has no trace of blocks; auto has one. The tab Why says how this one decided.");
  }
  const rows = answer.trace.slice(0, ROWS_MAX).map(block => make("tr", {class: block.taken ? "taken" : null},
    numberCell(lineButton(block.line)), cell(block.taken ? "yes" : "no"), cell(block.fate),
    cell(block.rule ?? ""), cell(block.settled_by ?? ""),
    numberCell(block.density), numberCell(block.score), cell(excerpt(answer, block.start, block.end), {dir: "auto"})));
  return [table(["line", "taken", "fate", "rule", "settled by", "density", "score", "begins with"], rows, "Blocks"), more(answer.trace, "blocks")];
}

export function candidatesPanel(answer) {
  const all = answer.candidates ?? [];
  const rows = all.slice(0, ROWS_MAX).map(c => make("tr", {class: c.start === answer.headline?.start ? "taken" : null},
    numberCell(lineButton(c.line)), numberCell(c.score), cell(c.source), cell(c.text, {dir: "auto"})));
  return rows.length ? [table(["line", "score", "from", "text"], rows, "Candidates for the headline"), more(all, "candidates")]
    : nothing("There are no candidates.");
}

/* ---- links and images */

export function linksPanel(answer) {
  const rows = answer.links.slice(0, ROWS_MAX).map(link => make("tr", {}, numberCell(lineButton(lineOf(answer, link.start))),
    cell(link.text || "–", {dir: "auto"}), cell(address(link.href), {class: "address"}), cell(link.rel ?? "", {class: "muted"})));
  return rows.length ? [table(["line", "text", "address", "rel"], rows, "Links of the main content"), more(answer.links, "links")]
    : nothing("The main content has no links.");
}

export function imagesPanel(answer) {
  const all = [...answer.images.map(i => ({...i, kind: "image", title: i.alt})), ...answer.media.map(m => ({...m, src: m.url}))]
    .sort((a, b) => a.start - b.start);
  const rows = all.slice(0, ROWS_MAX).map(item => make("tr", {}, numberCell(lineButton(lineOf(answer, item.start))),
    cell(item.provider ? `${item.kind}, ${item.provider}` : item.kind), cell(item.title || "–", {dir: "auto"}),
    cell(item.caption ?? "", {dir: "auto"}), cell(address(item.src), {class: "address"})));
  return rows.length ? [table(["line", "kind", "text", "caption", "address"], rows, "Images and media of the main content"),
    more(all, "images"), make("p", {class: "hint"}, "They are not loaded here: this page sends requests to its own server alone.")]
    : nothing("The main content has no images, videos or sounds.");
}

/* ---- posts */

function postElement(answer, post, kind) {
  const head = [post.author, post.date && shown(post.date), post.role, post.accepted ? "accepted" : null,
    post.votes == null ? null : plural(post.votes, "vote")].filter(Boolean);
  const item = make("li", {class: "post"}, make("p", {class: "hint"}, `${kind} ${post.index + 1}`,
    post.parent == null ? null : ` in reply to ${post.parent + 1}`, " · line ", lineButton(lineOf(answer, post.start)),
    ...head.flatMap(text => [" · ", make("bdi", {}, text)])),
  make("p", {class: "said", dir: "auto"}, post.text.slice(0, POST_MAX) + (post.text.length > POST_MAX ? " …" : "")));
  item.style.marginInlineStart = `${Math.min(post.depth, 6) * 1.2}rem`;
  return item;
}

export function postsPanel(answer) {
  const all = [...answer.posts.map(p => [p, "post"]), ...answer.comments.map(p => [p, "comment"])]
    .sort(([a], [b]) => a.index - b.index);
  return all.length ? [make("ol", {class: "posts"}, ...all.slice(0, ROWS_MAX).map(([post, kind]) => postElement(answer, post, kind))),
    more(all, "posts")] : nothing("No posts of a forum or blog, and no readers’ comments were found.");
}

/* ---- the card above the tabs */

export function showHeadline(answer) {
  const found = answer.headline;
  put(part("headline"), {dir: answer.dir ?? "auto", lang: answer.language ?? ""});
  part("headline").textContent = found ? found.text : "No headline was found";
  part("headline-kind").textContent = found
    ? `Headline · ${found.source} · line ${number(found.line)} · score ${number(found.score)}` : "Headline";
}

export function showFacts(answer) {
  const facts = [["words", number(answer.content.words)], ["characters", number(answer.content.chars)],
    ["lines", `${number(answer.stats.content_lines)} of ${number(answer.stats.lines)}`],
    ["language", answer.language ?? "unknown"], ["direction", answer.dir ?? "unknown"],
    ["encoding", `${answer.encoding.name ?? "unknown"} (${answer.encoding.source})`],
    ["page", answer.page_type?.type], ["rendered in", answer.rendered && `${number(Math.round(answer.rendered.time_ms))} ms`], ["time", `${number(answer.timings_ms.total)} ms`],
    ["algorithm", answer.algorithm.id]].filter(([, value]) => value != null);
  part("facts").replaceChildren(...facts.map(([name, value]) => make("li", {}, `${name} `, make("b", {dir: "auto"}, value))));
  part("warnings").replaceChildren(...answer.warnings.map(w => make("li", {}, make("code", {}, w.code), ` ${w.detail}`)));
}
