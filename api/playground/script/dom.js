/* Elements are made here. Text of pages is only ever put into text nodes. */

export const part = id => document.getElementById(id);
export const number = value => Number(value).toLocaleString("en", {maximumFractionDigits: 3});
export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

export function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true || (value !== false && value != null)) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  return element;
}

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  put(element, attributes);
  element.append(...children.filter(child => child != null));
  return element;
}

export function draw(tag, attributes = {}, ...children) {
  const element = put(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  element.append(...children);
  return element;
}

/* A sentence for people who do not see what has changed. */
export function say(text) {
  part("said").textContent = text;
}

/* Pages without HTTPS have no clipboard of their own; there a hidden field is copied. */
function copyField(text) {
  const field = make("textarea", {class: "unseen", "aria-hidden": "true", readonly: true}), before = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus({preventScroll: true});
  return done;
}

export async function copy(text) {
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  return done || copyField(text);
}

/* `text` may be a function, which is called once the button is pressed. */
export function copyButton(text, label = "Copy") {
  return make("button", {type: "button", class: "small copy", onclick: async event => {
    const button = event.target;
    button.textContent = await copy(typeof text === "function" ? text() : text) ? "Copied" : "Copying is not allowed";
    say(button.textContent);
    setTimeout(() => { button.textContent = label; }, 2500);
  }}, label);
}

export const nothing = text => [make("p", {class: "muted"}, text)];

export function table(heads, rows, label) {
  return make("table", {"aria-label": label}, make("thead", {}, make("tr", {}, ...heads.map(head => make("th", {scope: "col",
    class: /^(line|score|density|level|ms|words|blocks|lines|lines alone|distance|precision|recall|F1|F1 in order|F1 of units|content|bytes|coherence|characters|in links)$/.test(head) ? "num" : null},
  head)))), make("tbody", {}, ...rows));
}

export const cell = (content, attributes = {}) => make("td", attributes, content);
export const numberCell = content => make("td", {class: "num"}, typeof content === "number" ? number(content) : content);
