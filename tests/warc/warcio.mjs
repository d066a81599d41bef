// Reads WARC files with warcio.js and prints a JSON line for each record: type, id, URL, offset, the digest of its payload
// after all codings, and whether the digest of its block is right. Usage: node warcio.mjs FILE...
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.cwd()}/`);
const { WARCParser } = await import(pathToFileURL(require.resolve("warcio").replace(/\.cjs$/, ".js")).href);

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes) {
    let bits = "";
    for (const byte of bytes) {
        bits += byte.toString(2).padStart(8, "0");
    }
    return bits.match(/.{5}/g).map((five) => letters[parseInt(five, 2)]).join("");
}

for (const file of process.argv.slice(2)) {
    const parser = new WARCParser(createReadStream(file));
    for await (const record of parser) {
        const payload = Buffer.from((await record.readFully(true)) ?? []);
        const stated = record.warcHeader("WARC-Block-Digest");
        const isBlock = record.httpHeaders === null;
        const sum = "sha1:" + base32(createHash("sha1").update(payload).digest());
        console.log(JSON.stringify({
            file, type: record.warcType, id: record.warcHeader("WARC-Record-ID"), url: record.warcTargetURI,
            offset: parser.offset, refersTo: record.warcHeader("WARC-Refers-To") ?? null, payload: sum,
            block: stated && isBlock ? stated === sum : null, length: payload.length,
        }));
    }
}
