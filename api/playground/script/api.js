/* Calls of this server. */
import {part} from "./dom.js";

export const base = location.pathname.replace(/\/*$/, "/"); // this page is the root, with or without a BASE_PATH

/* Throws a problem document, even if the server did not send one. */
export async function call(path, init = {}, as = "json") {
  const headers = {Accept: "application/json", ...init.headers};
  if (part("token").value) {
    headers.Authorization = `Bearer ${part("token").value}`;
  }
  const response = await fetch(base + path, {...init, headers});
  if (response.ok && as === "text") {
    return response.text();
  }
  const value = await response.json().catch(() => null);
  if (response.ok && value) {
    return value;
  }
  throw value?.code ? value : {title: "This response does not come from the API", status: response.status,
    detail: "Perhaps a proxy in front of the server has answered.", code: ""};
}

export function post(path, value, init = {}, as = "json") {
  return call(path, {...init, method: "POST", body: JSON.stringify(value),
    headers: {"Content-Type": "application/json", ...init.headers}}, as);
}

/* What was thrown, as a problem document. */
export const asProblem = error => (error instanceof Error
  ? {title: "The server did not respond", status: 0, code: "", detail: error.message} : error);
