/* From the form to the answers. */
import {number, part} from "./dom.js";
import {post} from "./api.js";
import {algorithmOf, options, page} from "./form.js";
import {withoutRendering} from "./rendering.js";
import {state, tell} from "./state.js";
import {showProblem} from "./problems.js";

const INCLUDE = ["text", "html", "markdown", "headline", "candidates", "ranges", "density", "line_offsets", "source",
  "metadata", "trace", "links", "images", "media", "posts", "comments"];

const LOOKS = ["screenshot", "boxes", "segments"];

/* To ask for looks renders every page; that is left to those who have asked for it. */
function looks({render, algorithm}) {
  return render === "always" || (render === "auto" && algorithmOf(algorithm)?.needs_boxes) ? LOOKS : [];
}

/* The page as the first answer has it, so that both algorithms read the same, also if it was fetched or rendered. */
function secondRequest(answer, sent) {
  const from = answer.url?.final ?? sent.base_url;
  return {html: answer.source, ...(from ? {base_url: from} : {}), include: ["text", "ranges"],
    options: {...withoutRendering(options("compare")), offset_unit: "utf16"}};
}

/* An algorithm that reads looks needs the browser again. Positions are those of one source, so that it must be the same. */
async function secondAnswer(answer, sent, init) {
  const given = options("compare"), isSeen = answer.rendered && algorithmOf(given.algorithm)?.needs_boxes;
  if (!isSeen) {
    return post("v1/extract", secondRequest(answer, sent), init);
  }
  const other = await post("v1/extract", {...sent, include: ["text", "ranges", "source"], options: {...given, offset_unit: "utf16"}}, init);
  if (other.source !== answer.source) {
    throw {title: "The page was another one when it was rendered again", status: 0, code: "",
      detail: "Selections can only be compared on the same page. Try again, or compare with an algorithm that needs no rendered page."};
  }
  return other;
}

function busy(yes, text) {
  part("go").classList.toggle("busy", yes);
  part("result").setAttribute("aria-busy", String(yes));
  part("status").textContent = text;
}

const summary = ({content, stats}) => `Done: ${number(content.words)} words in ${number(stats.content_lines)} of ` +
  `${number(stats.lines)} lines.`;

export async function extract() {
  state.running?.abort();
  const mine = state.running = new AbortController(), begun = performance.now();
  let isSecond = false;
  busy(true, "Extracting …");
  try {
    const sent = {...await page(), include: [...INCLUDE, ...looks(options())], options: {...options(), offset_unit: "utf16"}};
    const answer = await post("v1/extract", sent, {signal: mine.signal}), tookMs = performance.now() - begun;
    isSecond = true;
    const other = part("compare").value ? await secondAnswer(answer, sent, {signal: mine.signal}) : null;
    if (state.running === mine) {
      Object.assign(state, {sent, answer, other, tookMs});
      tell("answer");
      busy(false, summary(answer));
    }
  } catch (error) {
    if (state.running === mine) {
      showProblem(error, isSecond && !(error instanceof Error));
      busy(false, "");
    }
    if (error instanceof TypeError || error instanceof RangeError) {
      console.warn(error);
    }
  }
}
