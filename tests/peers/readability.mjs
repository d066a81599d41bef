// Readability.js of Firefox's reader view, on jsdom, as its documentation shows.
import { Readability } from "@mozilla/readability";
import { JSDOM, VirtualConsole } from "jsdom";
import { serve, textOf } from "./reader.mjs";

await serve("readability", (html) => {
    const dom = new JSDOM(html, { url: "https://page.example/", virtualConsole: new VirtualConsole() });
    const article = new Readability(dom.window.document, { serializer: textOf }).parse();
    dom.window.close();
    return { text: article?.content, title: article?.title };
});
