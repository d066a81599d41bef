/* Panel: the second algorithm beside the first one: how much their texts have in common, and what each has alone. */
import {make, nothing, number, numberCell, part, table} from "./dom.js";
import {asProblem, post} from "./api.js";
import {differenceView} from "./difference_view.js";
import {chooseAlgorithm} from "./form.js";
import {state, tell} from "./state.js";
import {marksOf} from "./text.js";

let known = null; // {answer, other, measures} of the last comparison

/* How many lines of the first profile each selection touches, and how many both do. */
function sharedLines(answer, other) {
  const marks = marksOf(answer, other);
  const count = mark => marks.reduce((sum, m) => sum + (m === mark ? 1 : 0), 0);
  return {first: count(1), second: count(2), both: count(3)};
}

function facts(holder, answer, other, measures) {
  const lines = sharedLines(answer, other), value = measures.words ? measures.words.f1.toFixed(4) : "–";
  const row = (name, kind, found, alone) => make("tr", {}, make("th", {scope: "row"}, make("span", {class: `sample ${kind}`}), name),
    numberCell(found.content.words), numberCell(alone + lines.both), numberCell(alone));
  holder.replaceChildren(make("p", {class: "figure"}, "F1 between the two texts: ", make("b", {id: "between"}, value),
    measures.lcs ? ` · in order: ${measures.lcs.f1.toFixed(4)}` : ""),
  table(["algorithm", "words", "lines", "lines alone"], [row(answer.algorithm.id, "first", answer, lines.first),
    row(other.algorithm.id, "second", other, lines.second)], "The two selections"),
  make("p", {class: "hint"}, `Both take ${number(lines.both)} lines. Lines are those of the first algorithm. In the plot and in the source ` +
    "they have both colours, the upper half that of the first algorithm."));
}

async function compareTexts(holder, answer, other) {
  try {
    if (known?.answer !== answer || known.other !== other) {
      const { scores } = await post("v1/evaluate", {gold: answer.content.text ?? "", text: other.content.text ?? ""});
      known = {answer, other, measures: scores[0].measures};
    }
    facts(holder, answer, other, known.measures);
  } catch (error) {
    holder.replaceChildren(make("p", {class: "complaint", role: "alert"}, asProblem(error).detail));
  }
}

function choose(event) {
  part("compare").value = event.target.value;
  part("compare").closest("details").open = true;
  chooseAlgorithm("compare");
  tell("ask");
}

export function comparePanel(answer) {
  const { other } = state;
  if (!other) {
    const select = make("select", {id: "compare-now", onchange: choose}, ...[...part("compare").options].map(o => make("option", {value: o.value}, o.text)));
    return [make("div", {class: "choices"}, make("div", {}, make("label", {for: "compare-now"}, `Compare ${answer.algorithm.id} with`), select)),
      make("p", {class: "hint"}, "The same page is extracted with both. Their selections are marked in two colours in the plot and in the source.")];
  }
  if (answer.content.text === other.content.text && !answer.content.text) {
    return nothing("Neither of the two found a text.");
  }
  const holder = make("div", {class: "facts-holder"}, make("p", {class: "muted"}, "…"));
  compareTexts(holder, answer, other);
  const names = {extra: `only ${answer.algorithm.id}`, missed: `only ${other.algorithm.id}`};
  if (answer.algorithm.id === other.algorithm.id) {
    Object.assign(names, {extra: "only the first", missed: "only the second"});
  }
  return [holder, ...differenceView(answer.content.text ?? "", other.content.text ?? "", names, answer)];
}

