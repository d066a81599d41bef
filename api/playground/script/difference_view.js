/* Two texts in one, word by word: what both have, what only the first one has, what only the second one has. */
import {make, nothing, number, part, plural} from "./dom.js";
import {differences, wordsOf} from "./diff.js";

const CHARS_MAX = 1500000; // of both texts; more would keep the browser busy for seconds
const PIECES_MAX = 3000, ALIKE_MAX = 60, KEPT = 160; // pieces; words; characters at each end of a long run that both have

/* The middle of a long run is folded; a button unfolds it. */
function alike({text, count}) {
  if (count <= ALIKE_MAX) {
    return [text];
  }
  const middle = text.slice(KEPT, -KEPT), label = `… ${plural(wordsOf(middle).length, "word")} alike …`;
  const button = make("button", {type: "button", class: "link fold", dir: "ltr", onclick: () => {
    button.replaceWith(middle);
    part("panel").focus({preventScroll: true});
  }}, label);
  return [text.slice(0, KEPT), button, text.slice(-KEPT)];
}

const named = (kind, text, names) => make("span", {class: `words-${kind}`}, make("span", {class: "unseen"}, ` [${names[kind]}: `), text,
  make("span", {class: "unseen"}, "] "));

/* `names` are {extra, missed}: what a word that only one text has is called. */
export function differenceView(a, b, names, {dir, language}) {
  if (a.length + b.length > CHARS_MAX) {
    return nothing(`Texts of more than ${number(CHARS_MAX)} characters are not compared word by word.`);
  }
  const { pieces, counts } = differences(a, b), shown = pieces.slice(0, PIECES_MAX);
  const text = make("div", {class: "prose differences", dir: dir ?? "auto", lang: language ?? ""},
    ...shown.flatMap((piece, i) => (piece.kind === "same" ? alike(piece) : [named(piece.kind, piece.text, names),
      /\s$/.test(piece.text) || i === shown.length - 1 ? "" : " "])));
  const legend = make("ul", {class: "legend", "aria-label": "Words"}, make("li", {}, `${plural(counts.same, "word")} alike`),
    ...["missed", "extra"].map(kind => make("li", {}, make("span", {class: `words-${kind}`}, `${number(counts[kind])} ${names[kind]}`))));
  return [legend, pieces.length > PIECES_MAX ? make("p", {class: "hint"}, `The first ${number(PIECES_MAX)} of ${number(pieces.length)} pieces ` +
    "are shown; the counts are of all.") : null, text];
}
