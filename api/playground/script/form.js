/* The form: algorithms with their parameters, and what is sent. */
import {make, number, part} from "./dom.js";
import {isAddress, fullUrl} from "./text.js";
import {state} from "./state.js";
import {examples} from "./examples.js";
import {takeFile, fileAsPage} from "./files.js";
import {renderingFields, renderingOptions} from "./rendering.js";

/* Selects of algorithms: the kind they list, the element that holds their parameters. */
export const selects = {
  algorithm: {kind: "content", params: "params"},
  compare: {kind: "content", params: "compare_params", none: "no second algorithm"},
  headline_algorithm: {kind: "headline", params: "headline_params"},
};
const switches = ["links", "images", "tables"];
const selectors = ["select", "remove"];
const MISSING = {html: "Paste the HTML of a page first.", url: "Enter a URL first.", file: "Choose a file first."};

export const algorithmOf = id => state.algorithms.find(a => a.id === id);

/* ---- algorithms and their parameters */

export function fillAlgorithms(name) {
  const { kind, none } = selects[name];
  const options = state.algorithms.filter(a => a.kind === kind).map(a => make("option",
    {value: a.id, selected: a.default && !none}, (a.title === a.id ? a.id : `${a.id} – ${a.title}`) + (a.needs_boxes ? " (rendered pages)" : "")));
  part(name).replaceChildren(...(none ? [make("option", {value: ""}, none)] : []), ...options);
  chooseAlgorithm(name);
}

export function chooseAlgorithm(name) {
  const chosen = algorithmOf(part(name).value), holder = selects[name].params;
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
  const given = {};
  for (const param of algorithmOf(part(name).value)?.params ?? []) {
    const field = part(`${selects[name].params}.${param.name}`);
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

/* ---- the page */

export const source = () => part("form").elements.from.value;

export function showSource(kind) {
  part("form").elements.from.value = kind;
  for (const name of ["html", "url", "file"]) {
    part(`from-${name}`).hidden = name !== kind;
  }
  part("base-part").hidden = kind === "url";
}

export function showUrl(url) {
  showSource("url");
  part("url").value = url;
}

export function chooseFile(file) {
  showSource("file");
  takeFile(file);
}

export function showExample(name) {
  showSource("html");
  part("html").value = examples[name];
  state.example = name;
}

/* The example that the field still holds, or null. */
export const exampleShown = () => (source() === "html" && examples[state.example] === part("html").value ? state.example : null);

/* Members of a request that say what the page is. Throws a problem if there is none. */
export async function page() {
  if (source() === "html" && isAddress(part("html").value)) {
    showUrl(part("html").value.trim());
    part("html").value = "";
  }
  const kind = source();
  if (kind === "url" && part("url").value.trim()) {
    part("url").value = fullUrl(part("url").value);
  }
  if (!(kind === "file" ? state.file : part(kind).value.trim())) {
    throw {title: "No page to extract", status: 0, code: "", detail: MISSING[kind]};
  }
  const wanted = kind === "file" ? await fileAsPage() : {[kind]: part(kind).value};
  const relative = part("base_url").value.trim();
  return relative && kind !== "url" ? {...wanted, base_url: relative} : wanted;
}

/* ---- options */

/* What was set besides the algorithms: only values that are not the defaults. */
function commonOptions() {
  const chosen = {};
  for (const name of selectors.filter(name => part(name).value.trim())) {
    chosen[name] = part(name).value.trim();
  }
  for (const name of switches.filter(name => !part(name).checked)) {
    chosen[name] = false;
  }
  if (part("comments").value) {
    chosen.comments = part("comments").value === "true";
  }
  return {...chosen, ...renderingOptions()};
}

/* The options of a request; `from` is "algorithm" or "compare". */
export function options(from = "algorithm") {
  const chosen = {algorithm: part(from).value}, headline = part("headline_algorithm").value;
  const given = paramsGiven(from), ofHeadline = paramsGiven("headline_algorithm");
  if (Object.keys(given).length) {
    chosen.params = given;
  }
  if (!algorithmOf(headline)?.default || Object.keys(ofHeadline).length) {
    chosen.headline_algorithm = headline;
  }
  if (Object.keys(ofHeadline).length) {
    chosen.headline_params = ofHeadline;
  }
  return {...chosen, ...commonOptions()};
}

/* ---- settings as names and values, as a query has them */

export function settings() {
  const { algorithm, params, ...rest } = options();
  const found = new Map(algorithmOf(algorithm)?.default ? [] : [["algorithm", algorithm]]);
  const spread = (name, values) => Object.entries(values ?? {}).forEach(([n, v]) => found.set(`${name}.${n}`, v));
  spread("params", params);
  for (const [name, value] of Object.entries(rest)) {
    typeof value === "object" ? spread(name, value) : found.set(name, value);
  }
  if (part("compare").value) {
    found.set("compare", part("compare").value);
    spread("compare_params", paramsGiven("compare"));
  }
  if (part("base_url").value.trim() && source() !== "url") {
    found.set("base_url", part("base_url").value.trim());
  }
  return found;
}

/* Sets a field as a link names it; what no field has is left out. */
export function applySettings(given) {
  for (const name of Object.keys(selects).filter(n => given.has(n))) {
    if (algorithmOf(given.get(name))) {
      part(name).value = given.get(name);
      chooseAlgorithm(name);
    }
  }
  const plain = [...selectors, ...switches, "comments", "base_url", ...renderingFields];
  for (const [name, value] of given) {
    const field = plain.includes(name) || /^(params|compare_params|headline_params)\./.test(name) ? part(name) : null;
    if (field?.type === "checkbox") {
      field.checked = value === "true";
    } else if (field && !field.disabled && (!field.options || [...field.options].some(o => o.value === value))) {
      field.value = value;
    }
    if (field && field.value !== "") {
      field.closest("details")?.setAttribute("open", "");
    }
  }
  part("compare").closest("details").open ||= Boolean(part("compare").value);
}
