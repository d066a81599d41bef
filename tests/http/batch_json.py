#!/usr/bin/env python3
"""POST /v1/extract/batch with JSON that is longer than MAX_BODY_BYTES: its items are answered while it comes.

The same body is sent to a server that reads it as a whole, and both answers are compared byte by byte.

Environment: DANAD_BIN the binary.
"""

import http.client
import json
import random
import re
import socket
import sys
import threading
import time

import harness

PATH = "/v1/extract/batch"
LIMIT = 65536
ITEMS_MAX = 30
TIMINGS = re.compile(rb'"timings_ms":{[^}]*}')
ID = "5c2ab0de-0000-4000-8000-000000000001"
PAGE = "<title>Rain returns</title><h1>Rain \\\"returns\\\"</h1><p>After nine [dry] weeks the first } rain fell on {}.\\\\</p>"


def differ(found, wanted):
    return [] if found == wanted else [f"{str(found)[:400]}, not {str(wanted)[:400]}"]


def item(number, more=0):
    return ('{"id":%d,"html":"%s"}' % (number, PAGE.replace("{}", str(number)) + " " * more)).encode()


def body_of(items, front=b'"include":["text","headline"],', behind=b"", pad=3 * LIMIT):
    """A batch of at least `pad` bytes."""
    text = b"{" + front + b'"items":[' + b",\n ".join(items) + b"]" + behind
    return text + b" " * max(0, pad - len(text) - 1) + b"}"


class Sender:
    """A body that is sent in pieces and whose answer is read meanwhile."""

    def __init__(self, server, length, query="", **headers):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        headers = {"Host": "a", "Content-Type": "application/json", "Content-Length": str(length), "X-Request-Id": ID, **headers}
        self.socket.sendall((f"POST {PATH}{query} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
                             + "\r\n").encode())
        self._response = None

    def send(self, data):
        self.socket.sendall(data)

    @property
    def response(self):
        if self._response is None:
            self._response = http.client.HTTPResponse(self.socket, method="POST")
            self._response.begin()
        return self._response

    def close(self):
        if self._response is not None:
            self._response.close()
        self.socket.close()


def ask(server, body, pieces=None, query="", **headers):
    """Status, the whole answer, and whether the connection is closed."""
    sender = Sender(server, len(body), query, **headers)

    def send():
        at = 0
        while at < len(body):
            size = pieces() if pieces is not None else len(body)
            sender.send(body[at:at + size])
            at += size
    thread = threading.Thread(target=send)
    thread.start()
    text = sender.response.read()
    thread.join()
    sender.close()
    return sender.response.status, TIMINGS.sub(b'"timings_ms":0', text), sender.response.getheader("Connection")


def results_of(server, body):
    status, text, _ = ask(server, body)
    answer = json.loads(text)
    return status, {r["index"]: r for r in answer["results"]}, answer["summary"]


def same_as_the_whole(server, whole):
    problems = []
    shapes = [body_of([item(i, 9000) for i in range(25)]), body_of([item(i) for i in range(3)]), body_of([]),
              b"\xef\xbb\xbf" + body_of([item(0), b"5", b'"a"', b"[[1]]", b"null", b'{"html":1}', b'{"html":"a","html":"b"}',
                                         b'{"html":"a" "b"}', b"nonsense", item(9)], b'"options" : {"algorithm": "r2l"} ,')]
    for body in shapes:
        wanted = ask(whole, body)
        problems += differ(wanted[0], 200)
        for pieces in (None, lambda: random.randint(1, 9000)):
            found = ask(server, body, pieces)
            problems += differ(found[:2], wanted[:2]) + differ(found[2], "close")
    found = sorted(ask(server, shapes[0], Accept="application/x-ndjson")[1].splitlines())
    return problems + differ(found, sorted(ask(whole, shapes[0], Accept="application/x-ndjson")[1].splitlines()))


def refused_as_the_whole(server, whole):
    """What stands in front of the items is judged before anything is answered."""
    problems = []
    fronts = [b'"include":["nonsense"],', b'"nonsense":{"items":[1]},', b'"include":[],"include":[],',
              b'"options":{"params":{"gap":-1}},', b'"include" ["text"],', b"5,", b'"incl\\u0075de":"items",']
    bodies = [body_of([item(0)], front) for front in fronts]
    bodies += [text + b" " * (3 * LIMIT) for text in (b'{"items":5}', b'{"items":{"items":[]}}', b'{"include":["text"]}',
                                                      b"{}", b"{]", b"nonsense")]
    bodies += [b"[" + b",".join([item(0, 9000)] * 9) + b"]"]
    for body in bodies:
        wanted, found = ask(whole, body), ask(server, body)
        problems += differ(wanted[0], 400) + differ(found[:2], wanted[:2]) + differ(found[2], "close")
    body = body_of([item(0)])
    problems += differ(ask(server, body, query="?include=text")[:2], ask(whole, body, query="?include=text")[:2])
    for body in (body_of([item(0)], b'"options":"%s",' % (b"x" * 300000)), b'{"include":["text"' + b" " * (3 * LIMIT)):
        status, text, _ = ask(server, body)
        problems += differ((status, json.loads(text)["code"], json.loads(text)["limit"]), (413, "body-too-large", LIMIT))
    for headers, wanted in (({"Accept": "text/html"}, 406), ({"Content-Encoding": "gzip"}, 413)):
        sender = Sender(server, 3 * LIMIT, **headers)
        sender.send(b" " * (3 * LIMIT))
        problems += differ(sender.response.status, wanted)
        sender.close()
    return problems + differ(server.request("POST", "/v1/extract", body, {"Content-Type": "application/json"}).status, 413)


def items_that_cannot_be_read(server, _):
    """Each is told at its place; those before it, and those after one that is too long, are answered."""
    few = [item(i) for i in range(3)]
    limit = {"code": "body-too-large", "limit": LIMIT, "detail": f"#/items/1 has more than {LIMIT} bytes."}
    many = {"code": "too-many-items", "limit": ITEMS_MAX,
            "detail": f"#/items/{ITEMS_MAX} is one item too many: limits.batch_max_items is {ITEMS_MAX}."}
    cases = [
        (body_of([item(0), item(1, 2 * LIMIT), item(2)]), 1, 413, limit, 3),
        (body_of([item(i, 9000) for i in range(ITEMS_MAX + 20)]), ITEMS_MAX, 413, many, ITEMS_MAX + 1),
        (body_of(few, b"", b',"include":["text"]'), 3, 400, {"code": "invalid-request"}, 4),
        (body_of(few, b"", b',"items":[]'), 3, 400, {"code": "invalid-request"}, 4),
        (body_of(few + [b""]), 3, 400, {"code": "invalid-json"}, 4),
        (body_of([b""] + few), 0, 400, {"code": "invalid-json"}, 1),
        (body_of(few).replace(b",\n", b"\n", 1), 1, 400, {"code": "invalid-json"}, 2),
        (body_of(few, behind=b"]"), 3, 400, {"code": "invalid-json"}, 4),
        (body_of(few) + b"}", 3, 400, {"code": "invalid-json"}, 4),
        (body_of(few)[:-1] + b" ", 3, 400, {"code": "invalid-json"}, 4),
        (body_of([])[:-1].replace(b"]  ", b"") + b'{"html":"a', 0, 400, {"code": "invalid-json"}, 1),
    ]
    problems = []
    for body, index, status, wanted, count in cases:
        whole_status, results, summary = results_of(server, body)
        result = results.get(index, {})
        problems += differ((whole_status, len(results), result.get("status")), (200, count, status))
        problems += differ({name: result.get("problem", {}).get(name) for name in wanted}, wanted)
        problems += differ(summary, {"ok": count - 1, "failed": 1})
    return problems


def results_come_while_items_are_sent(server, _):
    items = [item(i) for i in range(5)]
    body = body_of(items)
    sender = Sender(server, len(body), Accept="application/x-ndjson")
    at = 0
    problems = []
    for i, text in enumerate(items):
        end = body.index(text) + len(text)
        sender.send(body[at:end])
        at = end
        found = json.loads(sender.response.readline())  # before the next one is sent
        problems += differ((found["index"], found["id"], found["status"]), (i, i, 200))
    sender.send(body[at:])
    problems += differ(json.loads(sender.response.read()), {"summary": {"ok": 5, "failed": 0}})
    sender.close()
    return problems


def is_asked_for(server, _):
    body = body_of([item(0)])
    sender = Sender(server, len(body), Expect="100-continue")
    got = sender.socket.recv(25)
    sender.send(body)
    problems = differ(got, b"HTTP/1.1 100 Continue\r\n\r\n")
    problems += differ(json.loads(sender.response.read())["summary"], {"ok": 1, "failed": 0})
    sender.close()
    return problems


def clients_that_leave(server, _):
    body = body_of([item(0)])
    for end in (0, 3, body.index(b"[{") + 1, body.index(b"[{") + 5, body.rindex(b"]") + 1, len(body) - 5):
        sender = Sender(server, len(body))
        sender.send(body[:end])
        sender.close()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        text = server.request("GET", "/metrics").body.decode()
        value = next(line for line in text.splitlines() if line.startswith("danad_http_requests_in_flight"))
        if value.split()[-1] == "1":  # this one
            return differ(results_of(server, body)[2], {"ok": 1, "failed": 0})
        time.sleep(.02)
    return ["they are still there: " + value]


def slow_and_stopped(tally):
    """The front of the items must come within READ_TIMEOUT, and before the time to drain is over."""
    body = body_of([item(0)])
    server = harness.Server(DANAD_WORKERS="1", DANAD_READ_TIMEOUT="2s", DANAD_MAX_BODY_BYTES=str(LIMIT),
                            DANAD_DRAIN_TIMEOUT="400ms")
    sender = Sender(server, len(body))
    sender.send(body[:12])
    tally.check("the front does not come", differ(sender.response.status, 408))
    sender.close()
    sender = Sender(server, len(body))
    sender.send(body[:body.rindex(b"]") + 1])
    answer = json.loads(sender.response.read())
    tally.check("the end does not come", differ([r["status"] for r in answer["results"]], [200, 408])
                + differ(answer["summary"], {"ok": 1, "failed": 1}))
    sender.close()
    sender = Sender(server, len(body))
    sender.send(body[:12])
    server.wait_for_requests()
    server.ask_to_stop()
    tally.check("draining in front", [] if sender.response.status in (408, 503) else [str(sender.response.status)])
    sender.close()
    tally.check("slow: exit status", differ(server.stop(), 0))


def main():
    tally = harness.Tally()
    settings = {"DANAD_WORKERS": "2", "DANAD_BATCH_MAX_ITEMS": str(ITEMS_MAX), "DANAD_QUEUE_SIZE": "100"}
    server = harness.Server(DANAD_MAX_BODY_BYTES=str(LIMIT), **settings)
    whole = harness.Server(**settings)
    try:
        for check in (same_as_the_whole, refused_as_the_whole, items_that_cannot_be_read, results_come_while_items_are_sent,
                      is_asked_for, clients_that_leave):
            tally.run(check.__name__.replace("_", " "), check, server, whole)
    finally:
        tally.check("exit status", differ((server.stop(), whole.stop()), (0, 0)))
    slow_and_stopped(tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
