/* Panel: programs for the settings of the form as they are now. */
import {copyButton, make, part} from "./dom.js";
import {base} from "./api.js";
import {options, source} from "./form.js";
import {isArchive} from "./mhtml.js";
import {state} from "./state.js";
import {forms, languages, readsFile} from "./snippets.js";
import {fullUrl} from "./text.js";

const chosen = {language: "curl", form: "brief"};

/* What the programs request. The page of an archive is its own file: it was sent without the archive. */
function requestNow() {
  const kind = source(), archive = kind === "file" && isArchive(state.file?.name ?? ""), {algorithm, ...rest} = options();
  const given = {endpoint: `${location.origin}${base}v1/extract`, options: {algorithm, ...rest}, form: forms[chosen.form],
    token: Boolean(part("token").value), base_url: part("base_url").value.trim() || (archive ? state.sent?.base_url : null)};
  if (kind === "url") {
    return {...given, url: fullUrl(part("url").value)};
  }
  return kind === "html" ? {...given, html: part("html").value}
    : archive ? {...given, file: "page.html", content_type: "text/html; charset=utf-8"} : {...given, file: state.file?.name ?? "page.html"};
}

function choice(id, label, options_, name, refresh) {
  const select = make("select", {id, onchange: event => { chosen[name] = event.target.value; refresh(); }},
    ...options_.map(([value, text]) => make("option", {value, selected: value === chosen[name]}, text)));
  return make("div", {}, make("label", {for: id}, label), select);
}

const notes = (request, language) => [language.hint,
  readsFile(request) ? `It reads the page from the file ${request.file ?? "page.html"}` + (request.file && request.file !== "page.html" ? "."
    : " (Download, Page has it).") : "",
  request.token ? "The token is read from the variable DANAD_TOKEN." : "",
  part("compare").value ? "The second algorithm is a request of its own." : ""].filter(Boolean).join(" ");

export function codePanel() {
  const holder = make("div", {class: "code-holder"});
  const refresh = () => {
    const request = requestNow(), language = languages.find(({id}) => id === chosen.language), program = language.write(request);
    holder.replaceChildren(copyButton(program), make("pre", {dir: "ltr", id: "program"}, program), make("p", {class: "hint"}, notes(request, language)));
  };
  refresh();
  return [make("div", {class: "choices"}, choice("code-language", "Language", languages.map(l => [l.id, l.label]), "language", refresh),
    choice("code-form", "Answer", Object.entries(forms).map(([id, f]) => [id, f.label]), "form", refresh)), holder];
}
