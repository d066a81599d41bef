/* Problem documents, as a card, at the fields they name, and for screen readers. */
import {make, number, part, put} from "./dom.js";
import {asProblem, base} from "./api.js";

/* The ids that describe a field, without those of error messages. */
const hintsOf = field => (field.getAttribute("aria-describedby") ?? "").split(" ").filter(id => id && !id.includes("-complaint-"));

/* The field that a JSON pointer of an error refers to; a request for the second algorithm has fields of its own. */
function fieldAt(pointer, isSecond) {
  const path = pointer.replace(/^#\/(options\/)?/, "").replaceAll("/", ".").replaceAll("~1", "/");
  const name = isSecond ? path.replace(/^params\b/, "compare_params").replace(/^algorithm$/, "compare") : path;
  return part(name === "html_base64" ? "file" : name);
}

export function clearProblem() {
  part("problem").replaceChildren();
  for (const field of document.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", hintsOf(field).join(" "));
  }
  for (const line of document.querySelectorAll(".complaint")) {
    line.remove();
  }
}

function complain(error, isSecond) {
  const field = fieldAt(error.pointer, isSecond);
  if (field) {
    const id = `${field.id}-complaint-${document.querySelectorAll(".complaint").length}`;
    put(field, {"aria-invalid": "true", "aria-describedby": [id, field.getAttribute("aria-describedby")].join(" ").trim()});
    field.after(make("p", {class: "complaint", id}, error.detail));
    field.closest("details")?.setAttribute("open", "");
  }
}

function problemFacts(problem) {
  return [problem.status ? `HTTP status ${problem.status}` : null, problem.code || null,
    problem.limit != null ? `limit ${number(problem.limit)}${problem.limit_name ? ` (${problem.limit_name})` : ""}` : null,
    problem.upstream?.status ? `the site answered ${problem.upstream.status}` : null,
    problem.retry_after ? `retry after ${problem.retry_after} s` : null,
    problem.request_id ? `request ${problem.request_id}` : null].filter(Boolean).join(" · ");
}

/* Needed if the result is below the form. */
export function bringIntoView() {
  if (part("result").getBoundingClientRect().top > innerHeight / 2) {
    part("result").scrollIntoView();
  }
}

/* `isSecond`: of the request for the second algorithm. */
export function showProblem(error, isSecond = false) {
  const problem = asProblem(error);
  const card = make("section", {class: "card problem"}, make("h2", {}, problem.title), make("p", {}, problem.detail));
  clearProblem();
  if (isSecond) {
    card.append(make("p", {}, "This was the answer to the request for the second algorithm."));
  }
  if (problem.errors?.length) {
    card.append(make("ul", {}, ...problem.errors.map(e => make("li", {}, make("code", {}, e.pointer), ` ${e.detail}`))));
    problem.errors.forEach(e => complain(e, isSecond));
  }
  card.append(make("p", {class: "hint"}, problemFacts(problem)));
  if (problem.code) {
    card.append(make("p", {}, make("a", {href: `${base}problems/${problem.code}`}, "Meaning of this problem, and what to do")));
  }
  if (problem.code === "unauthorized") {
    part("token-part").hidden = false;
  }
  part("problem").replaceChildren(card);
  part("answer").hidden = true;
  part("empty").hidden = true;
  bringIntoView();
}
