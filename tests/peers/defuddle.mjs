// Defuddle, the extractor of Obsidian's clipper, on jsdom.
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import { serve, textOf } from "./reader.mjs";

console.debug = console.warn = () => {};
const options = () => ({ url: "https://page.example/", virtualConsole: new VirtualConsole() });

await serve("defuddle", async (html) => {
    const dom = new JSDOM(html, options());
    const article = await Defuddle(dom.window.document, "https://page.example/", { useAsync: false });
    const content = new JSDOM(article.content ?? "", options());
    dom.window.close();
    return { text: textOf(content.window.document.body), title: article.title };
});
