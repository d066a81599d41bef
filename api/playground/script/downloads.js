/* The content in each form, as files that the browser makes. */
import {make, part, say} from "./dom.js";
import {post} from "./api.js";
import {algorithmOf, options} from "./form.js";
import {withoutRendering} from "./rendering.js";
import {state} from "./state.js";
import {fileName} from "./text.js";

const escaped = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;");

function htmlDocument({headline, title_tag: title, language, dir, content}) {
  const attributes = `${language ? ` lang="${escaped(language)}"` : ""}${dir ? ` dir="${dir}"` : ""}`;
  return `<!DOCTYPE html>\n<html${attributes}>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n` +
    `<title>${escaped(headline?.text ?? title ?? "")}</title>\n</head>\n<body>\n${content.html ?? ""}</body>\n</html>\n`;
}

/* The plot as the service draws it, of the page that is shown. An algorithm that reads looks needs the browser again. */
const picture = answer => post("v1/extract", algorithmOf(part("algorithm").value)?.needs_boxes
  ? {...state.sent, include: undefined, options: options()} : {html: answer.source, options: withoutRendering(options())}, {headers: {Accept: "image/svg+xml"}}, "text");

const kinds = [
  {id: "text", label: "Text", end: "txt", type: "text/plain", write: a => `${a.content.text ?? ""}\n`},
  {id: "markdown", label: "Markdown", end: "md", type: "text/markdown", write: a => a.content.markdown ?? ""},
  {id: "html", label: "HTML", end: "html", type: "text/html", write: htmlDocument},
  {id: "json", label: "JSON", end: "json", type: "application/json", write: a => `${JSON.stringify(a, null, 1)}\n`},
  {id: "plot", label: "Plot", end: "svg", type: "image/svg+xml", write: picture},
  {id: "page", label: "Page", end: "source.html", type: "text/html", write: a => a.source},
];

function save(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`}));
  const link = make("a", {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

async function download(kind) {
  const answer = state.answer, name = `${fileName(answer.headline?.text ?? answer.title_tag)}.${kind.end}`;
  try {
    save(await kind.write(answer), kind.type, name);
    say(`${name} is downloaded.`);
  } catch (error) {
    say(`Not downloaded: ${error.detail ?? error.message}`);
    part("status").textContent = `Not downloaded: ${error.detail ?? error.message}`;
  }
}

export function buildDownloads() {
  part("downloads").append(...kinds.map(kind => make("button", {type: "button", class: "small", id: `download-${kind.id}`,
    "aria-label": `Download ${kind.label}`, title: kind.id === "page" ? "The source of the page as it was read, in UTF-8" : null,
    onclick: () => download(kind)}, kind.label)));
}
