/* Files and what is dropped: pages, saved pages, addresses. */
import {number, part} from "./dom.js";
import {state} from "./state.js";
import {isArchive, pageOfArchive} from "./mhtml.js";

const PAGES = /\.(x?html?|mht|mhtml)$/i;

export function takeFile(file) {
  state.file = file;
  part("file-hint").textContent = `${file.name}, ${number(file.size)} bytes. ` + (isArchive(file.name)
    ? "The page is taken out of the archive, with its address." : "They are sent unchanged; the server detects the encoding.");
}

const unreadable = name => ({title: "The file cannot be read", status: 0, code: "", detail: name});

function base64(blob, name) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(unreadable(name));
    reader.readAsDataURL(blob);
  });
}

/* Members of a request with the bytes of the chosen file. */
export async function fileAsPage() {
  const file = state.file;
  if (!isArchive(file.name)) {
    return {html_base64: await base64(file, file.name)};
  }
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => { throw unreadable(file.name); }));
  const found = pageOfArchive(bytes);
  if (!found) {
    throw {title: "The archive has no page", status: 0, code: "", detail: `${file.name} has no part of the type text/html.`};
  }
  return {html_base64: await base64(new Blob([found.bytes]), file.name),
    ...(found.type ? {content_type: found.type} : {}), ...(found.location ? {base_url: found.location} : {})};
}

/* What a drop brings: {file}, {url} or {problem}. Of several files the first page counts: a browser that saves a page writes
   a folder beside it. */
export function readDrop(transfer) {
  const folders = [...(transfer.items ?? [])].filter(item => item.webkitGetAsEntry?.()?.isDirectory).length;
  const files = [...transfer.files], page = files.find(file => PAGES.test(file.name)) ?? (folders ? null : files[0]);
  if (page) {
    return {file: page};
  }
  if (folders) {
    return {problem: {title: "This is a folder", status: 0, code: "", detail: "Drop the page itself, the .html or .mhtml file. " +
      "What a browser saves in a folder beside it is not needed."}};
  }
  const address = (transfer.getData("text/uri-list") || transfer.getData("text/plain")).split(/\r?\n/).find(l => l && l[0] !== "#");
  return /^https?:\/\//i.test(address ?? "") ? {url: address.trim()} : {};
}
