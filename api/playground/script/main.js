/* The playground: requests all parts of a response of /v1/extract and shows them. */
import {copy, part} from "./dom.js";
import {base, call} from "./api.js";
import {on, state, tell, goTo} from "./state.js";
import {selects, chooseAlgorithm, chooseFile, fillAlgorithms, showExample, showSource, showUrl, source} from "./form.js";
import {offerRendering} from "./rendering.js";
import {readDrop} from "./files.js";
import {bringIntoView, clearProblem, showProblem} from "./problems.js";
import {extract} from "./request.js";
import {keepAddress, linkNow, takeAddress} from "./link.js";
import {buildTabs, countTabs, fillPanel, showTab} from "./tabs.js";
import {framePanel, jsonPanel, markdownPanel, textPanel, timingsPanel} from "./panels.js";
import {candidatesPanel, imagesPanel, linksPanel, metadataPanel, postsPanel, showFacts, showHeadline, tracePanel} from "./facts.js";
import {comparePanel} from "./compare.js";
import {scorePanel} from "./score.js";
import {renderedPanel} from "./rendered_panel.js";
import {whyPanel} from "./why_panel.js";
import {codePanel} from "./code_panel.js";
import {buildDownloads} from "./downloads.js";
import {listenToSource} from "./source.js";
import {drawPlot, listenToPlot} from "./plot.js";
import {listenToZoom} from "./zoom.js";
import {wholeLens} from "./lens.js";

const some = count => count || null;
const tabs = [
  {id: "text", title: "Text", panel: textPanel}, {id: "markdown", title: "Markdown", panel: markdownPanel},
  {id: "html", title: "Preview", panel: framePanel},
  {id: "rendered", title: "Rendered", panel: renderedPanel}, {id: "metadata", title: "Metadata", panel: metadataPanel},
  {id: "links", title: "Links", panel: linksPanel, count: a => some(a.links.length)},
  {id: "images", title: "Images", panel: imagesPanel, count: a => some(a.images.length + a.media.length)},
  {id: "posts", title: "Posts", panel: postsPanel, count: a => some(a.posts.length + a.comments.length)},
  {id: "candidates", title: "Headlines", panel: candidatesPanel}, {id: "why", title: "Why", panel: whyPanel},
  {id: "trace", title: "Blocks", panel: tracePanel},
  {id: "compare", title: "Compare", panel: comparePanel}, {id: "score", title: "Score", panel: scorePanel},
  {id: "timings", title: "Timings", panel: timingsPanel}, {id: "json", title: "JSON", panel: jsonPanel},
  {id: "code", title: "Code", panel: codePanel},
];

/* ---- the answer */

function showAnswer() {
  const { answer, other } = state;
  clearProblem();
  part("empty").hidden = true;
  part("answer").hidden = false;
  showHeadline(answer);
  showFacts(answer);
  countTabs();
  showTab(state.tab);
  state.lens = wholeLens(answer.density.lines);
  state.line = 1;
  for (const [id, name] of [["legend-first", answer.algorithm.id], ["legend-second", other?.algorithm.id]]) {
    part(id).textContent = `${id === "legend-first" ? "A" : "B"}: ${name}`;
    part(id).hidden = !other;
  }
  part("legend-picked").hidden = Boolean(other);
}

/* After the source has its rows. */
function showPlot() {
  drawPlot();
  goTo(state.answer.ranges[0]?.start_line ?? 1);
  bringIntoView();
  keepAddress();
}

/* The line is set before anyone hears of it. */
function takeLine({line}) {
  state.line = Math.max(1, Math.min(line, Math.max(1, state.answer.density.lines)));
}

/* ---- what people do */

const run = () => tell("ask");

async function share() {
  try {
    const { link, about } = await linkNow();
    const done = await copy(link);
    part("shared").textContent = done ? about : `Copying is not allowed. The link: ${link}`;
  } catch (error) {
    part("shared").textContent = `No link: ${error.detail ?? error.message}`;
  }
}

function take({file, url, problem}) {
  if (problem) {
    showProblem(problem);
  } else if (file) {
    chooseFile(file);
    run();
  } else if (url) {
    showUrl(url);
    run();
  }
}

function listenToDrops() {
  const isWanted = transfer => transfer.types.includes("Files") || transfer.types.includes("text/uri-list");
  const isField = event => event.target.closest?.("textarea, input") && !event.dataTransfer.types.includes("Files");
  addEventListener("dragover", event => {
    if (isWanted(event.dataTransfer) && !isField(event)) {
      event.preventDefault();
      part("drop").hidden = false;
    }
  });
  addEventListener("dragleave", event => { part("drop").hidden ||= event.relatedTarget === null; });
  addEventListener("drop", event => {
    part("drop").hidden = true;
    if (isWanted(event.dataTransfer) && !isField(event)) {
      event.preventDefault();
      take(readDrop(event.dataTransfer));
    }
  });
}

function listenToForm() {
  const form = part("form");
  form.addEventListener("submit", event => {
    event.preventDefault();
    run();
  });
  form.addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      run();
    }
  });
  form.addEventListener("change", event => event.target.name === "from" && showSource(source()));
  for (const name of Object.keys(selects)) {
    part(name).addEventListener("change", () => chooseAlgorithm(name));
  }
  form.addEventListener("input", () => tell("settings"));
  part("file").addEventListener("change", () => part("file").files[0] && chooseFile(part("file").files[0]));
  part("token").addEventListener("change", () => (state.answer ? start() : begin()));
  part("share").addEventListener("click", share);
  for (const button of document.querySelectorAll("[data-example]")) {
    button.addEventListener("click", () => { showExample(button.dataset.example); run(); });
  }
}

/* ---- start */

/* Reads what the server can do; needs a token if the server requires one. */
async function start() {
  try {
    const [info, list] = await Promise.all([call("v1/info"), call("v1/algorithms")]);
    state.algorithms = list.algorithms;
    state.fetch = info.features.fetch;
    clearProblem();
    part("empty").hidden = state.answer !== null;
    part("answer").hidden = state.answer === null;
    part("server").textContent = `Version ${info.version}. Main content and headline of a page, with their positions in its source.`;
    state.renderer = info.features.render;
    offerRendering(state.renderer);
    part("url").disabled = !state.fetch;
    part("url-hint").textContent = state.fetch ? "The server fetches the page. Private addresses are not allowed." : "This server does not fetch pages.";
    part("token-part").hidden = !info.features.auth;
    Object.keys(selects).forEach(fillAlgorithms);
    return true;
  } catch (error) {
    showProblem(error);
    return false;
  }
}

async function begin() {
  try {
    if (await start() && await takeAddress()) {
      run();
    }
  } catch (error) {
    showProblem(error);
  }
}

for (const link of document.querySelectorAll("[data-path]")) {
  link.href = base + link.dataset.path;
}
buildTabs(tabs);
buildDownloads();
on("line", takeLine);
on("answer", showAnswer);
listenToSource();
listenToPlot();
listenToZoom();
on("answer", showPlot);
on("tab", () => state.answer && keepAddress());
on("settings", () => state.answer && state.tab === "code" && fillPanel());
on("ask", ({algorithm}) => {
  if (algorithm) {
    part("algorithm").value = algorithm;
    chooseAlgorithm("algorithm");
  }
  extract();
});
listenToForm();
listenToDrops();
addEventListener("hashchange", begin);
begin();
