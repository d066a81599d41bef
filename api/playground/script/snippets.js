/* Programs that make the request of the form. No element. A request: {endpoint, url, html or file, base_url, content_type, options,
   form, token}; `form` is a row of `forms`. */

/* What the answer shall be: parts of JSON, or a document. */
export const forms = {
  brief: {label: "JSON: headline and text", include: ["headline", "text"]},
  structured: {label: "JSON: with metadata, Markdown, links, images", include: ["headline", "text", "markdown", "metadata", "links", "images"]},
  positions: {label: "JSON: with ranges, density and source", include: ["headline", "text", "ranges", "density", "line_offsets", "source"]},
  text: {label: "Text", accept: "text/plain"},
  markdown: {label: "Markdown", accept: "text/markdown"},
  html: {label: "HTML", accept: "text/html"},
};

const INLINE_MAX = 1500; // characters of a page that stands in the program itself

const isInline = request => Boolean(request.url) || (request.html != null && request.html.length <= INLINE_MAX);
const fileOf = request => request.file ?? "page.html";

/* The unit of offsets in which strings of the language are indexed. */
function optionsFor(request, unit) {
  const isPlain = request.form.accept || !unit;
  return isPlain ? request.options : {...request.options, offset_unit: unit};
}

/* Names and values of a query. */
function pairs(request, unit) {
  const list = request.form.accept ? [] : [["include", request.form.include.join(",")]];
  for (const [name, value] of Object.entries(optionsFor(request, unit))) {
    const members = typeof value === "object" ? Object.entries(value).map(([n, v]) => [`${name}.${n}`, v]) : [[name, value]];
    list.push(...members.map(([n, v]) => [n, String(v)]));
  }
  return request.base_url && !request.url ? [...list, ["base_url", request.base_url]] : list;
}

const queried = (request, unit) => {
  const query = String(new URLSearchParams(pairs(request, unit))).replaceAll("%2C", ",");
  return query ? `${request.endpoint}?${query}` : request.endpoint;
};

function body(request, unit) {
  const given = optionsFor(request, unit);
  return {...(request.url ? {url: request.url} : {html: request.html}), ...(request.base_url && !request.url ? {base_url: request.base_url} : {}),
    ...(request.form.accept ? {} : {include: request.form.include}), ...(Object.keys(given).length ? {options: given} : {})};
}

const rawType = request => request.content_type ?? (request.html != null ? "text/html; charset=utf-8" : "text/html");

/* ---- curl */

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

function curl(request) {
  const accept = request.form.accept ? [`-H 'Accept: ${request.form.accept}'`] : [];
  const token = request.token ? ["-H \"Authorization: Bearer $DANAD_TOKEN\""] : [];
  if (request.url) {
    return [`curl -G ${quoted(request.endpoint)}`, ...[["url", request.url], ...pairs(request)].map(([n, v]) =>
      `--data-urlencode ${quoted(`${n}=${v}`)}`), ...accept, ...token].join(" \\\n  ");
  }
  const sent = isInline(request)
    ? [`curl ${quoted(request.endpoint)}`, "-H 'Content-Type: application/json'", ...accept, ...token,
      `--data-binary ${quoted(JSON.stringify(body(request)))}`]
    : [`curl ${quoted(queried(request))}`, `-H ${quoted(`Content-Type: ${rawType(request)}`)}`, ...accept, ...token,
      `--data-binary @${quoted(fileOf(request))}`];
  return sent.join(" \\\n  ");
}

/* ---- JavaScript */

const indented = (text, by) => text.replaceAll("\n", `\n${" ".repeat(by)}`);

/* JSON with names as JavaScript and short lists on one line. */
function literal(value, style, depth = 0) {
  const pad = "  ".repeat(depth + 1), end = "  ".repeat(depth);
  if (Array.isArray(value)) {
    return `[${value.map(v => literal(v, style)).join(", ")}]`;
  }
  if (value && typeof value === "object") {
    const members = Object.entries(value).map(([n, v]) => `${pad}${style.name(n)}: ${literal(v, style, depth + 1)},\n`);
    return members.length ? `{\n${members.join("")}${end}}` : "{}";
  }
  return typeof value === "boolean" ? style[value] : JSON.stringify(value);
}

const asScript = {name: n => (/^[a-z_]\w*$/.test(n) ? n : JSON.stringify(n)), true: "true", false: "false"};
const asPython = {name: n => JSON.stringify(n), true: "True", false: "False"};

function javascript(request) {
  const inline = isInline(request), type = inline ? "application/json" : rawType(request);
  const heads = [["Content-Type", type], ...(request.form.accept ? [["Accept", request.form.accept]] : [])]
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  if (request.token) {
    heads.push("    \"Authorization\": `Bearer ${process.env.DANAD_TOKEN}`,\n");
  }
  const sent = inline ? `JSON.stringify(${indented(literal(body(request, "utf16"), asScript), 2)})` : "page";
  const target = inline ? request.endpoint : queried(request, "utf16");
  return (inline ? "" : "import { readFile } from \"node:fs/promises\";\n\n" +
    `const page = await readFile(${JSON.stringify(fileOf(request))}); // in a browser: the file of an input\n`) +
    `const response = await fetch(${JSON.stringify(target)}, {\n  method: "POST",\n  headers: {\n${heads.join("")}  },\n  body: ${sent},\n});\n` +
    "if (!response.ok) {\n  throw new Error(await response.text()); // a problem: code, detail, errors\n}\n" +
    (request.form.accept ? "console.log(await response.text());"
      : "const answer = await response.json();\nconsole.log(answer.headline?.text);\nconsole.log(answer.content.text);");
}

/* ---- Python */

function python(request) {
  const inline = isInline(request), type = inline ? "application/json" : rawType(request), form = request.form;
  const heads = [["Content-Type", type], ...(form.accept ? [["Accept", form.accept]] : [])]
    .map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  if (request.token) {
    heads.push("        \"Authorization\": \"Bearer \" + os.environ[\"DANAD_TOKEN\"],\n");
  }
  const modules = [...(inline || !form.accept ? ["json"] : []), ...(request.token ? ["os"] : []), "sys", "urllib.error", "urllib.request"];
  const given = indented(literal(body(request, "codepoint"), asPython).replace(/^( +)/gm, "$1$1"), 4);
  const sent = inline ? `json.dumps(${given}).encode()` : "page";
  return `${modules.map(name => `import ${name}\n`).join("")}\n` +
    (inline ? "" : `with open(${JSON.stringify(fileOf(request))}, "rb") as file:\n    page = file.read()\n`) +
    `request = urllib.request.Request(\n    ${JSON.stringify(inline ? request.endpoint : queried(request, "codepoint"))},\n    data=${sent},\n` +
    `    headers={\n${heads.join("")}    },\n)\n` +
    "try:\n    with urllib.request.urlopen(request) as response:\n" +
    `        answer = ${form.accept ? "response.read().decode()" : "json.load(response)"}\n` +
    "except urllib.error.HTTPError as error:\n    sys.exit(error.read().decode())  # a problem: code, detail, errors\n" +
    (form.accept ? "print(answer)" : "print(answer[\"headline\"] and answer[\"headline\"][\"text\"])\nprint(answer[\"content\"][\"text\"])");
}

export const languages = [
  {id: "curl", label: "curl", write: curl, hint: ""},
  {id: "javascript", label: "JavaScript (fetch)", write: javascript, hint: "Node 18 and later, as a module (.mjs), and browsers. " +
    "Pages of other origins may only call this server if DANAD_CORS_ALLOW_ORIGINS has theirs."},
  {id: "python", label: "Python (urllib)", write: python, hint: "Python 3, its standard library alone."},
];

/* Whether the program reads the page from a file. */
export const readsFile = request => !isInline(request);
