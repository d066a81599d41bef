/* The options of rendering, and whether this server has a renderer. */
import {part} from "./dom.js";

const OPTIONS = ["render", "wait", "viewport"];
export const renderingFields = ["render", "wait.selector", "wait.quiet_ms", "viewport.width"];

/* What the fields say, as members of `name`; what is no number is sent too, and the server rejects it. */
function members(name, ...fields) {
  const given = fields.map(field => [field, part(`${name}.${field}`).value.trim()]).filter(([, value]) => value);
  return given.length ? {[name]: Object.fromEntries(given.map(([field, value]) =>
    [field, field !== "selector" && /^\d{1,9}$/.test(value) ? Number(value) : value]))} : {};
}

/* Members of the options of a request: none if the page shall be taken as it came. */
export function renderingOptions() {
  const mode = part("render").value;
  return mode === "never" ? {} : {render: mode, ...members("wait", "selector", "quiet_ms"), ...members("viewport", "width")};
}

/* Options for a page that was rendered before, which is sent as it is. */
export const withoutRendering = given => Object.fromEntries(Object.entries(given).filter(([name]) => !OPTIONS.includes(name)));

/* Called once it is known what the server can do. */
export function offerRendering(hasRenderer) {
  for (const name of renderingFields) {
    part(name).disabled = !hasRenderer;
  }
  if (!hasRenderer) {
    part("render").value = "never";
  }
  part("render-hint").textContent = hasRenderer
    ? "Whether a browser runs the scripts of the page first. Auto: if the page comes as a shell. Only always gives a picture of every page."
    : "This server has no renderer: pages are taken as they come.";
}

/* As if it had been chosen in the form. */
export function chooseRendering(mode) {
  part("render").value = mode;
  part("render").closest("details").open = true;
}
