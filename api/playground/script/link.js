/* Links to what is shown. Settings and the URL are in the query, with the names of the API. A short page is in the fragment,
   which browsers do not send: so it does not come into logs. A token is never in a link. */
import {base} from "./api.js";
import {part} from "./dom.js";
import {state} from "./state.js";
import {applySettings, exampleShown, settings, showExample, showSource, showUrl, source} from "./form.js";
import {examples} from "./examples.js";

const LINK_MAX = 8000; // characters; longer ones are cut by mail programs and refused by some servers
const PAGE_MAX = 2000000; // of the page in a link once it is unpacked
const WORKABLE = 200000; // longer pages are not even packed

let linked = null; // {text, page}: the page of the link that was opened

const toBase64 = bytes => btoa(Array.from(bytes, b => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_")
  .replace(/=+$/, "");
const fromBase64 = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return toBase64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/* Stops at PAGE_MAX: a short link can unpack to much. */
async function unpacked(text) {
  const reader = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let page = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    page += decoder.decode(piece.value, {stream: true});
    if (page.length > PAGE_MAX) {
      reader.cancel();
      throw {title: "The page of this link is too long", status: 0, code: "", detail: "Send the page itself."};
    }
  }
  return page + decoder.decode();
}

/* The link without the page. */
export function addressNow() {
  const given = new URLSearchParams([...settings()].map(([name, value]) => [name, String(value)]));
  const url = source() === "url" ? part("url").value.trim() : "", example = exampleShown();
  const all = new URLSearchParams([...(url ? [["url", url]] : []), ...(example ? [["example", example]] : []), ...given,
    ...(state.tab === "text" ? [] : [["tab", state.tab]])]);
  const query = String(all).replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",");
  return location.origin + base + (query ? `?${query}` : "");
}

/* A link and what to say of it. */
export async function linkNow() {
  const address = addressNow();
  if (source() === "url" || exampleShown()) {
    return {link: address, about: "Link copied."};
  }
  const page = source() === "html" ? part("html").value : state.answer?.source ?? "";
  const link = page && page.length <= WORKABLE ? `${address}#page=${await packed(page)}` : null;
  return link && link.length <= LINK_MAX
    ? {link, about: "Link copied. It holds the page itself, after the #, which is not sent to servers."}
    : {link: address, about: "Link to the settings copied. The page is too long for a link; give its URL instead."};
}

/* The address bar has the link; the page only if it came with a link and is the same still. */
export function keepAddress() {
  const isLinked = linked && source() === "html" && part("html").value === linked.page;
  const now = addressNow() + (isLinked ? `#page=${linked.text}` : "");
  if (now !== location.href) {
    history.replaceState(null, "", now);
  }
}

/* Fills in the form as the address says; whether there is something to extract. The fragment may hold all of it. */
export async function takeAddress() {
  const given = new Map([...new URLSearchParams(location.search), ...new URLSearchParams(location.hash.slice(1))]);
  applySettings(given);
  if (/^[a-z]+$/.test(given.get("tab") ?? "") && part(`tab-${given.get("tab")}`)) {
    state.tab = given.get("tab");
  }
  if (given.has("url")) {
    showUrl(given.get("url"));
  } else if (given.has("page")) {
    showSource("html");
    const page = await unpacked(given.get("page")).catch(error => {
      throw error?.title ? error : {title: "The page of this link cannot be read", status: 0, code: "", detail: "The link is not whole."};
    });
    part("html").value = page;
    linked = {text: given.get("page"), page: part("html").value};
  } else if (Object.hasOwn(examples, given.get("example") ?? "")) {
    showExample(given.get("example"));
  } else {
    return false;
  }
  return true;
}
