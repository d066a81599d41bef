#!/usr/bin/env python3
"""POST /v1/extract/batch: results, forms, streaming, back-pressure, clients that disconnect, shutdown.

Environment: DANAD_BIN the binary.
"""

import gzip
import http.client
import json
import os
import random
import resource
import socket
import sys
import threading
import time

import harness
import upstream

PATH = "/v1/extract/batch"
JSON, LINES = "application/json", "application/x-ndjson"
PAGE = "<title>Rain returns</title><h1>Rain returns</h1><p>After nine dry weeks the first rain fell on page {}.</p>"
# Slow work: about 30 ms without sanitizers.
SLOW = {"html": "<p>many words, " * 60000, "include": ["text"], "options": {"algorithm": "auto"}}
LARGE = "64MiB"


def small(number):
    return {"id": f"item {number}", "html": PAGE.format(number)}


def lines_of(items):
    return "".join(json.dumps(item) + "\n" for item in items).encode()


def strip(result):
    return {k: v for k, v in result.items() if k not in ("id", "timings_ms", "request_id", "instance")}


def post(server, body, kind=JSON, accept=None, query="", **headers):
    headers["Content-Type"] = kind
    if accept:
        headers["Accept"] = accept
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return server.request("POST", PATH + query, body, headers)


def answer(reply, status=200):
    """The results and the summary of a reply in either form."""
    assert reply.status == status, (reply.status, reply.body[:300])
    if reply.headers.get_content_type() == JSON:
        whole = json.loads(reply.body)
        assert set(whole) == {"results", "summary"}, whole.keys()
        return whole["results"], whole["summary"]
    *results, last = [json.loads(line) for line in reply.body.splitlines()]
    assert reply.body.endswith(b"\n") and set(last) == {"summary"}, last
    return results, last["summary"]


def differ(found, wanted):
    return [] if found == wanted else [f"{str(found)[:400]}, not {str(wanted)[:400]}"]


# --------------------------------------------------------------------------------------------- results
def same_as_alone(server, accept):
    items = [small(i) for i in range(60)]
    items[7] = {"id": "bad", "html": 5}
    items[8] = {"id": "unknown", "html": "a", "more": 1}
    items[9] = [1]
    items[10] = {"id": "r2l", "html": PAGE, "options": {"algorithm": "r2l", "params": {"gap": 3}}, "include": ["ranges"]}
    results, summary = answer(post(server, {"items": items}, accept=accept))
    problems = differ(summary, {"ok": 57, "failed": 3})
    if accept == JSON:
        problems += differ([r["index"] for r in results], list(range(60)))
    by_index = {r["index"]: r for r in results}
    for index, item in enumerate(items):
        alone = item if isinstance(item, list) else {k: v for k, v in item.items() if k != "id"}
        reply = server.extract(alone)
        found = by_index[index]
        problems += differ((found["status"], found["id"]),
                           (reply.status, None if isinstance(item, list) else item["id"]))
        problems += differ(strip(found.get("result") or found["problem"]), strip(json.loads(reply.body)))
    return problems


def forms(server):
    """Accept selects the form; by default it is the form of the body."""
    problems = []
    items = [small(i) for i in range(3)]
    for kind, accept, wanted in ((JSON, None, JSON), (LINES, None, LINES), (LINES, "*/*", LINES), (JSON, "*/*", JSON),
                                 (JSON, LINES, LINES), (LINES, JSON, JSON), (LINES, f"{JSON}, {LINES}", JSON),
                                 (JSON, f"{LINES}, {JSON}", LINES), (LINES, "application/*", LINES)):
        reply = post(server, lines_of(items) if kind == LINES else {"items": items}, kind, accept)
        problems += differ(reply.headers.get_content_type(), wanted)
        problems += differ(answer(reply)[1], {"ok": 3, "failed": 0})
    for accept in ("text/html", "application/x-ndjson;q=0", "text/plain"):
        problems += differ(post(server, {"items": items}, accept=accept).status, 406)
    return problems


def line_shapes(server):
    good = b'{"html":"<p>one"}'
    problems = []
    for body, indexes in ((good + b"\n" + good, [0, 1]), (good + b"\r\n" + good + b"\r\n", [0, 1]),
                          (b"\n \t\r\n" + good + b"\n\n\n" + good + b"\n\n", [2, 5]), (b"\n\n", []),
                          (b"\xef\xbb\xbf" + good, [0])):
        results, summary = answer(post(server, body, LINES))
        problems += differ((sorted(r["index"] for r in results), summary["failed"]), (indexes, 0))
    results, summary = answer(post(server, good + b"\n{\xff\n" + good[:-1], LINES, JSON))
    problems += differ([(r["status"], (r.get("problem") or {}).get("line")) for r in results],
                       [(200, None), (400, 2), (400, 3)])
    return problems


def refusals(server):
    problems = []
    for body, status, needle in (
            (b"", 400, "empty-body"), (b"{", 400, "invalid-json"), (b"[]", 400, "invalid-request"),
            (b"{} x", 400, "invalid-json"), (b"{}", 400, "items is required"), (b'{"items":{}}', 400, "#/items"),
            (b'{"items":[{}', 400, "invalid-json"), (b'{"items":[{},]}', 400, "invalid-json"),
            (b'{"items":[{} {}]}', 400, "line 1, column 14"), (b'{"items":[]\n,"items":[]}', 400, "line 2"),
            (b'{"items":["a\\"]}', 400, "invalid-json"), (b'{"items":[],"nonsense":1}', 400, "#/nonsense"),
            (b'{"items":[],"include":["nonsense"]}', 400, "#/include/0"),
            (b'{"items":[],"options":{"algorithm":"nosuch"}}', 400, "#/options/algorithm"),
            (b'{"items":[],"options":{"algorithm"}}', 400, "invalid-json"),
            (b'{"items":[' + b",".join([b"{}"] * 11) + b"]}", 413, "#/items/10 is one item too many: limits.batch_max_items is 10.")):
        reply = post(server, body)
        if reply.status != status or needle.encode() not in reply.body:
            problems.append(f"{body[:40]!r}: {reply.status} {reply.body[:300]!r}")
    for query, body in (("?include=nonsense", b"{}"), ("?nonsense=1", b"{}"), ("?url=http://a/", b"{}")):
        problems += differ(post(server, body, LINES, query=query).status, 400)
    problems += differ(post(server, {"items": []}, query="?include=text").status, 400)
    # Lines have no such limit.
    problems += differ(answer(post(server, b"{}\n" * 11, LINES))[1], {"ok": 0, "failed": 11})
    return problems + differ(answer(post(server, b"\n" * 50 + b"{}\n" * 10, LINES))[1], {"ok": 0, "failed": 10})


def defaults(server):
    items = [{"html": PAGE}, {"html": PAGE, "include": ["text"], "options": None},
             {"html": PAGE, "options": {"algorithm": "dana"}}]
    wanted = [("r2l", True, False), ("r2l", False, True), ("dana", True, False)]
    problems = []
    shared = {"include": ["ranges"], "options": {"algorithm": "r2l", "params": {"gap": 7}, "fetch": {"timeout_ms": 1000}}}
    for reply in (post(server, {"items": items, **shared}),
                  post(server, lines_of(items), LINES, JSON, "?include=ranges&algorithm=r2l&params.gap=7")):
        found = [(r["result"]["algorithm"]["id"], r["result"]["content"] is None, r["result"]["ranges"] is None)
                 for r in answer(reply)[0]]
        problems += differ(found, wanted)
    for reply in (post(server, {"items": items[:2], "options": {"select": ["h2"], "remove": "p"}}),
                  post(server, lines_of(items[:2]), LINES, JSON, "?select=h2&remove=p")):
        found = [[w["code"] for w in r["result"]["warnings"]] for r in answer(reply)[0]]
        problems += differ(found, [["no-content", "selector-without-match"]] * 2)
    escaped = b'{"\\u0069tems":[{"h\\u0074ml":"a","\\u0069d":"x"}]}'
    results, _ = answer(post(server, escaped))
    return problems + differ((results[0]["status"], results[0]["id"]), (200, "x"))


def mutated(server):
    """Every body gets a response; a body that Python parses as a batch gets one result an item."""
    rng = random.Random(7)
    seeds = [json.dumps({"items": [small(1), {"html": "a\\\"]}{["}, {}, None, [1, [2]], "x,]"], "include": ["text"],
                         "options": {"params": {}}}).encode(), b'{"items":[{"id":"\\u0041"}]}', b' {"items" : [ ] } ']
    problems, valid = [], 0
    for _ in range(400):
        body = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(0, 2)):
            at = rng.randrange(len(body))
            body[at:at + rng.randint(0, 2)] = bytes(rng.choices(b'{}[]",:\\ \n\0x1\xff', k=rng.randint(0, 2)))
        reply = post(server, bytes(body) or b" ")
        try:
            parsed = json.loads(body, object_pairs_hook=pairs_once)
            items = parsed.get("items") if isinstance(parsed, dict) and set(parsed) <= {"items", "include", "options"} else None
        except ValueError:
            items = None
        if reply.status not in (200, 400) or (reply.status == 200) != ("summary" in json.loads(reply.body)):
            problems.append(f"{bytes(body)!r}: {reply.status}")
        elif isinstance(items, list) and parsed.get("include", ["text"]) == ["text"] and not parsed.get("options", {}).get("params"):
            valid += 1
            if reply.status == 200:
                problems += differ(len(json.loads(reply.body)["results"]), len(items))
            elif b"#/options" not in reply.body:
                problems.append(f"{bytes(body)!r}: {reply.body[:300]!r}")
    return problems + ([] if valid > 100 else [f"only {valid} were batches"])


def pairs_once(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("twice")
    return dict(pairs)


def compressed(server):
    items = [small(i) for i in range(10)]
    problems = []
    for kind, body in ((JSON, json.dumps({"items": items}).encode()), (LINES, lines_of(items))):
        reply = post(server, gzip.compress(body), kind, **{"Content-Encoding": "gzip"})
        problems += differ(answer(reply)[1], {"ok": 10, "failed": 0})
    return problems + differ(post(server, gzip.compress(b" " * (1 << 27)), **{"Content-Encoding": "gzip"}).status, 413)


def old_client(server):
    """HTTP/1.0 has no chunks: the response ends with the connection."""
    body = json.dumps({"items": [small(i) for i in range(20)]}).encode()
    reply = server.raw(f"POST {PATH} HTTP/1.0\r\nHost: a\r\nContent-Type: {JSON}\r\nContent-Length: {len(body)}\r\n\r\n"
                       .encode() + body, "POST")
    return differ(answer(reply)[1], {"ok": 20, "failed": 0}) + differ(reply.headers["Transfer-Encoding"], None)


def kept_connection(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    problems = []
    for i in range(20):
        connection.request("POST", PATH, lines_of(small(k) for k in range(i)) or b"\n", {"Content-Type": LINES})
        response = connection.getresponse()
        reply = harness.Reply(response.status, response.headers, response.read())
        problems += differ(answer(reply)[1], {"ok": i, "failed": 0})
    connection.close()
    return problems


# ------------------------------------------------------------------------------------------- streaming
class Stream:
    """A batch whose response is read piece by piece."""

    def __init__(self, server, body, kind=LINES, buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", server.port))
        self.socket.sendall(f"POST {PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}"
                            "\r\n\r\n".encode() + body)

    def response(self):
        response = http.client.HTTPResponse(self.socket, method="POST")
        response.begin()
        return response

    def close(self):
        self.socket.close()


def results_come_as_they_are_done(server):
    """Of a slow and a quick item the quick one comes first, while the slow one is processed."""
    slow = dict(SLOW, html=SLOW["html"] * 3)
    took = 0
    for _ in range(20):  # a client that is not scheduled in time sees both at once
        stream = Stream(server, lines_of([slow, small(1)]))
        response = stream.response()
        first = json.loads(response.readline())
        early = time.monotonic()
        second = json.loads(response.readline())
        took = time.monotonic() - early
        last = json.loads(response.readline())
        stream.close()
        problems = differ((first["index"], second["index"], last), (1, 0, {"summary": {"ok": 2, "failed": 0}}))
        if problems or took > .02:
            return problems
    return [f"the slow one came {took} s later"]


def resident_kib(server):
    with open(f"/proc/{server.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


def slow_reader(tally):
    """Results of about 50 MB that nobody reads: the server stops processing them, and serves others."""
    environment = os.environ.get("ASAN_OPTIONS", "")
    os.environ["ASAN_OPTIONS"] = environment + ":quarantine_size_mb=0"
    server = harness.Server(DANAD_WORKERS="2", DANAD_BATCH_MAX_ITEMS="1000", DANAD_WRITE_TIMEOUT="600s")
    os.environ["ASAN_OPTIONS"] = environment
    html = "<p>" + "many words " * 5000
    body = lines_of([{"html": html, "include": ["text", "source"]}] * 100)
    streams = []
    try:
        answer(post(server, body, LINES))
        before = resident_kib(server)
        streams = [Stream(server, body, buffer=4096) for _ in range(4)]
        time.sleep(1.5)
        held = resident_kib(server) - before
        # Bodies 4 x 5.5 MB; results 4 x BATCH_INFLIGHT (4) x 110 kB; sockets' buffers are the kernel's.
        limit = 48 * 1024 * (4 if harness.has_thread_sanitizer() else 1)
        tally.check("results do not pile up", [] if held < limit else [f"{held} KiB more, of 44 MB of results"])
        print(f"4 slow readers of 100 results of 110 kB: {held} KiB more")
        reply = server.extract({"html": PAGE})  # nobody has read anything yet
        tally.check("others are served meanwhile", differ(reply.status, 200))
        for stream in streams:
            response = stream.response()
            reply = harness.Reply(response.status, response.headers, response.read())
            tally.check("a slow reader gets all in the end", differ(answer(reply)[1], {"ok": 100, "failed": 0}))
    finally:
        for stream in streams:
            stream.close()
        tally.check("slow readers: exit status", differ(server.stop(), 0))


def leaving_client(server):
    """When the client has disconnected the rest of its batch is not processed; another request is served soon."""
    stream = Stream(server, lines_of([SLOW] * 50))
    json.loads(stream.response().readline())
    stream.close()
    end = time.monotonic() + 60
    logged = None
    while logged is None and time.monotonic() < end:
        time.sleep(.05)
        logged = next((e for e in map(json.loads, list(server.log)) if e["msg"] == "batch" and e["items"] == 50), None)
    reply = server.extract({"html": PAGE})
    return differ(reply.status, 200) + ([] if logged and logged["ok"] < 30 else [str(logged)])


def fairness(tally):
    """With one worker a single request waits for a few items of a batch, not for all."""
    server = harness.Server(DANAD_WORKERS="1", DANAD_QUEUE_TIMEOUT="60s", DANAD_MAX_BODY_BYTES=LARGE)
    done = {}
    count = 12 if harness.has_thread_sanitizer() else 40

    def run_batch():
        done["results"] = answer(post(server, {"items": [SLOW] * count}))
        done["at"] = time.monotonic()

    thread = threading.Thread(target=run_batch)
    try:
        thread.start()
        time.sleep(.2)
        waits = []
        while thread.is_alive():
            started = time.monotonic()
            server.extract({"html": PAGE})
            waits.append((time.monotonic() - started, time.monotonic()))
        thread.join()
        between = [w for w, at in waits if at < done["at"]]
        tally.check("a batch does not starve others", differ(done["results"][1], {"ok": count, "failed": 0}) + (
            [] if len(between) >= 5 else [f"only {len(between)} single requests beside {count} items"]))
    finally:
        tally.check("fairness: exit status", differ(server.stop(), 0))


def crowded(tally):
    """A queue with one slot: items wait for it, and each gets a result; a second batch is rejected."""
    server = harness.Server(DANAD_WORKERS="1", DANAD_QUEUE_SIZE="1", DANAD_MAX_BODY_BYTES=LARGE,
                            DANAD_QUEUE_TIMEOUT="2s")
    stop = threading.Event()

    def others():
        while not stop.is_set():
            server.extract({"html": PAGE})

    threads = [threading.Thread(target=others) for _ in range(4)]
    try:
        for thread in threads:
            thread.start()
        statuses = set()
        for _ in range(3):
            reply = post(server, {"items": [small(i) for i in range(30)]})
            if reply.status == 503:
                continue
            results, summary = answer(reply)
            tally.check("a full queue: all results", differ([r["id"] for r in results], [f"item {i}" for i in range(30)]))
            statuses |= {r["status"] for r in results}
        tally.check("a full queue: statuses", [] if statuses <= {200, 503} else [str(statuses)])
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    slow = Stream(server, lines_of([SLOW] * 20))
    json.loads(slow.response().readline())
    reply = post(server, {"items": []})
    tally.check("too many batches", differ(reply.status, 503) + ([] if reply.headers["Retry-After"] else ["no Retry-After"]))
    slow.close()
    tally.check("crowded: exit status", differ(server.stop(), 0))


def many_at_once(tally):
    server = harness.Server(DANAD_WORKERS="3", DANAD_QUEUE_SIZE="1000")
    problems = []

    def client(number):
        for turn in range(4):
            kind = (number + turn) % 3
            items = [small(i) for i in range(10 + number)]
            reply = post(server, lines_of(items) if kind else {"items": items}, LINES if kind else JSON,
                         [None, JSON, LINES][kind])
            problems.extend(differ(answer(reply)[1], {"ok": 10 + number, "failed": 0}))
            if kind == 1:
                stream = Stream(server, lines_of(items))
                stream.socket.recv(10)
                stream.close()

    threads = [threading.Thread(target=client, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally.check("many batches at once", problems)
    tally.check("many batches: exit status", differ(server.stop(), 0))


# --------------------------------------------------------------------------------------------- fetching
def fetching(tally):
    site = upstream.Site()
    server = harness.Server(DANAD_WORKERS="2", DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32", DANAD_FETCH_TIMEOUT="60s",
                            DANAD_FETCH_PORTS=f"80,{site.port}")
    try:
        paths = ["/page", "/silent", "/status/404", "/hop/1", "/loop", "/type/image+png", "/arabic"]
        items = [{"id": p, "url": site.url(p), "include": ["text"]} for p in paths]
        items[1]["options"] = {"fetch": {"timeout_ms": 500}}
        items += [{"url": "http://10.0.0.1/"}, {"url": "nonsense"}, small(1)]
        items += [{"url": site.url("/page"), "options": {"fetch": {"timeout_ms": 59000}}} for _ in range(40)]
        wanted = [200, 504, 502, 200, 502, 422, 200, 403, 400, 200] + [200] * 40
        for accept in (JSON, LINES):
            results, _ = answer(post(server, {"items": items}, accept=accept))
            results.sort(key=lambda r: r["index"])
            tally.check(f"pages from URLs as {accept}", differ([r["status"] for r in results], wanted) + differ(
                results[3]["result"]["url"]["redirects"], 1))
            tally.check("a problem of a fetch", differ(results[2]["problem"]["upstream"], {"status": 404}))
    finally:
        tally.check("fetching: exit status", differ(server.stop(), 0))
        site.stop()
    server = harness.Server(DANAD_FETCH="off")
    results, _ = answer(post(server, {"items": [{"url": "http://a.example/"}]}))
    tally.check("a server that does not fetch", differ(results[0]["problem"]["code"], "feature-disabled"))
    server.stop()


def time_to_read(tally):
    """WRITE_TIMEOUT applies to each result: a reader that stops is disconnected, a long batch is not."""
    site = upstream.Site()
    server = harness.Server(DANAD_WORKERS="1", DANAD_BATCH_INFLIGHT="1", DANAD_FETCH_TIMEOUT="700ms",
                            DANAD_WRITE_TIMEOUT="1s", DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32",
                            DANAD_FETCH_PORTS=str(site.port), DANAD_BATCH_MAX_ITEMS="1000")
    try:
        results, _ = answer(post(server, {"items": [{"url": site.url("/silent")}] * 5}))
        tally.check("a batch of several times WRITE_TIMEOUT", differ([r["status"] for r in results], [504] * 5))
        html = "<p>" + "many words " * 50000
        stream = Stream(server, lines_of([{"html": html, "include": ["text", "source"]}] * 15), buffer=4096)
        end = time.monotonic() + 100
        while not any('"batch"' in line and '"items":15' in line for line in list(server.log)) and \
                time.monotonic() < end:
            time.sleep(.1)
        try:
            got = b"".join(iter(lambda: stream.socket.recv(1 << 20), b""))
            problems = [f"{len(got)} bytes"] if b'"summary"' in got else []
        except ConnectionError:
            problems = []
        stream.close()
        tally.check("a reader that stops", problems)
        tally.check("others after it", differ(server.extract({"html": PAGE}).status, 200))
    finally:
        tally.check("time to read: exit status", differ(server.stop(), 0))
        site.stop()


# -------------------------------------------------------------------------------------------- shutdown
def draining(tally):
    """Batches in progress are finished."""
    server = harness.Server(DANAD_WORKERS="2", DANAD_MAX_BODY_BYTES=LARGE, DANAD_DRAIN_TIMEOUT="100s")
    stream = Stream(server, lines_of([SLOW] * 12))
    response = stream.response()
    json.loads(response.readline())
    server.ask_to_stop()
    rest = response.read().splitlines()
    stream.close()
    tally.check("a batch is finished while draining", differ(json.loads(rest[-1]), {"summary": {"ok": 12, "failed": 0}}))
    tally.check("draining: exit status", differ(server.stop(), 0))


def drain_time_over(tally, fetch_timeout, drain_timeout, first):
    """Items that cannot be finished in time get a 503, also those that are being fetched."""
    site = upstream.Site()
    server = harness.Server(DANAD_WORKERS="1", DANAD_BATCH_INFLIGHT="1", DANAD_FETCH_TIMEOUT=fetch_timeout,
                            DANAD_DRAIN_DELAY="0s", DANAD_DRAIN_TIMEOUT=drain_timeout,
                            DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32", DANAD_FETCH_PORTS=str(site.port))
    items = [{"id": i, "url": site.url("/silent")} for i in range(12)] + [small(1)]
    stream = Stream(server, json.dumps({"items": items}).encode(), JSON)
    end = time.monotonic() + 60
    while not any(path == "/silent" for path, _ in site.asked) and time.monotonic() < end:
        time.sleep(.02)
    server.ask_to_stop()
    response = stream.response()
    results, summary = answer(harness.Reply(response.status, response.headers, response.read()))
    stream.close()
    statuses = [r["status"] for r in results]
    tally.check(f"drain time over, {fetch_timeout}", differ([r["id"] for r in results], list(range(12)) + ["item 1"]) + (
        [] if statuses[0] == first and statuses[-1] == 503 and set(statuses) <= {503, 504} else [str(statuses)]) + differ(
            results[-1].get("problem", {}).get("code"), "draining") + differ(summary, {"ok": 0, "failed": 13}))
    tally.check("drain time over: exit status", differ(server.stop(), 0))
    site.stop()


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    tally = harness.Tally()
    server = harness.Server(DANAD_WORKERS="2", DANAD_PROCESS_TIMEOUT="60s", DANAD_MAX_BODY_BYTES=LARGE)
    try:
        tally.run("the same as alone, JSON", same_as_alone, server, JSON)
        tally.run("the same as alone, lines", same_as_alone, server, LINES)
        tally.run("forms", forms, server)
        tally.run("lines", line_shapes, server)
        tally.run("defaults", defaults, server)
        tally.run("mutated", mutated, server)
        tally.run("compressed", compressed, server)
        tally.run("HTTP/1.0", old_client, server)
        tally.run("a kept connection", kept_connection, server)
        tally.run("as they are done", results_come_as_they_are_done, server)
        tally.run("a client that leaves", leaving_client, server)
    finally:
        tally.check("exit status", differ(server.stop(), 0))
    few = harness.Server(DANAD_BATCH_MAX_ITEMS="10", DANAD_WORKERS="1")
    tally.run("refusals", refusals, few)
    few.stop()
    slow_reader(tally)
    fairness(tally)
    crowded(tally)
    many_at_once(tally)
    fetching(tally)
    time_to_read(tally)
    draining(tally)
    drain_time_over(tally, "1s", "6s", 504)
    drain_time_over(tally, "60s", "2s", 503)  # libcurl itself aborts it after 5 s
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
