#!/usr/bin/env python3
"""openapi.yaml against the running server, in both directions.

Every operation and status of the spec is requested and the response validated, headers included. Every
member, branch and value of its schemas must occur. The server's own lists (routes, algorithms,
parameters, limits) must equal those of the spec. What this program cannot cause is listed in ELSEWHERE,
with the test that covers it.

Environment: DANAD_BIN the server, OPENAPI_YAML the spec, DANAD_ROUTES the program list_routes.
"""

import base64
import gzip
import http.client
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree

import harness
import upstream
from spec import METHODS, REQUEST_ROOT, Spec, escape

MAX_BODY = 3 * 1024 * 1024

# Statuses that cannot be caused here: method and path pattern, status, test that covers it.
ELSEWHERE = [
    (r"(GET|POST|PUT) /(v1/(extract|extract/batch|extract/site|trends|headline|evaluate)|tika/main|parser|parse-html)", "500", "nowhere: only when the machine is out of memory"),
    ("POST /v1/extract/batch", "422", "nowhere: finding the items takes far less than the limit"),
    ("POST /v1/extract/site", "422", "http.site: pages that take longer than the server's limit"),
    ("GET /(livez|healthz)", "503", "http.stuck"),
]

# The same for parts of the schemas.
UNSEEN_ELSEWHERE = {
    '/components/schemas/Health/properties/checks/items/properties/name = "renderer"': "render.py",
    '/components/schemas/ProblemCode = "internal"': "nowhere: only when the machine is out of memory",
    '/components/schemas/ProblemCode = "queue-full"': "load_shutdown",
    '/components/schemas/ProblemCode = "draining"': "load_shutdown",
    '/components/schemas/ProblemCode = "queue-timeout"': "nowhere: a queue that is full of slow work",
    '/components/schemas/ProblemCode = "no-renderer"': "http.render",
    '/components/schemas/ProblemCode = "render-failed"': "http.render",
    '/components/schemas/Encoding/properties/source = "rendered"': "http.render",
    '/components/schemas/ExtractOptions/properties/render = "always"': "http.render",
    '/components/schemas/FetchOptions/properties/render = "always"': "http.render",
    '/components/schemas/FetchOptions/properties/render = "auto"': "http.render",
    '/components/schemas/ExtractResponse/properties/rendered/oneOf/0': "http.render",
    '/components/schemas/ExtractResponse/properties/screenshot value': "http.render",
    '/components/schemas/Timings/properties/render value': "http.render",
    **{f'/components/schemas/Warning/properties/code = "{code}"': "http.render"
       for code in ("no-renderer", "render-failed", "render-incomplete")},
    '/components/schemas/Problem/properties/limit_name = "attributes"': "unit.core.shape",
    '/components/schemas/Problem/properties/limit_name = "depth"': "unit.core.shape",
}

# Pages whose text stands in their data.
PROSE = "The harbour reopened on Monday, said the officer who runs the ferry and the tugs, and the pilots went back to work."
DATA = {
    "JSON-LD": '<div id="app"></div><script type="application/ld+json">{"@type":"NewsArticle","headline":"The harbour",'
               f'"articleBody":"{PROSE}"}}</script>',
    "a state": '<div id="app"></div><script>window.__STATE__={"post":{"title":"The harbour","author":"Anna Lee",'
               f'"date":"2024-05-03","body":"<p>{PROSE} <a href=https://a.example/>More</a></p>"}}}}</script>',
}

# Routes of other services; their requests and responses are those of these services.
COMPAT_PATHS = {"/tika/main", "/parser", "/parse-html"}

# More connections than the server accepts.
CONNECTIONS = 1024

# Paths without a route; if one gets a route, it must be in the spec.
FOREIGN_PATHS = ["//", "/index.html", "/v1", "/v1/", "/v1/extract/", "/v1/extract/batch/", "/v2/extract", "/problems/",
                 "/problems/not-found/", "/problems/a/b", "/livez/", "/LIVEZ", "/v1/algorithms/dana",
                 "/favicon.ico", "/docs/", "/docs/none", "/v1/%65xtrac", "/..%2fopenapi.yaml"]

# Example paths for templates.
ADDRESSES = {"/problems/{code}": "/problems/queue-full"}

# Headers whose value always changes: path, name.
CHANGING = {("/metrics", "Content-Length")}

# Headers of HTTP itself.
PLAIN_HEADERS = {"content-type", "content-length", "date", "connection", "transfer-encoding"}

# Pages of upstream.py, or whole URLs, and the outcome of fetching them.
FETCHES = [
    ("/page", 200, None), ("/hop/1", 200, None), ("/arabic", 200, None), ("no-url", 400, "invalid-url"),
    ("http://10.0.0.1/", 403, "target-forbidden"), ("/type/image+png", 422, "not-html"),
    ("/pdf", 422, "not-html"),
    ("/declared/1000000000000", 422, "upstream-too-large"), ("/garbage", 502, "fetch-failed"),
    ("/status/404", 502, "upstream-status"), ("/loop", 502, "redirect-limit"),
    ("/silent", 504, "fetch-timeout"),
]

ENGLISH = ("<!doctype html><html lang='en'><head><title>Rain returns | Valley News</title></head><body>"
           "<ul><li><a href='/'>Home</a><li><a href='/news'>News</a></ul><h1>Rain returns</h1>"
           "<p>After nine dry weeks the first rain fell on the valley on Monday morning.</p>"
           "<p>Farmers had waited for it since the end of August, and so had the river.</p>"
           "</body></html>")
LINKED = ("<title>Rain</title><p>After nine dry weeks the <a href='../rain' rel=nofollow>first rain</a> fell "
          "<a href='mailto:a@example.org'>on Monday</a> in the valley.</p><p><img src='/i.png' alt='Rain'>The river "
          "rose by an inch, and so did the hopes of those who live there.<img src='j.png'></p>")
PICTURED = ("<article><h1>Rain returns</h1><figure><img data-src='/i.png' src='data:image/gif;base64,R0' alt='Rain'><figcaption>"
            "The river</figcaption></figure><p>After nine dry weeks the first rain fell on Monday in the valley, and so did "
            "the snow on the hills around it.</p><iframe src='https://www.youtube.com/embed/aBcDeFgHiJk' title='The trip'>"
            "</iframe><iframe src='https://platform.twitter.com/embed/Tweet.html?id=1'></iframe><figure><audio src='a.mp3'></audio><figcaption>The sound of it</figcaption></figure><p>The river rose "
            "by an inch, and so did the hopes of those who live there. <a href='next.html'>More</a> of it is to come.</p>"
            "</article>")
DESCRIBED = ("<html lang=en dir=ltr><title>Rain - Valley News</title><meta property=og:site_name content='Valley News'>"
             "<meta name=description content='Rain at last.'><link rel=canonical href=/rain><link rel=next href=/a/2>"
             "<meta property=article:tag content=rain><meta property=article:section content=Local><meta name=keywords "
             "content='rain, river'><link rel=license href=//l.example/><meta property=og:video content=/v.mp4><script type="
             "'application/ld+json'>{\"@type\":\"NewsArticle\",\"author\":[\"Anna Lee\",{\"name\":\"Tom Ray\"}],"
             "\"dateModified\":\"2001-05-08\",\"image\":\"/i.jpg\"}</script><h1>Rain</h1><p class=standfirst>Nine dry weeks end."
             "</p><time datetime='2001-05-07T10:00:00+02:00'>Monday</time><p>After nine dry weeks the first rain fell on "
             "Monday in the valley.</p><h2>The river</h2><p>The river rose by an inch, and so did the hopes of those "
             "who live there.</p>")
TALK = ("<h1>Rain</h1>" + "".join(
    f"<div class=post id=post_{i}><b class=username>anna</b> <time datetime=2001-05-0{i}>then</time> <p>After nine dry weeks "
    f"the first rain fell on Monday in the valley, and {i} inches it was.</p></div>" for i in range(1, 4)) +
        "<div class=comments><div class=comment><b class=author>Tom</b><p>At last!</p><div class=comment><time "
        "datetime=2001-05-08>later</time><b class=author>Eva</b><p>Yes.</p></div></div><div class=comment><time "
        "datetime=2001-05-09>later</time><p>So it is.</p></div></div>")
ANSWERS = ("<h1>Why rain?</h1><div class=question data-score=42><b class=username>anna</b><div class=post-text><p>After nine dry "
           "weeks the first rain fell on Monday. Why?</p></div></div><div class='answer accepted-answer'><div class=vote-count>-3</div>"
           "<b class=username>tom</b><div class=post-text><p>The wind turned.</p></div></div>")
ARABIC = ("<!doctype html><html lang='ar' dir='rtl'><title>عودة المطر</title><ul><li><a href='/'>"
          "الرئيسية</a></ul><h1>عودة المطر</h1><p>عاد المطر إلى الوادي يوم الاثنين بعد تسعة أسابيع.</p>")

# Algorithms that read how a browser shows the page.
NEEDS_BOXES = {"vips", "largest-font"}

TRENDS = {"queries": [{"name": "Rain", "keywords": ["rain", "dry weeks", "rain"]},
                      {"name": "Farms", "keywords": ["farmers"]}],
          "documents": [{"date": "2001-05-07", "text": "Rain after nine dry weeks. Rain!"},
                        {"date": "2001-05-13", "html": ENGLISH}, {"date": "2002-12-31T23:00:00Z", "text": ""}]}

# Bodies for routes other than /v1/extract.
BODIES = {"/v1/trends": TRENDS, "/v1/evaluate": {"gold": "a b", "text": "A  b"},
          "/v1/extract/batch": {"items": [{"html": ENGLISH}]},
          "/v1/extract/site": {"items": [{"html": ENGLISH}, {"html": LINKED}]}}


def boxes_of(html, hidden=False):
    """Boxes for a page, as a browser would tell them: its tags and texts below each other."""
    lines = ["1280 4000"]
    for n, part in enumerate(re.finditer(r"<(?=[A-Za-z])[^>]*>|[^<>]*[^<>\\s][^<>]*(?=<)", html)):
        text = not part.group().startswith("<")
        size = "32 700" if part.group().startswith("<h") else "16.5 400"
        offset = len(html[:part.start()].encode())
        lines.append(f"{offset} {8 * (n % 3)} {20 * n} 600 18 {size} 222222ff {'eeeeee80' if n % 5 == 4 else 'ffffffff'} "
                     f"{'t' if text else ''}{'' if hidden else 'v'}{'-' if hidden and not text else ''}")
    return "\n".join(lines) + "\n"


def with_boxes(algorithm, request):
    """A request, with boxes where its algorithm needs them."""
    return {**request, "boxes": boxes_of(request["html"])} if algorithm in NEEDS_BOXES else request


class Contract:
    def __init__(self):
        self.spec = Spec(os.environ["OPENAPI_YAML"])
        self.tally = harness.Tally()
        self.site = upstream.Site()
        self.server = harness.Server(DANAD_MAX_BODY_BYTES=str(MAX_BODY), DANAD_WORKERS="2",
                                     DANAD_READ_TIMEOUT="2s", DANAD_FETCH_TIMEOUT="2s",
                                     DANAD_COMPAT="tika,mercury",
                                     DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32",
                                     DANAD_FETCH_PORTS=f"80,{self.site.port}")
        self.covered = set()
        self.problems = {}

    # ------------------------------------------------------------ one response against the spec
    def header_problems(self, response, reply):
        declared = {**self.spec.document["x-headers-of-every-response"], **response.get("headers", {})}
        names = {name.lower() for name in declared}
        problems = [f"header {name} is not in the spec" for name in reply.headers
                    if name.lower() not in names | PLAIN_HEADERS]
        for name, header in declared.items():
            header = self.spec.at(header["$ref"][1:]) if "$ref" in header else header
            value = reply.headers.get(name)
            if value is None:
                problems += [f"no header {name}"] if header.get("required") else []
                continue
            schema = header["schema"]
            if value not in schema.get("enum", [value]):
                problems.append(f"header {name}: {value}")
            if "const" in schema and value != schema["const"]:
                problems.append(f"header {name}: {value}")
            if "pattern" in schema and not re.search(schema["pattern"], value):
                problems.append(f"header {name}: {value}")
        return problems

    def body_problems(self, pointer, response, reply, is_head):
        content = response.get("content")
        if content is None or is_head:
            return [f"body of {len(reply.body)} bytes"] if reply.body else []
        media = reply.headers.get_content_type()
        if media not in content:
            return [f"Content-Type {media} is not in the spec"]
        if not media.endswith("json") or media == "application/x-ndjson":
            self.spec.note(f"{pointer}/content/{escape(media)}/schema", reply.body.decode())
            return []
        try:
            instance = json.loads(reply.body)
        except ValueError as error:
            return [f"no JSON: {error}"]
        schema = f"{pointer}/content/{escape(media)}/schema"
        problems = self.spec.errors(schema, instance)
        if not problems:
            self.spec.note(schema, instance)
        if media == "application/problem+json":
            problems += self.problem_problems(instance, reply)
        return problems

    def problem_problems(self, problem, reply):
        """Rules for problem documents that a schema cannot express."""
        request_id = reply.headers.get("X-Request-Id")
        uuid = re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", request_id or "")
        expected = {
            "status": reply.status,
            "type": f"/problems/{problem.get('code')}",
            "request_id": request_id,
            "instance": f"urn:uuid:{request_id}" if uuid else request_id,
        }
        self.problems.setdefault(problem.get("code"), problem)
        return [f"{name}: {problem.get(name)!r} is not {value!r}"
                for name, value in expected.items() if problem.get(name) != value]

    def judge(self, path, method, reply, status, code=None, described_as=None):
        """The problems of a reply to a method and path; expected are this status and problem code."""
        if reply.status != status:
            return [f"status {reply.status}, not {status}: {reply.body[:300]!r}"]
        documented = described_as or method
        pointer = self.spec.response_pointer(path, documented, status)
        if pointer is None:
            return [f"{documented} {path} {status} is not in the spec"]
        self.covered.add((documented, path, str(status)))
        response = self.spec.at(pointer)
        problems = self.header_problems(response, reply)
        problems += self.body_problems(pointer, response, reply, method == "HEAD")
        if code is not None and method != "HEAD" and json.loads(reply.body).get("code") != code:
            problems.append(f"code is not {code}: {reply.body[:300]!r}")
        return problems

    def expect(self, name, path, method, status, code=None, described_as=None, **request):
        """Sends a request and checks the reply."""
        def run():
            reply = self.server.request(method, address(path), **request)
            return self.judge(path, method, reply, status, code, described_as)
        self.tally.run(name, run)

    # -------------------------------------------------------------------------- every operation
    def document(self):
        self.tally.check("no key of the spec stands twice", self.spec.twice)
        self.tally.run("examples of the spec match their schemas", self.example_problems)
        self.tally.run("defaults and enums of the spec match their schemas", self.default_problems)
        self.tally.run("descriptions everywhere", self.description_problems)

    def example_problems(self):
        return [f"{where}: {line}" for where, schema, value in self.examples()
                for line in self.spec.errors(schema, value)]

    def examples(self, pointer=""):
        """All (pointer, pointer of the schema, example) of the spec."""
        node = self.spec.at(pointer)
        if isinstance(node, dict):
            if "schema" in node:
                for name, example in node.get("examples", {}).items():
                    yield f"{pointer}/examples/{name}", pointer + "/schema", example["value"]
                if "example" in node:
                    yield pointer + "/example", pointer + "/schema", node["example"]
            elif isinstance(node.get("examples"), list):
                for i, example in enumerate(node["examples"]):
                    yield f"{pointer}/examples/{i}", pointer, example
        children = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else []
        for child in children:
            yield from self.examples(f"{pointer}/{escape(child)}")

    def default_problems(self, pointer="/components/schemas"):
        node, problems = self.spec.at(pointer), []
        if isinstance(node, dict):
            if "default" in node and not isinstance(node["default"], dict):
                problems += [f"{pointer}: {e}" for e in self.spec.errors(pointer, node["default"])]
            for child in node:
                problems += self.default_problems(f"{pointer}/{escape(child)}")
        elif isinstance(node, list):
            for i in range(len(node)):
                problems += self.default_problems(f"{pointer}/{i}")
        return problems

    def description_problems(self):
        problems = []
        for path, item in self.spec.document["paths"].items():
            for method in METHODS:
                operation = item.get(method, {"summary": "-", "operationId": "-", "tags": ["-"]})
                problems += [f"{method} {path}: no {part}" for part in ("summary", "operationId", "tags")
                             if not operation.get(part)]
        ids = [op["operationId"] for item in self.spec.document["paths"].values() for op in item.values()]
        problems += [f"operationId {i} twice" for i in set(ids) if ids.count(i) > 1]
        return problems

    def routes(self):
        self.tally.run("the server's routes are the spec's", self.route_problems)
        for path in self.spec.document["paths"]:
            methods = {m for p, m in self.spec.operations() if p == path}
            if path not in COMPAT_PATHS:
                self.plain_methods(path, methods)
                self.media_types(path, methods)
            self.tally.run(f"OPTIONS {path}", self.allow_problems, path, methods)
            self.refused_methods(path, methods)
            self.two_hosts(path, methods)
        for path in FOREIGN_PATHS:
            for method in ("GET", "POST", "OPTIONS"):
                self.tally.run(f"{method} {path} is unknown", self.foreign_problems, method, path)

    def route_problems(self):
        lines = subprocess.run([os.environ["DANAD_ROUTES"]], capture_output=True, text=True, check=True)
        served = set()
        for line in lines.stdout.splitlines():
            path, methods = line.split("\t")
            served |= {(path, m.strip()) for m in methods.split(",")}
        # The server answers OPTIONS for every path; its table may leave it out.
        served |= {(path, "OPTIONS") for path, _ in served}
        spec = self.spec.operations()
        return [f"not in the spec: {r}" for r in sorted(served - spec)] + \
               [f"not in the server: {r}" for r in sorted(spec - served)]

    def foreign_problems(self, method, path):
        reply = self.server.request(method, path)
        return self.judge("/v1/extract", method, reply, 404, "not-found", "POST")

    def plain_methods(self, path, methods):
        if "GET" in methods and "POST" not in methods:
            self.expect(f"GET {path}", path, "GET", 200)
            self.expect(f"HEAD {path}", path, "HEAD", 200)
            self.tally.run(f"HEAD {path} is GET without its body", self.head_problems, path)

    def head_problems(self, path):
        get, head = (self.server.request(method, address(path)) for method in ("GET", "HEAD"))
        return [f"{name}: {head.headers[name]} is not {get.headers[name]}"
                for name in ("Content-Type", "Content-Length") if head.headers[name] != get.headers[name]
                and (path, name) not in CHANGING]

    def allow_problems(self, path, methods):
        reply = self.server.request("OPTIONS", address(path))
        problems = self.judge(path, "OPTIONS", reply, 204)
        allowed = {m.strip() for m in (reply.headers["Allow"] or "").split(",")}
        return problems + ([f"Allow: {reply.headers['Allow']}"] if allowed != methods else [])

    def refused_methods(self, path, methods):
        main = next(m for m in ("POST", "GET", "PUT") if m in methods)
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"):
            if method not in methods:
                self.tally.run(f"{method} {path} is refused", self.refusal_problems, path, method,
                               main, methods)
        self.expect(f"BREW {path}", path, "BREW", 501, "not-implemented", main)

    def refusal_problems(self, path, method, main, methods):
        reply = self.server.request(method, address(path))
        problems = self.judge(path, method, reply, 405, "method-not-allowed", main)
        allowed = {m.strip() for m in (reply.headers["Allow"] or "").split(",")}
        return problems + ([f"Allow: {reply.headers['Allow']}"] if allowed != methods else [])

    def media_types(self, path, methods):
        main = "POST" if "POST" in methods else "GET"
        body = json.dumps(BODIES.get(path, {"html": ENGLISH})).encode() if main == "POST" else None
        sent = {"Content-Type": "application/json"} if body else {}
        negotiates = self.spec.response_pointer(path, main, 406) is not None
        for accept in ("application/json", "application/*", "*/*", "text/html, application/json;q=0.5"):
            self.expect(f"{main} {path} as {accept}", path, main, 200, body=body,
                        headers={"Accept": accept, **sent})
        types = self.types_of(path, main)
        for accept in types if negotiates else []:
            self.tally.run(f"{main} {path} as {accept} alone", self.type_problems, path, main, accept,
                           body, sent)
        none = ", ".join(f"{t};q=0" for t in types)
        for method in {main, "HEAD"} & methods:
            status, code = (406, "not-acceptable") if negotiates else (200, None)
            for accept in ("font/woff", "video/*, audio/mp3;q=0.3", none, none + ", */*"):
                self.expect(f"{method} {path} as {accept}", path, method, status, code,
                            body=body, headers={"Accept": accept, **sent})

    def two_hosts(self, path, methods):
        for method in sorted(m for m in methods if self.spec.response_pointer(path, m, 400)):
            data = f"{method} {address(path)} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".encode()
            self.tally.run(f"{method} {path} with two hosts", lambda d=data, m=method: self.judge(
                path, m, self.server.raw(d, m), 400, "invalid-http"))

    def heads(self):
        """Heads that no request of an operation may have."""
        for name, line, field, status, code in (
                ("many parameters", "/v1/extract?a" + "&" * 128 + " HTTP/1.1", "", 414, "target-too-long"),
                ("a long target", "/v1/extract?" + "a" * 40000 + " HTTP/1.1", "", 414, "target-too-long"),
                ("many headers", "/v1/extract HTTP/1.1", "a: b\r\n" * 100, 431, "head-too-large"),
                ("a long header", "/v1/extract HTTP/1.1", "a: " + "b" * 40000 + "\r\n", 431, "head-too-large"),
                ("HTTP/1.2", "/v1/extract HTTP/1.2", "", 505, "http-version"),
                ("HTTP/3.0", "/v1/extract HTTP/3.0", "", 505, "http-version"),
                ("a folded header", "/v1/extract HTTP/1.1", "a: b\r\n c\r\n", 400, "invalid-http")):
            data = f"GET {line}\r\nHost: a\r\n{field}\r\n".encode()
            self.tally.run(name, lambda d=data, s=status, c=code: self.judge("/v1/extract", "GET", self.server.raw(d), s, c))

    # ------------------------------------------------------------------------------------- access
    def access(self):
        """Each operation without the required token, over the rate limit, and with the tag of a current copy."""
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
            tokens.write("one-token\n")
            tokens.flush()
            self.each_on("401", "unauthorized", DANAD_AUTH_TOKENS_FILE=tokens.name)
        self.each_on("429", "rate-limited", DANAD_RATE_LIMIT="1")
        for path, item in self.spec.document["paths"].items():
            for method in ("GET", "HEAD"):
                if "304" in item.get(method.lower(), {}).get("responses", {}):
                    self.expect(f"{method} {path} again", path, method, 304, headers={"If-None-Match": "*"})
        headers = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST",
                   "Access-Control-Request-Private-Network": "true"}
        server = harness.Server(DANAD_CORS_ALLOW_ORIGINS="*", DANAD_CORS_PRIVATE_NETWORK="on",
                                DANAD_COMPAT="tika,mercury")
        for path, method in sorted(self.spec.operations()):
            plain = method == "GET" and path not in ("/v1/extract", "/parser")
            status = 204 if method == "OPTIONS" else 200 if plain else None
            if status:
                self.tally.run(f"{method} {path} from another origin", lambda p=path, m=method, s=status: self.judge(
                    p, m, server.request(m, address(p), headers=headers), s))
        server.stop()

    def each_on(self, status, code, **settings):
        """Each operation that has the status, on a server that answers with it from the second request on."""
        server = harness.Server(DANAD_READ_TIMEOUT="2s", DANAD_COMPAT="tika,mercury", **settings)
        for path, method in sorted(self.spec.operations()):
            operation = self.spec.document["paths"][path][method.lower()]
            if status in operation["responses"]:
                self.tally.run(f"{status} of {method} {path}", self.each_problems, server, path, method, status, code)
        server.stop()

    def each_problems(self, server, path, method, status, code):
        for _ in range(10):  # on a slow machine a second may pass between two requests
            reply = server.request(method, address(path))
            if reply.status == int(status):
                break
        return self.judge(path, method, reply, int(status), code)

    def types_of(self, path, method):
        """The media types of a path's 200 response in the spec."""
        pointer = self.spec.response_pointer(path, method, 200)
        return list(self.spec.at(pointer).get("content", {}))

    def type_problems(self, path, method, accept, body, sent):
        reply = self.server.request(method, address(path), body=body, headers={"Accept": accept, **sent})
        problems = self.judge(path, method, reply, 200)
        media = reply.headers.get_content_type()
        return problems + ([] if media == accept else [f"Content-Type {media}"])

    # ------------------------------------------------------------------------- errors of extract
    def refusals(self):
        post = ("/v1/extract", "POST")
        kind = {"Content-Type": "application/json"}
        good = json.dumps({"html": ENGLISH}).encode()
        self.expect("empty body", *post, 400, "empty-body", body=b"", headers=kind)
        self.expect("not JSON", *post, 400, "invalid-json", body=b'{"html":\n  nope}', headers=kind)
        self.expect("a key twice", *post, 400, "invalid-json", body=b'{"html":"a","html":"b"}',
                    headers=kind)
        self.expect("charset", *post, 200, body=good,
                    headers={"Content-Type": "application/json; charset=utf-8"})
        self.expect("byte order mark", *post, 200, body=b"\xef\xbb\xbf" + good, headers=kind)
        self.expect("text/plain", *post, 415, "unsupported-media-type", body=good,
                    headers={"Content-Type": "text/plain"})
        self.expect("no media type", *post, 415, "unsupported-media-type", body=good)
        for name, data in (("PDF", b"%PDF-1.7\n"), ("PNG", b"\x89PNG\r\n\x1a\n"), ("gzip", b"\x1f\x8b\x08\0")):
            self.expect(f"a {name} as HTML", *post, 415, "unsupported-media-type", body=data,
                        headers={"Content-Type": "text/html"})
            self.expect(f"a {name} in base64", *post, 415, "unsupported-media-type",
                        body=json.dumps({"html_base64": encode(data)}).encode(), headers=kind)
        for name, request in (("html", {"html": ""}), ("html_base64", {"html_base64": ""})):
            self.expect(f"empty {name}", *post, 400, "empty-body", body=json.dumps(request).encode(), headers=kind)
        self.expect("an empty page", *post, 400, "empty-body", body=b"", headers={"Content-Type": "text/html"})
        self.expect("brotli", *post, 415, "unsupported-encoding", body=good,
                    headers={"Content-Encoding": "br", **kind})
        self.expect("no gzip after all", *post, 400, "broken-coding", body=good,
                    headers={"Content-Encoding": "gzip", **kind})
        self.expect("gzip", *post, 200, body=gzip.compress(good),
                    headers={"Content-Encoding": "gzip", **kind})
        self.expect("a danad's own fetch", *post, 502, "fetch-loop", body=good,
                    headers={"X-Danad-Hop": "1", **kind})
        self.expect("GET without a url", "/v1/extract", "GET", 400, "invalid-request")
        self.tally.run("what GET lacks", lambda: [] if json.loads(self.server.request("GET", "/v1/extract").body)["errors"] == [
            {"pointer": "#", "detail": "url is required"}] else ["html is asked for, which a query does not take"])
        self.expect("HEAD without a url", "/v1/extract", "HEAD", 400)
        get = ("/v1/extract", "GET")
        self.expect("GET as a font", *get, 406, "not-acceptable", headers={"Accept": "font/woff"})
        self.tally.run("a problem without a page", lambda: self.judge(
            "/problems/{code}", "GET", self.server.request("GET", "/problems/no-such-code"), 404, "not-found"))
        self.expect("GET of a danad's own fetch", *get, 502, "fetch-loop", headers={"X-Danad-Hop": "1"})
        for method, status, code in (("PUT", 405, "method-not-allowed"), ("BREW", 501, "not-implemented")):
            self.tally.run(f"{method} beside GET", lambda m=method, st=status, c=code: self.judge(
                "/v1/extract", m, self.server.request(m, "/v1/extract"), st, c, "GET"))
        self.tally.run("a server that does not fetch", self.off_problems)
        self.tally.run("a server without metrics", self.no_metrics_problems)
        self.expect("metrics as OpenMetrics", "/metrics", "GET", 200,
                    headers={"Accept": "application/openmetrics-text;version=1.0.0, text/plain;q=0.5"})
        for accept in self.types_of("/v1/extract", "GET"):
            self.tally.run(f"a url as {accept}", lambda a=accept: self.judge("/v1/extract", "GET", self.server.request(
                "GET", "/v1/extract?" + urllib.parse.urlencode({"url": self.site.url("/page")}),
                headers={"Accept": a}), 200))
        for path, status, code in FETCHES:
            url = self.site.url(path) if path.startswith("/") else path
            for method in ("GET", "POST", "HEAD"):
                self.tally.run(f"{method} of {path}", self.fetch_problems, method, url, status, code)
        self.tally.run("a body that does not come", self.late_problems)
        self.expect("identity", *post, 200, body=good,
                    headers={"Content-Encoding": "identity", **kind})
        self.expect("too large", *post, 413, "body-too-large", body=b" " * (MAX_BODY + 1),
                    headers=kind)
        self.expect("as large as allowed", *post, 200, body=good + b" " * (MAX_BODY - len(good)),
                    headers=kind)
        self.tally.run("415 names the media type", self.hint_problems, "Accept-Post", {}, good)
        self.tally.run("415 names the coding", self.hint_problems, "Accept-Encoding",
                       {"Content-Encoding": "br", **kind}, good)
        for body in (b"{", b"{\n", b"{\n\n", b"\n", b'{"html"', b'"', b"nul", b"\xff", b"[1,"):
            self.expect(f"JSON that breaks: {body}", *post, 400, "invalid-json", body=body,
                        headers=kind)
        for name, value in (("no base64", "Y!=="), ("cut base64", "YWJ")):
            self.expect(name, *post, 400, "invalid-request", headers=kind,
                        body=json.dumps({"html_base64": value}).encode())
        self.tally.run("the place of a JSON error", self.place_problems)
        self.tally.run("OPTIONS *", self.star_problems)
        self.tally.run("a page that is too complex", self.complex_problems)
        self.tally.run("a page that takes too long", self.slow_problems)
        self.tally.run("413 names the limit", self.limit_problems)

    def off_problems(self):
        server = harness.Server(DANAD_FETCH="off", DANAD_COMPAT="mercury")
        try:
            replaced = server.request("GET", "/parser?url=http://a.example/")
            get = server.request("GET", "/v1/extract?url=http://a.example/")
            post = server.extract({"url": "http://a.example/"})
        finally:
            server.stop()
        return self.judge("/parser", "GET", replaced, 404, "feature-disabled") + \
            self.judge("/v1/extract", "GET", get, 404, "feature-disabled") + \
            self.judge("/v1/extract", "POST", post, 404, "feature-disabled")

    def no_metrics_problems(self):
        server = harness.Server(DANAD_METRICS="off")
        try:
            return self.judge("/metrics", "GET", server.request("GET", "/metrics"), 404, "not-found")
        finally:
            server.stop()

    def fetch_problems(self, method, url, status, code):
        if method == "HEAD" and status not in (200, 400):
            return []
        # For a GET an unknown content coding is ignored.
        reply = self.server.extract({"url": url}) if method == "POST" else \
            self.server.request(method, "/v1/extract?" + urllib.parse.urlencode({"url": url}), None,
                                {"Content-Encoding": "br"})
        return self.judge("/v1/extract", method, reply, status, code)

    def pictures(self):
        """The response of /v1/extract as SVG: well-formed, titled, one panel for each algorithm."""
        self.tally.run("a picture", self.picture_problems, {"html": ENGLISH}, "image/svg+xml", ["auto"])
        for accept in ("font/woff, image/svg+xml;q=0.4", "IMAGE/SVG+XML, application/json"):
            self.tally.run(f"a picture as {accept}", self.picture_problems,
                           {"html": ARABIC, "options": {"plot": "r2l,danag:gap=5,lines=start,dana"}}, accept,
                           ["R2L", "DANAg", "DANA"])
        for accept in ("application/json, image/svg+xml", "image/svg+xml;q=0, application/json"):
            self.expect(f"no picture as {accept}", "/v1/extract", "POST", 200,
                        body=json.dumps({"html": ENGLISH}).encode(),
                        headers={"Accept": accept, "Content-Type": "application/json"})
        self.tally.run("a picture of nothing", self.picture_problems, {"html": " "}, "image/svg+xml", ["auto"])

    def trends(self):
        root = "/components/schemas/TrendsRequest"
        periods = {"day": ["2001-05-07", "2001-05-13", "2002-12-31"], "week": ["2001-W19", "2003-W01"],
                   "month": ["2001-05", "2002-12"], "year": ["2001", "2002"], None: ["2001", "2002"]}
        for period, labels in periods.items():
            self.tally.run(f"trends by {period}", self.trend_problems, {**TRENDS, "period": period}, labels)
        self.tally.run("trends of nothing", self.trend_problems, {**TRENDS, "documents": None}, [])
        self.tally.run("trends by another algorithm", self.trend_problems,
                       {**TRENDS, "algorithm": "danag:gap=5"}, ["2001", "2002"])
        for terms in ("words", "stems", None):
            self.tally.run(f"trends of {terms}", self.trend_problems, {**TRENDS, "terms": terms}, ["2001", "2002"])
        self.tally.run("trends of pages with another one by default", self.trend_problems,
                       {**TRENDS, "algorithm": None}, ["2001", "2002"])
        query, day = {"name": "a", "keywords": ["b"]}, {"date": "2001-01-01", "text": ""}
        for name, request, pointer in (
                ("no queries", {}, "#"), ("a list", [], "#"), ("empty queries", {"queries": []}, "#/queries"),
                ("65 queries", {"queries": [query] * 65}, "#/queries"),
                ("a query without keywords", {"queries": [{"name": "a"}]}, "#/queries/0"),
                ("a query with more", {"queries": [query, {**query, "x": 1}]}, "#/queries/1"),
                ("a keyword that is none", {"queries": [{"name": "a", "keywords": ["b", 1]}]},
                 "#/queries/0/keywords/1"),
                ("a keyword without words", {"queries": [query, {"name": "a", "keywords": ["!"]}]}, "#/queries/1"),
                ("a period", {"period": "age", "queries": [query]}, "#/period"),
                ("terms", {"terms": "hunches", "queries": [query]}, "#/terms"),
                ("no date", {"queries": [query], "documents": [day, {"text": ""}]}, "#/documents/1"),
                ("a bad date", {"queries": [query], "documents": [{**day, "date": "5.3.2001"}]}, "#/documents/0"),
                ("text and html", {"queries": [query], "documents": [{**day, "html": ""}]}, "#/documents/0"),
                ("unknown", {"queries": [query], "color": 1}, "#/color")):
            self.tally.run(f"trends refused: {name}", self.trend_refusal, root, request, pointer)
        # No schema knows the stop words.
        self.expect("a keyword of stop words", "/v1/trends", "POST", 400, "invalid-request",
                    body=b'{"terms":"stems","queries":[{"name":"a","keywords":["the"]}]}',
                    headers={"Content-Type": "application/json"})
        for name, body, code in (("empty", b"", "empty-body"), ("no JSON", b"{", "invalid-json")):
            self.expect(f"trends of {name}", "/v1/trends", "POST", 400, code, body=body,
                        headers={"Content-Type": "application/json"})
        self.expect("trends of text/plain", "/v1/trends", "POST", 415, "unsupported-media-type", body=b"{}",
                    headers={"Content-Type": "text/plain"})
        self.expect("trends too large", "/v1/trends", "POST", 413, "body-too-large", body=b" " * (MAX_BODY + 1),
                    headers={"Content-Type": "application/json"})
        self.expect("trends of a page that is too complex", "/v1/trends", "POST", 422, "document-too-complex",
                    body=json.dumps({"queries": [query], "algorithm": "addanag:lines=start", "documents": [
                        {"date": "2001", "html": "<title>t</title>" + "<a>x" * 500000}]}).encode(),
                    headers={"Content-Type": "application/json"})
        self.tally.run("a picture of trends", self.trend_picture)
        self.tally.run("names of trends come back whole", self.trend_names)
        self.tally.run("trends that do not come", self.late_problems, "/v1/trends")

    def json_only(self, path, slow):
        """What every route that accepts only JSON rejects."""
        kind = {"Content-Type": "application/json"}
        for name, body, code in (("empty", b"", "empty-body"), ("no JSON", b"{", "invalid-json"),
                                 ("a list", b"[]", "invalid-request"), ("unknown", b'{"x":1}', "unknown-member")):
            self.expect(f"{path} {name}", path, "POST", 400, code, body=body, headers=kind)
        self.expect(f"{path} of a page", path, "POST", 415, "unsupported-media-type", body=b"<p>",
                    headers={"Content-Type": "text/html"})
        self.expect(f"{path} too large", path, "POST", 413, "body-too-large", body=b" " * (MAX_BODY + 1),
                    headers=kind)
        self.expect(f"{path} too complex", path, "POST", 422, "document-too-complex",
                    body=json.dumps(slow).encode(), headers=kind)
        self.tally.run(f"{path} that does not come", self.late_problems, path)

    def answered(self, path, request, schema, check):
        """The problems of a request that must get a 200 response that matches its schema."""
        reply = self.server.request("POST", path, json.dumps(request).encode(),
                                    {"Content-Type": "application/json"})
        problems = self.judge(path, "POST", reply, 200) + self.spec.errors(schema, request)
        self.spec.note(schema, request)
        return problems if problems else check(json.loads(reply.body))

    def refused(self, path, request, schema):
        reply = self.server.request("POST", path, json.dumps(request).encode(),
                                    {"Content-Type": "application/json"})
        return self.judge(path, "POST", reply, 400) + \
            (["the schema takes it"] if self.spec.valid(schema, request) else [])

    def replacements(self):
        page = {"Content-Type": "text/html; charset=utf-8"}
        tika, html = ("/tika/main", "PUT"), ("/parse-html", "POST")
        for accept in ("text/plain", "text/html", "*/*", "text/*"):
            self.expect(f"tika as {accept}", *tika, 200, body=ENGLISH.encode(), headers={"Accept": accept, **page})
        self.expect("tika as JSON", *tika, 406, "not-acceptable", body=b"a", headers={"Accept": "application/json", **page})
        self.expect("tika of a PDF", *tika, 415, "unsupported-media-type", body=b"a",
                    headers={"Content-Type": "application/pdf"})
        self.expect("tika of nothing", *tika, 400, "empty-body", headers=page)
        article = {"url": "https://news.example/a", "html": ENGLISH}
        kind = {"Content-Type": "application/json"}
        rich = ("<html dir=rtl><meta name=author content='Ada B'><meta property='article:published_time' "
                "content='2026-10-14T07:30+01:00'><meta property='og:image' content='/i.png'><meta name=description "
                "content='Rain, at last.'><title>Rain returns</title><h1>Rain returns</h1><p class=subtitle>Nine dry weeks "
                "are over in the valley</p><p>After nine dry weeks the first rain fell on the valley on Monday morning.</p>")
        for request in (article, {**article, "html": rich}, {**article, "html": " "}, {**article, "contentType": "markdown"}):
            self.tally.run("parse-html", self.answered, *html[:1], request, "/components/schemas/MercuryRequest", lambda a: [])
        self.expect("parse-html as a page", *html, 406, "not-acceptable", body=json.dumps(article).encode(),
                    headers={"Accept": "text/html", **kind})
        for name, body in (("no JSON", b"{"), ("no html", b'{"url":"https://a/"}'), ("no url", b'{"html":"a"}'), ("a list", b"[]"),
                           ("a type", b'{"html":"a","url":"https://a/","contentType":"pdf"}')):
            self.expect(f"parse-html of {name}", *html, 400, body=body, headers=kind)
        self.expect("parse-html of a page", *html, 415, "unsupported-media-type", body=b"a", headers=page)
        deep = "<title>t</title>" + "<b>" * 1000001
        self.expect("parse-html too complex", *html, 422, "document-too-complex", headers=kind,
                    body=json.dumps({**article, "html": deep}).encode())
        self.expect("tika too complex", *tika, 422, "document-too-complex", body=deep.encode(), headers=page)
        for path, method, headers in ((*tika, page), (*html, kind)):
            self.expect(f"{path} too large", path, method, 413, "body-too-large", body=b" " * (MAX_BODY + 1), headers=headers)
            self.expect(f"{path} of a danad's own fetch", path, method, 502, "fetch-loop", body=b"a",
                        headers={"X-Danad-Hop": "1", **headers})
            self.tally.run(f"{path} that does not come", self.late_problems, path, method,
                           headers["Content-Type"])
        for path, method in (tika, html, ("/parser", "GET")):
            data = f"{method} {path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".encode()
            self.tally.run(f"{path} with two hosts", lambda p=path, m=method, d=data: self.judge(
                p, m, self.server.raw(d), 400, "invalid-http"))
        self.mercury_fetches()

    def mercury_fetches(self):
        get = ("/parser", "GET")
        for query in ("", "?url=", "?url=http://a.example/&headers=%7B%7D", "?url=http://a.example/&contentType=pdf"):
            self.tally.run(f"parser{query}", lambda q=query: self.judge(*get, self.server.request("GET", "/parser" + q), 400))
        for method, status in (("GET", 406), ("HEAD", 406), ("HEAD", 400)):
            headers = {"Accept": "text/html"} if status == 406 else {}
            self.tally.run(f"{method} parser {status}", lambda m=method, s=status, h=headers: self.judge(
                "/parser", m, self.server.request(m, "/parser", headers=h), s))
        for path, status, code in FETCHES:
            url = self.site.url(path) if path.startswith("/") else path
            query = "/parser?" + urllib.parse.urlencode({"url": url})
            self.tally.run(f"parser of {path}", lambda q=query, s=status, c=code: self.judge(
                *get, self.server.request("GET", q), s, c))
        self.tally.run("HEAD of parser", lambda: self.judge("/parser", "HEAD", self.server.request(
            "HEAD", "/parser?" + urllib.parse.urlencode({"url": self.site.url("/page")})), 200))

    def robots(self):
        """The response of each route for a page that robots.txt forbids to fetch."""
        self.site.server.robots = lambda handler: handler.answer(body=b"User-agent: danad\nDisallow: /page", media="text/plain")
        server = harness.Server(DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32", DANAD_FETCH_PORTS=str(self.site.port),
                                DANAD_FETCH_ROBOTS="respect", DANAD_COMPAT="mercury")
        query = "?" + urllib.parse.urlencode({"url": self.site.url("/page")})
        for path in ("/v1/extract", "/parser"):
            self.tally.run(f"robots.txt for {path}", lambda p=path: self.judge(
                p, "GET", server.request("GET", p + query), 403, "robots-disallowed"))
        server.stop()
        self.site.server.robots = None

    def batches(self):
        path, schema = "/v1/extract/batch", "/components/schemas/BatchRequest"
        kind = {"Content-Type": "application/json"}
        for name, body, code in (("empty", b"", "empty-body"), ("no JSON", b"{", "invalid-json"),
                                 ("a list", b"[]", "invalid-request"), ("unknown", b'{"x":1}', "unknown-member")):
            self.expect(f"batch {name}", path, "POST", 400, code, body=body, headers=kind)
        for name, request in (("items", {"items": {}}), ("no items", {}), ("options", {"items": [], "options": 1}),
                              ("more", {"items": [], "more": 1}), ("include", {"items": [], "include": ["x"]})):
            self.tally.run(f"batch refused: {name}", self.refused, path, request, schema)
        self.expect("batch of a page", path, "POST", 415, "unsupported-media-type", body=b"<p>",
                    headers={"Content-Type": "text/html"})
        self.expect("batch too large", path, "POST", 413, "body-too-large", body=b" " * (MAX_BODY + 1), headers=kind)
        self.expect("batch of too many", path, "POST", 413, "too-many-items", headers=kind,
                    body=json.dumps({"items": [{"html": ""}] * 101}).encode())
        self.tally.run("a batch that does not come", self.late_problems, path)
        self.expect("batch of a danad's own fetch", path, "POST", 502, "fetch-loop", headers={"X-Danad-Hop": "1", **kind},
                    body=b'{"items":[]}')
        items = [{"id": "a", "html": ENGLISH}, {"id": 7, "html": ARABIC, "include": ["text"]}, {"html": " "},
                 {"id": None, "url": self.site.url("/page")}]
        self.tally.run("batch", self.answered, path, {"items": items, "include": ["headline"], "options": None}, schema,
                       lambda a: [] if a["summary"] == {"ok": 4, "failed": 0} else [str(a)[:300]])
        self.tally.run("batch example", self.batch_problems, self.spec.document["paths"][path]["post"]["requestBody"][
            "content"]["application/json"]["examples"]["two"]["value"], [200, 400])
        broken = [{"id": "b"}, {"html": 1}, {"id": 3, "html": "<p>many words, " * 60000, "options": {"timeout_ms": 1}},
                  {"id": None, "url": "http://10.0.0.1/"}, {"id": "x", "html": " "}]
        self.tally.run("batch with bad items", self.batch_problems, {"items": broken}, [400, 400, 422, 403, 200])
        self.tally.run("batch in lines", self.batch_lines, broken, [400, 400, 422, 403, 200])

    def sites(self):
        path, schema = "/v1/extract/site", "/components/schemas/SiteRequest"
        kind = {"Content-Type": "application/json"}
        for name, body, code in (("empty", b"", "empty-body"), ("no JSON", b"{", "invalid-json"),
                                 ("a list", b"[]", "invalid-request"), ("unknown", b'{"x":1}', "unknown-member")):
            self.expect(f"site {name}", path, "POST", 400, code, body=body, headers=kind)
        for name, request in (("one page", {"items": [{"html": ENGLISH}]}), ("no items", {}),
                              ("a threshold", {"items": [], "options": {"algorithm": "sst", "params": {"threshold": 101}}})):
            self.tally.run(f"site refused: {name}", self.refused, path, request, schema)
        self.expect("site of a page", path, "POST", 415, "unsupported-media-type", body=b"<p>",
                    headers={"Content-Type": "text/html"})
        self.expect("site too large", path, "POST", 413, "body-too-large", body=b" " * (MAX_BODY + 1), headers=kind)
        self.expect("site of too many", path, "POST", 413, "too-many-items", headers=kind,
                    body=json.dumps({"items": [{"html": ""}] * 101}).encode())
        self.expect("site as text", path, "POST", 406, "not-acceptable", body=b"{}", headers={"Accept": "text/plain", **kind})
        self.tally.run("a site that does not come", self.late_problems, path)
        self.expect("site of a danad's own fetch", path, "POST", 502, "fetch-loop", headers={"X-Danad-Hop": "1", **kind},
                    body=b'{"items":[]}')
        self.tally.run("site", self.answered, path, {"include": ["text"], "items": [
            {"id": "a", "html": ENGLISH}, {"id": 7, "html": LINKED}, {"id": "u", "url": "http://a.example/"}]}, schema,
                       lambda a: [] if a["summary"] == {"ok": 2, "failed": 1, "compared": 2} else [str(a)[:300]])
        for threshold in (0, 100, None):
            self.tally.run(f"site at {threshold}", self.answered, path, {"options": {
                "algorithm": "sst", "params": {"threshold": threshold}}, "items": [{"html": ENGLISH}] * 2}, schema, lambda a: [])

    def batch_problems(self, request, statuses):
        reply = self.server.request("POST", "/v1/extract/batch", json.dumps(request).encode(),
                                    {"Content-Type": "application/json"})
        found = [r["status"] for r in json.loads(reply.body)["results"]]
        return self.judge("/v1/extract/batch", "POST", reply, 200) + ([] if found == statuses else [str(found)])

    def batch_lines(self, items, statuses):
        body = "\n".join(json.dumps(item) for item in items).encode()
        reply = self.server.request("POST", "/v1/extract/batch?include=text", body,
                                    {"Content-Type": "application/x-ndjson"})
        problems = self.judge("/v1/extract/batch", "POST", reply, 200)
        *results, last = [json.loads(line) for line in reply.body.splitlines()]
        problems += self.spec.errors("/components/schemas/BatchSummary", last.pop("summary"))
        problems += [str(last)] if last else []
        for result in results:
            problems += self.spec.errors("/components/schemas/BatchResult", result)
        found = [r["status"] for r in sorted(results, key=lambda r: r["index"])]
        return problems + ([] if found == statuses else [str(found)])

    def headlines(self):
        path, schema = "/v1/headline", "/components/schemas/HeadlineRequest"
        metrics = {"tf", "tf-idf", "osm", "aggregate"}

        title = {"html": ENGLISH.replace(" | Valley News", "").replace("dry weeks", "dry weeks rain")}

        def right(answer, metric="tf"):
            best = answer["headline"]
            sums = [abs(c["scores"]["tf"] + c["scores"]["tf-idf"] + c["scores"]["osm"] - c["scores"]["aggregate"])
                    for c in answer["candidates"]]
            return [] if best["text"] == "Rain returns" and best["score"] == best["scores"][metric] and \
                set(best["scores"]) == metrics and len(answer["candidates"]) > 1 and max(sums) < 1e-8 and \
                title["html"].encode()[best["start"]:best["end"]] == b"Rain returns" else [str(answer)]

        page = {"html": ENGLISH.replace("the first rain fell", "the first rain returns")}
        self.tally.run("headline by default", self.answered, path, {**page, "algorithm": None}, schema,
                       lambda answer: [] if set(answer["headline"]["scores"]) == metrics else [str(answer)])
        for metric in sorted(metrics):
            self.tally.run(f"headline by {metric}", self.answered, path,
                           {**page, "algorithm": f"titlefinder:metric={metric}"}, schema,
                           lambda answer, m=metric: [] if answer["headline"]["score"] ==
                           answer["headline"]["scores"][m] else [str(answer)])
        self.tally.run("headline that is the title", self.answered, path,
                       title, schema, right)
        ranked = {"html": '<meta property="og:title" content="Rain &amp; wind return"><title>Rain &amp; wind return | '
                          'Valley News</title><h1>Valley News</h1><p>It rained in the valley for nine days, and no '
                          'one there could say when the wind would leave the hills again.', "algorithm": "titlerank"}
        self.tally.run("headline in the markup alone", self.answered, path, ranked, schema,
                       lambda answer: [] if answer["headline"]["text"] == "Rain & wind return" and
                       answer["headline"]["source"] == "title" and
                       ranked["html"].encode()[answer["headline"]["start"]:answer["headline"]["end"]] ==
                       b"Rain &amp; wind return" and answer["headline"]["scores"] == {} and
                       sum(c["score"] for c in answer["candidates"]) > .99 else [str(answer)])
        self.tally.run("headline of nothing", self.answered, path, {"html": "<p>a"}, schema,
                       lambda answer: [] if answer["headline"] is None and answer["title_tag"] is None and
                       not answer["candidates"] else [str(answer)])
        self.tally.run("headline without html", self.refused, path, {}, schema)
        for algorithm in ("luck", "addanag"):
            self.tally.run(f"headline by {algorithm}", lambda a=algorithm: self.judge(
                path, "POST", self.server.request("POST", path, json.dumps({"html": "", "algorithm": a}).encode(),
                                                  {"Content-Type": "application/json"}), 400, "invalid-request"))
        self.json_only(path, {"html": "<title>a</title>" + "<a>a" * 600000})

    def evaluations(self):
        path, schema = "/v1/evaluate", "/components/schemas/EvaluateRequest"
        contents = [a for a in self.spec.document["components"]["schemas"]["ContentAlgorithm"]["enum"] if a not in NEEDS_BOXES]

        def f1(answer, measure="words", index=0):
            return round(answer["scores"][index]["measures"][measure]["f1"], 6)

        for name, request, check in (
                ("a text", {"gold": "one two three", "text": "One, two; four"},
                 lambda a: f1(a) == 0.666667 and not a["scores"][0]["exact"]),
                ("nulls", {"gold": "a", "text": "A", "html": None, "algorithms": None},
                 lambda a: f1(a) == 1 and a["scores"][0]["exact"] and a["scores"][0]["algorithm"] is None),
                ("nothing found", {"gold": "a", "text": ""}, lambda a: f1(a) == 0 and f1(a, "lc_string") == 0),
                ("a page", {"gold": "Rain returns", "html": ENGLISH, "text": None},
                 lambda a: [s["algorithm"]["id"] for s in a["scores"]] == contents),
                ("two runs", {"gold": "Rain returns", "html": ENGLISH, "algorithms": "danag:gap=5,danag"},
                 lambda a: [s["algorithm"]["params"]["gap"] for s in a["scores"]] == [5, 20]),
                ("long texts", {"gold": "a " * 70000, "text": "a b"},
                 lambda a: a["scores"][0]["measures"]["lc_string"] is None and f1(a) > 0),
                ("longer texts", {"gold": "a " * 600000, "text": "a b"},
                 lambda a: set(a["scores"][0]["measures"].values()) == {None})):
            self.tally.run(f"evaluate {name}", self.answered, path, request, schema,
                           lambda answer, c=check: [] if c(answer) else [str(answer)[:300]])
        for name, request in (("without gold", {"text": "a"}), ("without text", {"gold": "a"}),
                              ("text and html", {"gold": "a", "text": "a", "html": "a"}),
                              ("algorithms of a text", {"gold": "a", "text": "a", "algorithms": "danag"}),
                              ("a number", {"gold": 1, "text": "a"})):
            self.tally.run(f"evaluate refused: {name}", self.refused, path, request, schema)
        self.expect("evaluate by luck", path, "POST", 400, "invalid-request",
                    body=b'{"gold":"a","html":"a","algorithms":"luck"}',
                    headers={"Content-Type": "application/json"})
        self.json_only(path, {"gold": "a", "algorithms": "addanag:lines=start",
                              "html": "<title>t</title>" + "<a>x" * 500000})

    def trend_reply(self, request, accept="application/json"):
        return self.server.request("POST", "/v1/trends", json.dumps(request).encode(),
                                   {"Content-Type": "application/json", "Accept": accept})

    def trend_problems(self, request, labels):
        reply = self.trend_reply(request)
        problems = self.judge("/v1/trends", "POST", reply, 200)
        problems += self.spec.errors("/components/schemas/TrendsRequest", request)
        self.spec.note("/components/schemas/TrendsRequest", request)
        if not problems:
            answer = json.loads(reply.body)
            problems += [] if [p["period"] for p in answer["periods"]] == labels else [str(answer)]
            # (2, 1) . (2, 1), the document's own vector; of the last there is nothing
            ends = answer["periods"] and (answer["periods"][0]["means"], answer["periods"][-1]["means"])
            if labels and labels[0] == "2001-05-07" and (abs(ends[0][0] - 1) > 1e-9 or ends[1] != [0, 0]):
                problems.append(str(answer))
        return problems

    def trend_refusal(self, root, request, pointer):
        reply = self.trend_reply(request)
        problems = self.judge("/v1/trends", "POST", reply, 400)
        problems += ["the schema takes it"] if self.spec.valid(root, request) else []
        found = [e["pointer"] for e in json.loads(reply.body).get("errors", [])]
        return problems + ([] if found == [pointer] else [f"pointers {found}, not {pointer}"])

    def trend_picture(self):
        reply = self.trend_reply(TRENDS, "image/svg+xml")
        root = xml.etree.ElementTree.fromstring(reply.body)
        desc = root.find("{http://www.w3.org/2000/svg}desc").text
        return self.judge("/v1/trends", "POST", reply, 200) + ([] if "Farms: highest" in desc else [desc])

    def trend_names(self):
        names = ["a\0b", "\ufffe<", "", "\u202e"]
        request = {"queries": [{"name": n, "keywords": ["b"]} for n in names]}
        answer = json.loads(self.trend_reply(request).body)
        xml.etree.ElementTree.fromstring(self.trend_reply(request, "image/svg+xml").body)
        return [] if answer["queries"] == names else [str(answer)]

    def picture_problems(self, request, accept, panels):
        reply = self.server.request("POST", "/v1/extract", json.dumps(request).encode(),
                                    {"Accept": accept, "Content-Type": "application/json"})
        problems = self.judge("/v1/extract", "POST", reply, 200)
        if reply.headers.get_content_type() != "image/svg+xml":
            return problems + [f"Content-Type {reply.headers.get_content_type()}"]
        self.spec.note(REQUEST_ROOT, request)
        name = "{http://www.w3.org/2000/svg}"
        root = xml.etree.ElementTree.fromstring(reply.body)
        heads = [t.text for t in root.iterfind(f"{name}g/{name}text[@class='head']")]
        problems += [f"no {part}" for part in ("title", "desc", "style") if not root.find(name + part).text]
        problems += [] if root.get("role") == "img" else ["no role"]
        return problems + ([] if heads == panels else [f"panels {heads}"])

    def late_problems(self, path="/v1/extract", method="POST", media="application/json"):
        """The response comes when the time is over, without the headers that need a complete request."""
        data = (f"{method} {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {media}\r\n"
                "Content-Length: 9\r\n\r\n<p>").encode()
        return self.judge(path, method, self.server.raw(data, method), 408, "read-timeout")

    def hint_problems(self, name, headers, body):
        reply = self.server.request("POST", "/v1/extract", body, headers)
        return self.judge("/v1/extract", "POST", reply, 415) + \
            ([] if reply.headers[name] else [f"no {name}"])

    def place_problems(self):
        reply = self.server.request("POST", "/v1/extract", b'{"html":\n  nope}',
                                    {"Content-Type": "application/json"})
        problem = json.loads(reply.body)
        missing = [n for n in ("line", "column", "position") if n not in problem]
        return [f"no {n}" for n in missing] + ([] if problem.get("line") == 2 else ["line is not 2"])

    def star_problems(self):
        """OPTIONS * is only in the spec's description: a path of the spec begins with a slash."""
        reply = self.server.raw(b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS")
        allowed = {m.strip() for m in (reply.headers["Allow"] or "").split(",")}
        everywhere = {method for _, method in self.spec.operations()}
        return ([] if reply.status == 204 else [f"status {reply.status}"]) + \
            ([] if allowed == everywhere else [f"Allow: {allowed}"])

    def limit_problems(self):
        reply = self.server.request("POST", "/v1/extract", b" " * (MAX_BODY + 1),
                                    {"Content-Type": "application/json"})
        limit = json.loads(reply.body).get("limit")
        return [] if limit == MAX_BODY else [f"limit {limit} is not {MAX_BODY}"]

    def complex_problems(self):
        pages = {"lines": "<p>x" * 200001, "nodes": "<b>" * 1000001,
                 "memory": "<title>t</title>" + "<a>x" * 150000}
        problems = []
        for limit, html in pages.items():
            options = {"algorithm": "addanag", "params": {"lines": "start"}} if limit == "memory" else {}
            request = {"html": html, "options": options}
            reply = self.server.extract(request)
            problems += self.judge("/v1/extract", "POST", reply, 422, "document-too-complex")
            if json.loads(reply.body).get("limit_name") != limit:
                problems.append(f"not {limit}: {reply.body[:300]!r}")
        return problems

    def slow_problems(self):
        request = {"html": "<p>many words, " * 60000, "options": {"timeout_ms": 1}}
        return self.judge("/v1/extract", "POST", self.server.extract(request), 422,
                          "processing-timeout")

    # ------------------------------------------------------------- requests: schema against server
    def requests(self):
        post = self.spec.document["paths"]["/v1/extract"]["post"]
        examples = post["requestBody"]["content"]["application/json"]["examples"]
        for name, example in examples.items():
            self.tally.run(f"example {name}", self.agreement, example["value"])
        for name, request in accepted_requests(self.spec.document):
            self.tally.run(f"accepted: {name}", self.agreement, request, 200)
        for name, request, pointer, code in refused_requests():
            self.tally.run(f"refused: {name}", self.agreement, request, 400, pointer, code)
        for value, pointer, detail in ((["p", "a..b"], "#/options/select/1", "expected a class at position 2"),
                                       ("p:hover", "#/options/select", "expected :first-child, :last-child, "
                                        ":nth-child() or :not() at position 1"),
                                       ("a," * 128 + "a", "#/options/select", "more than 128 compounds at position 256")):
            self.tally.run(f"selectors {str(value)[:20]}", self.selector_problems, value, pointer, detail)
        for name, request in fetch_requests(self.site.url("/page")):
            self.tally.run(name, self.agreement, request, 200)
        for algorithm in self.spec.document["components"]["schemas"]["ContentAlgorithm"]["enum"]:
            self.parameters("algorithm", "params", algorithm, params_schema(algorithm))
        for algorithm in self.spec.document["components"]["schemas"]["HeadlineAlgorithm"]["enum"]:
            self.parameters("headline_algorithm", "headline_params", algorithm,
                            params_schema(algorithm))

    def selector_problems(self, value, pointer, detail):
        """What no schema can say of a selector: refused, with its place."""
        reply = self.server.extract({"html": ENGLISH, "options": {"select": value}})
        found = json.loads(reply.body).get("errors")
        return self.judge("/v1/extract", "POST", reply, 400, "invalid-request") + \
            ([] if found == [{"pointer": pointer, "detail": detail}] else [str(found)])

    def agreement(self, request, status=None, pointer=None, code=None):
        """Schema and server must agree on whether a request is valid."""
        reply = self.server.extract(request)
        valid = self.spec.valid(REQUEST_ROOT, request)
        problems = self.judge("/v1/extract", "POST", reply, status or reply.status, code)
        if valid != (reply.status != 400):
            problems.append(f"the schema says {valid}, the server {reply.status}: "
                            f"{json.dumps(request)[-200:]} {reply.body[:300]!r}")
        if valid:
            self.spec.note(REQUEST_ROOT, request)
        if pointer is not None:
            pointers = [e["pointer"] for e in json.loads(reply.body).get("errors", [])]
            problems += [] if pointers == [pointer] else [f"pointers {pointers}, not {pointer}"]
        return problems

    def parameters(self, selector, member, algorithm, schema):
        for name in self.spec.at(schema)["properties"]:
            values = self.spec.at(f"{schema}/properties/{name}")
            for value in candidates(self.spec, values):
                request = with_boxes(algorithm, {"html": ARABIC, "options": {selector: algorithm, member: {name: value}}})
                self.tally.run(f"{algorithm} {name}={json.dumps(value)}", self.parameter_problems,
                               request, selector, schema, name, value)
        request = {"html": ARABIC, "options": {selector: algorithm, member: {"nonsense": 1}}}
        self.tally.run(f"{algorithm} nonsense", self.agreement, request, 400,
                       f"#/options/{member}/nonsense", "unknown-member")
        request = with_boxes(algorithm, {"html": ARABIC, "options": {selector: algorithm, member: {}}})
        self.tally.run(f"{algorithm} no parameters", self.agreement, request, 200)
        self.tally.run(f"{algorithm} defaults", self.effective_problems,
                       with_boxes(algorithm, {"html": ARABIC, "options": {selector: algorithm}}), selector, schema, {})

    def parameter_problems(self, request, selector, schema, name, value):
        if self.spec.valid(f"{schema}/properties/{name}", value):
            changed = {} if value is None else {name: value}
            return self.agreement(request, 200) + \
                self.effective_problems(request, selector, schema, changed)
        member = "params" if selector == "algorithm" else "headline_params"
        return self.agreement(request, 400, f"#/options/{member}/{name}", "invalid-request")

    def effective_problems(self, request, selector, schema, changed):
        expected = {n: p["default"] for n, p in self.spec.at(schema)["properties"].items()}
        expected.update(changed)
        used = json.loads(self.server.extract(request).body).get(selector)
        wanted = request["options"][selector]
        problems = [] if used["id"] == wanted else [f"{selector} {used['id']} is not {wanted}"]
        same = json.dumps(used["params"], sort_keys=True) == json.dumps(expected, sort_keys=True)
        return problems + ([] if same else [f"params {used['params']} are not {expected}"])

    # ------------------------------------------------------------------------- the server's lists
    def lists(self):
        self.info = json.loads(self.server.request("GET", "/v1/info").body)
        listed = json.loads(self.server.request("GET", "/v1/algorithms").body)["algorithms"]
        self.tally.run("/v1/info is the spec", self.info_problems)
        self.tally.run("/v1/algorithms is the spec", self.algorithm_list_problems, listed)
        for algorithm in listed:
            self.tally.run(f"/v1/algorithms {algorithm['id']}", self.algorithm_problems, algorithm)
        self.tally.run("/openapi.yaml is the file", self.served_spec_problems)
        self.tally.run("/openapi.json is the same document", self.json_spec_problems)
        self.tally.run("/problems lists the spec's codes", self.code_problems)

    def json_spec_problems(self):
        served = json.loads(self.server.request("GET", "/openapi.json").body)
        return [] if served == self.spec.document else ["not the same"]

    def code_problems(self):
        reply = self.server.request("GET", "/problems", headers={"Accept": "application/json"})
        listed = json.loads(reply.body)["problems"]
        codes = self.spec.document["components"]["schemas"]["ProblemCode"]["enum"]
        return [] if sorted(p["code"] for p in listed) == sorted(codes) else [str(listed)]

    def info_problems(self):
        schemas = self.spec.document["components"]["schemas"]
        options = schemas["ExtractOptions"]["properties"]
        expected = {
            "include": (self.info["include"], schemas["IncludePart"]["enum"]),
            "formats": (self.info["formats"], self.types_of("/v1/extract", "POST")),
            "offset_units": (self.info["offset_units"], schemas["OffsetUnit"]["enum"]),
            "content": (self.info["algorithms"]["content"], schemas["ContentAlgorithm"]["enum"]),
            "headline": (self.info["algorithms"]["headline"], schemas["HeadlineAlgorithm"]["enum"]),
            "default_content": (self.info["algorithms"]["default_content"],
                                options["algorithm"]["default"]),
            "default_headline": (self.info["algorithms"]["default_headline"],
                                 options["headline_algorithm"]["default"]),
            "max_body_bytes": (self.info["limits"]["max_body_bytes"], MAX_BODY),
            "workers": (self.info["limits"]["workers"], 2),
            "version": (self.info["version"], self.spec.document["info"]["version"]),
            "fetch": (self.info["features"]["fetch"], True),
            "auth": (self.info["features"]["auth"], False),
        }
        return [f"{name}: {served} is not {wanted}" for name, (served, wanted) in expected.items()
                if sort(served) != sort(wanted)]

    def algorithm_list_problems(self, listed):
        schemas = self.spec.document["components"]["schemas"]
        problems = []
        for kind, name in (("content", "ContentAlgorithm"), ("headline", "HeadlineAlgorithm")):
            ids = [a["id"] for a in listed if a["kind"] == kind]
            defaults = [a["id"] for a in listed if a["kind"] == kind and a["default"]]
            if sorted(ids) != sorted(schemas[name]["enum"]):
                problems.append(f"{kind}: {ids}")
            if defaults != [self.info["algorithms"][f"default_{kind}"]] or defaults != ids[:1]:
                problems.append(f"default {kind}: {defaults}")
        return problems

    def algorithm_problems(self, algorithm):
        schema = self.spec.at(params_schema(algorithm["id"]))
        served = {p["name"]: p for p in algorithm["params"]}
        problems = []
        if sorted(served) != sorted(schema["properties"]):
            problems.append(f"parameters {sorted(served)}, in the spec {sorted(schema['properties'])}")
        for name in set(served) & set(schema["properties"]):
            wanted = described_param(self.spec, schema["properties"][name])
            problems += [f"{name}.{part}: {served[name][part]!r} is not {value!r}"
                         for part, value in wanted.items() if served[name][part] != value]
        return problems

    def served_spec_problems(self):
        reply = self.server.request("GET", "/openapi.yaml")
        return [] if reply.body == self.spec.bytes else ["it differs from the file"]

    # ----------------------------------------------------------------------------------- the rest
    def behaviour(self):
        for name, request in shaping_requests():
            self.tally.run(name, self.agreement, request, 200)
        body = b'{"html":"<title>a\\ud800</title><p>a b c \\udc00"}'
        self.expect("lone surrogates", "/v1/extract", "POST", 200, body=body,
                    headers={"Content-Type": "application/json"})
        for name, boxes, detail in (("of nothing", "", "line 1"), ("out of order", "9 9\n4 1 1 1 1 1 4 00000000 00000000 v\n"
                                     "3 1 1 1 1 1 4 00000000 00000000 v", "box 1"), ("beyond the page", "9 9\n9999 1 1 1 1 1 4 "
                                     "00000000 00000000 v", "box 0"), ("cut", "9 9\n3 1 1", "line 2")):
            self.tally.run(f"boxes {name}", self.boxes_problems, boxes, detail)
        for algorithm in NEEDS_BOXES:
            key = "algorithm" if algorithm == "vips" else "headline_algorithm"
            self.expect(f"{algorithm} without boxes", "/v1/extract", "POST", 422, "not-rendered",
                        body=json.dumps({"html": ENGLISH, "options": {key: algorithm}}).encode(),
                        headers={"Content-Type": "application/json"})
        self.tally.run("request id kept", self.id_problems, "order-4711", True)
        self.tally.run("longest request id", self.id_problems, "a" * 128, True)
        self.tally.run("request id too long", self.id_problems, "a" * 129, False)
        self.tally.run("request id with a space", self.id_problems, "a b", False)

    def boxes_problems(self, boxes, detail):
        reply = self.server.extract({"html": ENGLISH, "boxes": boxes})
        errors = json.loads(reply.body).get("errors") or [{}]
        return self.judge("/v1/extract", "POST", reply, 400, "invalid-request") + (
            [] if errors[0].get("pointer") == "#/boxes" and detail in errors[0]["detail"] else [str(errors)])

    def id_problems(self, request_id, kept):
        reply = self.server.extract({"html": ENGLISH}, {"X-Request-Id": request_id})
        problems = self.judge("/v1/extract", "POST", reply, 200)
        answered = reply.headers["X-Request-Id"]
        if json.loads(reply.body)["id"] != answered:
            problems.append("id is not that of the header")
        if (answered == request_id) != kept:
            problems.append(f"answered {answered}")
        made = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
        if not kept and not re.fullmatch(made, answered):
            problems.append(f"{answered} is no UUIDv7")
        return problems

    def real_examples(self):
        """Response examples must equal the server's responses."""
        self.tally.run("each problem code has an example", self.problem_example_problems)
        self.tally.run("the example answer is the server's", self.answer_example_problems)

    def problem_example_problems(self):
        problems, given = [], {}
        for where, _, example in self.examples("/components/responses"):
            if isinstance(example, dict) and "code" in example:
                given[example["code"]] = example
        for code in self.spec.document["components"]["schemas"]["ProblemCode"]["enum"]:
            if code not in given:
                problems.append(f"no example of {code}")
            elif code in self.problems:
                real = self.problems[code]
                problems += [f"{code}: {part} is really {real[part]!r}"
                             for part in ("type", "title", "status") if real[part] != given[code][part]]
        return problems + [f"{code} is no code" for code in set(given) - set(
            self.spec.document["components"]["schemas"]["ProblemCode"]["enum"])]

    def answer_example_problems(self):
        post = self.spec.document["paths"]["/v1/extract"]["post"]
        asked = post["requestBody"]["content"]["application/json"]["examples"]
        answers = post["responses"]["200"]["content"]["application/json"].get("examples", {})
        problems = [] if answers else ["there is none"]
        for name, example in answers.items():
            real = json.loads(self.server.extract(asked[name]["value"]).body)
            for member in set(real) - {"id", "timings_ms"}:
                if real[member] != example["value"].get(member):
                    problems.append(f"{name}.{member} is really {json.dumps(real[member])[:300]}")
        return problems

    # ------------------------------------------------------------------------ a server under stress
    def stress(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * CONNECTIONS), hard))
        self.tally.run("too many connections", self.crowd_problems)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        self.tally.run("not ready while draining", self.draining_problems)

    def crowd_problems(self):
        """Each operation while there are more connections than the server accepts."""
        server, crowd, problems = self.server, [], []
        try:
            for _ in range(CONNECTIONS):
                crowd.append(socket.create_connection(("127.0.0.1", server.port)))
                crowd[-1].sendall(b"GET /livez HTTP/1.1\r\n")
            for path, method in sorted(self.spec.operations()):
                if method in ("GET", "POST", "PUT"):
                    reply = server.request(method, path)
                    probe = path in ("/livez", "/readyz", "/healthz", "/metrics")  # places are kept for them
                    found = self.judge(path, method, reply, *((200,) if probe else (503, "too-many-connections")))
                    problems += [f"{method} {path}: {p}" for p in found]
        finally:
            for connection in crowd:
                connection.close()
        for _ in range(600):
            if server.request("GET", "/livez").status == 200:
                return problems
            time.sleep(.1)
        return problems + ["still refused after all have left"]

    def draining_problems(self):
        """A request on a kept connection after SIGTERM, while another request is in progress."""
        server = harness.Server(DANAD_WORKERS="1", DANAD_DRAIN_DELAY="8s")
        probe = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        held = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        try:
            probe.request("GET", "/readyz")
            probe.getresponse().read()
            held.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n"
                         b"Content-Type: application/json\r\n\r\n{")
            server.wait_for_requests()
            reply = server.request("GET", "/readyz?verbose")
            problems = self.judge("/readyz", "GET", reply, 200)
            problems += [f"{c} failed" for c in json.loads(reply.body)["checks"] if c["status"] != "ok"]
            server.begin_to_stop()
            probe.request("GET", "/readyz?verbose")
            response = probe.getresponse()
            reply = harness.Reply(response.status, response.headers, response.read())
            problems += self.judge("/readyz", "GET", reply, 503)
            health = json.loads(reply.body)
            problems += [] if health["status"] == "draining" else [str(reply.body)]
            problems += [] if {"name": "accepting", "status": "failed"} in health["checks"] else [str(reply.body)]
            held.sendall(b'"html":"a" }')
        finally:
            probe.close()
            held.close()
            status = server.stop()
        return problems + ([] if status == 0 else [f"exit status {status}"])

    def coverage(self):
        wanted = {(method.upper(), path, status)
                  for path, item in self.spec.document["paths"].items()
                  for method in METHODS if method in item
                  for status in item[method]["responses"]}
        excused = {w for w in wanted for pattern, status, _ in ELSEWHERE
                   if status == w[2] and re.fullmatch(pattern, f"{w[0]} {w[1]}")}
        self.tally.check("every status of every operation was seen",
                         [" ".join(w) for w in sorted(wanted - self.covered - excused)])
        self.tally.check("no status in ELSEWHERE was seen after all",
                         [" ".join(w) for w in sorted(excused & self.covered)])
        self.tally.run("every part of every schema was seen", self.unseen_problems)

    def unseen_problems(self):
        roots = {REQUEST_ROOT}
        for path, method, status in {(p, m, s) for m, p, s in self.covered}:
            pointer = self.spec.response_pointer(path, method, status)
            for media in self.spec.at(pointer).get("content", {}):
                roots.add(f"{pointer}/content/{escape(media)}/schema")
        # what a browser says of a page: http.render has it
        unseen = {u for u in self.spec.unseen(roots) if not u.startswith("/components/schemas/Rendered")}
        named = {self.spec.follow(r) for r in roots}
        unseen |= {f"{n} is used nowhere" for n in self.unused_schemas(named)}
        return sorted(unseen - set(UNSEEN_ELSEWHERE)) + \
            [f"seen after all: {u}" for u in sorted(set(UNSEEN_ELSEWHERE) - unseen)]

    def unused_schemas(self, roots):
        text = self.spec.bytes.decode()
        return [n for n in self.spec.document["components"]["schemas"]
                if f"#/components/schemas/{n}'" not in text]

    def run(self):
        try:
            self.document()
            self.lists()
            self.routes()
            self.heads()
            self.access()
            self.refusals()
            self.pictures()
            self.robots()
            self.batches()
            self.sites()
            self.replacements()
            self.trends()
            self.headlines()
            self.evaluations()
            self.requests()
            self.behaviour()
            self.stress()
            self.real_examples()
            self.coverage()
        finally:
            status = self.server.stop()
        self.tally.check("the server stops cleanly", [] if status == 0 else
                         [f"exit status {status}"] + self.server.log[-20:])
        return self.tally.finish()


def address(path):
    """A path of the spec as a path to request."""
    return ADDRESSES.get(path, path)


def sort(value):
    return sorted(value) if isinstance(value, list) else value


def plain_schemas(spec, schema):
    """The alternatives of a value, $refs followed, null left out."""
    if "$ref" in schema:
        return plain_schemas(spec, spec.at(schema["$ref"][1:]))
    if "oneOf" in schema:
        return [p for s in schema["oneOf"] for p in plain_schemas(spec, s)]
    return [] if schema.get("type") == "null" else [schema]


def params_schema(algorithm):
    """The place in the spec that lists an algorithm's parameters."""
    name = "".join(part.capitalize() for part in algorithm.split("-"))
    return f"/components/schemas/{name}Params"


def described_param(spec, schema):
    """A parameter of the spec as /v1/algorithms should list it."""
    found = {"type": None, "minimum": None, "maximum": None, "auto": False, "choices": None,
             "default": schema["default"]}
    for plain in plain_schemas(spec, schema):
        kind = plain["type"] if isinstance(plain["type"], str) else plain["type"][0]
        if plain.get("const") == "auto":
            found["auto"] = True
        elif kind == "integer":
            found.update(type="integer", minimum=plain["minimum"], maximum=plain["maximum"])
        elif kind == "boolean":
            found["type"] = "boolean"
        elif "enum" in plain:
            found.update(type="choice", choices=plain["enum"])
        else:
            found["type"] = "text"
    return found


def candidates(spec, schema):
    """Values to try for a parameter: all valid ones, and those around the limits."""
    values = [None, "nonsense", "", [], {}, 1.5, True, False, 0, -1]
    for plain in plain_schemas(spec, schema):
        if plain["type"] == "string" and "enum" not in plain and "const" not in plain:
            values.remove("nonsense")  # a schema cannot know what an expression may be
        values += plain.get("enum", [])
        values += [plain["const"]] if "const" in plain else []
        for border in (plain.get("minimum"), plain.get("maximum")):
            if border is not None:
                values += [border - 1, border, border + 1, str(border)]
    return {json.dumps(v): v for v in values}.values()


def encode(data):
    return base64.b64encode(data).decode()


# Sources of a page's name besides its title element and its text.
MARKUP_NAMES = {
    "og:title": '<meta property="og:title" content="Rain returns">',
    "twitter:title": '<meta name="twitter:title" content="Rain returns">',
    "meta": '<meta name="dc.title" content="Rain returns">',
    "json-ld": '<script type="application/ld+json">{"@type": "Article", "headline": "Rain returns"}</script>',
}


def accepted_requests(document):
    parts = document["components"]["schemas"]["IncludePart"]["enum"]
    page = {"html": ENGLISH}
    yield "all parts", {**page, "include": parts}
    yield "no parts", {**page, "include": []}
    for part in parts:
        yield f"only {part}", {**page, "include": [part]}
    for unit in document["components"]["schemas"]["OffsetUnit"]["enum"]:
        yield f"offsets in {unit}", {"html": ARABIC, "options": {"offset_unit": unit}}
    yield "all null", {**page, "html_base64": None, "url": None, "base_url": None, "content_type": None,
                       "boxes": None, "include": None, "options": None}
    yield "null instead of html", {"html": None, "html_base64": encode(b"<p>a")}
    names = document["components"]["schemas"]["ExtractOptions"]["properties"]
    yield "all options null", {**page, "options": {name: None for name in names}}
    yield "no options", {**page, "options": {}}
    for algorithm in document["components"]["schemas"]["ContentAlgorithm"]["enum"]:
        yield f"density of {algorithm}", with_boxes(algorithm, {
            **page, "include": ["density"], "options": {"algorithm": algorithm, "params": {}}})
    for algorithm in document["components"]["schemas"]["HeadlineAlgorithm"]["enum"]:
        yield f"candidates of {algorithm}", with_boxes(algorithm, {
            **page, "include": ["headline", "candidates"],
            "options": {"headline_algorithm": algorithm, "headline_params": {}}})
    for name, markup in MARKUP_NAMES.items():
        yield f"candidates in {name}", {"html": f"<head>{markup}</head><p>Nobody knows yet.",
                                        "include": ["headline", "candidates"],
                                        "options": {"headline_algorithm": "titlerank"}}
    for name, head in (("lang", "<html lang=en>"), ("a header", "<meta http-equiv=content-language content=en>"),
                       ("a meta", "<meta name=language content=en>"),
                       ("JSON-LD", '<script type="application/ld+json">{"@type":"Article","inLanguage":"en"}</script>'),
                       ("nothing", "")):
        yield f"language by {name}", {"html": f"{head}<body><p>{PROSE}", "include": ["text", "metadata"]}
    yield "a shell", {"html": "<div id=root></div><script src=/app.js></script>"}
    for name, data in DATA.items():
        yield f"content from {name}", {"html": data, "include": ["text", "headline", "candidates", "ranges", "links",
                                                                 "metadata", "html", "markdown", "images"]}
    yield "bytes", {"html_base64": encode(ARABIC.encode())}
    yield "bytes with a mark", {"html_base64": encode(b"\xef\xbb\xbf" + ARABIC.encode())}
    yield "a base", {**page, "base_url": "http://example.org/a/"}
    yield "links and images", {"html": LINKED, "base_url": "HTTPS://example.org/a/",
                               "include": ["links", "images"]}
    yield "captions and media", {"html": PICTURED, "base_url": "https://example.org/a/",
                                 "include": ["images", "media", "markdown", "html"]}
    yield "relative links", {"html": PICTURED, "include": ["links", "images", "media"]}
    yield "metadata", {"html": DESCRIBED, "base_url": "https://example.org/a/", "include": ["metadata"]}
    for name, options in CONTROLS.items():
        yield name, {"html": TALK, "include": ["text", "markdown", "html", "links"], "options": options}
    yield "posts and comments", {"html": TALK, "include": ["posts", "comments"]}
    yield "a question and its answer", {"html": ANSWERS, "include": ["posts", "comments"]}
    yield "metadata of nothing", {"html": "<br>", "include": ["metadata"]}
    yield "metadata of microdata and a URL", {
        "html": "<h1>Rain</h1><p itemprop=author>Anna Lee</p><p>After nine dry weeks the first rain fell on Monday.",
        "base_url": "https://example.org/2001/05/07/rain", "include": ["metadata"]}
    for name in document["components"]["schemas"]["Encoding"]["properties"]["name"]["enum"]:
        yield f"bytes in {name}", {"html_base64": encode(b"<p>a"),
                                   "content_type": f"text/html; charset={name}"}
    yield "bytes with meta", {"html_base64": encode(b"<meta charset=koi8-r><p>a")}
    yield "bytes with a late meta", {"html_base64": encode(b" " * 2000 + b"<meta charset=koi8-r><p>a")}
    yield "bytes that look Arabic", {"html_base64": encode(ARABIC.encode("cp1256"))}
    yield "bytes that look like nothing", {"html_base64": encode(b"<p>\xff\xff\xff</p>\x81")}
    yield "bytes with an unknown charset", {"html_base64": encode(b"<p>a"),
                                            "content_type": "text/html; charset=klingon"}
    yield "bytes that are no UTF-8", {"html_base64": encode(b"<p>a\xff"),
                                      "content_type": "text/html; charset=utf-8"}
    yield "bytes encoded twice", {"html_base64": encode("<p>the mill\u2019s wheel".encode().decode("latin-1").encode())}
    yield "bytes with a charset", {"html_base64": encode(b"<p>a"),
                                   "content_type": "text/html; charset=UTF-8"}
    yield "shortest cut", {**page, "options": {"max_text_chars": 1}}
    yield "a cut that cuts nothing", {**page, "options": {"max_text_chars": 1000000}}
    yield "more time than the server gives", {**page, "options": {"timeout_ms": 1000000000}}


# Options of what is taken.
CONTROLS = {
    "a selector": {"select": ".comments"}, "selectors": {"select": ["h1", ".post > p:not(.x), [id^=post i]"], "remove": "time"},
    "no selectors": {"select": [], "remove": []}, "a selector without a match": {"select": "#nowhere"},
    "64 selectors": {"remove": ["a"] * 64}, "a long selector": {"select": "." + "a" * 4095},
    "favor precision": {"favor": "precision"}, "favor recall": {"favor": "recall", "params": {"favor": "balanced"}},
    "favor nothing, for another one": {"favor": "balanced", "algorithm": "dana"},
    "copies folded": {"repeats": "fold"}, "copies kept": {"repeats": "keep", "algorithm": "auto"},
    "copies kept by another one": {"repeats": "keep", "algorithm": "bte"},
    "never rendered": {"render": "never"}, "rendered where it is a shell": {"render": "auto"},
    "with all options of rendering": {"render": None, "wait": {"quiet_ms": 30000, "selector": "." + "a" * 499},
                                      "viewport": {"width": 3840, "height": 4320}},
    "with the least of them": {"wait": {"quiet_ms": 0, "selector": "a"}, "viewport": {"width": 200, "height": 200}},
    "with none of them": {"wait": {"quiet_ms": None, "selector": None}, "viewport": {"width": None, "height": None}},
    "without them": {"wait": None, "viewport": None},
    "switched off": {"links": False, "images": False, "tables": False, "comments": False},
    "switched on": {"links": True, "images": True, "tables": True, "comments": True},
}


def fetch_requests(url):
    """Requests for a server that fetches."""
    yield "url", {"url": url}
    yield "url with nulls", {"url": url, "base_url": None, "options": {"fetch": None}}
    yield "url with all options of fetch", {"url": url, "options": {"fetch": {
        "timeout_ms": 3600000, "max_redirects": 0, "accept_error_status": True, "render": "never",
        "wait": {"quiet_ms": 1}, "viewport": {"width": 400}}}}
    yield "url with options of fetch null", {"url": url, "options": {"fetch": {
        "timeout_ms": None, "max_redirects": None, "accept_error_status": None, "render": None, "wait": None,
        "viewport": None}}}


def refused_requests():
    """(name, request, pointer of the one error or None for any, code)."""
    page = {"html": ENGLISH}
    bad, unknown = "invalid-request", "unknown-member"
    yield "a list", [], None, bad
    yield "a text", "html", None, bad
    yield "no page", {}, None, bad
    yield "only nulls", {"html": None, "url": None}, None, bad
    yield "two pages", {**page, "html_base64": encode(b"<p>a")}, None, bad
    yield "a page and a url", {**page, "url": "http://example.org/"}, None, bad
    yield "number as page", {"html": 1}, "#/html", bad
    yield "number as bytes", {"html_base64": 1}, "#/html_base64", bad
    yield "number as url", {"url": 1}, "#/url", bad
    yield "charset of text", {**page, "content_type": "text/html"}, "#/content_type", bad
    yield "include is no list", {**page, "include": "text"}, "#/include", bad
    yield "include of a number", {**page, "include": ["text", 1]}, "#/include/1", bad
    yield "include of nonsense", {**page, "include": ["text", "ranges", "pdf"]}, "#/include/2", bad
    yield "options are no object", {**page, "options": []}, "#/options", bad
    yield "unknown member", {**page, "base-url": "http://example.org/"}, "#/base-url", unknown
    yield "unknown option", {**page, "options": {"fetsh": {}}}, "#/options/fetsh", unknown
    yield "fetch without a url", {**page, "options": {"fetch": {}}}, "#/options/fetch", bad
    yield "a url with a base", {"url": "http://a/", "base_url": "http://a/"}, "#/base_url", bad
    yield "a url with boxes", {"url": "http://a/", "boxes": "1 1"}, "#/boxes", bad
    yield "boxes of a number", {**page, "boxes": 1}, "#/boxes", bad
    yield "a base without a host", {**page, "base_url": "http:///a"}, "#/base_url", bad
    yield "a relative base", {**page, "base_url": "/a/"}, "#/base_url", bad
    yield "a base of a number", {**page, "base_url": 1}, "#/base_url", bad
    yield "a url that is too long", {"url": "http://a/" + "b" * 8192}, "#/url", bad
    for member, value in (("timeout_ms", 0), ("timeout_ms", 3600001), ("timeout_ms", "1"),
                          ("max_redirects", -1), ("max_redirects", 21), ("accept_error_status", 1)):
        yield (f"fetch {member} {value}", {"url": "http://a/", "options": {"fetch": {member: value}}},
               f"#/options/fetch/{member}", bad)
    yield ("unknown member of fetch", {"url": "http://a/", "options": {"fetch": {"proxy": "b"}}},
           "#/options/fetch/proxy", unknown)
    for length in range(98, 102):
        name = "x" * (length % 2) + "\u0627" * length
        yield f"name of {length} letters", {**page, name: 1}, None, unknown
        yield f"parameter of {length} letters", {**page, "options": {"params": {name: 1}}}, None, unknown
    yield "very long name", {**page, "\u0627" * 5000: 1}, None, unknown
    yield "name with controls", {**page, "a\n\u0001\"b": 1}, "#/a\n\u0001\"b", unknown
    yield "member to escape", {**page, "a/b~c": 1}, "#/a~1b~0c", unknown
    for member, value in (("select", 1), ("select", ""), ("select", " \n"), ("select", "a" * 4097), ("remove", {}),
                          ("remove", ["a"] * 65), ("favor", "speed"), ("favor", 1), ("repeats", "drop"), ("links", 0),
                          ("images", "off"), ("tables", []), ("comments", "yes"), ("render", "often"), ("render", True), ("wait", "load"),
                          ("viewport", "400x300")):
        yield (f"{member} {json.dumps(value)[:30]}", {**page, "options": {member: value}}, f"#/options/{member}", bad)
    for member, part, value in (("wait", "quiet_ms", -1), ("wait", "quiet_ms", 30001), ("wait", "selector", ""),
                                ("wait", "selector", "a" * 501), ("viewport", "width", 199), ("viewport", "width", 3841),
                                ("viewport", "height", 199), ("viewport", "height", 4321), ("viewport", "height", "800")):
        yield (f"{member} {part} {str(value)[:30]}", {**page, "options": {member: {part: value}}}, f"#/options/{member}/{part}", bad)
    yield "unknown member of wait", {**page, "options": {"wait": {"until": "load"}}}, "#/options/wait/until", unknown
    for value in ("", 1, None):
        yield f"remove with {value}", {**page, "options": {"remove": ["a", value]}}, "#/options/remove/1", bad
    for member, value in (("favor", "recall"), ("repeats", "fold")):
        yield (f"{member} of dana", {**page, "options": {"algorithm": "dana", member: value}}, f"#/options/{member}", bad)
    for member, value in (("algorithm", "nonsense"), ("algorithm", "titlefinder"), ("algorithm", 1),
                          ("headline_algorithm", "dana"), ("headline_algorithm", []),
                          ("params", []), ("params", "gap"), ("headline_params", 1),
                          ("offset_unit", "utf32"), ("offset_unit", 8), ("max_text_chars", 0),
                          ("max_text_chars", -1), ("max_text_chars", 1.5), ("max_text_chars", "9"),
                          ("max_text_chars", True), ("timeout_ms", 0), ("timeout_ms", 0.5),
                          ("timeout_ms", "1s")):
        yield (f"{member} {json.dumps(value)}", {**page, "options": {member: value}},
               f"#/options/{member}", bad)


def traced_pages():
    """Pages whose blocks get every value of `fate`, and a rule that settled one."""
    words = "harbour storm ferry boat island pilot winter oak quay town bread light river bridge".split()

    def sentence(start, length):
        return " ".join(words[(start + i * (1 + start % 5)) % len(words)] for i in range(length)).capitalize() + "."
    paragraphs = "".join(f"<p>{sentence(i, 25)}" for i in range(3))
    short = "".join(f"<div><b><i><span>Item {i}</span></i></b></div>" for i in range(60))
    links = "".join(f"<div><span><b><a href=/x{i}>{sentence(i, 2)}</a></b></span></div>" for i in range(30))
    box = "<div><span><a href=/s>Sign up for our letter</a></span></div>"
    yield "all over a page", f"<title>News</title><div>{short}</div><div>{paragraphs}</div><div>{links}</div><p>Call us"
    yield "the same text again", "<title>News</title><div>" + "".join(
        f"<p>{sentence(i, 25)}</p>{box}" for i in range(6)) + "</div>"
    yield "a menu, numbers of lines", f"<nav><a href=/>Home</a></nav><article>{paragraphs}<pre>1\n2\n3</pre></article>"
    long_page = "<title>News</title><main><h1>News</h1>" + "".join(f"<p>{sentence(i, 30)}" for i in range(6))
    yield "a wide and a narrow version", (
        f"<title>News</title><main><div class=wide>{paragraphs}</div><div class=narrow>{paragraphs}</div></main>")
    yield "buttons that repeat", long_page + "<div class='btn toggle'><a href=/s>Look at the whole list</a></div>" * 4
    yield "tools around the text", (
        "<title>News</title><div><div class='toolbar icons'><span>Print</span></div><div class='menu-item'>Start</div>"
        f"<h1>News</h1>{paragraphs}{paragraphs}<div class='tooltip'>Close</div><div class='widget'>"
        "<a href=/a>Top</a> <a href=/b>Next</a></div></div>")
    posts = "".join(f"<div class='comment post'><p>{sentence(i, 25)}</p></div>" for i in range(3, 9))
    yield "what readers wrote", (
        f"<title>News</title><main><h1>Harbour</h1>{paragraphs}<div id=comments>{posts}</div></main>")
    yield "a list that stays whole", (
        f"<title>Harbour | News</title><ul><li><a href=/>Home</a></ul><h1>Harbour</h1>{paragraphs}"
        "<ul><li>one <b>bold</b><li>then <a href=/two>two</a> of them</ul>")
    yield "a call to read on", (
        f"<title>Harbour storm</title><article><h1>Harbour storm</h1>{paragraphs}{paragraphs}<p>Read also:</p>"
        f"<p><a href=/a>{sentence(4, 9)}</a></p>{paragraphs}</article>")
    yield "text beside the text", f"<title>News</title><div>{paragraphs}{paragraphs}</div><div>Contact us by mail</div>"


def typed_pages():
    """A page of each type."""
    words = "harbour storm ferry boat island pilot winter oak quay town bread light river bridge".split()

    def said(start, length):
        return " ".join(words[(start + i * (1 + start % 5)) % len(words)] for i in range(length)).capitalize() + "."
    yield "a forum", ("<title>Which boat? - Harbour Forum</title><script type='application/ld+json'>"
                      '{"@type":"DiscussionForumPosting"}</script><h1>Which boat?</h1><div class="thread topic forum">' + "".join(
                          f"<div class='post message reply' id=post{i}><div class='author user'><a href=/u/{i}>Pilot {i}</a> "
                          f"<time>May {i + 1}, 2024</time></div><div class='post-body'>{said(i, 25)}<br>{said(i + 3, 12)}</div>"
                          f"<div class=signature>Fair winds</div><a href=/reply/{i}>Reply</a></div>" for i in range(25)))
    yield "a product", ("<title>Oak boat | Shop</title><meta property=og:type content=product><h1>Oak boat</h1><div class=price>"
                        "$199.00</div><div class=product><form class=cart><button>Add to cart</button></form><p>"
                        f"{said(1, 30)}</p><ul><li>Weight 12 kg</li><li>Length 3 m</li></ul><div class=reviews>"
                        f"<div class=review>{said(4, 25)}</div><div class=rating>5 stars</div></div></div>")
    yield "a listing", "<title>Harbour News</title><main>" + "".join(
        f"<div class='card item'><h3><a href=/n/{i}>{said(i, 7)}</a></h3><p class=teaser>{said(i + 2, 14)}</p>"
        f"<time>May {i + 1}</time></div>" for i in range(30)) + "</main>"
    yield "a collection", "<title>Boats | Shop</title><h1>Boats</h1><ul class=products>" + "".join(
        f"<li class='product card'><a href=/b/{i}><img src=/b{i}.jpg alt=boat><span>{said(i, 3)}</span></a>"
        f"<span class=price>${i}9.00</span></li>" for i in range(40)) + "</ul>"
    yield "documentation", ("<title>Boats API reference</title><nav class='sidebar toc menu'><ul>" + "".join(
        f"<li><a href=/docs/{i}>{said(i, 2)}</a></li>" for i in range(9)) + "</ul></nav><main class=docs-content><h1>Boats API</h1>" + "".join(
            f"<h2 id=s{i}>{said(i, 2)}</h2><p>{said(i, 30)} <code>boat_{i}()</code></p>" + 3 * (
                f"<pre><code class=language-c>boat_{i}(int wood);\nreturn {i};</code></pre>") +
            f"<ul><li><code>wood</code>: {said(i + 1, 6)}</li></ul>" for i in range(40)) + "</main>")
    yield "a service", ("<title>Harbour Cloud - ferries for teams</title><section class=hero><h1>Ferries for your team</h1><p>"
                        f"{said(2, 12)}</p><a class=button href=/start>Start free</a></section>" + "".join(
                            f"<section class=feature><h2>{said(i, 4)}</h2><p>{said(i + 1, 18)}</p><a class=btn href=/f{i}>"
                            "Learn more</a></section>" for i in range(8)) + "<section class=testimonials><blockquote>" +
                        said(5, 20) + "</blockquote></section><section class=pricing><h2>Pricing</h2><p>$9</p></section>")


def shaping_requests():
    """Pages that cause each shape of the response."""
    for name, html in typed_pages():
        yield f"{name}, a type of page", {"html": html}
    everything = ["text", "headline", "ranges", "density", "candidates", "line_offsets", "source"]
    yield "an empty page", {"html": " ", "include": everything}
    yield "white space", {"html": " \n ", "include": everything}
    yield "no title", {"html": "<p>Only a text of some length.", "include": everything}
    yield "no likeness", {"html": "<title>zzz</title><p>Only a text.", "include": everything}
    for name, html in (("no title", "<p>Only a text of some length."),
                       ("no likeness", "<title>zzz</title><p>Only a text.")):
        yield f"{name} for TitleFinder", {
            "html": html, "include": everything, "options": {"headline_algorithm": "titlefinder"}}
    yield "no content", {"html": "<title>a</title><br><br><a href='/x/y/z'>a</a>",
                         "include": everything}
    for level in range(1, 7):
        yield f"headline in h{level}", {
            "html": f"<title>Rain</title><h{level}>Rain</h{level}><p>All week.", "include": everything}
    yield "headline elsewhere", {"html": "<title>Rain</title><div>Rain</div><p>All week.",
                                 "include": everything}
    yield "no right-to-left text", {"html": ENGLISH, "options": {"algorithm": "r2l"},
                                    "include": everything}
    yield "an algorithm without a signal of its own", {
        "html": ENGLISH, "options": {"algorithm": "cetd"}, "include": everything}
    yield "a pipeline", {
        "html": ENGLISH, "include": everything,
        "options": {"algorithm": "combine", "params": {"expression": "serial(lqf:threshold=25, cetd)"}}}
    yield "a headline on a page without lines", {
        "html": "<a><title>Rain</title><a>Rain", "options": {"algorithm": "addanag", "params": {"filter": 1}}}
    for name, html in traced_pages():
        yield f"a trace of {name}", {"html": html, "include": ["trace"]}
    yield "a trace of an algorithm of lines", {
        "html": ENGLISH, "include": ["trace"], "options": {"algorithm": "danag"}}
    looks = ["boxes", "segments"]
    for name, html in (("a page", ENGLISH), ("a right-to-left page", ARABIC), ("a page with pictures", PICTURED)):
        yield f"how {name} looks", {"html": html, "boxes": boxes_of(html), "include": [*looks, "text", "headline"],
                                    "options": {"algorithm": "vips", "headline_algorithm": "largest-font"}}
    yield "how a page looks, in UTF-16", {"html": ARABIC, "boxes": boxes_of(ARABIC), "include": looks,
                                          "options": {"offset_unit": "utf16"}}
    yield "a page that shows nothing", {"html": ENGLISH, "boxes": boxes_of(ENGLISH, hidden=True), "include": looks}
    yield "looks of a page that was not rendered", {"html": ENGLISH, "include": looks}
    yield "more blocks than are told apart", {"html": "<p>x" * 3000}
    yield "a page that scripts fill", {"html": "<div id=root></div><script>" + "x" * 2048 + "</script>"}
    yield "left to right", {"html": "<html dir=ltr><p>All week it rained."}
    yield "cut", {"html": ENGLISH, "options": {"max_text_chars": 10}}


if __name__ == "__main__":
    sys.exit(Contract().run())
