#!/usr/bin/env python3
"""POST /v1/extract/batch with lines that are answered while they come: bodies of any length or none declared.

Environment: DANAD_BIN the binary.
"""

import gzip
import http.client
import json
import socket
import sys
import threading
import time

import harness

PATH = "/v1/extract/batch"
LINES = "application/x-ndjson"
PAGE = "<title>Rain returns</title><h1>Rain returns</h1><p>After nine dry weeks the first rain fell on page {}.</p>"
LIMIT = 65536


def differ(found, wanted):
    return [] if found == wanted else [f"{str(found)[:400]}, not {str(wanted)[:400]}"]


def line(number, more=0):
    return json.dumps({"id": number, "html": PAGE.format(number) + " " * more, "include": ["text"]}).encode() + b"\n"


class Sender:
    """A batch that is sent piece by piece, in chunks or with a length, and read meanwhile."""

    def __init__(self, server, length=None, query="", **headers):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.chunked = length is None
        headers = {"Host": "a", "Content-Type": LINES, **headers}
        headers.update({"Transfer-Encoding": "chunked"} if self.chunked else {"Content-Length": str(length)})
        self.socket.sendall((f"POST {PATH}{query} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
                             + "\r\n").encode())
        self._response = None

    def send(self, data):
        self.socket.sendall(b"%x;x=y\r\n%s\r\n" % (len(data), data) if self.chunked else data)

    def end(self):
        if self.chunked:
            self.socket.sendall(b"0\r\nX: y\r\n\r\n")

    @property
    def response(self):
        if self._response is None:
            self._response = http.client.HTTPResponse(self.socket, method="POST")
            self._response.begin()
        return self._response

    def result(self):
        return json.loads(self.response.readline())

    def rest(self):
        found = [json.loads(text) for text in self.response.read().splitlines()]
        self.socket.close()
        return found


def statuses(results):
    return {r["index"]: r["status"] for r in results}


def results_come_while_lines_are_sent(server):
    problems = []
    sender = Sender(server)
    for i in range(5):
        sender.send(line(i))
        found = sender.result()  # before the next line is sent
        problems += differ((found["index"], found["id"], found["status"]), (i, i, 200))
    sender.end()
    return problems + differ(sender.rest(), [{"summary": {"ok": 5, "failed": 0}}])


def longer_than_any_body(server):
    body = b"".join(line(i, 20000) for i in range(200))  # 4 MB, 60 times MAX_BODY_BYTES
    problems = []
    for accept in (LINES, "application/json"):
        sender = Sender(server, len(body), Accept=accept)
        thread = threading.Thread(target=sender.send, args=(body,))
        thread.start()
        text = sender.response.read()
        thread.join()
        if accept == LINES:
            *results, last = [json.loads(t) for t in text.splitlines()]
        else:
            results, last = json.loads(text)["results"], {"summary": json.loads(text)["summary"]}
            problems += differ([r["index"] for r in results], list(range(200)))
        problems += differ(last, {"summary": {"ok": 200, "failed": 0}})
        problems += differ(sorted(r["index"] for r in results), list(range(200)))
        problems += differ(sender.response.getheader("Connection"), "close")
        sender.socket.close()
    logged = next(e for e in map(json.loads, reversed(list(server.log))) if e["msg"] == "batch")
    request = next(e for e in map(json.loads, reversed(list(server.log))) if e["msg"] == "request")
    return problems + differ((logged["items"], request["bytes_in"]), (200, len(body)))


def all_is_sent_before_anything_is_read(server):
    """As most clients do: results wait in the server, up to a limit."""
    body = b"".join(line(i, 20000) for i in range(100))
    reply = server.request("POST", PATH, body, {"Content-Type": LINES})
    return differ(json.loads(reply.body.splitlines()[-1]), {"summary": {"ok": 100, "failed": 0}})


def shapes(server):
    """Lines are the same however they are cut into chunks; blank ones count and are no items."""
    body = b"\r\n \t\n" + line(2) + line(3).replace(b"\n", b"\r\n") + b"{\n" + line(5) + b"\n" + line(7).rstrip()
    problems = []
    for size in (1, 7, 100, len(body)):
        sender = Sender(server)
        for at in range(0, len(body), size):
            sender.send(body[at:at + size])
        sender.end()
        *results, last = sender.rest()
        problems += differ(statuses(results), {2: 200, 3: 200, 4: 400, 5: 200, 7: 200})
        problems += differ(next(r["problem"]["line"] for r in results if r["index"] == 4), 5)
        problems += differ(last, {"summary": {"ok": 4, "failed": 1}})
    sender = Sender(server)
    sender.end()
    return problems + differ(sender.rest(), [{"summary": {"ok": 0, "failed": 0}}])


def a_line_that_is_too_long(server):
    sender = Sender(server)
    sender.send(line(0) + line(1, 2 * LIMIT) + line(2))
    sender.end()
    *results, last = sender.rest()
    problem = next(r["problem"] for r in results if r["index"] == 1)
    return (differ(statuses(results), {0: 200, 1: 413, 2: 200}) + differ(last, {"summary": {"ok": 2, "failed": 1}})
            + differ((problem["code"], problem["limit"], problem["detail"]),
                     ("body-too-large", LIMIT, f"Line 2 has more than {LIMIT} bytes.")))


def refusals(server):
    problems = []
    for query, headers, status in (("?nonsense=1", {}, 400), ("", {"Accept": "text/html"}, 406),
                                   ("", {"Content-Encoding": "br"}, 415)):
        for length in (None, 2 * LIMIT):
            sender = Sender(server, length, query, **headers)
            sender.send(b" " * (2 * LIMIT))
            sender.end()
            problems += differ(sender.response.status, status)
            sender.socket.close()
    sender = Sender(server, **{"Content-Encoding": "gzip"})  # is read as a whole
    sender.send(gzip.compress(line(0) + line(1)))
    sender.end()
    return problems + differ(sender.rest()[-1], {"summary": {"ok": 2, "failed": 0}})


def other_routes(server):
    """The connection is used again, as the body has passed."""
    problems = []
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for _ in range(2):
        connection.request("POST", "/v1/extract", iter([line(0)] * 3), {"Content-Type": LINES}, encode_chunked=True)
        response = connection.getresponse()
        response.read()
        problems += differ(response.status, 415)
    connection.close()
    return problems


def is_asked_for(server):
    sender = Sender(server, 3 * LIMIT, Expect="100-continue")
    got = sender.socket.recv(25)
    body = line(0)
    sender.send(body + b"\n" * (3 * LIMIT - len(body)))
    problems = differ(got, b"HTTP/1.1 100 Continue\r\n\r\n")
    return problems + differ(sender.rest()[-1], {"summary": {"ok": 1, "failed": 0}})


def broken_chunks(server):
    sender = Sender(server)
    sender.send(line(0))
    sender.socket.sendall(b"nonsense\r\n")
    *results, last = sender.rest()
    return differ(statuses(results), {0: 200, 1: 400}) + differ(last, {"summary": {"ok": 1, "failed": 1}})


def a_client_that_leaves(server):
    sender = Sender(server)
    sender.send(line(0) + b'{"html":')
    sender.result()
    sender.response.close()
    sender.socket.close()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        entries = [json.loads(text) for text in list(server.log)]
        if any(e["msg"] == "batch" and e["items"] == 1 for e in entries):
            return differ(server.extract({"html": PAGE}).status, 200)
        time.sleep(.02)
    return ["it is still there"]


def back_pressure(server):
    """Nobody reads: the server stops reading too, and goes on when somebody does."""
    sender = Sender(server)
    sender.socket.settimeout(1)
    big = json.dumps({"html": "<p>" + "many words " * 5000, "include": ["text", "source"]}).encode() + b"\n"
    sent = 0
    try:
        while sent < 1000:
            sender.send(big)
            sent += 1
    except TimeoutError:
        pass
    sender.socket.settimeout(60)
    with open(f"/proc/{server.pid}/status", encoding="ascii") as file:
        resident = next(int(text.split()[1]) for text in file if text.startswith("VmRSS:"))
    print(f"nobody reads: {sent} lines of 55 kB were taken, {resident} KiB in memory")
    for _ in range(sent - 1):  # of the last one only a part may have come
        sender.result()
    sender.response.close()
    sender.socket.close()
    return [] if sent < 900 else [f"{sent} lines were taken"]


def silence(tally):
    server = harness.Server(DANAD_WORKERS="1", DANAD_READ_TIMEOUT="2s")
    sender = Sender(server)
    for i in range(3):
        sender.send(line(i))
        sender.result()
        time.sleep(.8)  # longer than READ_TIMEOUT in all
    sender.send(b'{"html":')
    results = sender.rest()
    tally.check("silence ends a batch", differ([(r.get("index"), r.get("status")) for r in results[:-1]], [(3, 408)])
                + differ(results[-1], {"summary": {"ok": 3, "failed": 1}}))
    tally.check("silence: exit status", differ(server.stop(), 0))


def draining(tally):
    server = harness.Server(DANAD_WORKERS="1", DANAD_DRAIN_TIMEOUT="3s")
    sender = Sender(server)
    sender.send(line(0))
    sender.result()
    server.ask_to_stop()
    sender.send(line(1))
    found = sender.result()
    tally.check("lines go on while draining", differ((found["index"], found["status"]), (1, 200)))
    *results, last = sender.rest()
    tally.check("drain time over", differ([(r["index"], r["problem"]["code"]) for r in results], [(2, "draining")])
                + differ(last, {"summary": {"ok": 2, "failed": 1}}))
    tally.check("draining: exit status", differ(server.stop(), 0))


def limited(tally):
    """Lines are charged as they come: the batch goes at its client's pace."""
    server = harness.Server(DANAD_WORKERS="1", DANAD_RATE_LIMIT="10", DANAD_RATE_BURST="3")
    began = time.monotonic()
    sender = Sender(server)
    sender.send(b"".join(line(i) for i in range(12)))
    sender.end()
    last = sender.rest()[-1]
    took = time.monotonic() - began
    tally.check("a limited batch", differ(last, {"summary": {"ok": 12, "failed": 0}}) + (
        [] if .6 < took < 10 else [f"{took} s"]))
    tally.check("limited: exit status", differ(server.stop(), 0))


def main():
    tally = harness.Tally()
    server = harness.Server(DANAD_WORKERS="2", DANAD_MAX_BODY_BYTES=str(LIMIT), DANAD_QUEUE_SIZE="100")
    try:
        for check in (results_come_while_lines_are_sent, longer_than_any_body, all_is_sent_before_anything_is_read, shapes,
                      a_line_that_is_too_long, refusals, other_routes, is_asked_for, broken_chunks, a_client_that_leaves,
                      back_pressure):
            tally.run(check.__name__.replace("_", " "), check, server)
    finally:
        tally.check("exit status", differ(server.stop(), 0))
    silence(tally)
    draining(tally)
    limited(tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
