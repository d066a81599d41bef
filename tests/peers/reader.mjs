// Reads names of HTML files from standard input, a line each. Writes NAME.LABEL.txt and NAME.LABEL.title, and the
// seconds of CPU of the process that the page took, a line each. An extractor gets HTML and its URL and returns {text, title}.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

// The text of an element as a reader sees it: blocks and <br> end a line.
const BLOCKS = new Set(("ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 " +
    "HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TD TH TR UL").split(" "));

export function textOf(root) {
    const parts = [];
    const visit = (node) => {
        for (let child = node.firstChild; child; child = child.nextSibling) {
            if (child.nodeType === 3) {
                parts.push(child.data);
            } else if (child.nodeType === 1) {
                const name = child.nodeName.toUpperCase();
                const edge = BLOCKS.has(name) ? "\n" : "";
                if (name !== "SCRIPT" && name !== "STYLE") {
                    parts.push(edge);
                    visit(child);
                    parts.push(edge);
                }
            }
        }
    };
    visit(root);
    return parts.join("");
}

export async function serve(label, extract) {
    for await (const line of createInterface({ input: process.stdin })) {
        const html = readFileSync(line, "utf8");
        const began = process.cpuUsage();
        let found = { text: "", title: "" };
        try {
            found = await extract(html);
        } catch (error) {
            console.error(`${line}: ${String(error).slice(0, 200)}`);
        }
        const used = process.cpuUsage(began);
        writeFileSync(`${line}.${label}.txt`, found.text ?? "");
        writeFileSync(`${line}.${label}.title`, found.title ?? "");
        console.log((used.user + used.system) / 1e6);
    }
}
