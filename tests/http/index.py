#!/usr/bin/env python3
"""GET /: routes for programs, the playground for browsers. The page is self-contained: it refers to nothing outside the
server, and its policy has the digests of its inline elements.

Environment: DANAD_BIN the server, DANAD_ROUTES the program list_routes.
"""

import base64
import gzip
import hashlib
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile

import harness

MAX_PAGE_BYTES = 160 * 1024
# What browsers send for a page.
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}
COMPAT = ("/tika/main", "/parser", "/parse-html")
ORIGIN = "https://a.example"


class Page(html.parser.HTMLParser):
    """Texts of inline elements, and all attributes that load or run something."""

    def __init__(self, document):
        super().__init__()
        self.inline, self.addresses, self.handlers, self._open = {"script": [], "style": []}, [], [], None
        self.ids, self.labels = set(), set()
        self.feed(document)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "href", "action", "srcset", "data", "poster"):
                self.addresses.append((tag, value))
            if name.startswith("on") or name == "style":
                self.handlers.append(f"{tag} {name}")
            if name == "id":
                self.ids.add(value)
            if name in ("for", "aria-describedby", "aria-labelledby"):
                self.labels |= set(value.split())
        self._open = tag if tag in self.inline else None
        if self._open:
            self.inline[tag].append("")

    def handle_endtag(self, tag):
        self._open = None

    def handle_data(self, data):
        if self._open:
            self.inline[self._open][-1] += data


def policy_of(reply):
    """Directives of a Content-Security-Policy."""
    parts = [part.split() for part in reply.headers["Content-Security-Policy"].split(";")]
    return {words[0]: words[1:] for words in parts}


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def page_is_whole(s):
    reply = s.request("GET", "/", headers=BROWSER)
    page, policy = Page(reply.body.decode()), policy_of(reply)
    problems = [] if reply.headers["Content-Type"] == "text/html; charset=utf-8" else [reply.headers["Content-Type"]]
    problems += [f"{len(reply.body)} bytes"] if len(reply.body) > MAX_PAGE_BYTES else []
    problems += [f"{tag} leads to {value[:60]}" for tag, value in page.addresses
                 if re.match(r"(?!data:)[a-z]+:|//", value, re.I) or (tag not in ("a", "link"))]
    problems += [f"{name}: policies forbid it" for name in page.handlers]
    problems += [f"no element {name}" for name in page.labels - page.ids]
    script, style = page.inline["script"], page.inline["style"]
    problems += [] if len(script) == len(style) == 1 else [f"{len(script)} scripts, {len(style)} styles"]
    wanted = {"default-src": ["'none'"], "script-src": [digest(script[0])], "connect-src": ["'self'"],
              "img-src": ["data:"], "base-uri": ["'none'"], "form-action": ["'none'"], "frame-ancestors": ["'none'"],
              "require-trusted-types-for": ["'script'"], "trusted-types": ["frame"]}
    problems += [f"{name} is {policy.get(name)}, not {value}" for name, value in wanted.items() if policy.get(name) != value]
    frame = json.loads(re.search(r"const frameStyle = (\".*\");", script[0]).group(1))
    problems += [] if policy["style-src"] == [digest(style[0]), digest(frame)] else ["styles: " + str(policy["style-src"])]
    return problems + ([] if digest(frame)[1:-1] in script[0] else ["the frame's own policy has another digest"])


def listed(s):
    return json.loads(s.request("GET", "/").body)


def routes_are_listed(s, base="", compat=False):
    out = subprocess.run([os.environ["DANAD_ROUTES"]], capture_output=True, text=True, check=True).stdout
    wanted = [{"path": base + path, "methods": methods.split(", ")} for path, methods in
              (line.split("\t") for line in out.splitlines()) if compat or path not in COMPAT]
    index = listed(s)
    problems = [] if index["routes"] == wanted else [f"routes: {index['routes']}"]
    problems += [] if index["openapi"] == f"{base}/openapi.json" else [index["openapi"]]
    for route in index["routes"]:
        allowed = s.request("OPTIONS", route["path"].replace("{code}", "internal")).headers["Allow"]
        problems += [] if allowed == ", ".join(route["methods"]) else [f"{route['path']}: {allowed}"]
    return problems


def chosen(s):
    """Programs get JSON unless they request HTML."""
    problems = []
    for accept, wanted in ((None, "application/json"), ("*/*", "application/json"), ("text/html", "text/html"),
                           ("text/*", "text/html"), ("application/json, text/html;q=0.9", "application/json"),
                           (BROWSER["Accept"], "text/html")):
        reply = s.request("GET", "/", headers={"Accept": accept} if accept else {})
        problems += [] if reply.headers.get_content_type() == wanted else [f"{accept}: {reply.headers['Content-Type']}"]
        problems += [] if "Accept" in reply.headers["Vary"].split(", ") else [f"Vary: {reply.headers['Vary']}"]
    return problems


def tagged(s):
    """Each form and coding has its own tag; with it the response is 304, with another's it is not."""
    problems, tags = [], {}
    for name, headers in (("JSON", {}), ("page", BROWSER), ("gzip", {"Accept-Encoding": "gzip", **BROWSER}),
                          ("zstd", {"Accept-Encoding": "zstd", **BROWSER})):
        reply = s.request("GET", "/", headers=headers)
        tags[name] = reply.headers["ETag"]
        again = s.request("GET", "/", headers={"If-None-Match": tags[name], **headers})
        head = s.request("HEAD", "/", headers=headers)
        problems += [] if (again.status, again.body) == (304, b"") else [f"{name} again: {again.status}"]
        problems += [] if (head.headers["ETag"], head.headers["Content-Length"], head.body) == (
            tags[name], reply.headers["Content-Length"], b"") else [f"HEAD {name}"]
        if name == "gzip":
            plain = s.request("GET", "/", headers=BROWSER).body
            problems += [] if gzip.decompress(reply.body) == plain else ["gzip is another page"]
    other = s.request("GET", "/", headers={"If-None-Match": tags["JSON"], **BROWSER})
    return problems + ([] if len(set(tags.values())) == 4 else [f"tags: {tags}"]) + \
        ([] if other.status == 200 else ["the tag of JSON is taken for the page's"])


def turned_off(s):
    page = s.request("GET", "/", headers=BROWSER)
    alone = s.request("GET", "/", headers={"Accept": "text/html"})
    problems = [] if page.headers.get_content_type() == "application/json" else [page.headers["Content-Type"]]
    problems += [] if alone.status == 406 and json.loads(alone.body)["acceptable"] == ["application/json"] else [str(alone)]
    problems += [] if policy_of(page) == {"default-src": ["'none'"], "frame-ancestors": ["'none'"]} else [str(policy_of(page))]
    return problems + ([] if listed(s)["playground"] is False else ["it says it is there"])


def turned_on(s):
    return [] if listed(s)["playground"] is True else ["it says it is not there"]


def from_elsewhere(s):
    """CORS as in the rest of the API."""
    own = s.request("GET", "/", headers={"Origin": ORIGIN, **BROWSER})
    other = s.request("GET", "/", headers={"Origin": "https://b.example", **BROWSER})
    problems = [] if own.headers["Access-Control-Allow-Origin"] == ORIGIN else ["not allowed"]
    problems += [] if own.headers["Cross-Origin-Resource-Policy"] == "cross-origin" else ["own policy"]
    problems += [] if other.headers["Access-Control-Allow-Origin"] is None else ["allowed"]
    return problems + ([] if other.headers["Cross-Origin-Resource-Policy"] == "same-origin" else ["other policy"])


def below_base(s):
    problems = routes_are_listed(s, "/a/b")
    for path in ("/a/b", "/a/b/"):
        reply = s.request("GET", path, headers=BROWSER)
        problems += [] if reply.status == 200 and b"<title>danad" in reply.body else [f"{path}: {reply.status}"]
    return problems


def problems_of(s):
    """Problem documents from every part of the server that makes them: name, document."""
    def sent(method, path, body=None, **headers):
        return json.loads(s.request(method, path, body, {name.replace("_", "-"): v for name, v in headers.items()}).body)

    kind = {"Content_Type": "application/json", "Authorization": "Bearer one-token"}
    yield "no path", sent("GET", "/a/b/nowhere", **kind)
    yield "no method", sent("DELETE", "/a/b/v1/info", **kind)
    yield "no type", sent("GET", "/v1/info", Accept="font/woff", **kind)
    yield "no token", sent("GET", "/a/b/v1/info")
    yield "another token", sent("GET", "/a/b/v1/info", Authorization="Bearer none")
    yield "the handler", sent("POST", "/a/b/v1/extract", b'{"html": 1}', **kind)
    yield "a parameter", sent("GET", "/a/b/v1/extract?url=http://10.0.0.1/", **kind)
    yield "a replacement", sent("POST", "/parse-html", b"{}", **kind)
    yield "a declared body", sent("POST", "/v1/extract", b" " * 5000, **kind)
    chunked = b"".join(b"400\r\n" + b" " * 1024 + b"\r\n" for _ in range(5)) + b"0\r\n\r\n"
    head = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer one-token\r\n"
    yield "a body", json.loads(s.raw(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunked, "POST").body)
    yield "framing", json.loads(s.raw(b"GET /v1/info HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").body)
    yield "a body that does not come", json.loads(s.raw(head + b"Content-Length: 20\r\n\r\n{", "POST").body)
    batch = b'{"items": [{"html": 1, "id": "x"}, {"id": []}, 3, {"url": "http://10.0.0.1/"}]}'
    for i, result in enumerate(sent("POST", "/v1/extract/batch", batch, **kind)["results"]):
        yield f"item {i}", result["problem"]
    for row in sent("GET", "/problems", **{**kind, "Accept": "application/json"})["problems"]:
        yield f"page {row['code']}", row


def types_lead_to_pages(s):
    """The type of every problem is the URL of its page."""
    lines, seen = [], 0
    for name, problem in problems_of(s):
        seen += 1
        page = s.request("GET", problem["type"], headers={"Accept": "application/json"})
        fine = problem["type"] == f"/a/b/problems/{problem['code']}" and page.status == 200 and \
            json.loads(page.body)["type"] == problem["type"]
        lines += [] if fine else [f"{name}: {problem['type']}, status {page.status}"]
    for path in ("/a/b/problems", "/a/b/problems/internal"):
        for accept, pattern in (("text/html", 'href="([^"]*)"'), ("text/markdown", r"\]\(([^)]*)\)")):
            found = re.findall(pattern, s.request("GET", path, headers={"Accept": accept}).body.decode())
            lines += [f"{path} as {accept} leads to {link}" for link in found
                      if s.request("GET", link).status != 200 or not link.startswith("/a/b/problems")]
            lines += [] if found or path.endswith("internal") else [f"{path} as {accept} has no links"]
    return lines + ([] if seen > 30 else [f"{seen} problems"])


def busy_problems(s):
    """Problems of limits: too many requests, too many connections."""
    replies = [s.request("GET", "/v1/info") for _ in range(6)]
    refused = [json.loads(r.body)["type"] for r in replies if r.status == 429]
    return [] if refused and set(refused) == {"/a/b/problems/rate-limited"} else [f"types: {refused}"]


def main():
    tally = harness.Tally()
    cases = [("page", {}, [page_is_whole, chosen, tagged, routes_are_listed, turned_on]),
             ("off", {"DANAD_PLAYGROUND": "off"}, [turned_off, routes_are_listed]),
             ("CORS", {"DANAD_CORS_ALLOW_ORIGINS": ORIGIN}, [from_elsewhere]),
             ("base path", {"DANAD_BASE_PATH": "/a/b"}, [below_base])]
    for name, settings, checks in cases:
        server = harness.Server(**settings)
        for check in checks:
            tally.run(f"{name}: {check.__name__}", check, server)
        server.stop()
    server = harness.Server(DANAD_COMPAT="tika,mercury")
    tally.run("replacement routes", routes_are_listed, server, "", True)
    server.stop()
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
        tokens.write("one-token\n")
        tokens.flush()
        server = harness.Server(DANAD_BASE_PATH="/a/b", DANAD_AUTH_TOKENS_FILE=tokens.name, DANAD_COMPAT="mercury",
                                DANAD_MAX_BODY_BYTES="4KiB", DANAD_READ_TIMEOUT="3s")
    tally.run("types lead to pages", types_lead_to_pages, server)
    server.stop()
    server = harness.Server(DANAD_BASE_PATH="/a/b", DANAD_RATE_LIMIT="1")
    tally.run("types of limits", busy_problems, server)
    server.stop()
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
