"use strict";
/* The playground: requests all parts of a response of /v1/extract and shows them. Text of pages is only put into
   text nodes. The one exception is the service's sanitised HTML, in a frame without scripts or origin. */

const base = location.pathname.replace(/\/*$/, "/"); // this page is the root, with or without a BASE_PATH
const include = ["text", "html", "markdown", "headline", "candidates", "ranges", "density", "line_offsets", "source",
  "metadata", "trace"];
const ROW = 20, ROWS_MAX = 1500000, TEXT_MAX = 1500, TRACE_MAX = 400, INLINE_MAX = 1500;
const frameStyle = {{frame_style}};
const framePolicy = "default-src 'none'; style-src '{{frame_hash}}'";
const trusted = window.trustedTypes?.createPolicy("frame", {createHTML: text => text}) ?? {createHTML: text => text};
const part = id => document.getElementById(id);
const number = value => Number(value).toLocaleString("en", {maximumFractionDigits: 3});

const state = {algorithms: [], fetch: true, file: null, answer: null, sent: null, rows: null, line: 1, running: null,
  tab: "text", tookMs: 0};

/* ---------------------------------------------------------------- helpers */

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  put(element, attributes);
  element.append(...children.filter(child => child != null));
  return element;
}

function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true || (value !== false && value != null)) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  return element;
}

function draw(tag, attributes = {}, ...children) {
  const element = put(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  element.append(...children);
  return element;
}

/* The last index of an ascending array with a value not greater than `value`; -1 if there is none. */
function lastAtMost(array, value) {
  let low = 0, high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= value) { low = middle + 1; } else { high = middle; }
  }
  return low - 1;
}

/* Throws a problem document, even if the server did not send one. */
async function call(path, init = {}) {
  const headers = {Accept: "application/json", ...init.headers};
  if (part("token").value) {
    headers.Authorization = `Bearer ${part("token").value}`;
  }
  const response = await fetch(base + path, {...init, headers});
  const value = await response.json().catch(() => null);
  if (response.ok && value) {
    return value;
  }
  throw value?.code ? value : {title: "This response does not come from the API", status: response.status,
    detail: "Perhaps a proxy in front of the server has answered.", code: ""};
}

/* ---------------------------------------------------------------- the form */

const kinds = {algorithm: "content", headline_algorithm: "headline"};
const paramsOf = name => (name === "algorithm" ? "params" : "headline_params");

function fillAlgorithms(name) {
  const fitting = state.algorithms.filter(a => a.kind === kinds[name]);
  part(name).replaceChildren(...fitting.map(a => make("option", {value: a.id, selected: a.default},
    a.title === a.id ? a.id : `${a.id} – ${a.title}`)));
  chooseAlgorithm(name);
}

function chooseAlgorithm(name) {
  const chosen = state.algorithms.find(a => a.id === part(name).value);
  const holder = paramsOf(name);
  part(`${name}-hint`).textContent = chosen ? chosen.citation : "";
  part(holder).replaceChildren(...(chosen?.params ?? []).map(p => paramField(holder, p)));
}

function paramField(holder, param) {
  const id = `${holder}.${param.name}`, hint = `${id}-hint`;
  const about = make("p", {class: "hint", id: hint}, param.doc);
  if (param.type === "boolean") {
    const box = make("input", {type: "checkbox", id, checked: param.default, "aria-describedby": hint});
    return make("div", {}, make("label", {class: "check"}, box, param.name), about);
  }
  const unit = param.unit ? make("small", {class: "muted"}, ` ${param.unit}`) : null;
  const range = param.type === "integer" ? `${param.minimum} to ${number(param.maximum)}${param.auto ? ", or auto" : ""}` : "";
  const field = param.type === "choice"
    ? make("select", {id, "aria-describedby": hint},
      ...param.choices.map(c => make("option", {value: c, selected: c === param.default}, c)))
    : make("input", {id, type: "text", inputmode: param.type === "integer" && !param.auto ? "numeric" : null,
      value: param.default, title: range, "aria-describedby": hint, spellcheck: "false"});
  return make("div", {}, make("label", {for: id}, param.name, unit), field, about);
}

/* The values that differ from the defaults. Invalid numbers are sent too; the server rejects them. */
function paramsGiven(name) {
  const chosen = state.algorithms.find(a => a.id === part(name).value);
  const given = {};
  for (const param of chosen?.params ?? []) {
    const field = part(`${paramsOf(name)}.${param.name}`);
    let value = param.type === "boolean" ? field.checked : field.value.trim();
    if (param.type === "integer" && /^-?\d{1,15}$/.test(value)) {
      value = Number(value);
    }
    if (value !== param.default && value !== "") {
      given[param.name] = value;
    }
  }
  return given;
}

const source = () => part("form").elements.from.value;

function showSource(kind) {
  part("form").elements.from.value = kind;
  for (const name of ["html", "url", "file"]) {
    part(`from-${name}`).hidden = name !== kind;
  }
  part("base-part").hidden = kind === "url";
}

function takeFile(file) {
  state.file = file;
  showSource("file");
  part("file-hint").textContent = `${file.name}, ${number(file.size)} bytes. They are sent unchanged; ` +
    "the server detects the encoding.";
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject({title: "The file cannot be read", status: 0, code: "", detail: file.name});
    reader.readAsDataURL(file);
  });
}

async function page() {
  const kind = source();
  const missing = {html: "Paste the HTML of a page first.", url: "Enter a URL first.", file: "Choose a file first."};
  const there = kind === "file" ? state.file : part(kind).value.trim();
  if (!there) {
    throw {title: "No page to extract", status: 0, code: "", detail: missing[kind]};
  }
  return kind === "file" ? {html_base64: await base64(state.file)}
    : {[kind]: kind === "html" ? part("html").value : there};
}

function options() {
  const chosen = {algorithm: part("algorithm").value, headline_algorithm: part("headline_algorithm").value,
    offset_unit: "utf16"};
  for (const name of Object.keys(kinds)) {
    const given = paramsGiven(name);
    if (Object.keys(given).length) {
      chosen[paramsOf(name)] = given;
    }
  }
  for (const name of ["select", "remove"]) {
    if (part(name).value.trim()) {
      chosen[name] = part(name).value;
    }
  }
  for (const name of ["links", "images", "tables"]) {
    if (!part(name).checked) {
      chosen[name] = false;
    }
  }
  if (part("comments").value) {
    chosen.comments = part("comments").value === "true";
  }
  return chosen;
}

async function request() {
  const wanted = await page();
  const relative = part("base_url").value.trim();
  if (relative && source() !== "url") {
    wanted.base_url = relative;
  }
  return {...wanted, include, options: options()};
}

async function extract() {
  state.running?.abort();
  const mine = state.running = new AbortController();
  const begun = performance.now();
  busy(true, "Extracting …");
  try {
    const sent = await request();
    const answer = await call("v1/extract", {method: "POST", body: JSON.stringify(sent), signal: mine.signal,
      headers: {"Content-Type": "application/json"}});
    state.tookMs = performance.now() - begun;
    showAnswer(sent, answer);
    busy(false, `Done: ${number(answer.content.words)} words in ${number(answer.stats.content_lines)} of ` +
      `${number(answer.stats.lines)} lines.`);
  } catch (error) {
    if (state.running === mine) {
      showProblem(error);
      busy(false, "");
    }
  }
}

function busy(yes, text) {
  part("go").classList.toggle("busy", yes);
  part("result").setAttribute("aria-busy", String(yes));
  part("status").textContent = text;
}

/* ---------------------------------------------------------------- problems */

function asProblem(error) {
  return error instanceof Error
    ? {title: "The server did not respond", status: 0, code: "", detail: error.message} : error;
}

/* The ids that describe a field, without those of error messages. */
const hintsOf = field => (field.getAttribute("aria-describedby") ?? "").split(" ").filter(id => id && !id.includes("-complaint-"));

/* The field that a JSON pointer of an error refers to. */
function fieldAt(pointer) {
  const path = pointer.replace(/^#\/(options\/)?/, "").replaceAll("/", ".").replaceAll("~1", "/");
  return part(path === "html_base64" ? "file" : path);
}

function clearProblem() {
  part("problem").replaceChildren();
  for (const field of document.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", hintsOf(field).join(" "));
  }
  for (const line of document.querySelectorAll(".complaint")) {
    line.remove();
  }
}

function complain(error) {
  const field = fieldAt(error.pointer);
  if (field) {
    const id = `${field.id}-complaint-${document.querySelectorAll(".complaint").length}`;
    put(field, {"aria-invalid": "true", "aria-describedby": [id, field.getAttribute("aria-describedby")].join(" ").trim()});
    field.after(make("p", {class: "complaint", id}, error.detail));
    field.closest("details")?.setAttribute("open", "");
  }
}

function problemFacts(problem) {
  return [problem.status ? `HTTP status ${problem.status}` : null, problem.code || null,
    problem.limit != null ? `limit ${number(problem.limit)}${problem.limit_name ? ` (${problem.limit_name})` : ""}` : null,
    problem.upstream?.status ? `the site answered ${problem.upstream.status}` : null,
    problem.retry_after ? `retry after ${problem.retry_after} s` : null,
    problem.request_id ? `request ${problem.request_id}` : null].filter(Boolean).join(" · ");
}

function showProblem(error) {
  const problem = asProblem(error);
  const card = make("section", {class: "card problem"}, make("h2", {}, problem.title), make("p", {}, problem.detail));
  clearProblem();
  if (problem.errors?.length) {
    card.append(make("ul", {}, ...problem.errors.map(e => make("li", {}, make("code", {}, e.pointer), ` ${e.detail}`))));
    problem.errors.forEach(complain);
  }
  card.append(make("p", {class: "hint"}, problemFacts(problem)));
  if (problem.code) {
    card.append(make("p", {}, make("a", {href: `${base}problems/${problem.code}`}, "Meaning of this problem, and what to do")));
  }
  if (problem.code === "unauthorized") {
    part("token-part").hidden = false;
  }
  part("problem").replaceChildren(card);
  part("answer").hidden = true;
  part("empty").hidden = true;
  bringIntoView();
}

/* ---------------------------------------------------------------- the response */

function showAnswer(sent, answer) {
  clearProblem();
  state.answer = answer;
  state.sent = sent;
  state.rows = rowsOf(answer);
  part("empty").hidden = true;
  part("answer").hidden = false;
  showHeadline(answer);
  showFacts(answer);
  part("warnings").replaceChildren(...answer.warnings.map(w => make("li", {}, make("code", {}, w.code), ` ${w.detail}`)));
  showTab(state.tab);
  state.line = answer.ranges[0]?.start_line ?? 1;
  part("rows").replaceChildren();
  part("rows").style.height = `${state.rows.count * ROW}px`;
  part("source-hint").textContent = "First number: line of the source. Second: line of the plot." +
    (state.rows.cut ? ` Only the first ${number(ROWS_MAX)} lines are shown.` : "");
  drawPlot();
  goTo(state.line, false);
  bringIntoView();
}

/* Needed if the result is below the form. */
function bringIntoView() {
  if (part("result").getBoundingClientRect().top > innerHeight / 2) {
    part("result").scrollIntoView();
  }
}

function showHeadline(answer) {
  const found = answer.headline;
  put(part("headline"), {dir: answer.dir ?? "auto", lang: answer.language ?? ""});
  part("headline").textContent = found ? found.text : "No headline was found";
  part("headline-kind").textContent = found
    ? `Headline · ${found.source} · line ${number(found.line)} · score ${number(found.score)}` : "Headline";
}

function showFacts(answer) {
  const facts = [["words", number(answer.content.words)], ["characters", number(answer.content.chars)],
    ["lines", `${number(answer.stats.content_lines)} of ${number(answer.stats.lines)}`],
    ["language", answer.language ?? "unknown"], ["direction", answer.dir ?? "unknown"],
    ["encoding", `${answer.encoding.name ?? "unknown"} (${answer.encoding.source})`],
    ["time", `${number(answer.timings_ms.total)} ms`],
    ["algorithm", answer.algorithm.id]];
  part("facts").replaceChildren(...facts.map(([name, value]) => make("li", {}, `${name} `, make("b", {dir: "auto"}, value))));
}

/* ---------------------------------------------------------------- tabs */

const tabs = [["text", "Text", textPanel], ["markdown", "Markdown", markdownPanel], ["html", "Rendered", framePanel],
  ["metadata", "Metadata", metadataPanel], ["trace", "Blocks", tracePanel], ["candidates", "Headlines", candidatesPanel],
  ["timings", "Timings", timingsPanel], ["json", "JSON", jsonPanel], ["curl", "curl", curlPanel]];

function buildTabs() {
  part("tabs").replaceChildren(...tabs.map(([id, title]) => make("button", {type: "button", role: "tab",
    id: `tab-${id}`, "aria-controls": "panel", onclick: () => showTab(id)}, title)));
  part("tabs").addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity}[event.key];
    if (step) {
      const at = tabs.findIndex(([id]) => id === state.tab) + step;
      const next = Number.isFinite(at) ? (at + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1;
      event.preventDefault();
      showTab(tabs[next][0]);
      part(`tab-${tabs[next][0]}`).focus();
    }
  });
}

function showTab(name) {
  state.tab = name;
  for (const [id] of tabs) {
    put(part(`tab-${id}`), {"aria-selected": String(id === name), tabindex: id === name ? "0" : "-1"});
  }
  put(part("panel"), {"aria-labelledby": `tab-${name}`});
  if (state.answer) {
    part("panel").replaceChildren(...tabs.find(([id]) => id === name)[2](state.answer).filter(Boolean));
    part("panel").scrollTop = 0;
  }
}

function copyButton(text) {
  return make("button", {type: "button", class: "small copy", onclick: async event => {
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    event.target.textContent = done ? "Copied" : "Copying is not allowed";
  }}, "Copy");
}

const nothing = text => [make("p", {class: "muted"}, text)];

function written(answer, text, element) {
  return text ? [copyButton(text), make(element, {class: element === "div" ? "prose" : null, dir: answer.dir ?? "auto",
    lang: answer.language ?? ""}, text)] : nothing("No main content was found.");
}

function textPanel(answer) { return written(answer, answer.content.text, "div"); }

function markdownPanel(answer) { return written(answer, answer.content.markdown, "pre"); }

function framePanel(answer) {
  if (!answer.content.html) {
    return nothing("No main content was found.");
  }
  const page = `<!DOCTYPE html><html dir="${answer.dir === "rtl" ? "rtl" : "ltr"}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy}"><base target="_blank">` +
    `<style>${frameStyle}</style></head><body>${answer.content.html}</body></html>`;
  const frame = make("iframe", {sandbox: "allow-popups allow-popups-to-escape-sandbox", title: "The main content, rendered",
    referrerpolicy: "no-referrer"});
  frame.srcdoc = trusted.createHTML(page);
  return [frame, make("p", {class: "hint"}, "The sanitised HTML of the service. It runs no scripts and loads no images.")];
}

function table(heads, rows) {
  return make("table", {}, make("thead", {}, make("tr", {}, ...heads.map(head => make("th", {scope: "col",
    class: /^(line|score|density|level|ms)$/.test(head) ? "num" : null}, head)))), make("tbody", {}, ...rows));
}

function shown(value) {
  return Array.isArray(value) ? value.join(" · ") : value && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/* One row per value. If the elements of a list have their own sources, each has a row. */
function metadataRows(name, found) {
  const each = Array.isArray(found) ? found : [found];
  const label = name.replaceAll("_", " ");
  if (found == null || each.length === 0) {
    return [make("tr", {}, make("th", {scope: "row"}, label), make("td", {class: "muted"}, "–"), make("td"))];
  }
  return each.map(({value, text, source, level}) => make("tr", {}, make("th", {scope: "row"}, label),
    make("td", {dir: "auto"}, shown(value ?? text)), make("td", {class: "muted"}, `${source}${level ? `, h${level}` : ""}`)));
}

function metadataPanel(answer) {
  const rows = Object.entries(answer.metadata).flatMap(([name, found]) => metadataRows(name, found));
  rows.unshift(make("tr", {}, make("th", {scope: "row"}, "title tag"),
    make("td", {dir: "auto"}, answer.title_tag ?? "–"), make("td", {class: "muted"}, answer.title_tag ? "title" : "")));
  return [table(["what", "value", "from"], rows)];
}

const lineButton = line => make("button", {type: "button", class: "link", "aria-label": `Line ${line}, show in the source`,
  onclick: () => goTo(line, true)}, number(line));

const excerpt = (answer, start, end) => answer.source.slice(start, Math.min(end, start + 160)).replace(/\s+/g, " ").trim() +
  (end - start > 160 ? " …" : "");

function tracePanel(answer) {
  if (!answer.trace?.length) {
    return nothing("This algorithm has no trace of blocks; auto has one.");
  }
  const rows = answer.trace.slice(0, TRACE_MAX).map(block => make("tr", {class: block.taken ? "taken" : null},
    make("td", {class: "num"}, lineButton(block.line)), make("td", {}, block.taken ? "yes" : "no"),
    make("td", {}, block.fate), make("td", {}, block.rule ?? ""), make("td", {class: "num"}, number(block.density)),
    make("td", {class: "num"}, number(block.score)), make("td", {dir: "auto"}, excerpt(answer, block.start, block.end))));
  const more = answer.trace.length - rows.length;
  return [table(["line", "taken", "fate", "rule", "density", "score", "begins with"], rows),
    more > 0 ? make("p", {class: "hint"}, `${number(more)} more blocks are in the response (tab JSON).`) : null];
}

function candidatesPanel(answer) {
  const rows = (answer.candidates ?? []).map(c => make("tr", {class: c.start === answer.headline?.start ? "taken" : null},
    make("td", {class: "num"}, lineButton(c.line)), make("td", {class: "num"}, number(c.score)), make("td", {}, c.source),
    make("td", {dir: "auto"}, c.text)));
  return rows.length ? [table(["line", "score", "from", "text"], rows)] : nothing("There are no candidates.");
}

function timingsPanel(answer) {
  const { total, ...stages } = answer.timings_ms;
  const times = [...Object.entries(stages).filter(([, ms]) => ms != null), ["total", total],
    ["whole request, measured in this page", state.tookMs]];
  const longest = Math.max(...times.slice(0, -1).map(([, ms]) => ms), 0.001);
  const rows = times.map(([name, ms]) => {
    const bar = make("div");
    bar.style.width = `${Math.min(100, 100 * ms / longest)}%`;
    return make("tr", {}, make("th", {scope: "row"}, name), make("td", {class: "num"}, number(ms)),
      make("td", {class: "meter"}, name.includes(" ") ? null : bar));
  });
  return [table(["stage", "ms", "relative to the longest"], rows)];
}

function jsonPanel(answer) {
  const whole = JSON.stringify(answer, null, 1);
  const short = JSON.stringify(answer, (key, value) => Array.isArray(value) && typeof value[0] === "number"
    ? `[${value.slice(0, 12).join(", ")}${value.length > 12 ? `, … ${value.length} in total` : ""}]`
    : typeof value === "string" && value.length > 300 ? `${value.slice(0, 300)} … ${value.length} in total` : value, 1);
  return [copyButton(whole), make("p", {class: "hint"}, "Long texts and lists are shortened here, but not in the copy."),
    make("pre", {dir: "ltr"}, short)];
}

/* ---------------------------------------------------------------- curl */

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

function query(sent) {
  const list = new URLSearchParams({include: sent.include.join(",")});
  for (const [name, value] of Object.entries(sent.options)) {
    const members = typeof value === "object" ? Object.entries(value).map(([n, v]) => [`${name}.${n}`, v]) : [[name, value]];
    members.forEach(([n, v]) => list.set(n, v));
  }
  if (sent.base_url) {
    list.set("base_url", sent.base_url);
  }
  return String(list).replaceAll("%2C", ",");
}

/* The command has a short page or a URL as it was sent; a file is named. */
function curlPanel() {
  const sent = state.sent, lines = [];
  const file = sent.html_base64 ? state.file?.name ?? "page.html" : "page.html";
  const inline = sent.url || (sent.html && sent.html.length <= INLINE_MAX);
  const target = `${location.origin}${base}v1/extract`;
  if (inline) {
    lines.push(`curl ${quoted(target)}`, "-H 'Content-Type: application/json'");
  } else {
    lines.push(`curl ${quoted(`${target}?${query(sent)}`)}`,
      `-H 'Content-Type: text/html${sent.html ? "; charset=utf-8" : ""}'`);
  }
  if (part("token").value) {
    lines.push("-H \"Authorization: Bearer $DANAD_TOKEN\"");
  }
  lines.push(inline ? `-d ${quoted(JSON.stringify(sent))}` : `--data-binary @${quoted(file)}`);
  const command = lines.join(" \\\n  ");
  return [copyButton(command), make("pre", {dir: "ltr"}, command),
    inline ? null : make("p", {class: "hint"}, "The page is sent from a file, its options in the query.")];
}

/* ---------------------------------------------------------------- lines of the source */

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

/* The runs of a row: plain, selected, headline. */
function stretches(answer, start, end) {
  const cuts = new Set([start, end]);
  const title = answer.headline;
  const begins = answer.ranges.map(r => r.start);
  const touching = answer.ranges.slice(Math.max(0, lastAtMost(begins, start)), lastAtMost(begins, end) + 1);
  for (const span of [...touching, ...(title ? [title] : [])]) {
    [span.start, span.end].forEach(at => at > start && at < end && cuts.add(at));
  }
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered.slice(1).map((to, i) => {
    const from = ordered[i];
    const within = span => span.start <= from && to <= span.end;
    return {from, to, kind: title && within(title) ? "title" : touching.some(within) ? "picked" : ""};
  });
}

function rowElement(answer, i) {
  const { starts, lines, numbers } = state.rows;
  const start = starts[i], whole = i + 1 < starts.length ? starts[i + 1] : answer.source.length;
  const end = Math.min(whole, start + TEXT_MAX);
  const pieces = stretches(answer, start, end).map(({from, to, kind}) => {
    const text = answer.source.slice(from, to).replace(/[\r\n]+$/, "").replaceAll("\t", "  ");
    return {kind: text.trim() ? kind : "", text, space: text.length - text.trimStart().length};
  });
  const code = make("span", {}, ...pieces.flatMap(({text, kind, space}) => (kind
    ? [text.slice(0, space), make("mark", {class: kind}, text.slice(space))] : [text])), whole > end ? make("em", {}, ` … ${number(whole - end)} characters more`) : null);
  const picked = pieces.some(p => p.kind);
  const firstOf = (list, shownAs) => (i === 0 || list[i - 1] !== list[i] ? shownAs : "");
  const row = make("div", {class: `row${picked ? " picked-row" : ""}${lines[i] === state.line ? " now" : ""}`, "data-line": lines[i]},
    make("i", {}, firstOf(numbers, numbers[i])), make("i", {}, firstOf(lines, lines[i])), code);
  row.style.top = `${i * ROW}px`;
  return row;
}

function drawRows(force) {
  if (!state.answer) {
    return;
  }
  const view = part("source"), rows = state.rows;
  const first = Math.max(0, Math.floor(view.scrollTop / ROW) - 10);
  const last = Math.min(rows.count, first + Math.ceil(view.clientHeight / ROW) + 20);
  if (force || first !== rows.firstSeen) {
    rows.firstSeen = first;
    const made = [];
    for (let i = first; i < last; i++) {
      made.push(rowElement(state.answer, i));
    }
    part("rows").replaceChildren(...made);
  }
  markSeen();
}

function goTo(line, focus) {
  const rows = state.rows;
  const i = Math.max(0, Math.min(rows.count - 1, lastAtMost(rows.lines, line - 1) + 1));
  const view = part("source");
  setLine(line);
  view.scrollTop = Math.max(0, i * ROW - view.clientHeight / 3);
  view.scrollLeft = 0;
  drawRows(true);
  if (focus) {
    view.focus({preventScroll: true});
    view.scrollIntoView({block: "nearest"});
  }
}

/* Goes to the next selected part after this line; after the last one, to the first. */
function goToNextPart() {
  const { ranges } = state.answer;
  const next = ranges.find(r => r.start_line > state.line) ?? ranges[0];
  goTo(next?.start_line ?? 1, true);
}

/* ---------------------------------------------------------------- the plot */

const HEIGHT = 240, BELOW = 18;
let plot = null; // of the response shown: width, scales and elements

function scaleOf(value) {
  return part("root").checked ? Math.sign(value) * Math.sqrt(Math.abs(value)) : value;
}

function unscaled(value) {
  return Math.round(part("root").checked ? value * value : value);
}

/* The greatest value of each column, because there may be more lines than pixels. */
function columnsOf(values, count, pick) {
  const columns = new Array(count);
  for (let c = 0; c < count; c++) {
    const from = Math.floor(c * values.length / count);
    const to = Math.max(from + 1, Math.floor((c + 1) * values.length / count));
    let best = values[from];
    for (let i = from + 1; i < to; i++) {
      best = pick(values[i]) > pick(best) ? values[i] : best;
    }
    columns[c] = scaleOf(best);
  }
  return columns;
}

function bars(columns, width, y0, y) {
  const step = width / columns.length;
  return `M0 ${y0}` + columns.map((value, c) => `V${y(value).toFixed(1)}H${((c + 1) * step).toFixed(2)}`).join("") + `V${y0}Z`;
}

function curve(columns, width, y) {
  const step = width / columns.length;
  return columns.map((value, c) => `${c ? "L" : "M"}${((c + 0.5) * step).toFixed(1)} ${y(value).toFixed(1)}`).join("");
}

function ticks(lines, width) {
  const wanted = Math.max(2, Math.floor(width / 90));
  const rough = lines / wanted, power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, [1, 2, 5, 10].map(f => f * power).find(s => s >= rough));
  const all = [];
  for (let line = step; line <= lines; line += step) {
    all.push(draw("text", {x: (line - 0.5) * width / lines, y: HEIGHT + BELOW - 4, "text-anchor": "middle"}, number(line)));
  }
  return all;
}

function drawPlot() {
  const answer = state.answer, density = answer?.density;
  if (!density || part("answer").hidden) {
    return;
  }
  const width = Math.max(200, part("plot").clientWidth), count = Math.min(density.lines, Math.floor(width));
  const content = columnsOf(density.content, count, v => v), code = columnsOf(density.code, count, v => v);
  const smoothed = density.smoothed ? columnsOf(density.smoothed, count, Math.abs) : [];
  const greatest = (...lists) => lists.reduce((m, list) => list.reduce((a, b) => Math.max(a, b), m), 1);
  const up = greatest(content, smoothed), down = greatest(code, smoothed.map(v => -v));
  const y0 = HEIGHT * Math.min(0.8, Math.max(0.35, up / (up + down)));
  const y = value => (value >= 0 ? y0 - value / up * (y0 - 4) : y0 - value / down * (HEIGHT - y0 - 4));
  const x = line => (line - 1) * width / Math.max(1, density.lines);
  const seen = draw("rect", {class: "seen", y: 0, height: HEIGHT, width: 0});
  const cursor = draw("line", {class: "cursor", y1: 0, y2: HEIGHT});
  const svg = draw("svg", {viewBox: `0 0 ${width} ${HEIGHT + BELOW}`, height: HEIGHT + BELOW, "aria-hidden": "true"},
    ...answer.ranges.map(r => draw("rect", {class: "picked", x: x(r.start_line), y: 0, height: HEIGHT,
      width: Math.max(1, x(r.end_line + 1) - x(r.start_line))})),
    seen, draw("path", {class: "content", d: count ? bars(content, width, y0, y) : ""}),
    draw("path", {class: "code", d: count ? bars(code.map(v => -v), width, y0, y) : ""}),
    draw("path", {class: "curve", d: curve(smoothed, width, y)}),
    draw("text", {x: 4, y: 11}, `${number(unscaled(up))} up`), draw("text", {x: 4, y: HEIGHT - 4}, `${number(unscaled(down))} down`),
    draw("line", {class: "axis", x1: 0, x2: width, y1: y0, y2: y0}), ...ticks(density.lines, width), cursor);
  plot = {width, x, seen, cursor, lines: density.lines};
  part("plot").replaceChildren(svg);
  put(part("plot"), {"aria-valuemin": "1", "aria-valuemax": String(Math.max(1, density.lines))});
  setLine(state.line);
  markSeen();
}

function describe(line) {
  const { density, ranges, line_offsets: offsets } = state.answer;
  const picked = ranges.some(r => r.start_line <= line && line <= r.end_line);
  const values = `line ${number(line)}: content ${number(density.content[line - 1] ?? 0)}, code ${number(density.code[line - 1] ?? 0)}` +
    (density.smoothed ? `, smoothed ${number(density.smoothed[line - 1] ?? 0)}` : "") + (picked ? ", selected" : "");
  return {values, text: excerpt(state.answer, offsets[line - 1] ?? 0, offsets[line] ?? 0)};
}

function setLine(line) {
  state.line = Math.max(1, Math.min(line, plot?.lines ?? line));
  if (!plot?.lines) {
    part("tip").textContent = "The page has no lines.";
    put(part("plot"), {"aria-valuenow": "1", "aria-valuetext": "no lines"});
    return;
  }
  const middle = plot.x(state.line + 0.5), told = describe(state.line);
  put(plot.cursor, {x1: middle, x2: middle});
  put(part("plot"), {"aria-valuenow": String(state.line), "aria-valuetext": told.values});
  part("tip").replaceChildren(make("b", {}, told.values), "  ", make("bdi", {class: "muted"}, told.text));
  for (const row of part("rows").children) {
    row.classList.toggle("now", row.dataset.line === String(state.line));
  }
}

/* Marks in the plot the part of the source that is in view. */
function markSeen() {
  const rows = state.rows, view = part("source");
  if (!plot || !rows?.count) {
    return;
  }
  const at = y => rows.lines[Math.max(0, Math.min(rows.count - 1, Math.floor(y / ROW)))];
  const first = at(view.scrollTop), last = at(view.scrollTop + view.clientHeight - 1);
  put(plot.seen, {x: plot.x(first), width: Math.max(2, plot.x(last + 1) - plot.x(first))});
}

function lineAt(event) {
  const box = part("plot").getBoundingClientRect();
  return Math.floor((event.clientX - box.left) / box.width * plot.lines) + 1;
}

function plotKeys(event) {
  const far = Math.max(10, Math.round((plot?.lines ?? 0) / 20));
  const step = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: far, PageDown: -far, Home: -Infinity, End: Infinity}[event.key];
  if (step && plot) {
    event.preventDefault();
    goTo(Math.max(1, Math.min(plot.lines, state.line + step)), false);
  }
}

function listenToPlot() {
  const figure = part("plot");
  figure.addEventListener("pointermove", event => {
    if (plot) {
      event.buttons ? goTo(lineAt(event), false) : setLine(lineAt(event));
    }
  });
  figure.addEventListener("pointerdown", event => plot && goTo(lineAt(event), false));
  figure.addEventListener("keydown", plotKeys);
  part("root").addEventListener("change", drawPlot);
  part("source").addEventListener("scroll", () => drawRows(false), {passive: true});
  part("rows").addEventListener("mouseover", event => {
    const row = event.target.closest(".row");
    if (row) {
      setLine(Number(row.dataset.line));
    }
  });
  part("next-part").addEventListener("click", goToNextPart);
  new ResizeObserver(() => { drawPlot(); drawRows(true); }).observe(figure);
}

/* ---------------------------------------------------------------- start */

function listenToForm() {
  part("form").addEventListener("submit", event => {
    event.preventDefault();
    extract();
  });
  part("form").addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      extract();
    }
  });
  part("form").addEventListener("change", event => event.target.name === "from" && showSource(source()));
  for (const name of Object.keys(kinds)) {
    part(name).addEventListener("change", () => chooseAlgorithm(name));
  }
  part("file").addEventListener("change", () => part("file").files[0] && takeFile(part("file").files[0]));
  part("token").addEventListener("change", start);
  for (const button of document.querySelectorAll("[data-example]")) {
    button.addEventListener("click", () => example(button.dataset.example));
  }
}

function listenToDrops() {
  addEventListener("dragover", event => {
    if (event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      part("drop").hidden = false;
    }
  });
  addEventListener("dragleave", event => { part("drop").hidden = event.relatedTarget === null; });
  addEventListener("drop", event => {
    part("drop").hidden = true;
    if (event.dataTransfer.files.length) {
      event.preventDefault();
      takeFile(event.dataTransfer.files[0]);
      extract();
    }
  });
}

function example(name) {
  showSource("html");
  part("html").value = examples[name];
  return extract();
}

/* Reads what the server can do; needs a token if the server requires one. */
async function start() {
  try {
    const [info, list] = await Promise.all([call("v1/info"), call("v1/algorithms")]);
    state.algorithms = list.algorithms;
    state.fetch = info.features.fetch;
    clearProblem();
    part("empty").hidden = state.answer !== null;
    part("answer").hidden = state.answer === null;
    part("server").textContent = `Version ${info.version}. Main content and headline of a page, with their positions in its source.`;
    part("url").disabled = !state.fetch;
    part("url-hint").textContent = state.fetch ? "The server fetches the page. Private addresses are not allowed." : "This server does not fetch pages.";
    part("token-part").hidden = !info.features.auth;
    Object.keys(kinds).forEach(fillAlgorithms);
    return true;
  } catch (error) {
    showProblem(error);
    return false;
  }
}

/* #url=…, #example=arabic and #algorithm=… fill in the form and submit it. Browsers do not send the fragment. */
async function takeFragment() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("algorithm")) {
    part("algorithm").value = given.get("algorithm");
    chooseAlgorithm("algorithm");
  }
  if (given.has("url")) {
    showSource("url");
    part("url").value = given.get("url");
    await extract();
  } else if (examples[given.get("example")]) {
    await example(given.get("example"));
  }
}

const links = '<ul><li><a href="/a">$1</a><li><a href="/b">$2</a><li><a href="/c">$3</a></ul>';
const menu = (...names) => links.replace(/\$(\d)/g, (_, i) => names[i - 1]);
const examples = {
  english: `<!DOCTYPE html>
<html lang="en">
<head><title>Night bus returns to the harbour - Harbour Times</title>
<meta name="author" content="Anna Lee"><meta property="og:site_name" content="Harbour Times"></head>
<body>
<header class="top"><a href="/">Harbour Times</a>${menu("News", "Sport", "Weather")}</header>
<div class="teasers">${menu("Rain on Sunday", "Market moves", "Library closed")}</div>
<article>
<h1>Night bus returns to the harbour</h1>
<time datetime="2026-03-02">2 March 2026</time>
<p>From next Monday a bus will run between the station and the harbour every half hour until two in the
morning, the council decided on Tuesday after a long debate.</p>
<p>The line was given up nine years ago, when the ferry stopped sailing after dark. Since the ferry sails again,
people have had to walk the four kilometres along the coast road, where there is no pavement.</p>
<h2>Paid for by the port</h2>
<p>Two thirds of the cost are borne by the port, which earns from each passenger who comes ashore. The rest is to be
covered by tickets at the price of an ordinary ride.</p>
<p>If more than sixty people ride each night, the council wants to keep the bus running in winter as well.</p>
</article>
<aside><h3>Most read</h3>${menu("Old crane sold", "Two new bakers", "Fog for a week")}</aside>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> <a href="/jobs">Jobs</a></footer>
</body>
</html>
`,
  arabic: `<!DOCTYPE html>
<html lang="ar" dir="rtl">
<head><title>حافلة الليل تعود إلى الميناء - أخبار الساحل</title></head>
<body>
<header class="top"><a href="/">أخبار الساحل</a>${menu("الأخبار", "الرياضة", "الطقس")}</header>
<div class="teasers">${menu("مطر يوم الأحد", "السوق ينتقل", "المكتبة مغلقة")}</div>
<article>
<h1>حافلة الليل تعود إلى الميناء</h1>
<time datetime="2026-03-02">٢ مارس ٢٠٢٦</time>
<p>تسير ابتداء من يوم الاثنين القادم حافلة بين المحطة والميناء كل نصف ساعة حتى الثانية صباحا، كما قرر المجلس
يوم الثلاثاء بعد نقاش طويل.</p>
<p>كان الخط قد أوقف قبل تسع سنوات حين توقفت العبّارة عن الإبحار بعد حلول الظلام. ومنذ أن عادت العبّارة اضطر
الناس إلى السير أربعة كيلومترات على طريق الساحل الذي لا رصيف له.</p>
<h2>الميناء يدفع</h2>
<p>يتحمل الميناء ثلثي التكلفة لأنه يكسب من كل راكب ينزل إلى البر، ويغطى الباقي من التذاكر بسعر الرحلة العادية.</p>
<p>وإذا ركب الحافلة أكثر من ستين شخصا كل ليلة فسيبقيها المجلس في الشتاء أيضا.</p>
</article>
<footer><a href="/imprint">من نحن</a> <a href="/privacy">الخصوصية</a></footer>
</body>
</html>
`,
};

for (const link of document.querySelectorAll("[data-path]")) {
  link.href = base + link.dataset.path;
}
buildTabs();
listenToForm();
listenToPlot();
listenToDrops();
start().then(ready => ready && takeFragment());
