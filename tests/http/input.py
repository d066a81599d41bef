#!/usr/bin/env python3
"""Pages in all forms of HTTP input, and requests that take too long.

Environment: DANAD_BIN the server, SAMPLES_DIR the sample pages.
"""

import base64
import gzip
import http.client
import json
import os
import re
import socket
import sys
import time
import urllib.parse
import zlib

import harness

SAMPLES = os.environ["SAMPLES_DIR"]
READ_TIMEOUT_S = 1.0


def sample(name):
    with open(os.path.join(SAMPLES, name + ".html"), encoding="utf-8") as file:
        return file.read()


def encoded(page, encoding):
    """The page in an encoding; characters that the encoding lacks become references, as in browsers."""
    return page.encode(encoding, "xmlcharrefreplace")


def essence(answer):
    return answer["content"]["text"], answer["headline"]["text"], answer["dir"], answer["language"]


def posted(path, media, body, chunks=False):
    """A request as bytes: its head, and its body."""
    length = b"Transfer-Encoding: chunked" if chunks else b"Content-Length: %d" % len(body)
    head = b"POST %s HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\n%s\r\n\r\n" % (path, media, length)
    return head, b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if chunks else body


def read_response(stream):
    """Status and body of the next response of a connection."""
    status = int(stream.readline().split()[1])
    fields = http.client.parse_headers(stream)
    if fields["Transfer-Encoding"] != "chunked":
        return status, stream.read(int(fields["Content-Length"] or 0))
    body = b""
    while size := int(stream.readline(), 16):
        body += stream.read(size)
        stream.readline()
    stream.readline()
    return status, body


class Input:
    def __init__(self):
        self.tally = harness.Tally()
        self.server = harness.Server(DANAD_FETCH="off")
        self.expected = {}

    def answer(self, method="POST", query=None, body=None, status=200, **headers):
        path = "/v1/extract" + ("?" + urllib.parse.urlencode(query) if query else "")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        reply = self.server.request(method, path, body, sent)
        if reply.status != status:
            raise AssertionError(f"status {reply.status}, not {status}: {reply.body[:300]!r}")
        return json.loads(reply.body)

    def expect_same(self, name, answer, encoding, source):
        problems = []
        wanted = self.expected.setdefault(name, essence(self.answer(
            body=json.dumps({"html": sample(name)}).encode(), Content_Type="application/json")))
        if essence(answer) != wanted:
            problems.append(f"{essence(answer)} is not {wanted}")
        if (answer["encoding"]["name"], answer["encoding"]["source"]) != (encoding, source):
            problems.append(str(answer["encoding"]))
        if answer["encoding"]["replacements"] != 0:
            problems.append("replacements")
        return problems

    # ------------------------------------------------------------------------------- encodings
    def encodings(self):
        rows = [("arabic", "windows-1256", "cp1256"), ("arabic", "iso-8859-6", "iso8859-6"),
                ("hebrew", "windows-1255", "cp1255"), ("farsi", "windows-1256", "cp1256"),
                ("urdu", "utf-16le", "utf-16-le"), ("pashto", "utf-16be", "utf-16-be"),
                ("english", "windows-1252", "cp1252")]
        for name, label, codec in rows:
            data = encoded(sample(name), codec)
            self.tally.run(f"{name} as raw {label}", lambda n=name, d=data, l=label: self.expect_same(
                n, self.answer(body=d, Content_Type=f"text/html; charset={l}"), l, "http"))
            request = {"html_base64": base64.b64encode(data).decode(),
                       "content_type": f"text/html; charset={label}"}
            self.tally.run(f"{name} as base64 {label}", lambda n=name, r=request, l=label: self.expect_same(
                n, self.answer(body=json.dumps(r).encode(), Content_Type="application/json"), l, "http"))
            if label.startswith("utf-16"):
                continue
            data = encoded(sample(name).replace('charset="utf-8"', f'charset="{label}"'), codec)
            self.tally.run(f"{name} with meta {label}", lambda n=name, d=data, l=label: self.expect_same(
                n, self.answer(body=d, Content_Type="text/html"), l, "meta"))
        marked = "\ufeff" + sample("arabic")
        for codec, name in (("utf-8", "utf-8"), ("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be")):
            self.tally.run(f"a byte order mark of {name}", lambda c=codec, n=name: self.expect_same(
                "arabic", self.answer(body=marked.encode(c), Content_Type="text/html"), n, "bom"))
        bare = encoded(sample("arabic").replace('<meta charset="utf-8">', ""), "cp1256")
        self.tally.run("windows-1256 that nothing tells", lambda: self.expect_same(
            "arabic", self.answer(body=bare, Content_Type="text/html"), "windows-1256", "detected"))

    # ----------------------------------------------------------------------------- compression
    def compression(self):
        page = sample("farsi").encode()
        chunk = zlib.compressobj(wbits=31)
        streamed = chunk.compress(page) + chunk.flush()
        for name, data in (("gzip", gzip.compress(page)), ("streamed gzip", streamed),
                           ("two members", gzip.compress(page[:1000]) + gzip.compress(page[1000:]))):
            self.tally.run(name, lambda d=data: self.expect_same("farsi", self.answer(
                body=d, Content_Type="text/html", Content_Encoding="gzip"), "utf-8", "meta"))
        head = "POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\n"
        packed = gzip.compress(b"<p>a page of a few words</p>")
        for lines, status in ((["gzip"], 200), (["identity", "gzip"], 200), (["gzip", "identity"], 200), ([", gzip ,"], 200),
                              (["gzip, gzip"], 415), (["gzip", "gzip"], 415), (["identity", "br"], 415), (["br", "gzip"], 415)):
            data = (head + "".join(f"Content-Encoding: {line}\r\n" for line in lines) +
                    f"Content-Length: {len(packed)}\r\n\r\n").encode() + packed
            self.tally.run(f"Content-Encoding {lines}", self.status_problems, data, status)
        self.tally.run("gzip that is cut", lambda: self.problem(
            self.answer(body=gzip.compress(page)[:-9], status=400, Content_Type="text/html",
                        Content_Encoding="gzip"), "broken-coding"))
        bomb = gzip.compress(bytes(200 << 20))
        self.tally.run("a gzip bomb", lambda: self.problem(
            self.answer(body=bomb, status=413, Content_Type="text/html", Content_Encoding="gzip"),
            "body-too-large"))

    def status_problems(self, data, status, media=None, coding=None):
        reply = self.server.raw(data)
        return [f"{reply.status} {reply.headers}"] * (
            reply.status != status or (media is not None and reply.headers["Content-Type"].split(";")[0] != media) or
            (coding is not None and reply.headers["Content-Encoding"] != coding))

    def field_lists(self):
        """Headers in several lines, as one list."""
        page = b"<title>t</title><p>a page of a few words</p>"
        head = f"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n"
        for lines, status, media in ((["font/woff", "text/plain"], 200, "text/plain"),
                                     (["text/plain;q=0.1", "text/markdown"], 200, "text/markdown"),
                                     (["font/woff", "video/*"], 406, None),
                                     (["*/*", "application/json;q=0"], 200, None), (["", "text/html"], 200, "text/html")):
            data = (head + "".join(f"Accept: {line}\r\n" for line in lines) + "\r\n").encode() + page
            self.tally.run(f"Accept {lines}", self.status_problems, data, status, media)
        data = b"GET /openapi.yaml HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nAccept-Encoding: gzip\r\n\r\n"
        self.tally.run("Accept-Encoding", self.status_problems, data, 200, None, "gzip")

    def marks(self):
        """Of two byte order marks one is taken off, however the page comes."""
        page = "\ufeff\ufeff<p>a page of a few words, and some more</p>"
        options = {"include": ["source", "ranges"]}
        sent = {"json": {"html": page}, "base64": {"html_base64": base64.b64encode(page.encode()).decode()},
                "utf-16": {"html_base64": base64.b64encode(page.encode("utf-16-le")).decode()}}
        for name, body in sent.items():
            def run(body=body):
                answer = self.answer(body=json.dumps({**body, **options}).encode(), Content_Type="application/json")
                return [] if answer["source"] == page[1:] else [repr(answer["source"])]
            self.tally.run(f"two marks, {name}", run)

    @staticmethod
    def problem(answer, code):
        return [] if answer["code"] == code else [str(answer)]

    # ---------------------------------------------------------------------------------- queries
    def queries(self):
        page = sample("english").encode()
        self.tally.run("options in the query", self.query_problems, page)
        self.tally.run("what is taken, in the query", self.control_problems)
        self.tally.run("the URL that a page came from tells a thread", self.thread_problems)
        self.tally.run("GET without fetching", lambda: self.problem(
            self.answer("GET", {"url": "http://a.example/"}, status=404), "feature-disabled"))
        self.tally.run("GET without a url", lambda: self.problem(
            self.answer("GET", status=400), "invalid-request"))
        self.tally.run("an unknown option", lambda: self.problem(
            self.answer(query={"gap": 3}, body=page, status=400, Content_Type="text/html"),
            "unknown-member"))
        self.tally.run("plus and percent", lambda: self.problem(
            self.answer(query={"algorithm": "a b+c%"}, body=page, status=400, Content_Type="text/html"),
            "invalid-request"))
        for query in ("&&max_text_chars=10&&&include=text&", "include=text&&max_text_chars=10"):
            self.tally.run(f"empty pairs: {query}", lambda q=query: [] if len(json.loads(self.server.request(
                "POST", "/v1/extract?" + q, page, {"Content-Type": "text/html"}).body)["content"]["text"]) == 10 else [q])
        for query in ("=text", "include%00=text", "include=te%00xt", "include=text&=", "include=te%0Dxt"):
            self.tally.run(f"refused: {query}", lambda q=query: [] if self.server.request(
                "POST", "/v1/extract?" + q, page, {"Content-Type": "text/html"}).status == 400 else [q])
        self.tally.run("a danad's own fetch", lambda: self.problem(
            self.answer(body=page, status=502, Content_Type="text/html", X_Danad_Hop="1"), "fetch-loop"))

    def query_problems(self, page):
        answer = self.answer(query={"include": "text,ranges", "algorithm": "danag", "params.gap": 7,
                                    "params.fill": "true", "max_text_chars": 10},
                             body=page, Content_Type="text/html")
        wrong = []
        if answer["algorithm"]["id"] != "danag" or answer["algorithm"]["params"]["gap"] != 7 or \
                answer["algorithm"]["params"]["fill"] is not True:
            wrong.append(str(answer["algorithm"]))
        if len(answer["content"]["text"]) != 10 or answer["density"] is not None:
            wrong.append("the parts are others")
        return wrong

    def control_problems(self):
        page = b"<main><p>one <a href=http://a/>two</a> <i>three</i></p></main><p class='x y'>four</p><p>five</p>"
        answer = self.answer(query={"include": "markdown", "select": "main, [class='x y']", "remove": "i", "links": "false",
                                    "favor": "precision"}, body=page, Content_Type="text/html")
        found = (answer["content"]["markdown"], answer["algorithm"]["params"]["favor"], answer["warnings"])
        return [] if found == ("one two\n\nfour\n", "precision", []) else [str(found)]

    # --------------------------------------------------------------------------------- memory
    def memory(self):
        """There is room for two bodies a worker; what is answered gives its room back."""
        server = harness.Server(DANAD_WORKERS="1", DANAD_MAX_BODY_BYTES="4KiB", DANAD_FETCH="off")
        page = b"<p>" + b"many words " * 360
        statuses = [server.request("POST", "/v1/extract", page, {"Content-Type": "text/html"}).status for _ in range(24)]
        self.tally.check("bodies one after the other", [] if set(statuses) == {200} else [str(statuses)])
        self.tally.check("the server of bodies ends", [str(s) for s in [server.stop()] if s])

    # --------------------------------------------------------------------------------- pipelines
    def pipelines(self):
        """Requests that do not wait for answers: the body of the second begins with the first, or behind it."""
        def page(text, count=1):
            return json.dumps({"html": f"<p>{text} fell on the valley for nine weeks." * count, "include": ["text"]}).encode()

        json_type, lines, batch = b"application/json", b"application/x-ndjson", b"/v1/extract/batch"
        firsts = {"GET": (b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n", 200, b"ok"),
                  "nothing": (b"GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", 404, b"not-found"),
                  "OPTIONS": (b"OPTIONS /v1/extract HTTP/1.1\r\nHost: a\r\n\r\n", 204, b""),
                  "a page": (b"".join(posted(b"/v1/extract", json_type, page("Rain"))), 200, b"Rain"),
                  "a page in chunks": (b"".join(posted(b"/v1/extract", json_type, page("Rain"), True)), 200, b"Rain"),
                  "a type": (b"".join(posted(b"/v1/extract", b"text/plain", page("Rain"))), 415, b"unsupported-media-type"),
                  "items": (b"".join(posted(batch, json_type, b'{"items":[%s]}' % page("Rain"))), 200, b"Rain"),
                  "lines": (b"".join(posted(batch, lines, page("Rain") + b"\n")), 200, b"Rain")}
        seconds = {"a page": (posted(b"/v1/extract", json_type, page("Snow", 99)), 200),
                   "a page in chunks": (posted(b"/v1/extract", json_type, page("Snow", 99), True), 200),
                   "a refused page": (posted(b"/v1/extract", b"text/plain", page("Snow", 99)), 415),
                   "items": (posted(batch, json_type, b'{"items":[%s]}' % page("Snow", 99)), 200),
                   "lines": (posted(batch, lines, page("Snow", 99) + b"\n", True), 200)}
        for first, known in firsts.items():
            for second, (request, status) in seconds.items():
                self.tally.run(f"behind {first}: {second}", self.pipeline_problems, known, request, status)

    def pipeline_problems(self, first, second, status):
        problems = []
        head, body = second
        wanted = [first[1:], (status, b"Snow" if status == 200 else b"unsupported-media-type")]
        for come in (0, 1, len(body) // 2, len(body) - 1, len(body)):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as connection:
                connection.sendall(first[0] + head + body[:come])
                with connection.makefile("rb") as stream:
                    found = [read_response(stream)]
                    connection.sendall(body[come:])
                    found.append(read_response(stream))
            problems += [f"{come}: {answer[0]} {answer[1][:300]!r}, not {known}" for answer, known in zip(found, wanted)
                         if answer[0] != known[0] or known[1] not in answer[1] or (b"Snow" in answer[1]) != (known[1] == b"Snow")]
        return problems

    # --------------------------------------------------------------------------------- deadlines
    def deadlines(self):
        server = harness.Server(DANAD_READ_TIMEOUT=f"{int(READ_TIMEOUT_S * 1000)}ms", DANAD_FETCH="off")
        self.tally.run("a body that does not come", self.slow_body_problems, server, b"")
        self.tally.run("a body that drips", self.slow_body_problems, server, b" " * 100)
        self.tally.run("a body that is thrown away and does not come", self.slow_body_problems, server, b"", b"text/plain")
        self.tally.check("the server of deadlines ends", [str(s) for s in [server.stop()] if s])

    def slow_body_problems(self, server, drips, media=b"application/json"):
        """The response is 408 after READ_TIMEOUT, even if bytes keep arriving."""
        with socket.create_connection(("127.0.0.1", server.port), timeout=90) as connection:
            began = time.monotonic()
            connection.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: " + media +
                               b"\r\nContent-Length: 1000\r\n\r\n{")
            connection.setblocking(False)
            answer = b""
            while time.monotonic() - began < 60:
                try:
                    piece = connection.recv(65536)
                    if not piece:
                        break
                    answer += piece
                except BlockingIOError:
                    pass
                if drips and not answer:
                    connection.send(drips[:1])
                time.sleep(.05)
            took = time.monotonic() - began
        head, _, body = answer.partition(b"\r\n\r\n")
        problems = [] if head.startswith(b"HTTP/1.1 408 ") else [f"answered {answer[:200]!r}"]
        problems += [] if took >= READ_TIMEOUT_S else [f"after {took:.2f} s"]
        problems += [] if problems or json.loads(body)["code"] == "read-timeout" else [body.decode()]
        length = re.search(rb"Content-Length: (\d+)", head)
        return problems + ([] if length and int(length[1]) == len(body) else ["Content-Length"])

    def thread_problems(self):
        """The address of a forum tells a thread, in JSON and in the query; that of another page does not."""
        page, problems = "<title>A lamp of brass</title><h1>A lamp of brass</h1><p>Who knows how to clean it, and with what?</p>", []
        for base, is_thread in (("http://pier.example/viewtopic.php?t=12", True), ("http://pier.example/news/12", False)):
            sent = json.dumps({"html": page, "base_url": base}).encode()
            answers = (self.answer(body=sent, Content_Type="application/json"),
                       self.answer(query={"base_url": base}, body=page.encode(), Content_Type="text/html"))
            problems += [f"{base}: {answer['page_type']}" for answer in answers
                         if (answer["page_type"]["type"] == "forum") != is_thread]
        return problems

    def run(self):
        try:
            self.encodings()
            self.compression()
            self.field_lists()
            self.marks()
            self.queries()
            self.memory()
            self.pipelines()
            self.deadlines()
        finally:
            status = self.server.stop()
        self.tally.check("the server stops cleanly", [] if status == 0 else
                         [f"exit status {status}"] + self.server.log[-20:])
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Input().run())
