/* Pages that browsers save as one file: MIME messages of the type multipart/related (RFC 2557). Bytes are handled as text of one
   byte a character, as heads and boundaries are ASCII. */

export const isArchive = name => /\.mht(ml)?$/i.test(name);

const CHUNK = 32768;

function asText(bytes) {
  const pieces = [];
  for (let i = 0; i < bytes.length; i += CHUNK) {
    pieces.push(String.fromCharCode(...bytes.subarray(i, i + CHUNK)));
  }
  return pieces.join("");
}

const asBytes = text => Uint8Array.from(text, c => c.charCodeAt(0));

/* The head of a message from `at`, and where its body begins. Lines that begin with white space go on. */
function headAt(text, at) {
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = at;
  const end = blank.exec(text);
  const lines = text.slice(at, end?.index ?? text.length).replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const fields = new Map(lines.map(line => line.split(/:\s*([^]*)/)).filter(f => f.length > 1).map(([n, v]) => [n.toLowerCase(), v.trim()]));
  return {fields, body: end ? end.index + end[0].length : text.length};
}

/* A parameter of a field, with or without quotes. */
function parameter(value, name) {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, "i").exec(value ?? "");
  return found ? found[1] ?? found[2] : null;
}

function decoded(body, coding) {
  if (/^quoted-printable$/i.test(coding ?? "")) {
    return asBytes(body.replace(/=[ \t]*\r?\n/g, "").replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))));
  }
  if (/^base64$/i.test(coding ?? "")) {
    try {
      return asBytes(atob(body.replace(/[^A-Za-z0-9+/=]/g, "")));
    } catch {
      return new Uint8Array(0);
    }
  }
  return asBytes(body);
}

/* The parts of a message: their heads and where they are. */
function partsOf(text, from, boundary) {
  const mark = `--${boundary}`, found = [];
  let at = text.indexOf(mark, from);
  while (at >= 0 && !text.startsWith("--", at + mark.length)) {
    const line = text.indexOf("\n", at), next = line < 0 ? -1 : text.indexOf(`\n${mark}`, line);
    if (line < 0) {
      break;
    }
    const head = headAt(text, line + 1), end = next < 0 ? text.length : next;
    found.push({fields: head.fields, body: text.slice(Math.min(head.body, end), end).replace(/\r$/, "")});
    at = next < 0 ? -1 : next + 1;
  }
  return found;
}

/* The page of an archive: its bytes, `type` (with its encoding) and `location`; null if it holds none. */
export function pageOfArchive(bytes) {
  const text = asText(bytes), top = headAt(text, 0), type = top.fields.get("content-type");
  const boundary = parameter(type, "boundary"), start = parameter(type, "start");
  const parts = boundary ? partsOf(text, top.body, boundary) : [{fields: top.fields, body: text.slice(top.body)}];
  const pages = parts.filter(p => /^(text\/html|application\/xhtml\+xml)\b/i.test(p.fields.get("content-type") ?? ""));
  const page = pages.find(p => start && p.fields.get("content-id") === start) ?? pages[0];
  if (!page) {
    return null;
  }
  const location = page.fields.get("content-location") ?? top.fields.get("snapshot-content-location");
  const charset = parameter(page.fields.get("content-type"), "charset");
  return {bytes: decoded(page.body, page.fields.get("content-transfer-encoding")),
    type: charset ? `text/html; charset=${charset}` : null, location: /^https?:\/\//i.test(location ?? "") ? location : null};
}
