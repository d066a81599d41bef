/* The options of rendering, and whether this server has a renderer. */
import {part} from "./dom.js";

const OPTIONS = ["render", "wait", "viewport"];
export const renderingFields = ["render", "wait.selector", "viewport.width"];

/* Members of the options of a request: none if the page shall be taken as it came. */
export function renderingOptions() {
  const mode = part("render").value, selector = part("wait.selector").value.trim(), width = part("viewport.width").value.trim();
  if (mode === "never") {
    return {};
  }
  return {render: mode, ...(selector ? {wait: {selector}} : {}),
    ...(width ? {viewport: {width: /^\d{1,9}$/.test(width) ? Number(width) : width}} : {})};
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
