/* The tabs, and which panel is shown. A tab is {id, title, panel, count}: `panel` gives elements, `count` a number or null. */
import {make, number, part, put} from "./dom.js";
import {state, tell} from "./state.js";

let tabs = [];

export function buildTabs(list) {
  tabs = list;
  part("tabs").replaceChildren(...tabs.map(({id, title}) => make("button", {type: "button", role: "tab", id: `tab-${id}`,
    "aria-controls": "panel", onclick: () => showTab(id)}, title, make("span", {class: "count"}))));
  part("tabs").addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity}[event.key];
    if (step) {
      const at = tabs.findIndex(({id}) => id === state.tab) + step;
      const next = Number.isFinite(at) ? (at + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1;
      event.preventDefault();
      showTab(tabs[next].id);
      part(`tab-${tabs[next].id}`).focus();
    }
  });
}

/* The focus stays where it was if that is there again, else in the panel. */
export function fillPanel() {
  const panel = part("panel"), before = panel.contains(document.activeElement) && document.activeElement !== panel ? document.activeElement : null;
  panel.replaceChildren(...tabs.find(({id}) => id === state.tab).panel(state.answer).filter(Boolean));
  if (before) {
    ((before.id && part(before.id)) || panel).focus({preventScroll: true});
  }
}

/* Moves the strip of tabs alone, not the page. */
function reveal(button) {
  const strip = part("tabs"), left = button.offsetLeft - strip.offsetLeft;
  if (left < strip.scrollLeft || left + button.offsetWidth > strip.scrollLeft + strip.clientWidth) {
    strip.scrollLeft = left - 20;
  }
}

export function showTab(name) {
  const isNew = state.tab !== name;
  state.tab = name;
  for (const {id} of tabs) {
    put(part(`tab-${id}`), {"aria-selected": String(id === name), tabindex: id === name ? "0" : "-1"});
  }
  put(part("panel"), {"aria-labelledby": `tab-${name}`});
  if (state.answer) {
    fillPanel();
    part("panel").scrollTop = 0;
    reveal(part(`tab-${name}`));
  }
  if (isNew) {
    tell("tab");
  }
}

export function countTabs() {
  for (const {id, count} of tabs.filter(tab => tab.count)) {
    const value = count(state.answer);
    part(`tab-${id}`).lastElementChild.textContent = value == null ? "" : ` ${typeof value === "number" ? number(value) : value}`;
  }
}
