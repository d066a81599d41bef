#!/usr/bin/env python3
"""Memory that runs out anywhere in the process: the answer is what a server at ease gives, byte by byte, or 500 or 503. The
server lives on, and answers the next request in full.

memory.py          some of the failing allocations of each request, by their number, by size, and all from one on
memory.py --all    each of them
memory.py --limits servers with little address space (not with sanitizers, which reserve much)
Environment: DANAD_BIN the server, SCARCE the library of scarce.c, SAMPLES_DIR pages.
"""

import collections
import ctypes
import gzip
import http.client
import json
import mmap
import os
import re
import subprocess
import sys
import tempfile
import threading
import zlib

import harness
import upstream

NOTHING, THE_NTH, FROM_THE_NTH = range(3)
# The first allocations of a connection are libmicrohttpd's own: it ends the connection. A client that still sends a long body then
# may see that alone, whatever was sent to it.
OF_THE_LIBRARY, LONG_BODY = 3, 1 << 16
# A batch whose answer has begun cannot turn into a refusal: its stream ends without its last chunk.
CUT_STREAM = (0, b"IncompleteRead")
SAMPLED = 8  # failing allocations of a request, in the short run
FIRST = "a page"  # of this one also the first: a connection's own
LARGE = 1 << 16  # bytes of an allocation that is large
LIMITS_MB = (80, 90, 100, 105, 110, 115, 120, 130, 138, 150, 170)
CLIENTS = 3
JSON_TYPE, HTML_TYPE = "application/json", "text/html"
# What differs between two answers to the same request.
CHANGING = re.compile(rb'"(?:request_id|instance)":"[^"]*"|"timings_ms":\{[^}]*\}|"(?:fetch_ms|elapsed_ms)":[\d.]+|urn:uuid:[\w-]+')


class Control(ctypes.Structure):
    """The shared file, as scarce.c has it."""
    _fields_ = [(name, ctypes.c_uint64) for name in ("rule", "least", "nth", "count", "failed")]


def big_page():
    """Two megabytes of paragraphs."""
    line = "<p>The ferry to the outer islands sails again after nine weeks, said the captain \\u00e9 %d.</p>\n"
    return "<title>Ferry sails</title><h1>Ferry sails</h1>" + "".join(line % i for i in range(22000))


def requests(site):
    """name -> (method, path, type, body, headers)."""
    with open(os.path.join(os.environ["SAMPLES_DIR"], "arabic.html"), encoding="utf-8") as file:
        page = file.read()
    everything = ["headline", "text", "ranges", "metadata", "links", "images", "density", "posts", "trace"]
    item = {"id": "a", "html": "<h1>Rain</h1><p>After nine dry weeks the first rain fell."}

    def post(path, body, kind=JSON_TYPE, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return ("POST", path, kind, data, {name.replace("_", "-"): value for name, value in headers.items()})

    return {
        "a page": post("/v1/extract", {"html": page, "include": everything}),
        "a big page": post("/v1/extract", {"html": big_page(), "include": ["text", "headline"]}),
        "a page as it is": post("/v1/extract?include=text,headline", page.encode("utf-16"), HTML_TYPE),
        "a page in an encoding to be guessed": post("/v1/extract?include=text", page.replace("UTF-8", "").replace("utf-8", "")
                                                    .encode("cp1256", "xmlcharrefreplace"), HTML_TYPE),
        "a compressed body": post("/v1/extract", gzip.compress(json.dumps({"html": page}).encode()), Content_Encoding="gzip"),
        "a compressed answer": post("/v1/extract", {"html": page}, Accept_Encoding="gzip"),
        "markdown": post("/v1/extract", page.encode(), HTML_TYPE, Accept="text/markdown"),
        "a picture": post("/v1/extract", {"html": page}, Accept="image/svg+xml"),
        "an algorithm with a tree": post("/v1/extract", {"html": page, "options": {"algorithm": "cetd"}}),
        "headlines": post("/v1/headline", {"html": page}),
        "a score": post("/v1/evaluate", {"text": "a b c", "gold": "a b d"}),
        "trends": post("/v1/trends", {"documents": [{"date": "2020-01-01", "text": "rain fell"}],
                                        "queries": [{"name": "q", "keywords": ["rain"]}]}),
        "a batch": post("/v1/extract/batch", {"items": [item, {**item, "id": "b"}]}),
        "a site": post("/v1/extract/site", {"items": [item, {**item, "id": "b"}]}),
        "a batch in lines": post("/v1/extract/batch", "".join(json.dumps({**item, "id": str(i)}) + "\n" for i in range(3)).encode(),
                                 "application/x-ndjson"),
        "a fetched page": ("GET", f"/v1/extract?url=http://127.0.0.1:{site}/page", None, None, {}),
        "algorithms": ("GET", "/v1/algorithms", None, None, {}),
        "info": ("GET", "/v1/info", None, None, {}),
        "no such path": ("GET", "/nothing", None, None, {}),
        "no JSON": post("/v1/extract", b'{"html": '),
    }


class Scarce:
    """A server whose allocations fail on demand."""

    def __init__(self, folder, **settings):
        path = os.path.join(folder, "control")
        with open(path, "wb") as file:
            file.write(bytes(ctypes.sizeof(Control)))
        self._file = open(path, "r+b")
        self._map = mmap.mmap(self._file.fileno(), ctypes.sizeof(Control))
        self.control = Control.from_buffer(self._map)
        self.server = harness.Server(LD_PRELOAD=os.environ["SCARCE"], SCARCE_FILE=path, DANAD_WORKERS="2",
                                     DANAD_DRAIN_TIMEOUT="3s", DANAD_PROCESS_TIMEOUT="20s",
                                     ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0:allocator_may_return_null=1",
                                     **settings)

    def fail(self, rule, nth=0, least=0):
        self.control.rule = NOTHING
        self.control.count = self.control.failed = 0
        self.control.nth, self.control.least = nth, least
        self.control.rule = rule

    def rest(self):
        self.control.rule = NOTHING
        return self.control.count, self.control.failed


def ask(server, request):
    """(status, stable bytes) of an answer; (0, why) where none came."""
    method, path, kind, body, headers = request
    try:
        reply = server.request(method, path, body, {"X-Request-Id": "memory", **({"Content-Type": kind} if kind else {}), **headers})
    except (OSError, http.client.HTTPException) as error:
        return 0, type(error).__name__.encode()
    data = reply.body
    if reply.headers.get("Content-Encoding") == "gzip":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            return reply.status, b"broken gzip"
    lines = [CHANGING.sub(b"", line) for line in data.split(b"\n")]
    return reply.status, reply.headers.get("Content-Type", "").encode() + b" " + b"\n".join(sorted(lines) if b"ndjson" in reply.headers.get("Content-Type", "").encode() else lines)


def is_refusal(got):
    """500 or 503 with a problem."""
    status, data = got
    return status in (500, 503) and b'"code":' in data


def is_item_refusal(wanted, got):
    """A batch whose items are right, or refused one by one with 500 or 503."""
    if got[0] != 200 or wanted[0] != 200 or b'"summary"' not in wanted[1]:
        return False
    text = got[1].split(b" ", 1)[1]
    try:
        rows = [json.loads(re.sub(rb",(?=[,}\]])|(?<=\{),", b"", line)) for line in text.split(b"\n") if line.strip()]
    except ValueError:
        return False
    results = rows[0]["results"] if "results" in rows[0] else [row for row in rows if "summary" not in row]
    return any("summary" in row for row in rows) and all(row.get("status") in (200, 500, 503) for row in results)


class Run:
    def __init__(self, scarce, wanted):
        self.scarce, self.wanted = scarce, wanted
        self.tried = self.right = self.refused = self.silent = 0
        self.problems = []

    def attempt(self, name, request, rule, nth, least):
        self.scarce.fail(rule, nth, least)
        got = ask(self.scarce.server, request)
        _, failed = self.scarce.rest()
        self.tried += failed > 0
        if got == self.wanted[name]:
            self.right += 1
        elif is_refusal(got) or is_item_refusal(self.wanted[name], got):
            self.refused += 1
        elif failed and (got == CUT_STREAM and "batch" in name or
                         got[0] == 0 and (nth <= OF_THE_LIBRARY or len(request[3] or b"") > LONG_BODY)):
            self.silent += 1
        else:
            self.problems.append(f"{name}, {'from ' if rule == FROM_THE_NTH else ''}allocation {nth} of {least} bytes or more: "
                                 f"{got[0]} {got[1][:600]!r}")
        return got[0] != 0

    def next_is_right(self, name, request):
        got = ask(self.scarce.server, request)
        if got != self.wanted[name]:
            self.problems.append(f"{name}, the next request: {got[0]} {got[1][:200]!r}")


def numbers(count, everything):
    """The failing allocations that are tried: the first, the last and some between, or all."""
    if everything or count <= SAMPLED:
        return range(1, count + 1)
    return sorted({1 + (count - 1) * i // (SAMPLED - 1) for i in range(SAMPLED)})


def fail_everywhere(tally, everything):
    site = upstream.Site()
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DANAD_FETCH_ALLOW_CIDRS": "127.0.0.0/8", "DANAD_FETCH_PORTS": str(site.port)}
        scarce = Scarce(folder, **settings)
        asked = requests(site.port)
        at_ease = {}
        for name, request in asked.items():
            ask(scarce.server, request)
            at_ease[name] = ask(scarce.server, request)
        tally.check("at ease requests are answered", [f"{name}: {got[0]}" for name, got in at_ease.items()
                                                      if got[0] != {"no such path": 404, "no JSON": 400}.get(name, 200)])
        run = Run(scarce, at_ease)
        for name, request in asked.items():
            for least in (0, LARGE):
                scarce.fail(THE_NTH, 1 << 60, least)
                ask(scarce.server, request)
                count, _ = scarce.rest()
                for nth in sorted({*numbers(count, everything), *range(1, SAMPLED if name == FIRST else 1)}):
                    run.attempt(name, request, THE_NTH, nth, least)
                for nth in numbers(count, False)[::3 if not everything else 1]:
                    run.attempt(name, request, FROM_THE_NTH, nth, least)
                run.next_is_right(name, request)
            if everything:
                print(f"{name}: {run.tried} failures so far, {run.right} right, {run.refused} refused, {run.silent} connections ended, "
                      f"{len(run.problems)} wrong", flush=True)
        print(f"{run.tried} failures: {run.right} right, {run.refused} refused, {run.silent} connections ended")
        tally.check("right, or 500 or 503", run.problems[:20])
        tally.check("all kinds of answers were seen", [] if run.refused and run.right and run.tried > 50 else ["they were not"])
        tally.check("the server stops", [] if scarce.server.stop() == 0 else scarce.server.log[-5:])
    site.stop()


def limited(megabytes, asked, wanted):
    """Problems of a server with little address space, under two clients at once."""
    process = subprocess.Popen(["prlimit", f"--as={megabytes << 20}", harness.binary(), "serve"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True,
                               env=harness.clean_environment(DANAD_LISTEN="127.0.0.1:0", DANAD_WORKERS="2", DANAD_DRAIN_DELAY="0"))
    problems, seen, port = [], collections.Counter(), None
    for line in process.stderr:
        found = harness.Server.LISTENING.search(line)
        if found:
            port = int(found.group(1))
            break
    if port is None:
        status = process.wait(60)
        return [] if status in (1, 127) else [f"{megabytes} MB: the start ends with {status}"], {"does not start": 1}
    threading.Thread(target=process.stderr.read, daemon=True).start()
    server = harness.Server.__new__(harness.Server)
    server.port = port

    def client():
        for name, request in asked.items():
            got = ask(server, request)
            right = got == wanted[name]
            seen["right" if right else got[0]] += 1
            if not (right or is_refusal(got) or is_item_refusal(wanted[name], got)):
                problems.append(f"{megabytes} MB, {name}: {got[0]} {got[1][:160]!r}")

    clients = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for thread in clients:
        thread.start()
    for thread in clients:
        thread.join()
    process.terminate()
    if process.wait(60) != 0:
        problems.append(f"{megabytes} MB: ends with {process.returncode}")
    return problems, seen


def under_limits(tally):
    site = upstream.Site()
    asked = requests(site.port)
    del asked["a fetched page"], asked["info"]
    server = harness.Server(DANAD_WORKERS="2")
    wanted = {name: ask(server, request) for name, request in asked.items()}
    server.stop()
    for megabytes in LIMITS_MB:
        problems, seen = limited(megabytes, asked, wanted)
        print(f"{megabytes} MB: {seen}")
        tally.check(f"{megabytes} MB of address space", problems[:5])
    site.stop()


def main():
    tally = harness.Tally()
    if "--limits" in sys.argv:
        under_limits(tally)
    else:
        fail_everywhere(tally, "--all" in sys.argv)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
