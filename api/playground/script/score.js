/* Panel: a gold text against what was found, by the measures of the service; and what was missed, word by word. */
import {make, nothing, numberCell, say, table} from "./dom.js";
import {asProblem, post} from "./api.js";
import {differenceView} from "./difference_view.js";
import {state, tell} from "./state.js";

const NAMES = {extra: "too much", missed: "missed"};
let results = null; // {answer, gold, rows, all}: the scores that are known

const percent = value => (value == null ? "–" : value.toFixed(4));

function scoreRow(name, measures, attributes = {}) {
  const { words, lcs, units } = measures;
  return make("tr", attributes, make("th", {scope: "row"}, name), ...[words?.f1, words?.precision, words?.recall, lcs?.f1, units?.f1]
    .map(value => numberCell(percent(value))));
}

const scoreTable = (rows, label) => table(["algorithm", "F1", "precision", "recall", "F1 in order", "F1 of units"], rows, label);

function allRows(scores) {
  const best = (a, b) => (b.measures.words?.f1 ?? -1) - (a.measures.words?.f1 ?? -1);
  return [...scores].sort(best).map(({algorithm, measures}) => scoreRow(make("button", {type: "button", class: "link",
    "aria-label": `Extract with ${algorithm.id}`, onclick: () => tell("ask", {algorithm: algorithm.id})}, algorithm.id), measures,
  {class: algorithm.id === state.answer.algorithm.id ? "taken" : null}));
}

const HINT = "Precision: the share of the found words that the gold text has. Recall: the share of the gold text’s words that were found. " +
  "F1: both in one number, 1 if they are equal. In order: words in the order of the gold text. Units: characters for Chinese and Japanese.";

function showResults(holder) {
  const { rows, all, gold, answer } = results;
  holder.replaceChildren(scoreTable(rows.map(({name, score}) => scoreRow(name, score.measures)), "Scores"), make("p", {class: "hint"}, rows[0].score.measures.words ? HINT : "The service scores texts of up to 512 KiB."),
    ...(all ? [make("h4", {}, "All algorithms, with their defaults"), Array.isArray(all) ? scoreTable(allRows(all), "Scores of all algorithms") : all] : []),
    make("h4", {}, "What is missed, and what is too much"),
    ...differenceView(answer.content.text ?? "", gold, NAMES, answer).filter(Boolean));
}

/* A refusal in the place of what was asked for. */
function complaint(error) {
  const problem = asProblem(error);
  return make("p", {class: "complaint", role: "alert"}, `${problem.title}. ${problem.detail}`);
}

async function scoresOf(gold, withAll) {
  const { answer, other } = state;
  const texts = [[answer.algorithm.id, answer], ...(other ? [[`${other.algorithm.id} (second)`, other]] : [])];
  const rows = await Promise.all(texts.map(async ([name, found]) => ({name,
    score: (await post("v1/evaluate", {gold, text: found.content.text ?? ""})).scores[0]})));
  const all = withAll ? await post("v1/evaluate", {gold, html: answer.source}).then(a => a.scores, complaint) : null;
  return {answer, other, gold, rows, all};
}

async function score(holder, withAll = false) {
  const gold = state.gold;
  if (!gold.trim()) {
    results = null;
    holder.replaceChildren(...nothing("Paste a gold text first."));
    return;
  }
  holder.setAttribute("aria-busy", "true");
  try {
    const found = await scoresOf(gold, withAll);
    if (found.answer === state.answer && gold === state.gold) {
      results = found;
      showResults(holder);
      say(`F1 ${percent(found.rows[0].score.measures.words?.f1)}`);
    }
  } catch (error) {
    holder.replaceChildren(complaint(error));
  }
  holder.removeAttribute("aria-busy");
}

/* The gold text stays when another algorithm is tried; its score is asked for again. */
export function scorePanel(answer) {
  const holder = make("div", {id: "scores"});
  const field = make("textarea", {id: "gold", rows: 5, dir: "auto", spellcheck: "false", "aria-describedby": "gold-hint",
    placeholder: "Paste the text that should be found.", oninput: event => { state.gold = event.target.value; },
    onkeydown: event => event.key === "Enter" && (event.ctrlKey || event.metaKey) && score(holder)});
  field.value = state.gold;
  if (results?.answer === answer && results.other === state.other && results.gold === state.gold) {
    showResults(holder);
  } else if (state.gold.trim()) {
    score(holder);
  }
  return [make("label", {for: "gold"}, "Gold text"), field, make("p", {class: "hint", id: "gold-hint"},
    "The main content of this page as a person would copy it: plain text, the headline if it belongs to it. It is sent to this server to be compared."),
  make("div", {class: "actions"}, make("button", {type: "button", class: "small", id: "score", onclick: () => score(holder)}, "Score"),
    make("button", {type: "button", class: "small", id: "score-all", onclick: () => score(holder, true)}, "Score all algorithms")), holder];
}
